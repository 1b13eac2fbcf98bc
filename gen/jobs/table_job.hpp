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

/// Returns the contents of a table without its streams. Borrows the game's board.
TableContents contents_for(const Game& game, const JobOptions& options);
/// Writes the table with the job's options and progress, and returns the report without the time of the job.
JobReport finish_job(Sink& sink, const TableContents& contents, const JobOptions& options);

/// Returns `number` for a stream. Throws `Error{not_applicable}` if it is not below `dont_care`.
std::uint32_t stream_value(std::uint64_t number);

/// Throws `Error{out_of_memory}` if `bytes` exceed the memory of the job (0: no limit).
void check_memory(std::uint64_t bytes, const JobOptions& options);
/// Throws `Error{not_applicable}` for misère play if values of the kind hold for both plays (`KindFacts::no_misere`).
void refuse_misere(const JobOptions& options);

/// Checks a table before its values are verified, and throws at the first fault. All checksums must be right, and the
/// spec normalised. The board must have the spec's hash or family, and the header must belong to the rules of `game`.
void check_table(const Table& table, const Game& game);
[[noreturn]] void throw_wrong(const Game& game, Index index, const std::string& stored, const std::string& derived);

/// Calls `work(thread, first, last)` for consecutive ranges that cover [0, count), each once. Threads 0..threads-1
/// begin ranges in ascending order. Once a call returns false or throws, no new range begins, but all begun ranges
/// finish; so every range below the failed one is complete. Throws the exception of the lowest failed range. Calls
/// `progress` on the calling thread.
void parallel_for_ranges(Index count, unsigned threads, const ProgressSink& progress, std::string_view phase,
                         const std::function<bool(unsigned thread, Index first, Index last)>& work);

}  // namespace mexbase::detail
