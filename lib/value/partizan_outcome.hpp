// SPDX-License-Identifier: MIT
/// \file
/// The winner of a partizan game, loopy games included.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "outcome.hpp"

namespace mexbase {

/// The winner of a game: the player to move (`next`), the other player (`previous`), or always Left or always Right.
/// The numbers are those of the table format: never renumber.
enum class OutcomeClass : std::uint8_t { next = 0, previous = 1, left = 2, right = 3 };

/// Returns the class. An argument is true if this player wins when moving first.
constexpr OutcomeClass outcome_class(bool left_wins, bool right_wins) {
    if (left_wins) return right_wins ? OutcomeClass::next : OutcomeClass::left;
    return right_wins ? OutcomeClass::right : OutcomeClass::previous;
}

/// Returns `N`, `P`, `L` or `R`.
constexpr char letter(OutcomeClass outcome) {
    return "NPLR"[static_cast<unsigned>(outcome)];
}

/// The results of perfect play if Left begins, and if Right begins. Each is a win, loss or draw of the player who
/// begins.
struct PartizanOutcome {
    OutcomeValue left, right;
    friend bool operator==(const PartizanOutcome&, const PartizanOutcome&) = default;
};

/// Returns the class of a pair of results, or `std::nullopt` if one of them is a draw.
inline std::optional<OutcomeClass> class_of(const PartizanOutcome& value) {
    if (value.left.outcome == Outcome::draw || value.right.outcome == Outcome::draw) return std::nullopt;
    return outcome_class(value.left.outcome == Outcome::win, value.right.outcome == Outcome::win);
}

/// Returns the winner if `first` begins: `L`, `R`, or `D` for a draw.
inline char winner(const PartizanOutcome& value, Player first) {
    const bool left = first == Player::left;
    const Outcome result = (left ? value.left : value.right).outcome;
    if (result == Outcome::draw) return 'D';
    return (result == Outcome::win) == left ? 'L' : 'R';
}

/// Writes `N`, `P`, `L` or `R`. With a draw, writes the winners if Left begins and if Right begins, such as `L/D`.
inline std::string to_string(const PartizanOutcome& value) {
    if (const auto outcome = class_of(value)) return {letter(*outcome)};
    return {winner(value, Player::left), '/', winner(value, Player::right)};
}

}  // namespace mexbase
