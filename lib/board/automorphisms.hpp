// SPDX-License-Identifier: MIT
/// \file
/// The symmetries of a board.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board.hpp"

namespace mexbase {

/// A permutation of the vertices of a board: element v is the image of vertex v.
using Permutation = std::vector<Vertex>;

/// Returns all automorphisms of a simple board of 1..64 vertices, in lexicographic order with the identity first, or
/// `std::nullopt` if there are more than `limit`. An automorphism is a permutation that maps neighbours to neighbours.
///
/// The search fixes vertices one after another and splits the others by their numbers of neighbours (B. D. McKay,
/// "Practical graph isomorphism", 1981). Throws `Error{not_applicable}` if the search takes too many steps.
std::optional<std::vector<Permutation>> all_automorphisms(const Board& board, std::uint64_t limit);

}  // namespace mexbase
