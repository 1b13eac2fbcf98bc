/// \file
/// What a table says of one position.
#pragma once

#include <cstdint>
#include <string>

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

/// The value of one position. `kind` says which of the other members mean something. A plain value.
struct Value {
    ValueKind kind = ValueKind::outcome;

    // kind == outcome
    OutcomeValue outcome;      ///< who wins, and how soon
    bool cannot_win = false;   ///< proven: the player to move cannot force a win (true of every loss, draw and tie)
    bool cannot_lose = false;  ///< proven: the opponent cannot force one (true of every win, draw and tie)

    friend bool operator==(const Value&, const Value&) = default;
};

/// The value as `probe` prints it: `win 7`, `draw`, `unknown`.
std::string to_string(const Value&);

}  // namespace mexbase
