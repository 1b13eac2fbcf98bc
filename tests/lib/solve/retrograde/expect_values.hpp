// SPDX-License-Identifier: MIT
/// \file
/// Solutions compared with expected values.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "lib/solve/outcomes/solve.hpp"

namespace mexbase::test {

/// Sums the counts of all plies.
struct PlyTotals : AnalysisListener {
    Summary sum;
    void finish_ply(std::uint64_t ply, const PlyCounts& counts) override { sum.add(ply, counts); }
};

/// Solves `R(graph)` with the strategy of `options`. Compares every cell, the summary, and the counts of the plies.
template <class R, class Graph>
void expect_values(const Graph& graph, const SolveOptions& options, const std::vector<OutcomeValue>& expected) {
    PlyTotals plies;
    const Solution solution = solve(R(graph), options, plies);
    ASSERT_TRUE(options.strategy == Strategy::automatic || solution.strategy == options.strategy);
    Summary counted;
    for (Index v = 0; v < expected.size(); ++v) {
        ASSERT_EQ(solution.cells[v], expected[v]) << v << " by " << to_string(options.strategy);
        counted.wins += expected[v].outcome == Outcome::win ? 1 : 0;
        counted.losses += expected[v].outcome == Outcome::loss ? 1 : 0;
        counted.ties += expected[v].outcome == Outcome::tie ? 1 : 0;
        counted.longest = std::max(counted.longest, expected[v].remoteness);
    }
    ASSERT_EQ(solution.summary.vertices, expected.size());
    ASSERT_EQ(solution.summary.positions, expected.size());
    ASSERT_EQ(solution.summary.wins, counted.wins);
    ASSERT_EQ(solution.summary.losses, counted.losses);
    ASSERT_EQ(solution.summary.ties, counted.ties);
    ASSERT_EQ(solution.summary.longest, counted.longest);
    ASSERT_EQ(plies.sum.wins, counted.wins);
    ASSERT_EQ(plies.sum.losses, counted.losses);
    ASSERT_EQ(plies.sum.ties, counted.ties);
    ASSERT_EQ(plies.sum.longest, counted.longest);
}

}  // namespace mexbase::test
