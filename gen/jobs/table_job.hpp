/// \file
/// Functions that jobs of all kinds of value share.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "jobs.hpp"

namespace mexbase::detail {

using JobClock = std::chrono::steady_clock;

/// A table of `game` without its streams. Borrows the game's board.
TableContents contents_for(const Game& game, const JobOptions& options);
/// Writes the table, with the job's options and progress, and reports of it.
JobReport finish_job(Sink& sink, const TableContents& contents, const JobOptions& options, JobClock::time_point start);

/// A number in a stream; what does not fit into 32 bits has no place in a table.
std::uint32_t stream_value(std::uint64_t number);

/// Throws `Error{out_of_memory}` where `bytes` are more than the job may use.
void check_memory(std::uint64_t bytes, const JobOptions& options);
/// Throws `Error{not_applicable}` for misère play if values of the kind are never of one play (`KindFacts::no_misere`).
void refuse_misere(const JobOptions& options);

/// What verification begins with: throws unless all checksums are right, the spec is in its normal form, the board in
/// the table is the one whose hash or family the spec names, and the table was made for these rules, by its header.
void check_table(const Table& table, const Game& game);
[[noreturn]] void throw_wrong(const Game& game, Index index, const std::string& stored, const std::string& derived);

/// Calls `work(thread, first, last)` for consecutive ranges that cover [0, count), each once, begun in ascending order
/// by threads 0..threads-1. Once a call returns false or throws, no new range is begun. Ranges already begun are
/// finished, so every range below the failed one is complete. Throws the exception of the lowest failed range.
/// `progress` is called from the calling thread.
void parallel_for_ranges(Index count, unsigned threads, const ProgressSink& progress, std::string_view phase,
                         const std::function<bool(unsigned thread, Index first, Index last)>& work);

}  // namespace mexbase::detail
