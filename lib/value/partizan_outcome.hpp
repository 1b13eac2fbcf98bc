/// \file
/// Who wins a partizan game, loopy ones included.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "outcome.hpp"

namespace mexbase {

/// Who wins: the next player, the previous one, Left or Right whoever begins. The numbers are those of the table
/// format: never renumber.
enum class OutcomeClass : std::uint8_t { next = 0, previous = 1, left = 2, right = 3 };

/// The class, given who wins when moving first.
constexpr OutcomeClass outcome_class(bool left_wins, bool right_wins) {
    if (left_wins) return right_wins ? OutcomeClass::next : OutcomeClass::left;
    return right_wins ? OutcomeClass::right : OutcomeClass::previous;
}

/// `N`, `P`, `L`, `R`.
constexpr char letter(OutcomeClass outcome) {
    return "NPLR"[static_cast<unsigned>(outcome)];
}

/// The results of perfect play when Left makes the first move, and when Right does, each for the player who begins: a
/// win, a loss or a draw. Nine in all; four without draws.
struct PartizanOutcome {
    OutcomeValue left, right;
    friend bool operator==(const PartizanOutcome&, const PartizanOutcome&) = default;
};

/// The class of a pair of results; nothing where one of them is a draw.
inline std::optional<OutcomeClass> class_of(const PartizanOutcome& value) {
    if (value.left.outcome == Outcome::draw || value.right.outcome == Outcome::draw) return std::nullopt;
    return outcome_class(value.left.outcome == Outcome::win, value.right.outcome == Outcome::win);
}

/// Who wins when `first` begins: `L`, `R`, or `D` for nobody.
inline char winner(const PartizanOutcome& value, Player first) {
    const bool left = first == Player::left;
    const Outcome result = (left ? value.left : value.right).outcome;
    if (result == Outcome::draw) return 'D';
    return (result == Outcome::win) == left ? 'L' : 'R';
}

/// `N`, `P`, `L`, `R`; with draws the winners when Left and when Right begins, as `L/D`.
inline std::string to_string(const PartizanOutcome& value) {
    if (const auto outcome = class_of(value)) return {letter(*outcome)};
    return {winner(value, Player::left), '/', winner(value, Player::right)};
}

}  // namespace mexbase
