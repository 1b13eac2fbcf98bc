/// \file
/// Exploring games whose positions fit into memory.
#pragma once

#include <memory>
#include <string>

#include "../../../lib/board/board.hpp"
#include "explored_positions.hpp"
#include "position_checkpoint.hpp"
#include "record_rules.hpp"

namespace mexbase {

/// Result of exploring: positions, and null; or, if the rules are dear and memory sufficed, null and a board with all
/// moves. The vertices of the board are ordered by their names.
struct FoundRecords {
    std::shared_ptr<ExploredPositions> positions;
    std::shared_ptr<const Board> board;
};

/// Finds and numbers all positions that play reaches, level by level. Positions stay in memory, and rules that are not
/// dear are called again for moves. If positions exceed the memory of `options`, they go to scratch files in `folder`,
/// unless that is empty. `checkpoint` may be null. If it holds saved levels, exploring resumes from them. Throws what
/// the rules throw, `Error{io}`, `Error{bad_file}` if two positions have the same text or the rules change their
/// answers, and `Error{out_of_memory}` if positions or memory exceed their limits.
FoundRecords explore_records(std::shared_ptr<RecordRules> rules, const ExploreOptions& options,
                             const std::string& folder, PositionCheckpoint* checkpoint);

}  // namespace mexbase
