/// \file
/// From the rules of a colouring game to a table of any kind of value, by one sweep over the words of its positions.
#pragma once

#include "../jobs.hpp"

namespace mexbase {

/// Makes a table of nimbers, outcomes or obliged pairs of a game with words (`Game::word_game`). A byte a position.
/// Throws `Error`.
JobReport make_board_table(const Game& game, Sink& sink, const JobOptions& options);

}  // namespace mexbase
