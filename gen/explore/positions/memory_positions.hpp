// SPDX-License-Identifier: MIT
/// \file
/// Explores games whose positions fit into memory.
#pragma once

#include <memory>
#include <string>

#include "../../../lib/board/board.hpp"
#include "explored_positions.hpp"
#include "record_rules.hpp"

namespace mexbase {

class PositionCheckpoint;

/// Result of an exploration; exactly one pointer is set. If the rules are expensive to call and all data fits into
/// memory, `board` is set. It has all positions and moves, and its vertices are ordered by their names.
struct FoundRecords {
    std::shared_ptr<ExploredPositions> positions;
    std::shared_ptr<const Board> board;
};

/// Finds and numbers all reachable positions, level by level. Positions stay in memory. Moves stay in memory only if
/// the rules are expensive to call; otherwise the rules compute them again. If memory runs out and `folder` is not
/// empty, positions go to scratch files there. `checkpoint` may be null; if it holds saved levels, exploring resumes
/// from them. Throws the errors of the rules, and `Error{io}`. Throws `Error{bad_file}` for equal texts of positions or
/// changed answers of the rules, and `Error{out_of_memory}` if positions or memory exceed their limits.
FoundRecords explore_records(std::shared_ptr<RecordRules> rules, const ExploreOptions& options,
                             const std::string& folder, PositionCheckpoint* checkpoint);

}  // namespace mexbase
