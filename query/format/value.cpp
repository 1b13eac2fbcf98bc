#include "value.hpp"

#include "../../lib/error.hpp"

namespace mexbase {

std::string to_string(const Value& value) {
    switch (value.kind) {
        case ValueKind::nimber:
            return to_string(value.nimber);
        case ValueKind::obliged:
            return to_string(value.obliged);
        case ValueKind::partizan_outcome:
            return to_string(value.partizan);
        case ValueKind::canonical:
            return value.canonical.text();
        default:
            return to_string(value.outcome);
    }
}

Outcome outcome_of(const Value& value, Play play) {
    switch (value.kind) {
        case ValueKind::nimber:
            return sum_outcome({&value.nimber, 1});
        case ValueKind::obliged:
            return (play == Play::normal ? value.obliged.normal : value.obliged.misere) ? Outcome::win : Outcome::loss;
        case ValueKind::partizan_outcome:
        case ValueKind::canonical:
            throw Error(ErrorCode::not_applicable, "who wins depends on who begins, Left or Right: values of kind " +
                                                       std::string(to_string(value.kind)) + " have no single outcome");
        default:
            return value.outcome.outcome;
    }
}

Outcome outcome_for(const Value& value, Player first, Play play) {
    const bool left = first == Player::left;
    if (value.kind == ValueKind::partizan_outcome) return (left ? value.partizan.left : value.partizan.right).outcome;
    if (value.kind != ValueKind::canonical) return outcome_of(value, play);
    const OutcomeClass who = value.canonical.outcome();
    const bool wins = who == OutcomeClass::next || who == (left ? OutcomeClass::left : OutcomeClass::right);
    return wins ? Outcome::win : Outcome::loss;
}

std::string partizan_name(std::size_t code) {
    PartizanOutcome value;
    value.left.outcome = static_cast<Outcome>(code / 3);
    value.right.outcome = static_cast<Outcome>(code % 3);
    return to_string(value);
}

}  // namespace mexbase
