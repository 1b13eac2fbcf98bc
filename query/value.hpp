/// \file
/// What a table says of one position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../lib/value/nimber.hpp"
#include "../lib/value/obliged.hpp"
#include "../lib/value/outcome.hpp"

namespace mexbase {

/// What kind of value a table holds. The numbers are those of the table format: never renumber.
enum class ValueKind : std::uint8_t {
    outcome = 0,
    nimber = 1,
    obliged = 2,
    partizan_outcome = 3,
    canonical = 4,
};

/// The name as command lines have it: `outcome`, `nimber`, `obliged`, `partizan-outcome`, `canonical`.
std::string_view to_string(ValueKind);

/// The inverse; nothing for any other text.
std::optional<ValueKind> value_kind_from(std::string_view);

/// The value of one position. `kind` says which of the other members mean something. A plain value, but that the set of
/// an infinite nimber belongs to the table it came from.
struct Value {
    ValueKind kind = ValueKind::outcome;

    // kind == outcome
    OutcomeValue outcome;      ///< who wins, and how soon
    bool cannot_win = false;   ///< proven: the player to move cannot force a win (true of every loss, draw and tie)
    bool cannot_lose = false;  ///< proven: the opponent cannot force one (true of every win, draw and tie)

    NimberValue nimber;  ///< kind == nimber
    Obliged obliged;     ///< kind == obliged

    friend bool operator==(const Value&, const Value&) = default;
};

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

/// The value as `probe` prints it: `win 7`, `draw`, `unknown`; `*5`, `inf{0 2}`; `01`.
std::string to_string(const Value&);

/// The result for the player to move when the position is all there is to play: of a nimber in normal play, of an
/// obliged pair in the play that `play` says.
Outcome outcome_of(const Value&, Play play = Play::normal);

}  // namespace mexbase
