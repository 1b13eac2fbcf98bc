/// \file
/// Positions that were explored in scratch files, numbered, with their moves.
#pragma once

#include <memory>
#include <vector>

#include "../../../lib/board/board.hpp"
#include "explored_positions.hpp"
#include "record_rules.hpp"
#include "record_sort.hpp"

namespace mexbase {

/// The positions that were found: all of them in sorted lists without common records, and those that were left aside.
struct Found {
    std::vector<SortedRecords> known;
    SortedRecords left_aside;
    std::uint64_t size = 0;
};

/// Sorts positions by their texts, numbers them, and asks the rules once more about each that was asked about, for the
/// moves between numbers. Positions and options are dealt to files by a hash, so that each file's positions fit into
/// memory, and its options are looked up there. Afterwards texts, marks and moves lie in scratch files, and nobody asks
/// the rules. Throws as `ScratchExploration` does, and `Error{bad_file}` where two positions have the same text, or the
/// rules do not answer as before.
std::shared_ptr<ExploredPositions> number_in_scratch(RecordRules& rules, const SortingRoom& room, Found&& found);

/// The positions of a board that was explored, whose vertices are in the order of their names, and their moves. Throws
/// `Error{io}`.
std::shared_ptr<ExploredPositions> board_in_scratch(const Board& board, const SortingRoom& room);

}  // namespace mexbase
