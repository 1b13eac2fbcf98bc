// SPDX-License-Identifier: MIT
#include "game.hpp"

#include <algorithm>

#include "../board/colouring.hpp"
#include "../error.hpp"
#include "../text_parts.hpp"
#include "take_and_break.hpp"
#include "word_game.hpp"

namespace mexbase {

namespace {

[[noreturn]] void throw_not_queryable(std::string_view text, Index queryable_size) {
    throw Error(ErrorCode::out_of_domain, "position " + in_quotes(text) +
                                              " is not in this table, which holds indices 0.." +
                                              std::to_string(queryable_size - 1));
}

/// If `text` is the number of a heap with 20 digits or more, returns an index of equal value; else `std::nullopt`.
std::optional<Index> reduce_long_number(std::string_view text, const Repetition& repetition) {
    constexpr std::size_t always_fit = 19;  // digits
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (text.size() <= always_fit || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
    if (const Index number = *decimal_number(text); number != no_index) return repetition.reduce(number);
    // Computes the number modulo the period. 128 bits, because ten times a remainder plus nine may exceed 64 bits.
    unsigned __int128 rest = 0;
    for (const char c : text) rest = (rest * 10 + static_cast<unsigned>(c - '0')) % repetition.period;
    const Index behind = repetition.first % repetition.period;
    return repetition.first + (static_cast<Index>(rest) + repetition.period - behind) % repetition.period;
}

}  // namespace

void Game::require(Index i) const {
    if (i >= size() && !extends_past_table()) throw_not_queryable("#" + std::to_string(i), size());
}

std::string Game::format_passed(Index i) const {
    require(i);
    PassedPosition passed = passed_image(i, 0);
    if (passed.index == no_index)
        throw Error(ErrorCode::not_applicable, in_quotes(format(i)) + " is not a position of " + std::string{family()} +
                                                   " if the other player is to move");
    return std::move(passed.text);
}

std::optional<HeapGame> Game::heap_game() const {
    return {};
}

std::optional<WordGame> Game::word_game() const {
    return {};
}

std::optional<SearchedBoard> Game::searched_board() const {
    return {};
}

Colouring Game::colouring(Index) const {
    return {};
}

std::optional<PeriodTheorem> Game::period_theorem() const {
    const auto heaps = heap_game();
    if (!heaps) return std::nullopt;
    auto theorem = mexbase::period_theorem(heaps->game);
    if (theorem) theorem->shift = heaps->shift;
    return theorem;
}

void Game::require_below(Index limit, std::string_view text, std::span<const Index> parts) const {
    for (const Index i : parts)
        if (i >= limit)
            throw_not_queryable(text, limit);
        else if (i < size() && !legal(i))
            throw Error(ErrorCode::out_of_domain, in_quotes(text) + " is not a position of this game");
}

PositionLocation Game::find(std::string_view text, Index limit, const Repetition* repetition) const {
    PositionLocation place;
    const auto take = [&](std::string_view part) {
        std::optional<Index> number;
        if (extends_past_table() && repetition != nullptr) number = reduce_long_number(part, *repetition);
        if (number)
            place.parts.push_back(*number);
        else if (PositionLocation found = read(part, false).place; place.parts.empty())
            place = std::move(found);
        else
            place.parts.insert(place.parts.end(), found.parts.begin(), found.parts.end());
    };
    if (const auto number = detail::parse_index(text)) {
        place.parts.push_back(*number);
    } else if (text == "start") {
        if (!facts_.has.start) detail::throw_no_start(family());
        place = read(text, false).place;
    } else if (facts_.has.parse_sum) {
        place = read(text, false).place;
    } else if (traits().splits) {
        for (const std::string_view part : detail::split_sum(text)) take(part);
    } else {
        take(text);
    }
    require_below(limit, text, place.parts);
    return place;
}

ResolvedPosition Game::resolve(std::string_view text, Index limit, const Repetition* repetition) const {
    if (!has_own_texts() || detail::parse_index(text)) {
        PositionLocation place = find(text, limit, repetition);
        std::string own = format_sum(place.parts);
        return {std::move(own), std::move(place)};
    }
    if (text == "start" && !facts_.has.start) detail::throw_no_start(family());
    ResolvedPosition asked = read(text, true);
    require_below(limit, text, asked.place.parts);
    return asked;
}

std::optional<Index> Game::start() const {
    if (!facts_.has.start) return std::nullopt;
    const Index index = read("start", false).index();
    return index == no_index ? std::nullopt : std::optional(index);
}

void Game::for_each_option(Index i, Player player, const EachParts& f) const {
    require(i);
    if (traits().splits) {
        if (!stopped(i, player)) for_each_split_option(i, player, f);
        return;
    }
    std::vector<Index> to;
    options(i, player, to);
    for (const Index& option : to) f({&option, 1});
}

std::optional<OutcomeValue> Game::terminal(Index i, Play play, Player mover) const {
    if (!whole()) detail::throw_no_whole_form(family());
    if (auto value = stopped(i, mover)) return value;
    std::vector<Index> to;
    options(i, mover, to);
    if (!to.empty() || leaves_bound(i) != 0) return std::nullopt;
    std::vector<OutcomeValue> settled;
    settled_options(i, mover, settled);
    if (!settled.empty()) return std::nullopt;
    return without_moves(play);
}

std::optional<OutcomeValue> Game::stopped_value(const ResolvedPosition& asked, Player mover) const {
    if (asked.place.settled || asked.index() == no_index) return asked.place.settled;
    require(asked.index());
    return stopped(asked.index(), mover);
}

void Game::for_each_named_move(const ResolvedPosition& asked, Player mover, const EachNamedMove& f) const {
    if (!names_moves()) return;
    if (const auto value = stopped_value(asked, mover)) {
        if (*value == OutcomeValue{Outcome::win, 1}) for_each_finishing_move_of(asked.text, mover, f);
    } else if (asked.index() != no_index) {
        for_each_move_of(asked.text, mover, f);
    }
}

std::vector<std::string> Game::engine_names(const ResolvedPosition& asked, Player mover) const {
    if (engine_notation().empty() || asked.index() == no_index || stopped_value(asked, mover)) return {};
    return engine_names_of(asked.text, mover);
}

/// Returns true if `asked` is a single position. A sum of several positions and `over_text` are not.
bool Game::is_one_position(const ResolvedPosition& asked) const {
    if (asked.text == over_text) return false;
    if (has_own_texts()) return true;
    if (asked.place.parts.size() != 1) return false;
    require(asked.index());
    return true;
}

Drawing Game::drawing(const ResolvedPosition& asked, const GraphLayout& layout, const PositionLabel& label) const {
    constexpr std::size_t most_drawn_parts = 32;
    const std::vector<Index>& parts = asked.place.parts;
    std::vector<Drawing> drawings;
    if (is_one_position(asked)) {
        if (auto drawing = drawing_of(asked, layout, label)) return *std::move(drawing);
    } else if (parts.size() > 1 && parts.size() <= most_drawn_parts) {
        for (const Index part : parts) {
            const ResolvedPosition one{format(part), {{part}, {}}};
            if (auto drawing = drawing_of(one, layout, label)) drawings.push_back(*std::move(drawing));
        }
        if (drawings.size() == parts.size()) return side_by_side(drawings, "+");
    }
    return drawing_of_text(picture(asked));
}

std::vector<Index> Game::parse_sum(std::string_view text, Index limit, const Repetition* repetition) const {
    PositionLocation place = find(text, limit, repetition);
    if (place.settled) detail::throw_settled(text, *place.settled);
    return std::move(place.parts);
}

Index Game::parse(std::string_view text) const {
    const std::vector<Index> parts = parse_sum(text, queryable_size());
    if (parts.size() != 1) throw_bad_position(text, "is a sum of positions: expected one position");
    return parts.front();
}

std::string Game::format_sum(std::span<const Index> parts) const {
    std::string text;
    for (const Index part : parts) text += (text.empty() ? "" : "+") + format(part);
    return text;
}

namespace detail {

std::optional<Index> parse_index(std::string_view text) {
    // A text that begins with # need not be an index: # may also be an occupied cell, or begin the name of a vertex.
    const auto index = text.starts_with('#') ? decimal_number(text.substr(1)) : std::nullopt;
    if (index == no_index)
        throw Error(ErrorCode::out_of_domain, in_quotes(text) + " is not an index: expected a number below 2^64 - 1");
    return index;
}

void throw_no_start(std::string_view family) {
    throw Error(ErrorCode::bad_position, std::string{family} + " has no start position: give a position");
}

void throw_settled(std::string_view text, const OutcomeValue& value) {
    throw Error(ErrorCode::out_of_domain,
                "position " + in_quotes(text) + " has the value " + to_string(value) + ", but no index");
}

void throw_no_whole_form(std::string_view family) {
    throw Error(ErrorCode::not_applicable,
                std::string{family} + " breaks positions into sums: an option may be a sum of several positions");
}

std::vector<std::string_view> split_sum(std::string_view text) {
    std::vector<std::string_view> words;
    for_each_word(text, '+', [&](std::string_view word) {
        if (word.empty() && !text.empty()) throw_bad_position(text, "has an empty part: write sums as 3+4");
        words.push_back(word);
    });
    return words;
}

}  // namespace detail
}  // namespace mexbase
