// SPDX-License-Identifier: MIT
/// \file
/// Taking-and-breaking games on heaps (Berlekamp, Conway and Guy, "Winning Ways", ch. 4): octal and hexadecimal codes
/// and Grundy's game.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../index.hpp"
#include "../value/period.hpp"

namespace mexbase {

/// One kind of move: take `taken` tokens from a heap and leave exactly `heaps` heaps, none empty, in its place.
struct TakeAndBreakMove {
    std::uint64_t taken = 0;  ///< 0 only if two or three heaps are left
    std::uint8_t heaps = 0;   ///< 0..3
    friend auto operator<=>(const TakeAndBreakMove&, const TakeAndBreakMove&) = default;
};

struct TakeAndBreak {
    /// All moves, ascending, each once, including those that need larger heaps than a table has.
    std::vector<TakeAndBreakMove> moves;
    bool distinct = false;  ///< heaps left by one move must differ from each other, as in Grundy's game

    /// Returns the maximum number of tokens that a move takes; 0 without moves.
    std::uint64_t most_taken() const {
        std::uint64_t most = 0;
        for (const TakeAndBreakMove& move : moves) most = std::max<std::uint64_t>(most, move.taken);
        return most;
    }
    /// Returns the maximum number of heaps that a move leaves, 0..3.
    unsigned most_heaps() const {
        unsigned most = 0;
        for (const TakeAndBreakMove& move : moves) most = std::max<unsigned>(most, move.heaps);
        return most;
    }
    /// Throws `Error{bad_spec}` if the moves are not ascending, or if a move takes nothing and leaves fewer than two
    /// heaps or leaves more than three.
    void check() const;
};

/// Returns the game of a code d0.d1d2d3...: if `digits[k]` has bit h, a move may take k tokens and leave h heaps.
/// Digits are octal (0..7) or hexadecimal (0..15). Throws `Error{bad_spec}` if d0 allows fewer than two heaps or a
/// digit is above 15.
TakeAndBreak take_and_break_code(std::span<const std::uint8_t> digits);
TakeAndBreak grundys_game();

/// A game in which index i has the value of a heap of i + shift tokens in a taking-and-breaking game.
struct HeapGame {
    TakeAndBreak game;
    Index shift = 0;
};

/// Returns the theorem that proves periods of nimbers and of obliged pairs of `game`. Returns `std::nullopt` for games
/// with `distinct`, unless their moves take nothing and leave at most two heaps.
std::optional<PeriodTheorem> period_theorem(const TakeAndBreak& game);

}  // namespace mexbase
