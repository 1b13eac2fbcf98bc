/// \file
/// Moves between the numbers of positions that lie in scratch files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "../../../lib/value/outcome.hpp"
#include "record_rules.hpp"
#include "record_sort.hpp"

namespace mexbase {

/// Asks about the positions, but for those that are left aside, and adds for each, in order, its mark and its moves
/// (`take_moves`). `records` are the positions by their numbers. Throws as `number_in_scratch` does.
void find_moves(RecordRules& rules, const SortingRoom& room, std::shared_ptr<const CodedRecords> records,
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
