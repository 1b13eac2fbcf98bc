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

/// Result of exploring; exactly one pointer is set. If the rules are expensive and memory sufficed, `board` has all
/// positions and moves; its vertices are ordered by their names.
struct FoundRecords {
    std::shared_ptr<ExploredPositions> positions;
    std::shared_ptr<const Board> board;
};

/// Finds and numbers all reachable positions, level by level. Positions stay in memory, and rules that are not
/// expensive are called again for moves. If positions exceed the memory of `options` and `folder` is not empty, they go
/// to scratch files there. `checkpoint` may be null; if it holds saved levels, exploring resumes from them. Throws as
/// the rules do, and `Error{io}`. Throws `Error{bad_file}` if two positions have the same text or the rules change
/// their answers, and `Error{out_of_memory}` if positions or memory exceed their limits.
FoundRecords explore_records(std::shared_ptr<RecordRules> rules, const ExploreOptions& options,
                             const std::string& folder, PositionCheckpoint* checkpoint);

}  // namespace mexbase
