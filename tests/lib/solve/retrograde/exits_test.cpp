// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "brute_force.hpp"
#include "lib/solve/outcomes/solve.hpp"
#include "sliced.hpp"

namespace mexbase::exits_test {

using namespace test;

/// Rules in slices, with a limit on the distance to an exit.
template <class Base>
class WithExits : public InSlices<Base> {
  public:
    static constexpr Has has = [] {
        Has all = InSlices<Base>::has;
        all.exits = true;
        return all;
    }();
    static constexpr std::uint64_t exit_limit = 4;
    using InSlices<Base>::InSlices;
    static WithExits make(const Parameters&) { return WithExits(Sliced{}); }
    WithExits with_exits() const { return *this; }
};

/// Returns the distances to an exit by the definition, with `limit` plies to an exit that keeps the outcome.
std::vector<OutcomeValue> by_definition(const Sliced& g, Play play, std::uint64_t limit) {
    std::vector<OutcomeValue> values;
    const auto outside = [limit](const OutcomeValue& value) {
        return OutcomeValue{value.outcome, value.remoteness > limit ? limit : 0};
    };
    for (const Slice& slice : g.slices) {
        ListGraph inside(slice.size);
        for (Index v = 0; v < slice.size; ++v) {
            const Index i = slice.first + v;
            inside.stops[v] = g.graph.stops[i];
            for (const OutcomeValue& each : g.graph.settled[i]) inside.settled[v].push_back(outside(each));
            for (const Index w : g.graph.options[i]) {
                if (w < slice.first)
                    inside.settled[v].push_back(outside(values[w]));
                else
                    inside.options[v].push_back(w - slice.first);
            }
        }
        const auto found = brute_force(inside, play);
        values.insert(values.end(), found.begin(), found.end());
    }
    return values;
}

template <class R>
OutcomeCells solve_exits(const Sliced& g, const SolveOptions& options) {
    AnalysisListener quiet;
    return solve(GameOf<R>(R(g), "", nullptr, Distance::exit), options, quiet).cells;
}

template <class R>
void expect_exits(const Sliced& g, const SolveOptions& options, std::uint64_t limit) {
    const auto expected = by_definition(g, options.play, limit);
    const OutcomeCells cells = solve_exits<R>(g, options);
    for (Index v = 0; v < expected.size(); ++v) ASSERT_EQ(cells[v], expected[v]) << v;
}

TEST(Exits, AreAsFarAsTheDefinitionSaysByEveryStrategyAndNumberOfThreads) {
    std::mt19937_64 random(35);
    for (int round = 0; round < 600; ++round) {
        const Sliced g = random_slices(random, 5, round % 20 == 0 ? 200 : 12);
        SolveOptions options{.play = round % 5 == 0 ? Play::misere : Play::normal,
                             .threads = std::array{2U, 3U, 1U}[std::min(round % 10, 2)],
                             .small_ply = 0};
        for (const Strategy strategy : {Strategy::child_counters, Strategy::forward}) {
            options.strategy = strategy;
            ASSERT_NO_FATAL_FAILURE(expect_exits<InSlices<SlicedRules>>(g, options, no_exit_limit)) << round;
            ASSERT_NO_FATAL_FAILURE(expect_exits<InSlices<SlicedRulesBack>>(g, options, no_exit_limit)) << round;
            ASSERT_NO_FATAL_FAILURE(expect_exits<WithExits<SlicedRules>>(g, options, 4)) << round;
            ASSERT_NO_FATAL_FAILURE(expect_exits<WithExits<SlicedRulesBack>>(g, options, 4)) << round;
        }
    }
}

/// Outcomes if the game is a draw after `limit` plies without an exit: win, loss or draw by the number of plies since
/// the last exit and the vertex.
std::vector<std::vector<Outcome>> with_counter(const Sliced& g, std::uint64_t limit) {
    std::vector<std::vector<Outcome>> by_plies(limit + 1, std::vector<Outcome>(g.graph.size(), Outcome::draw));
    for (const Slice& slice : g.slices)
        for (std::uint64_t plies = limit + 1; plies-- > 0;)
            for (Index i = slice.first; i < slice.first + slice.size; ++i) {
                Outcome& here = by_plies[plies][i];
                if (const auto stop = g.graph.terminal(i, Play::normal)) {
                    here = stop->outcome;
                    continue;
                }
                if (plies == limit) continue;
                bool some_lost = false, all_won = true;
                const auto add = [&](Outcome option) {
                    some_lost = some_lost || option == Outcome::loss;
                    all_won = all_won && option == Outcome::win;
                };
                for (const Index w : g.graph.options[i]) add(by_plies[w < slice.first ? 0 : plies + 1][w]);
                for (const OutcomeValue& each : g.graph.settled[i]) add(each.outcome);
                here = some_lost ? Outcome::win : all_won ? Outcome::loss : Outcome::draw;
            }
    return by_plies;
}

TEST(Exits, WithinTheLimitTellTheOutcomeForEveryCounter) {
    using Rules = WithExits<SlicedRulesBack>;
    std::mt19937_64 random(36);
    std::array<int, 2> seen{};
    for (int round = 0; round < 2000; ++round) {
        Sliced g = random_slices(random, 5, 14);
        for (auto& stop : g.graph.stops)
            if (stop) stop->remoteness = 0;
        for (auto& list : g.graph.settled)
            for (OutcomeValue& each : list) each.remoteness = 0;
        const auto expected = with_counter(g, Rules::exit_limit);
        const OutcomeCells cells = solve_exits<Rules>(g, {});
        for (Index v = 0; v < g.graph.size(); ++v)
            for (std::uint64_t plies = 0; plies <= Rules::exit_limit; ++plies) {
                const OutcomeValue value = cells[v];
                const bool decided = value.outcome == Outcome::win || value.outcome == Outcome::loss;
                const bool in_time = decided && value.remoteness + plies <= Rules::exit_limit;
                if (decided) ++seen[in_time ? 1 : 0];
                const Outcome by_counter = expected[plies][v];
                if (in_time)
                    ASSERT_EQ(by_counter, value.outcome) << round << ' ' << v << ' ' << plies;
                else
                    ASSERT_TRUE(by_counter == Outcome::draw || by_counter == Outcome::tie)
                        << round << ' ' << v << ' ' << plies;
            }
    }
    EXPECT_GT(seen[0], 1000) << "too few positions beyond the limit";
    EXPECT_GT(seen[1], 1000);
}

}  // namespace mexbase::exits_test
