/// \file
/// Where a table has a position.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../index.hpp"
#include "../value/outcome.hpp"

namespace mexbase {

/// Where a table has a position.
struct PositionLocation {
    /// The indices of its parts, one in most games; none where it is settled.
    std::vector<Index> parts;
    /// Of a position without an index (`Has::settled_options`): its value for the player to move.
    std::optional<OutcomeValue> settled;
    friend bool operator==(const PositionLocation&, const PositionLocation&) = default;
};

/// A position as it was asked for: by its own text, though its index may stand for others too that are worth the same.
struct ResolvedPosition {
    std::string text;  ///< as the game writes it
    PositionLocation place;
    /// The index of what is one position and has one; else `no_index`.
    Index index() const { return place.parts.size() == 1 ? place.parts.front() : no_index; }
    friend bool operator==(const ResolvedPosition&, const ResolvedPosition&) = default;
};

}  // namespace mexbase
