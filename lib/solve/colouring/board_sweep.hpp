/// \file
/// Whole boards of the colouring games in one sweep over the words of their positions.
#pragma once

#include <span>

#include "../../rules/word_game.hpp"
#include "word_sweep.hpp"

namespace mexbase {

/// Values of all positions of a game, as `fold` has them, by index; `hole` marks the other indices. `cells` has as many
/// elements as there are indices. A position of the first phase of a conjoined game without moves is a hole with the
/// value of the position that it hands over. Throws `Error{bad_spec}` for a partizan game: its positions have no value
/// that is the same for both players.
///
/// The nimber of a position that falls apart is the sum of those of a component and of the rest; other values, and
/// those of connected positions, come from the options.
template <class Fold>
void sweep_board(const WordGame& game, std::span<WordCell> cells, const Fold& fold, const SweepOptions& options);

extern template void sweep_board(const WordGame&, std::span<WordCell>, const WordNimberFold&, const SweepOptions&);
extern template void sweep_board(const WordGame&, std::span<WordCell>, const WordObligedFold&, const SweepOptions&);
extern template void sweep_board(const WordGame&, std::span<WordCell>, const WordRemotenessFold&, const SweepOptions&);

}  // namespace mexbase
