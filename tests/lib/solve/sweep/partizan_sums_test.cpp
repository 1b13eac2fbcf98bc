// SPDX-License-Identifier: MIT
// Outcomes of loop-free partizan games and their sums, by a sweep and by canonical forms.
#include <gtest/gtest.h>

#include <map>

#include "../../games/as_game.hpp"
#include "lib/solve/sweep/outcome_sweep.hpp"
#include "lib/value/partizan/arena.hpp"
#include "partizan_rules.hpp"

namespace mexbase::test::partizan_sums_test {

using Ordered = PartizanRules<Gives::order>;

/// Returns the canonical form of every vertex of a graph whose arcs lead to smaller numbers.
std::vector<PartizanId> forms(GameArena& arena, const PartizanGraph& g) {
    std::vector<PartizanId> ids;
    for (Index v = 0; v < g.size(); ++v) {
        std::array<std::vector<PartizanId>, 2> sides;
        for (std::size_t s = 0; s < 2; ++s)
            for (const Index w : g.options[s][v]) sides[s].push_back(ids[w]);
        ids.push_back(arena.make(sides[0], sides[1]));
    }
    return ids;
}

/// Returns the sum of two graphs with one token each: position (a, b) is a·|h| + b, so that moves lead to smaller
/// numbers.
PartizanGraph sum_of(const PartizanGraph& g, const PartizanGraph& h) {
    PartizanGraph sum(g.size() * h.size());
    for (std::size_t s = 0; s < 2; ++s)
        for (Index a = 0; a < g.size(); ++a)
            for (Index b = 0; b < h.size(); ++b) {
                auto& options = sum.options[s][a * h.size() + b];
                for (const Index to : g.options[s][a]) options.push_back(to * h.size() + b);
                for (const Index to : h.options[s][b]) options.push_back(a * h.size() + to);
            }
    return sum;
}

TEST(PartizanSums, TheOutcomeOfASumIsThatOfTheSumOfCanonicalForms) {
    std::mt19937_64 random(5);
    std::map<OutcomeClass, int> seen;
    for (int round = 0; round < 150; ++round) {
        GameArena arena;
        const PartizanGraph g = random_partizan(random, 7, true);
        const PartizanGraph h = random_partizan(random, 7, true);
        const auto of_g = forms(arena, g);
        const auto of_h = forms(arena, h);
        const Ordered rules(sum_of(g, h));
        const OutcomeCells swept = sweep_partizan_outcomes(as_game(rules), Play::normal);
        for (Index i = 0; i < rules.size(); ++i) {
            const OutcomeClass by_forms = arena.outcome(arena.sum(of_g[i / h.size()], of_h[i % h.size()]));
            ASSERT_EQ(class_of(partizan_outcome(swept, i)), by_forms) << round;
            ++seen[by_forms];
        }
        const OutcomeCells alone = sweep_partizan_outcomes(as_game(Ordered(g)), Play::normal);
        for (Index a = 0; a < g.size(); ++a) ASSERT_EQ(class_of(partizan_outcome(alone, a)), arena.outcome(of_g[a]));
    }
    ASSERT_EQ(seen.size(), 4U);
    for (const auto& [outcome, count] : seen) EXPECT_GT(count, 100) << letter(outcome);
}

}  // namespace mexbase::test::partizan_sums_test
