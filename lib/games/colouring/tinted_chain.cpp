#include "tinted_chain.hpp"

#include <charconv>
#include <system_error>

#include "../../error.hpp"
#include "../../rules/spec.hpp"

namespace mexbase {

namespace {

constexpr std::string_view colour_letters = "obw";

[[noreturn]] void no_chain(std::string_view text) {
    throw Error(ErrorCode::bad_position,
                in_quotes(text) +
                    " is no chain: write its left end, right end and length, as b..w:7, where an end is o, b or w; or "
                    "its vertices, as boow, tinted at the ends only");
}

TintedChain::Tint tint_from(char letter, std::string_view text) {
    const std::size_t at = colour_letters.find(letter);
    if (at == std::string_view::npos) no_chain(text);
    return static_cast<TintedChain::Tint>(at);
}

char letter_of(TintedChain::Tint tint) {
    return colour_letters[static_cast<std::size_t>(tint)];
}

}  // namespace

const FamilyHelp& TintedChain::help() {
    static constexpr std::array<std::string_view, 2> games = {"col", "snort"};
    static constexpr std::array keys = {
        KeyHelp{
            .name = "game",
            .fallback = "",
            .meaning = "the colour that a coloured vertex leaves to its neighbours: col, the other one; snort, its own",
            .words = games},
        KeyHelp{.name = "max",
                .fallback = "",
                .range = "0..2^36",
                .meaning = "the longest chain, in vertices",
                .extent = true}};
    static constexpr FamilyHelp text{
        "impartial Col or Snort on a path, by its chains of open vertices and what their ends may take",
        "left end, right end and length, as b..w:7 (o: any colour, b or w: only that), or written out, as boow; sums "
        "joined by +",
        "Uiterwijk, Solving bicoloring-graph games on rectangular boards, part 2: impartial Col and Snort, 2021", keys,
        "tinted-chain:game=col,max=100"};
    return text;
}

TintedChain TintedChain::make(const Parameters& p) {
    const Rule rule = p.choice("game") == 0 ? Rule::col : Rule::snort;
    return {rule, p.number("max", 0, longest)};
}

TintedChain::Position TintedChain::parse(std::string_view text) const {
    if (text == "0") return {};
    if (text.empty()) no_chain(text);
    Position p;
    p.left = tint_from(text.front(), text);
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        if (text.size() > 2 && text.substr(1, text.size() - 2).find_first_not_of('o') != std::string_view::npos)
            no_chain(text);
        p.length = text.size();
        p.right = tint_from(text.back(), text);
        return p;
    }
    if (colon != 4 || text.substr(1, 2) != "..") no_chain(text);
    p.right = tint_from(text[3], text);
    const std::string_view number = text.substr(colon + 1);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), p.length);
    if (error == std::errc::invalid_argument || end != number.data() + number.size()) no_chain(text);
    if (error != std::errc{} || p.length > longest)
        throw Error(ErrorCode::out_of_domain, "a chain of " + in_quotes(number) + " vertices is not in this table");
    return p;
}

std::string TintedChain::format(const Position& p) const {
    return std::string{letter_of(p.left)} + ".." + letter_of(p.right) + ':' + std::to_string(p.length);
}

}  // namespace mexbase
