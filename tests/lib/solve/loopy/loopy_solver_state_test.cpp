// SPDX-License-Identifier: MIT
// Stopped and resumed stages of nimbers of loopy games.
#include <gtest/gtest.h>

#include <random>
#include <utility>

#include "../graph/list_ruleset.hpp"
#include "../retrograde/stop_at.hpp"
#include "lib/solve/loopy/loopy_nimbers.hpp"

namespace mexbase::loopy_standing_test {

using test::ListGraph;
using test::random_graph;

TEST(LoopySolverState, GoOnWhereAnyStageWasStopped) {
    std::mt19937_64 random(1986);
    int stops = 0, later = 0, infinite = 0;
    for (int round = 0; round < 40; ++round) {
        const ListGraph list = random_graph(random, round % 20 == 0 ? 200 : 24, false);
        const auto same = [&](const auto& rules) {
            const auto solved = [&](unsigned threads, Checkpointer* checkpointer) {
                SolveOptions options{.threads = threads, .small_ply = 0};
                AnalysisListener quiet;
                return loopy_nimbers(rules, options, quiet, checkpointer);
            };
            const LoopyNimbers whole = solved(1, nullptr);
            for (int last = 1;; ++last, ++stops) {
                auto kept = test::stopped_at(
                    last, [&](Checkpointer& checkpointer) { return solved(round % 6 == 0 ? 3 : 1, &checkpointer); });
                if (!kept) break;
                later += kept->at.numbers.at(0) > 0 ? 1 : 0;
                infinite += kept->at.numbers.at(5) > 0 ? 1 : 0;
                test::StopAt never(0, std::move(kept));
                const LoopyNimbers rest = solved(round % 6 == 1 ? 2 : 1, &never);
                for (Index v = 0; v < list.size(); ++v) {
                    ASSERT_EQ(rest[v], whole[v]) << v << " in " << round << ", stopped at " << last;
                    if (whole.infinite(v)) {
                        ASSERT_EQ(rest.set_id(v), whole.set_id(v));
                    }
                }
                ASSERT_EQ(rest.summary(), whole.summary());
            }
        };
        ASSERT_NO_FATAL_FAILURE(same(test::ListRulesBack(list)));
        ASSERT_NO_FATAL_FAILURE(same(test::ListRules(list)));
    }
    EXPECT_GT(stops, 300);
    EXPECT_GT(later, 150);
    EXPECT_GT(infinite, 100);
}

}  // namespace mexbase::loopy_standing_test
