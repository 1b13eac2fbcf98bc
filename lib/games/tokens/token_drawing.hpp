// SPDX-License-Identifier: MIT
/// \file
/// Drawings of a token on a board.
#pragma once

#include "../../board/graph_drawing.hpp"

namespace mexbase {

/// Returns the board, or the part near the token, with the token's vertex highlighted. The index of each node is its
/// vertex.
BoardDrawing token_on_board(const Board& board, Vertex token);

/// Draws the squares of Snakes-and-Adders with their arrows and the counter. `board` is the graph of the moves
/// (`parse_snakes`). The rows run to the right and to the left in turn, from square 1 in the lower left corner. Draws
/// at most 400 squares around the counter. The arrows are recovered from the moves: an arrow that no move uses is not
/// drawn, only the square where it begins. `label`, if not empty, is called for the squares where a counter can rest.
Drawing counter_on_squares(const Board& board, Vertex counter, const PositionLabel& label = {});

}  // namespace mexbase
