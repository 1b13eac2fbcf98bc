// SPDX-License-Identifier: MIT
/// \file
/// Value of one position of a table.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "../../lib/value/distance.hpp"
#include "../../lib/value/nimber.hpp"
#include "../../lib/value/obliged.hpp"
#include "../../lib/value/outcome.hpp"
#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "../../lib/value/partizan_outcome.hpp"
#include "../../lib/value/value_kind.hpp"

namespace mexbase {

/// Value of one position. `kind` says which other members are set. The table owns the canonical forms and the sets of
/// infinite nimbers that a value refers to.
///
/// The last three members share memory, so that a value is cheap to copy. Only the member for `kind` may be read. `of`
/// makes a value of a kind other than outcome.
struct Value {
    ValueKind kind = ValueKind::outcome;
    Distance distance = Distance::end;  ///< what the remoteness of `outcome` counts

    // kind == outcome
    OutcomeValue outcome;      ///< who wins, and how soon
    bool cannot_win = false;   ///< proven: the player to move cannot force a win (true of every loss, draw and tie)
    bool cannot_lose = false;  ///< proven: the opponent cannot force a win (true of every win, draw and tie)

    Obliged obliged;  ///< kind == obliged
    union {
        NimberValue nimber;        ///< kind == nimber; for outcomes and obliged pairs it is 0
        PartizanOutcome partizan;  ///< kind == partizan_outcome
        CanonicalValue canonical;  ///< kind == canonical
    };

    /// Makes an outcome.
    Value() : nimber() {}
    /// Makes a value of the kind that the argument's type has.
    static Value of(const NimberValue& nimber) {
        Value value;
        value.kind = ValueKind::nimber;
        value.nimber = nimber;
        return value;
    }
    static Value of(Obliged pair) {
        Value value;
        value.kind = ValueKind::obliged;
        value.obliged = pair;
        return value;
    }
    static Value of(const PartizanOutcome& partizan) {
        Value value;
        value.kind = ValueKind::partizan_outcome;
        std::construct_at(&value.partizan, partizan);
        return value;
    }
    static Value of(const CanonicalValue& canonical) {
        Value value;
        value.kind = ValueKind::canonical;
        std::construct_at(&value.canonical, canonical);
        return value;
    }

    /// Compares the kinds, the proofs (`cannot_win` and `cannot_lose`), and the members for the kind.
    friend bool operator==(const Value& a, const Value& b);
};

/// Returns the outcome and remoteness if `first` begins. The value must be an outcome or a partizan outcome.
inline const OutcomeValue& outcome_value(const Value& value, Player first) {
    if (value.kind == ValueKind::outcome) return value.outcome;
    return first == Player::left ? value.partizan.left : value.partizan.right;
}

/// Value of a position in a race: a sum in which play ends as soon as one component ends. The player who ends a
/// component wins. So no player wants to move to a position where the opponent can end play. All other positions have
/// values as if such positions did not exist. Sums of the game Horsefly are races.
struct RaceValue {
    /// Distance of a component from its end.
    enum class State : std::uint8_t {
        open,  ///< no move ends play; only then is `value` set
        near,  ///< a move ends play, so the player to move wins
        over,  ///< play has ended, so the player to move has lost
    };
    State state = State::open;
    NimberValue value;
    friend bool operator==(const RaceValue&, const RaceValue&) = default;
};

/// Returns the name of the partizan outcome with a `partizan_code`, such as `N`, `P`, `L`, `R` or `L/D`.
std::string partizan_name(std::size_t code);

/// Formats a value as the command `probe` prints it. Examples are `win 7` or `draw` (outcomes), `*5` or `inf{0 2}`
/// (nimbers), `01` (obliged pairs), `N` or `L/D` (partizan outcomes) and `{0|^*}` (canonical forms). Throws
/// `Error{not_applicable}` if the text of a canonical form is too long (`CanonicalValues::text`).
std::string to_string(const Value&);

/// Returns the result for the player to move if the position is played alone. For a nimber, play is normal; for an
/// obliged pair, it is `play`. Throws `Error{not_applicable}` for partizan values, whose result depends on who begins:
/// see `outcome_for`.
Outcome outcome_of(const Value&, Play play = Play::normal);
/// Returns the result for `first`, who begins, if the position is played alone. Accepts partizan values too.
Outcome outcome_for(const Value&, Player first, Play play = Play::normal);

}  // namespace mexbase
