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

/// What exploring has found: positions, or, of rules that are dear, in memory, a board, whose vertices are in the order
/// of their names, with all moves.
struct FoundRecords {
    std::shared_ptr<ExploredPositions> positions;
    std::shared_ptr<const Board> board;
};

/// Explores what `rules` lead to, level by level, and numbers it. The positions are in memory, and the rules are asked
/// whenever their moves are, unless that is dear; what takes more than the memory of `options` goes to scratch files in
/// `folder`, unless that is empty. `checkpoint` saves each level; what it has is known when exploring begins. It may be
/// null. Throws what the rules throw; `Error{bad_file}` where two positions have the same text, or where the rules
/// answer otherwise than was saved; `Error{out_of_memory}` for more positions or more memory than there may be;
/// `Error{io}`.
FoundRecords explore_records(std::shared_ptr<RecordRules> rules, const ExploreOptions& options,
                             const std::string& folder, PositionCheckpoint* checkpoint);

}  // namespace mexbase
