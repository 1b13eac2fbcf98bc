// SPDX-License-Identifier: MIT
/// \file
/// Functions shared by the jobs of all kinds of value.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "../encode/table_writer.hpp"
#include "jobs.hpp"

namespace mexbase::detail {

/// Returns the contents of a table, except the streams of values. Borrows the game.
TableContents contents_for(const Game& game, const JobOptions& options);
/// Writes the table and returns the report, with the time at which writing began. `make_table` adds the times. `held`
/// is the size of the values in memory, in bytes; packing gets the rest of the job's memory.
JobReport finish_job(Sink& sink, const TableContents& contents, const JobOptions& options, std::uint64_t held);

/// Returns the memory of a job that takes `solving` bytes on one thread, and then holds `held` bytes while it packs.
JobMemory job_memory(const Game& game, const JobOptions& options, std::uint64_t solving, std::uint64_t held);
/// Returns the memory in bytes that the program itself takes in all processes of a machine but one, which
/// `JobOptions::memory` leaves out.
std::uint64_t other_programs(unsigned processes);
/// Returns the memory that packing the table of a game takes on one thread.
std::uint64_t least_packing_memory(const Game& game);

/// Converts `number` to 32 bits for a stream. Throws `Error{not_applicable}` if it is not below `dont_care`.
std::uint32_t stream_value(std::uint64_t number);

/// Throws `Error{out_of_memory}` if a job that needs `bytes` exceeds its memory limit (0: no limit).
void check_memory(std::uint64_t bytes, const JobOptions& options);
/// Throws `Error{io}` if a job may need `bytes` bytes in the folder for scratch files, and less is free.
void check_room(const std::string& folder, std::uint64_t bytes);
/// Throws `Error{not_applicable}` if the play is misère and this kind of value does not support it.
void refuse_misere(const JobOptions& options);

/// Checks all of a table except its values, and throws at the first fault. Checksums must be correct and the spec
/// normalised. The header and the board must be those of `game`.
void check_table(const Table& table, const Game& game);
[[noreturn]] void throw_wrong(const Game& game, Index index, const std::string& stored, const std::string& derived);

/// Calls `work(thread, first, last)` for consecutive ranges that cover 0..count-1. `thread` is below `threads`. Ranges
/// begin in ascending order. If a call returns false or throws, no further range begins, but begun ranges finish. So
/// all ranges below the failed one are complete. Throws the exception of the lowest range that throws. Calls `progress`
/// on the calling thread.
void parallel_for_ranges(Index count, unsigned threads, const ProgressSink& progress, std::string_view phase,
                         const std::function<bool(unsigned thread, Index first, Index last)>& work);

}  // namespace mexbase::detail
