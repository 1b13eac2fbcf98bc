/// \file
/// Where the solving of a loopy game stands, saved so that a killed job can go on.
#pragma once

#include <optional>

#include "../../lib/solve/retrograde/standing.hpp"
#include "segment_file.hpp"

namespace mexbase {

// The standing of one job in a file, whatever its strategy and values: its numbers; the cells, and what else there is
// in arrays, in parts of about a million elements, each named by its array and its first index, all others being zero;
// and what is due.

/// Returns the saved state, or `std::nullopt` if the file is absent or damaged. Throws `Error{bad_usage}` and leaves
/// the file if it is not a checkpoint of this job. Throws `Error{out_of_memory}`.
std::optional<Resumption> load_standing(SegmentFile& file);
/// The numbers alone, from its beginning.
std::optional<Standing> look_at_standing(SegmentFile& file);
/// Saves it in the place of the one before, so that it takes twice its size on the disk meanwhile. Throws `Error{io}`,
/// and leaves that as it was.
void save_standing(SegmentFile& file, const Standing& at, const Kept& kept);

}  // namespace mexbase
