/// \file
/// Positions that were explored in scratch files, numbered, with their moves.
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
std::shared_ptr<ExploredPositions> number_in_scratch(RecordRules& rules, const SortBudget& budget, Found&& found);

/// The positions of a board that was explored, whose vertices are in the order of their names, and their moves. Throws
/// `Error{io}`.
std::shared_ptr<ExploredPositions> board_in_scratch(const Board& board, const SortBudget& budget);

// What number_in_scratch and board_in_scratch are made of.

/// Asks about the positions, but for those that are left aside, and adds for each, in order, its mark and its moves
/// (`take_moves`). `records` are the positions by their numbers. Throws as `number_in_scratch` does.
void find_moves(RecordRules& rules, const SortBudget& budget, std::shared_ptr<const CodedRecords> records,
                const std::vector<bool>& aside, CodedRecords& marks, CodedRecords& rows);

/// A row of moves, whose targets ascend; of a game that is not partizan they are those of `left`. It is in `room`.
std::string_view moves_row(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right, bool partizan,
                           std::vector<std::byte>& room);
/// Adds where the moves of `player` lead, ascending.
void take_moves(std::string_view row, Player player, bool partizan, std::vector<std::uint32_t>& targets);
/// How many these are.
std::uint64_t count_moves(std::string_view row, Player player, bool partizan);

/// Throws `Error{bad_file}`: what was asked about again is not what it was.
[[noreturn]] void throw_other_answers();

}  // namespace mexbase
