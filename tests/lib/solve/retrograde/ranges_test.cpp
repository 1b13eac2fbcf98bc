// SPDX-License-Identifier: MIT
// Slices that are solved range by range.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <vector>

#include "brute_force.hpp"
#include "expect_values.hpp"
#include "lib/solve/spooled_list.hpp"
#include "sliced.hpp"
#include "tests/lib/solve/graph/list_ruleset.hpp"

namespace mexbase::ranges_test {

using namespace test;
using Rules = test::SlicedRules;
using RulesBack = test::SlicedRulesBack;

SolveOptions in_ranges(unsigned range_log2, unsigned threads, Play play = Play::normal) {
    return {.play = play,
            .threads = threads,
            .scratch = std::filesystem::temp_directory_path(),
            .range_log2 = range_log2,
            .small_ply = 0};
}

TEST(Ranges, GiveTheValuesOfBruteForceWithAndWithoutSlices) {
    std::mt19937_64 random(30);
    for (unsigned round = 0; round < 400; ++round) {
        const Sliced g = random_slices(random, 5, round % 20 == 0 ? 200 : 12);
        const SolveOptions options =
            in_ranges(1 + round % 4, 1 + round % 3, round % 5 == 0 ? Play::misere : Play::normal);
        const auto expected = brute_force(g.graph, options.play);
        ASSERT_NO_FATAL_FAILURE(expect_values<InSlices<RulesBack>>(g, options, expected)) << round;
        ASSERT_NO_FATAL_FAILURE(expect_values<InSlices<Rules>>(g, options, expected)) << round;
        const Sliced one = random_slices(random, 1, 12);
        ASSERT_NO_FATAL_FAILURE(expect_values<RulesBack>(one, options, brute_force(one.graph, options.play))) << round;
    }
}

TEST(Ranges, SpillTheMessagesOfLargePlies) {
    std::mt19937_64 random(31);
    constexpr Index below = 20'000, size = 120'000;
    Sliced g{.graph = ListGraph(size), .slices = {{0, below, false}, {below, size - below, false}}};
    for (Index v = 0; v < size; ++v)
        for (std::uint64_t k = random() % 4; k > 0; --k)
            g.graph.options[v].push_back(random() % (v < below || k == 3 ? below : size));
    const auto expected = brute_force(g.graph, Play::normal);
    for (const unsigned threads : {1U, 3U})
        ASSERT_NO_FATAL_FAILURE(expect_values<InSlices<RulesBack>>(g, in_ranges(15, threads), expected));
}

TEST(Ranges, WidenTheirCellsForLongPlay) {
    constexpr Index length = 16'500;
    ListGraph list(length + 1);
    for (Index v = 1; v <= length; ++v) list.options[v] = {v - 1};
    const Solution solution = solve(ListRulesBack(list), in_ranges(10, 2));
    EXPECT_EQ(solution.cells.cell_bytes(), 4U);
    for (Index v = 0; v <= length; ++v)
        ASSERT_EQ(solution.cells[v], (OutcomeValue{v % 2 == 0 ? Outcome::loss : Outcome::win, v}));
}

TEST(Ranges, CountMoreOptionsThanANarrowCellHolds) {
    // All options of the hub are won, most of them in one ply.
    constexpr Index degree = 20'000;
    ListGraph list(degree + 5);
    const Index hub = degree, end = degree + 1, late = degree + 2, before = degree + 3, above = degree + 4;
    list.options[before] = {end};
    list.options[late] = {before, hub};
    list.options[above] = {hub};
    for (Index v = 0; v < degree; ++v) {
        list.options[v] = {end};
        list.options[hub].push_back(v);
    }
    const auto expected = brute_force(list, Play::normal);
    EXPECT_EQ(expected[hub], (OutcomeValue{Outcome::loss, 2}));
    for (const unsigned threads : {1U, 2U}) {
        const Solution solution = solve(ListRulesBack(list), in_ranges(12, threads));
        for (Index v = 0; v < list.size(); ++v) ASSERT_EQ(solution.cells[v], expected[v]) << v;
    }
}

TEST(Ranges, PassTheirVerticesToAListener) {
    struct Vertices : AnalysisListener {
        explicit Vertices(Index size) : values(size) {}
        bool has_vertex_events() const override { return true; }
        void finish_vertex(Index v, const OutcomeValue& value) override { values[v] = value; }
        std::vector<OutcomeValue> values;
    };
    std::mt19937_64 random(32);
    const Sliced g = random_slices(random, 1, 300);
    Vertices listener(g.graph.size());
    const Solution solution = solve(RulesBack(g), in_ranges(4, 3), listener);
    for (Index v = 0; v < g.graph.size(); ++v) {
        if (has_remoteness(solution.cells[v].outcome)) {
            ASSERT_EQ(listener.values[v], solution.cells[v]) << v;
        }
    }
}

TEST(SpooledList, ReturnsItsNumbersInOrderAndReusesItsFile) {
    detail::ChunkFile file(std::filesystem::temp_directory_path());
    std::uint64_t after_first = 0;
    for (int round = 0; round < 3; ++round) {
        detail::SpooledList<Index> list;
        constexpr Index count = 3 * detail::SpooledList<Index>::capacity + 7;
        for (Index k = 0; k < count; ++k) list.push(file, k * k);
        EXPECT_EQ(list.size(), count);
        Index next = 0;
        const auto expect_next = [&next](std::span<const Index> numbers) {
            for (const Index number : numbers) {
                ASSERT_EQ(number, next * next);
                ++next;
            }
        };
        list.for_each_part(file, expect_next);
        EXPECT_EQ(std::exchange(next, 0), count);
        list.take(file, expect_next);
        EXPECT_EQ(next, count);
        EXPECT_TRUE(list.empty());
        if (round == 0) after_first = file.bytes();
        EXPECT_EQ(file.bytes(), after_first);
    }
}

}  // namespace mexbase::ranges_test
