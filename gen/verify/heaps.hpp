// SPDX-License-Identifier: MIT
/// \file
/// Verifies tables of heap games, fast enough for millions of heaps. Checks the proof of a proven period; the values
/// that follow from the period are not derived. All other values are derived from all their options.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../lib/rules/take_and_break.hpp"
#include "../jobs/table_job.hpp"
#include "positions.hpp"

namespace mexbase::detail {

struct Heaps {
    const TakeAndBreak& game;
    std::vector<std::uint32_t> values{};  ///< by heap
};

/// Checks the period of the table. Returns the number of the first heap from which on all values follow from the
/// period. The values of smaller heaps must be verified. Index i is the heap of i + `shift` tokens.
std::uint64_t check_period(const Heaps& heaps, const TableInfo& info, const Game& game, Index shift);

/// Verifies a table of heaps. `Check(heaps, facts)` implements the definition for one thread: `holds(n)` returns true
/// if the value of heap n follows from its options, and `derive(n)` returns the value that follows from them.
/// `Check::number` and `Check::value` convert between a value and its number in `Heaps`. `Check::over` is the number of
/// the value of a heap without moves. `Check::Facts(heaps)` is made once, for all threads.
template <class Check>
std::uint64_t verify_heaps(const HeapGame& of, const Game& game, const Table& table, const JobOptions& options) {
    const TableInfo& info = table.info();
    refuse_loopy_streams(table);
    Heaps heaps{of.game};
    check_memory((info.indices + of.shift) * sizeof(std::uint32_t), options);
    // Heaps smaller than the shift have no index, and must not have moves.
    heaps.values.assign(of.shift, Check::over);
    for (Index heap = 0; heap < of.shift; ++heap)
        for (const TakeAndBreakMove& move : of.game.moves)
            if (move.taken <= heap) throw Error(ErrorCode::bad_usage, "a heap without an index has a move");
    ValueCounts counts;
    read_all(table, [&](Index i, const Value& value) {
        if (i < info.queryable_size) counts.add(value);
        if (value.nimber.infinite) throw_wrong(game, i, to_string(value), "a finite value");
        heaps.values.push_back(Check::number(value));
    });
    counts.compare(table);
    const std::uint64_t derived = check_period(heaps, info, game, of.shift);
    const typename Check::Facts facts(heaps);
    std::vector<Index> wrong(options.threads, no_index);
    const auto work = [&](unsigned thread, Index first, Index last) {
        Check check(heaps, facts);
        for (Index heap = first; heap < last; ++heap)
            if (!check.holds(heap)) {
                wrong[thread] = heap;
                return false;
            }
        return true;
    };
    parallel_for_ranges(derived, options.threads, options.progress, "verifying", work);
    const Index heap = *std::ranges::min_element(wrong);
    if (heap == no_index) return heaps.values.size() - of.shift;
    const auto text = [](std::uint64_t number) { return to_string(Check::value(number)); };
    throw_wrong(game, heap - of.shift, text(heaps.values[heap]), text(Check(heaps, facts).derive(heap)));
}

}  // namespace mexbase::detail
