/// \file
/// What a table says of one position.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "../../lib/value/nimber.hpp"
#include "../../lib/value/obliged.hpp"
#include "../../lib/value/outcome.hpp"
#include "../../lib/value/partizan/list/canonical_value.hpp"
#include "../../lib/value/partizan_outcome.hpp"
#include "../../lib/value/value_kind.hpp"

namespace mexbase {

/// The value of one position. `kind` says which of the other members mean something. A plain value, but that the set of
/// an infinite nimber, and a canonical form, belong to the table they came from.
///
/// The last three share their bytes, for a value is copied in every probe. Only the one that `kind` names may be read;
/// a value of one of the others than outcomes is made by `of`.
struct Value {
    ValueKind kind = ValueKind::outcome;

    // kind == outcome
    OutcomeValue outcome;      ///< who wins, and how soon
    bool cannot_win = false;   ///< proven: the player to move cannot force a win (true of every loss, draw and tie)
    bool cannot_lose = false;  ///< proven: the opponent cannot force one (true of every win, draw and tie)

    Obliged obliged;  ///< kind == obliged
    union {
        NimberValue nimber;        ///< kind == nimber; also there, and 0, for outcomes and obliged pairs
        PartizanOutcome partizan;  ///< kind == partizan_outcome
        CanonicalValue canonical;  ///< kind == canonical
    };

    /// An outcome.
    Value() : nimber() {}
    /// A value of the kind that its argument says.
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

    /// Compares the members that the kind is about.
    friend bool operator==(const Value& a, const Value& b);
};

/// The result with its remoteness when `first` begins. Only for values that are outcomes, partizan ones or not.
inline const OutcomeValue& outcome_value(const Value& value, Player first) {
    if (value.kind == ValueKind::outcome) return value.outcome;
    return first == Player::left ? value.partizan.left : value.partizan.right;
}

/// What a position is worth in a sum that is a race: the first component to come to its end, by the rules of its game,
/// ends the whole, and whoever brought it there wins. Nobody sensible moves to where the opponent can end play, so that
/// the other positions have values as if all those were not there (Horsefly).
struct RaceValue {
    /// How far a component is from its end.
    enum class State : std::uint8_t {
        open,  ///< no move ends play: `value` counts
        near,  ///< a move ends play, and wins
        over,  ///< play has ended: lost
    };
    State state = State::open;
    NimberValue value;
    friend bool operator==(const RaceValue&, const RaceValue&) = default;
};

/// `N`, `P`, `L`, `R`, `L/D` …, by `partizan_code`.
std::string partizan_name(std::size_t code);

/// The value as `probe` prints it: `win 7`, `draw`, `unknown`; `*5`, `inf{0 2}`; `01`; `N`, `L/D`; `{0|^*}`. Throws
/// `Error{not_applicable}` for a canonical form whose text is too long (`CanonicalValues::text`).
std::string to_string(const Value&);

/// The result for the player to move when the position is all there is to play: of a nimber in normal play, of an
/// obliged pair in the play that `play` says. Throws `Error{not_applicable}` for partizan values, whose result depends
/// on who begins: see `outcome_for`.
Outcome outcome_of(const Value&, Play play = Play::normal);
/// The same where `first` begins, for `first`; of partizan values too.
Outcome outcome_for(const Value&, Player first, Play play = Play::normal);

}  // namespace mexbase
