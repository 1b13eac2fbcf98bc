/// \file
/// The symmetries of a board.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "board.hpp"

namespace mexbase {

/// A permutation of the vertices of a board: vertex v goes to [v].
using Permutation = std::vector<Vertex>;

/// All automorphisms of a simple board of 1..64 vertices, that is the permutations that map neighbours to neighbours:
/// in lexicographic order, the identity first. Nothing if there are more than `limit`.
///
/// They are found by search: vertices are fixed one after another, after each the others are told apart as far as their
/// numbers of neighbours do (B. D. McKay, "Practical graph isomorphism", 1981). Throws `Error{not_applicable}` for a
/// search without an end in sight.
std::optional<std::vector<Permutation>> all_automorphisms(const Board& board, std::uint64_t limit);

}  // namespace mexbase
