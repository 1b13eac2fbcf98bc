#include "partizan_outcome.hpp"

namespace mexbase {

char letter(OutcomeClass outcome) {
    return "NPLR"[static_cast<unsigned>(outcome)];
}

std::optional<OutcomeClass> class_of(const PartizanOutcome& value) {
    if (value.left.outcome == Outcome::draw || value.right.outcome == Outcome::draw) return std::nullopt;
    return outcome_class(value.left.outcome == Outcome::win, value.right.outcome == Outcome::win);
}

char winner(const PartizanOutcome& value, Player first) {
    const bool left = first == Player::left;
    const Outcome result = (left ? value.left : value.right).outcome;
    if (result == Outcome::draw) return 'D';
    return (result == Outcome::win) == left ? 'L' : 'R';
}

std::string to_string(const PartizanOutcome& value) {
    if (const auto outcome = class_of(value)) return {letter(*outcome)};
    return {winner(value, Player::left), '/', winner(value, Player::right)};
}

}  // namespace mexbase
