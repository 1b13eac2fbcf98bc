// SPDX-License-Identifier: MIT
/// \file
/// Estimates a job from jobs on smaller games of the same family, the *relatives* of its game.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../lib/index.hpp"
#include "../../lib/rules/family.hpp"
#include "../jobs/jobs.hpp"

namespace mexbase::cli {

/// Estimate of a job from its relatives. Seconds are those of one thread, and depend on the machine.
struct Forecast {
    std::vector<std::string> relatives;  ///< normalised specs of the games that were solved, the largest first
    double table_bytes = 0;
    double form_bytes = 0;          ///< memory of the canonical forms
    double longest_remoteness = 0;  ///< 0 if the values have no remoteness
    bool trains = true;             ///< packing trains grammars
    bool periodic = false;          ///< the job ends early, because it proves a period
    bool shows_time = true;         ///< false: the relatives are too small for the seconds below
    double solving = 0;
    double planning = 0;  ///< seconds in which packing chooses the codecs
    double packing = 0;   ///< seconds of packing, without `planning`
};

/// Returns an index below which a position has at most some millions of moves. It is the size of the game, unless large
/// heaps have more. Moves of the positions 63, 127, 255, … are listed, until one has so many.
Index readable_size(const Game& game);

/// Returns true if the job reads the lines of a position (`Has::lines`), not its options.
bool reads_lines(const Game& game, ValueKind kind);
/// Returns the number of lines of an average position, from a sample.
double lines_per_position(const Game& game);

/// Makes the tables of the relatives of `game` in at most a gigabyte of memory and at most `options.memory`, and
/// extrapolates from them. Returns `std::nullopt` if there are no relatives, or if memory does not suffice for them.
///
/// - If `game` is quickly solved, it is its own relative.
/// - Otherwise numbers in the spec are lowered until the game is quickly solved. All large numbers are scaled together.
///   Small ones are lowered one by one, the largest first. Specs that the family refuses are skipped. A second
///   relative, of at most a third of the positions, shows the growth.
/// - The relatives of a chess ending are the largest endings with fewer pieces that are quickly solved.
///
/// Positions and moves limit the size of the relatives, so everything but the seconds is the same in each run.
std::optional<Forecast> forecast(const Registry& registry, const Game& game, const JobOptions& options);

}  // namespace mexbase::cli
