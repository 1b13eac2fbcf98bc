// SPDX-License-Identifier: MIT
#include "treblecross.hpp"

#include "../../error.hpp"
#include "../../rules/game.hpp"
#include "../../rules/registry.hpp"
#include "../../text_parts.hpp"

namespace mexbase {

// Instantiated in the generated file of the family (family.cpp.in).
extern template class RulesOf<Treblecross>;
extern template class RulesOf<TreblecrossStrips>;

namespace {

/// Appends the zones (see `Treblecross`) of one strip, or a 0 if it has none. Messages show `text`, the input.
void add_zones(std::string_view strip, std::string_view text, std::vector<Treblecross::Position>& zones) {
    const auto is_cross = [](char c) { return c == 'X' || c == 'x'; };
    const std::size_t before = zones.size();
    std::size_t free = 0;  // the first square not yet known to be in a zone or near an X
    for (std::size_t at = 0; at < strip.size(); ++at) {
        if (!is_cross(strip[at])) continue;
        if (at < free)
            throw_bad_position(text,
                               "has two X that are at most two squares apart: play is over there, or the player to "
                               "move wins at once; only tables with form=strips store such strips");
        if (at > free + 2) zones.push_back(at - 2 - free);
        free = at + 3;
    }
    if (strip.size() > free) zones.push_back(strip.size() - free);
    if (zones.size() == before) zones.push_back(0);
}

}  // namespace

const FamilyHelp& Treblecross::help() {
    static constexpr std::array<std::string_view, 2> forms = {"zones", "strips"};
    static constexpr std::array keys = {KeyHelp{.name = "max",
                                                .range = "0..2^40-2, or 0..39 with form=strips",
                                                .meaning = "the longest strip, in squares",
                                                .scope = true},
                                        KeyHelp{.name = "form",
                                                .fallback = "zones",
                                                .meaning = "zones: stores only rows of squares more than two away from "
                                                           "every X, for values in sums; strips: stores every "
                                                           "strip with its marks, for outcomes and obliged pairs",
                                                .words = forms}};
    static constexpr std::array implied = {ImpliedKey{ValueKind::outcome, "form", "strips"},
                                           ImpliedKey{ValueKind::obliged, "form", "strips"}};
    static constexpr FamilyHelp text{
        "put X on a square of a strip: the first to complete three in a row wins",
        "a strip of . and X, such as ..X.., or a number of empty squares, such as 12; sums joined by +",
        "Berlekamp, Conway and Guy, Winning Ways, chapter 4",
        keys,
        "treblecross:max=100",
        implied};
    return text;
}

std::unique_ptr<Game> Treblecross::make_game(Parameters p) {
    return p.choice("form") == 0 ? make_game_of<Treblecross>(std::move(p))
                                 : make_game_of<TreblecrossStrips>(std::move(p));
}

TreblecrossStrips::Position TreblecrossStrips::parse(std::string_view text) const {
    if (text == "0") return {};
    Position p;
    if (text.empty() || text.find_first_not_of(".Xx") != std::string_view::npos)
        throw_bad_position(text, "is not a strip: expected . for free squares and X, such as ..X..");
    if (text.size() > max_) throw_not_in_table(text, "strips have at most " + std::to_string(max_) + " squares");
    for (const char c : text) p = {p.squares + 1, p.free << 1 | (c == '.' ? 1U : 0U)};
    return p;
}

std::string TreblecrossStrips::format(const Position& p) const {
    if (p.squares == 0) return "0";
    std::string text;
    for (unsigned square = p.squares; square-- > 0;) text += (p.free >> square & 1) != 0 ? '.' : 'X';
    return text;
}

std::vector<Treblecross::Position> Treblecross::parse_sum(std::string_view text) const {
    std::vector<Position> zones;
    for (const std::string_view word : detail::split_sum(text)) {
        if (!word.empty() && word.find_first_not_of(".Xx") == std::string_view::npos) {
            add_zones(word, text, zones);
            continue;
        }
        const auto squares = decimal_number(word);
        if (!squares)
            throw_bad_position(
                text, "is not a strip: expected . for free squares and X, such as ..X.., or a number of free squares");
        if (*squares == no_index)
            throw_not_in_table(word,
                               "only probe takes 2^64 - 1 squares or more, and only in a table with a proven period");
        zones.push_back(*squares);
    }
    return zones;
}

Treblecross::Position Treblecross::parse(std::string_view text) const {
    const std::vector<Position> zones = parse_sum(text);
    if (zones.size() != 1)
        throw_bad_position(text, "is a sum of " + std::to_string(zones.size()) +
                                     " zones (rows of squares more than two away from every X), expected one");
    return zones.front();
}

}  // namespace mexbase
