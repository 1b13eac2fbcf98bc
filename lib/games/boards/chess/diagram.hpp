/// \file
/// Pictures of chess boards.
#pragma once

#include "../../../board/drawing.hpp"
#include "fen.hpp"

namespace mexbase::chess {

/// The board from White's side, with coordinates, and who is to move. A square over which a pawn has just gone is
/// marked.
Drawing drawing_of(const Diagram& board);

}  // namespace mexbase::chess
