// SPDX-License-Identifier: MIT
/// \file
/// Toppling Dominoes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "../../board/piece_drawing.hpp"
#include "../../error.hpp"
#include "../../rules/ruleset.hpp"

namespace mexbase {

/// A row of dominoes, each black, white or green.
struct DominoRow {
    unsigned length = 0;
    /// digits to the base 3: 0 black, 1 white, 2 green; the first domino is the highest digit
    std::uint64_t colours = 0;
    friend bool operator==(const DominoRow&, const DominoRow&) = default;
};

/// Toppling Dominoes (Fink, Nowakowski, Siegel and Wolfe, "Toppling conjectures", Games of No Chance 4): Left topples a
/// black or green domino, Right a white or green one, to the left or to the right. The domino falls with all dominoes
/// on that side, and they are removed. A player who cannot move loses. A row has at most `max` dominoes.
///
/// Index: shorter rows come first; rows of one length are sorted by `DominoRow::colours`.
class TopplingDominoes {
  public:
    using Position = DominoRow;
    static constexpr std::string_view family = "toppling-dominoes";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options_descend = true, .partizan = true, .drawing = true, .value_kinds = true};
    static constexpr std::array value_kinds{ValueKind::canonical, ValueKind::partizan_outcome};
    /// Maximum length: fewer than 2^64 rows have this length or less. Tables have at most 24 dominoes per row.
    static constexpr unsigned longest = 40;
    static const FamilyHelp& help() {
        static constexpr std::array keys = {KeyHelp{.name = "max",
                                                    .range = "0..40",
                                                    .meaning = "the longest row, in dominoes; at most 24 for a table",
                                                    .scope = true}};
        static constexpr FamilyHelp text{"topple a domino of a row to one side, with all dominoes on that side of it",
                                         "one letter per domino, B W or G, such as BWG; 0 for no dominoes",
                                         "Fink, Nowakowski, Siegel and Wolfe, Toppling conjectures", keys,
                                         "toppling-dominoes:max=10"};
        return text;
    }
    static TopplingDominoes make(const Parameters& p) {
        return TopplingDominoes(static_cast<unsigned>(p.number("max", 0, longest)));
    }

    /// Takes rows of at most `max` dominoes; `max` is at most `longest`.
    explicit TopplingDominoes(unsigned max) : max_(max) {}

    bool partizan() const { return true; }
    Index size() const { return shorter[max_ + 1]; }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        unsigned length = 0;
        while (shorter[length + 1] <= i) ++length;
        return {length, i - shorter[length]};
    }
    Index rank(const Position& row) const { return shorter[row.length] + row.colours; }
    /// Reads one letter per domino, `B` black, `W` or `R` white, `G` green; `0` or `-` for no dominoes.
    Position parse(std::string_view text) const {
        if (text == "0" || text == "-") return {};
        if (text.empty() || text.find_first_not_of("BWRG") != std::string_view::npos)
            throw_bad_position(text, "is not a row: expected one letter B, W or G per domino, such as BWG");
        if (text.size() > max_) throw_not_in_table(text, "rows have at most " + std::to_string(max_) + " dominoes");
        Position row;
        for (const char letter : text)
            row = {row.length + 1, 3 * row.colours + (letter == 'B' ? 0U : letter == 'G' ? 2U : 1U)};
        return row;
    }
    std::string format(const Position& row) const {
        if (row.length == 0) return "0";
        std::string text(row.length, ' ');
        std::uint64_t colours = row.colours;
        for (unsigned place = row.length; place-- > 0; colours /= 3) text[place] = "BWG"[colours % 3];
        return text;
    }
    Drawing drawing(const Position& row) const {
        constexpr std::array roles{DrawingRole::dark, DrawingRole::light, DrawingRole::green};
        const std::string letters = format(row);
        return drawing_of_row(row.length, [&](std::uint64_t k) {
            const std::size_t colour = std::string_view("BWG").find(letters[static_cast<std::size_t>(k)]);
            return RowPlace{RowPlace::Shape::domino, roles[colour]};
        });
    }

    /// Lists options by domino, the last domino first; each is toppled to the left and then to the right.
    template <class F>
    void for_each_option(Index, const Position& row, Player player, F&& f) const {
        const std::uint64_t of_opponent = player == Player::left ? 1 : 0;
        std::uint64_t before = row.colours, after = 0, weight = 1;
        for (unsigned right = 0; right < row.length; ++right) {
            const std::uint64_t colour = before % 3;
            before /= 3;
            if (colour != of_opponent) {
                f(shorter[right] + after);
                f(shorter[row.length - 1 - right] + before);
            }
            after += colour * weight;
            weight *= 3;
        }
    }

  private:
    /// Number of rows with fewer than k dominoes, at index k.
    static constexpr auto shorter = [] {
        std::array<Index, longest + 2> rows{};
        for (unsigned length = 0; length <= longest; ++length) rows[length + 1] = 3 * rows[length] + 1;
        return rows;
    }();

    unsigned max_;
};

}  // namespace mexbase
