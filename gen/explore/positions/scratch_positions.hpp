// SPDX-License-Identifier: MIT
/// \file
/// Explored positions in scratch files, numbered, with their moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "../../../lib/board/board.hpp"
#include "../../../lib/value/outcome.hpp"
#include "explored_positions.hpp"
#include "record_rules.hpp"
#include "record_sort.hpp"

namespace mexbase {

class PositionCheckpoint;

/// Explored positions in sorted lists, each position in one list. `left_aside` repeats the positions past the bound,
/// which have not been expanded.
struct Found {
    std::vector<SortedRecords> known;
    SortedRecords left_aside;
    std::uint64_t size = 0;
};

/// Positions found before an exploration in scratch files, each of them once. The positions in `asked` have been
/// expanded, and those in `level` are to be expanded next.
struct KnownPositions {
    RecordSorter asked, level;
};

/// Continues an exploration from `known` and numbers all positions. Uses about `options.memory` bytes, and scratch
/// files in `folder`. If `known` is empty, resumes from `checkpoint`, which must not be null then. If `checkpoint` is
/// not null, saves the levels there. Throws as the rules do, `Error{out_of_memory}` for too many positions, and
/// `Error{io}`.
std::shared_ptr<ExploredPositions> explore_in_scratch(RecordRules& rules, const ExploreOptions& options,
                                                      const std::string& folder, PositionCheckpoint* checkpoint,
                                                      KnownPositions&& known);

/// Sorts positions by their texts, numbers them, and asks the rules once more for the moves of each. Positions and
/// options are distributed to files by a hash. The positions of one file fit into memory, where the options of the file
/// are looked up. Afterwards texts, marks and moves are in scratch files, and the rules are not called again. Throws as
/// `explore_in_scratch`, and `Error{bad_file}` if two positions have the same text or the rules change their answers.
std::shared_ptr<ExploredPositions> number_in_scratch(RecordRules& rules, const SortBudget& budget, Found&& found);

/// Copies an explored board to scratch files. Its vertices are ordered by their names. Throws `Error{io}`.
std::shared_ptr<ExploredPositions> board_in_scratch(const Board& board, const SortBudget& budget);

// The functions below are steps of `number_in_scratch` and `board_in_scratch`.

/// Asks the rules about the positions again, except unexpanded ones (true in `aside`). Appends the mark of each
/// position to `marks`, and its moves, coded by `moves_row`, to `rows`. `records` are the positions by number. Throws
/// as `number_in_scratch` does.
void find_moves(RecordRules& rules, const SortBudget& budget, std::shared_ptr<const CodedRecords> records,
                const std::vector<bool>& aside, CodedRecords& marks, CodedRecords& rows);

/// Encodes the moves of a position, with ascending targets, in the buffer `room`. Returns the encoded bytes. If the
/// game is not partizan, `left` has all moves and `right` is empty.
std::string_view moves_row(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right, bool partizan,
                           std::vector<std::byte>& room);
/// Decodes a row that `moves_row` coded: appends the targets of the moves of `player`, ascending.
void take_moves(std::string_view row, Player player, bool partizan, std::vector<std::uint32_t>& targets);

}  // namespace mexbase
