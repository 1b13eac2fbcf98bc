#include "game.hpp"

#include <algorithm>
#include <charconv>

#include "../error.hpp"

namespace mexbase {

std::vector<Index> Game::parse_sum(std::string_view text, Index limit, const Repetition* repetition) const {
    Place place = find(text, limit, repetition);
    if (place.settled) detail::throw_settled(text, *place.settled);
    return std::move(place.parts);
}

Index Game::parse(std::string_view text) const {
    const std::vector<Index> parts = parse_sum(text, queryable_size());
    if (parts.size() != 1)
        throw Error(ErrorCode::bad_position, in_quotes(text) + " is a sum of positions where one position is wanted");
    return parts.front();
}

std::string Game::format_sum(std::span<const Index> parts) const {
    std::string text;
    for (const Index part : parts) text += (text.empty() ? "" : "+") + format(part);
    return text;
}

namespace detail {

std::optional<Index> parse_index(std::string_view text) {
    // A position's text may begin with # as well: an occupied cell does, and so may the name of a vertex.
    if (text.size() < 2 || text.front() != '#' || text.find_first_not_of("0123456789", 1) != std::string_view::npos)
        return std::nullopt;
    Index i = 0;
    if (std::from_chars(text.data() + 1, text.data() + text.size(), i).ec != std::errc{} || i == no_index)
        throw Error(ErrorCode::out_of_domain, in_quotes(text) + " is no index of a table: they are below 2^64 - 1");
    return i;
}

void throw_no_start(std::string_view family) {
    throw Error(ErrorCode::bad_position, std::string{family} + " has no start position: write the one that you mean");
}

void throw_no_passing(std::string_view family) {
    throw Error(ErrorCode::not_applicable, std::string{family} + " has no such position with the other player to move");
}

void throw_settled(std::string_view text, const OutcomeValue& value) {
    throw Error(ErrorCode::out_of_domain,
                "position " + in_quotes(text) + " has a value, " + to_string(value) + ", but no index");
}

void throw_not_explored(std::string_view family) {
    throw Error(ErrorCode::not_applicable, "what play of " + std::string{family} +
                                               " reaches cannot be listed: its moves lead to sums, or to positions "
                                               "without a text");
}

void throw_not_queryable(std::string_view text, Index queryable_size) {
    throw Error(ErrorCode::out_of_domain, "position " + in_quotes(text) +
                                              " is not in this table, which holds indices 0.." +
                                              std::to_string(queryable_size - 1));
}

void throw_no_position(std::string_view text) {
    throw Error(ErrorCode::out_of_domain, in_quotes(text) + " is no position of this game");
}

void throw_no_whole_form(std::string_view family) {
    throw Error(ErrorCode::not_applicable,
                std::string{family} + " breaks positions into sums: no option of it is one position");
}

std::optional<Index> reduce_long_number(std::string_view text, const Repetition& repetition) {
    constexpr std::size_t always_fit = 19;  // digits
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (text.size() <= always_fit || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
    Index number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc{}) return repetition.reduce(number);
    // Digit by digit, modulo the period: period - 1 times ten and nine more must not overflow.
    unsigned __int128 rest = 0;
    for (const char c : text) rest = (rest * 10 + static_cast<unsigned>(c - '0')) % repetition.period;
    const Index behind = repetition.first % repetition.period;
    return repetition.first + (static_cast<Index>(rest) + repetition.period - behind) % repetition.period;
}

std::vector<std::string_view> split_sum(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t from = 0;;) {
        const std::size_t plus = text.find('+', from);
        words.push_back(text.substr(from, plus == std::string_view::npos ? plus : plus - from));
        if (words.back().empty() && text.size() > words.back().size())
            throw Error(ErrorCode::bad_position, in_quotes(text) + " has an empty part: write sums as 3+4");
        if (plus == std::string_view::npos) return words;
        from = plus + 1;
    }
}

}  // namespace detail
}  // namespace mexbase
