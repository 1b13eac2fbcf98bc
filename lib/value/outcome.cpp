// SPDX-License-Identifier: MIT
#include "outcome.hpp"

#include <array>

namespace mexbase {

namespace {
constexpr std::array<std::string_view, outcome_count> outcome_names = {"loss", "win", "draw", "tie", "unknown"};
}

std::string_view to_string(Outcome o) {
    return outcome_names[static_cast<std::size_t>(o)];
}

std::optional<Outcome> outcome_from(std::string_view text) {
    for (std::size_t i = 0; i < outcome_names.size(); ++i)
        if (outcome_names[i] == text) return static_cast<Outcome>(i);
    return std::nullopt;
}

std::string to_string(const OutcomeValue& v) {
    std::string out{to_string(v.outcome)};
    if (has_remoteness(v.outcome)) out += ' ' + std::to_string(v.remoteness);
    return out;
}

std::string_view to_string(Play play) {
    return play == Play::normal ? "normal" : "misere";
}

bool better_option(const OutcomeValue& a, const OutcomeValue& b) {
    // Ranks of the outcomes loss, win, draw, tie and unknown of an option; 0 is best for the player who chooses.
    constexpr std::array<int, outcome_count> ranks = {0, 4, 2, 1, 3};
    const int rank_a = ranks[static_cast<std::size_t>(a.outcome)], rank_b = ranks[static_cast<std::size_t>(b.outcome)];
    if (rank_a != rank_b) return rank_a < rank_b;
    // The quicker tie is better too: if the players always chose a slower one, the tie would never be reached.
    if (a.outcome == Outcome::loss || a.outcome == Outcome::tie) return a.remoteness < b.remoteness;
    if (a.outcome == Outcome::win) return a.remoteness > b.remoteness;
    return false;
}

}  // namespace mexbase
