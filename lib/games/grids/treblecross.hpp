// SPDX-License-Identifier: MIT
/// \file
/// Treblecross, one-dimensional noughts and crosses with crosses only.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../board/cell_rows.hpp"
#include "../../board/piece_drawing.hpp"
#include "../../rules/game.hpp"
#include "../../rules/ruleset.hpp"
#include "../heaps/heaps.hpp"

namespace mexbase {

/// Treblecross (Winning Ways, chapter 4): both players put X on squares of a strip. The first to complete three in a
/// row wins.
///
/// An X within two squares of another lets the opponent complete three at once. Good players avoid such moves, and the
/// last player who can avoid them wins. So only the zones of a strip matter: the runs of free squares that are not
/// within two of an X. A position is one zone; its index is its number of squares. In a zone of m squares, an X on
/// square i (from 0) leaves zones of i-2 and m-i-3 squares, or none. This is the octal game 0.007 on m+2 tokens.
///
/// An empty strip of m squares is a zone of m squares. A zone of one or two squares, where three cannot be completed,
/// counts as part of a longer strip.
class Treblecross : public HeapRules {
  public:
    static constexpr std::string_view family = "treblecross";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options = false,
                             .split_options = true,
                             .parse_sum = true,
                             .heap_game = true,
                             .options_descend = true,
                             .drawing = true,
                             .value_kinds = true,
                             .make_game = true};
    /// Only nimbers are supported, because a player may move in any zone, as in a disjunctive sum. In an obliged sum, a
    /// player would have to finish a zone that was begun.
    static constexpr std::array value_kinds{ValueKind::nimber};
    /// Maximum size of a zone that `format` writes as dots; it writes larger zones as numbers.
    static constexpr std::uint64_t longest_text = 4096;
    static const FamilyHelp& help();
    static Treblecross make(const Parameters& p) { return Treblecross(p.number("max", 0, largest_heap)); }
    /// Makes a `Treblecross` game, or a `TreblecrossStrips` game for `form=strips`.
    static std::unique_ptr<Game> make_game(Parameters);

    /// Takes zones of 0..max squares; `max` is at most `largest_heap`. A zone is a maximal run of squares that are
    /// more than two squares from every X.
    explicit Treblecross(std::uint64_t max) : HeapRules(max + 1) {}

    /// Reads a text as `parse_sum` does; it must have a single zone, which may be too large to have an index.
    Position parse(std::string_view text) const;
    /// Reads strips joined by `+` and returns their zones; a strip without zones gives 0. A strip is a word of `.` and
    /// `X`, or a number of empty squares. Throws `Error{bad_position}` for a strip with two X within two squares of
    /// each other: play is over there, or the player to move can win at once.
    std::vector<Position> parse_sum(std::string_view text) const;
    /// Writes one dot per square, `0` for no squares, or the number of squares if it is above `longest_text`.
    std::string format(Position zone) const {
        return zone == 0 || zone > longest_text ? std::to_string(zone) : std::string(zone, '.');
    }

    Drawing drawing(Position zone) const {
        return drawing_of_row(zone, [](std::uint64_t) { return RowPlace{}; });
    }

    /// Returns the octal game 0.007: take three tokens, leave at most two heaps. Index i is a heap of i + 2 tokens.
    HeapGame heap_game() const { return {{{{3, 0}, {3, 1}, {3, 2}}, false}, 2}; }

    /// Calls `f` with the zones that a move leaves. Skips moves that mirror a listed move. Moves that leave no zone are
    /// listed once, as index 0.
    template <class F>
    void for_each_split_option(Index, Position zone, Player, F&& f) const {
        for (Position place = 0; 2 * place < zone; ++place) {
            const std::array<Index, 2> left{place < 2 ? 0 : place - 2, zone < place + 3 ? 0 : zone - place - 3};
            if (zone == 3 && place == 1) return;  // the only two places with equal results that are not mirrored
            f(std::span(left).subspan(left[0] == 0 ? 1 : 0));
        }
    }
};

/// Treblecross by its original rules. A position is a whole strip of at most `max` squares, each free or marked. A
/// strip with three marks in a row, or without a free square, has no moves.
///
/// Index: 2^squares - 1, plus a binary number that has a 1 for each free square, the first square highest.
class TreblecrossStrips {
  public:
    struct Position {
        unsigned squares = 0;
        std::uint64_t free = 0;  ///< one bit per square, the last square lowest
        friend bool operator==(const Position&, const Position&) = default;
    };
    static constexpr std::string_view family = Treblecross::family;
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{
        .options_descend = true, .predecessors = true, .start = true, .drawing = true, .value_kinds = true};
    /// The kinds exclude nimbers. `Treblecross` has nimbers, because its players avoid moves that let the opponent win.
    static constexpr std::array value_kinds{ValueKind::outcome, ValueKind::obliged};
    static constexpr unsigned longest = 39;
    static const FamilyHelp& help() { return Treblecross::help(); }
    static TreblecrossStrips make(const Parameters& p) {
        return TreblecrossStrips(static_cast<unsigned>(p.number("max", 0, longest)));
    }

    /// Takes strips of at most `max` squares; `max` is at most `longest`.
    explicit TreblecrossStrips(unsigned max) : max_(max) {}

    Index size() const { return (Index{2} << max_) - 1; }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        const auto squares = static_cast<unsigned>(std::bit_width(i + 1)) - 1;
        return {squares, i + 1 - (Index{1} << squares)};
    }
    Index rank(const Position& p) const { return (Index{1} << p.squares) - 1 + p.free; }
    /// Reads a word of `.` and `X`, or `0` for no squares.
    Position parse(std::string_view text) const;
    std::string format(const Position& p) const;
    Drawing drawing(const Position& p) const { return drawing_of_cells(format(p)); }
    Position start() const { return {max_, (std::uint64_t{1} << max_) - 1}; }

    template <class F>
    void for_each_option(Index index, const Position& p, Player, F&& f) const {
        const std::uint64_t marked = ~p.free & ((std::uint64_t{1} << p.squares) - 1);
        if ((marked & marked >> 1 & marked >> 2) != 0) return;
        for (std::uint64_t left = p.free; left != 0; left &= left - 1) f(index - (left & ~(left - 1)));
    }
    template <class F>
    void for_each_predecessor(Index index, const Position& p, Player, F&& f) const {
        const std::uint64_t marked = ~p.free & ((std::uint64_t{1} << p.squares) - 1);
        for (std::uint64_t left = marked; left != 0; left &= left - 1) {
            const std::uint64_t square = left & ~(left - 1), before = marked & ~square;
            if ((before & before >> 1 & before >> 2) == 0) f(index + square);
        }
    }

  private:
    unsigned max_;
};

}  // namespace mexbase
