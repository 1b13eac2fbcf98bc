/// \file
/// From the rules of a loop-free partizan game to a table of canonical forms.
#pragma once

#include "../jobs.hpp"

namespace mexbase {

/// Makes a table of the canonical forms of a partizan game. Four bytes a position, and what the distinct values take.
/// Throws `Error{not_applicable}` for loopy games and for misere play, `Error{out_of_memory}`.
JobReport make_canonical_table(const Game& game, Sink& sink, const JobOptions& options);

}  // namespace mexbase
