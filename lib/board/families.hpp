// SPDX-License-Identifier: MIT
/// \file
/// Named boards: paths, cycles, grids, stars, complete and complete bipartite graphs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../error.hpp"
#include "board.hpp"

namespace mexbase {

/// The maximum number of vertices of a family's board.
inline constexpr unsigned most_family_vertices = 1024;

/// Returns true if `text` begins with a family's name and a hyphen, such as `path-`, and has no point or slash. The
/// numbers may still be wrong. A file of such a name can be given as `./path-7`.
bool is_board_family(std::string_view text);

/// Returns the names of all families: `path`, `cycle`, …
std::vector<std::string_view> board_family_names();

/// Returns the forms of the names of all families, for messages: `path-N, cycle-N, …`.
std::string board_family_forms();

/// Returns a suggestion of families for a misspelled `text`, such as `; did you mean grid?`.
Suggestion board_family_meant(std::string_view text);

/// Returns the board that `text` names. It is simple and undirected. Vertices are named 1, 2, … in this order:
///
/// - `path-N`, N >= 1: along the path.
/// - `cycle-N`, N >= 3: around the cycle.
/// - `grid-MxN`, M rows of N vertices, M, N >= 1: row by row; neighbours are side by side or one below the other.
/// - `star-N`, N >= 0: the centre, then the N leaves.
/// - `complete-N`, N >= 1: every two vertices are adjacent.
/// - `bipartite-MxN`, M, N >= 1: M vertices, then N; each of the first M is adjacent to each of the last N.
///
/// Arcs leave a vertex in ascending order of their targets. Throws `Error{bad_spec}` for other numbers, and for more
/// than `most_family_vertices`. The message names the form and its range.
Board family_board(std::string_view text);

/// Returns `text` without leading zeros, so equal boards of a family have equal texts. Throws like `family_board`.
std::string normal_board_family(std::string_view text);

/// The shape of a grid. The vertex in row r and column c, both counted from 0, is vertex r * `columns` + c.
struct GridShape {
    unsigned rows = 0, columns = 0;
    friend bool operator==(const GridShape&, const GridShape&) = default;
};

/// Returns the shape of the grid that `text` names, or `std::nullopt`. Does not throw.
std::optional<GridShape> grid_shape(std::string_view text);

}  // namespace mexbase
