// SPDX-License-Identifier: MIT
/// \file
/// The location of a position in a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../index.hpp"
#include "../value/outcome.hpp"

namespace mexbase {

struct PositionLocation {
    /// Indices of the position's parts; one part in most games. Empty if the position has a value and no index.
    std::vector<Index> parts;
    /// The value for the player to move if the position has no index (`Has::settled_options`).
    std::optional<OutcomeValue> settled;
    friend bool operator==(const PositionLocation&, const PositionLocation&) = default;
};

/// A position with its own text. Its index may also stand for other positions of equal value.
struct ResolvedPosition {
    std::string text;  ///< as the game writes it
    PositionLocation place;
    /// Returns the index of a single position, or `no_index` for a sum or a position without an index.
    Index index() const { return place.parts.size() == 1 ? place.parts.front() : no_index; }
    friend bool operator==(const ResolvedPosition&, const ResolvedPosition&) = default;
};

}  // namespace mexbase
