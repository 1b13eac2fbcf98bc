/// \file
/// Proofs of tables of games of heaps, fast enough for millions of them. The values that a proven period does not give
/// are derived from those of all options. The others follow from the period, whose proof is checked too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "../../lib/rules/take_and_break.hpp"
#include "../jobs/table_job.hpp"
#include "positions.hpp"

namespace mexbase::detail {

/// The values of all heaps.
struct Heaps {
    const TakeAndBreak& game;
    std::vector<std::uint32_t> values{};  ///< by heap
};

/// Checks the period. Returns how many heaps have to be derived from their options: those that it does not give.
std::uint64_t check_period(const Heaps& heaps, const TableInfo& info, const Game& game, Index shift);

/// Verifies the table. `Check(heaps, facts)`, for one thread, has the definition: `holds(n)` returns true if the value
/// of heap n is that of its options, `derive(n)` returns the value by them. `Check::number(value)` returns the number
/// of a value in `Heaps`, `Check::value(number)` the value of a number. `Check::over` is the number of a heap without
/// moves. `Check::Facts(heaps)` is made once, for all threads.
template <class Check>
std::uint64_t verify_heaps(const HeapGame& of, const Game& game, const Table& table, const JobOptions& options) {
    const TableInfo& info = table.info();
    refuse_loopy_streams(table);
    Heaps heaps{of.game};
    check_memory((info.indices + of.shift) * sizeof(std::uint32_t), options);
    // The smallest heaps, which have no index where there is a shift, have no moves.
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
