// SPDX-License-Identifier: MIT
#include "lib/solve/retrograde/cells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lib/error.hpp"
#include "lib/solve/ownership.hpp"
#include "lib/solve/retrograde/frontier.hpp"
#include "lib/thread_team.hpp"

namespace mexbase::cells_test {

class KeptCells : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(OutcomeCells, KeptCells,
                         ::testing::Values("", std::filesystem::temp_directory_path().string()),
                         [](const auto& folder) { return folder.param.empty() ? "InMemory" : "InAFile"; });

TEST_P(KeptCells, KeepTheirValuesWhenWidenedAndLetGo) {
    std::mt19937_64 random(1);
    OutcomeCells cells(10'000, 2, GetParam());
    std::vector<OutcomeValue> expected(cells.size());
    for (Index i = 0; i < cells.size(); ++i) {
        if (random() % 3 == 0) continue;
        constexpr Outcome outcomes[] = {Outcome::win, Outcome::loss, Outcome::tie};
        expected[i] = {outcomes[random() % 3], random() % 16384};
        cells.set(i, expected[i]);
    }
    for (const unsigned bytes : {2U, 4U, 8U, 8U}) {
        EXPECT_EQ(cells.cell_bytes(), bytes);
        cells.let_go();
        for (Index i = 0; i < cells.size(); ++i) ASSERT_EQ(get(cells, i), expected[i]);
        cells.widen();
        OutcomeCells moved = std::move(cells);
        cells = std::move(moved);
    }
}

TEST(OutcomeCells, SetWidensForWhatDoesNotFit) {
    OutcomeCells cells(3);
    cells.set(0, {Outcome::win, 16383});
    EXPECT_EQ(cells.cell_bytes(), 2U);
    cells.set(1, {Outcome::loss, 16384});
    EXPECT_EQ(cells.cell_bytes(), 4U);
    cells.set(2, {Outcome::win, std::uint64_t{1} << 30});
    EXPECT_EQ(cells.cell_bytes(), 8U);
    EXPECT_EQ(cells[0], (OutcomeValue{Outcome::win, 16383}));
    EXPECT_EQ(cells[1], (OutcomeValue{Outcome::loss, 16384}));
    EXPECT_EQ(cells[2], (OutcomeValue{Outcome::win, std::uint64_t{1} << 30}));
    EXPECT_THROW(cells.set(0, {Outcome::draw, 0}), Error);
    cells.set(0, {Outcome::tie, 1});
    EXPECT_EQ(cells[0], (OutcomeValue{Outcome::tie, 1}));
}

TEST(OutcomeCells, MoreThanThereIsMemoryForIsAnError) {
    EXPECT_THROW(OutcomeCells(~Index{0}), Error);
    EXPECT_THROW(OutcomeCells(10, 3), Error);
    EXPECT_THROW(OutcomeCells(10, 2, "/no such folder"), Error);
}

TEST(Frontier, GivesBackWhatWasPushedNarrowAndWide) {
    for (const bool wide : {false, true}) {
        detail::ChunkPool pool;
        const Index base = wide ? Index{1} << 40 : 0;
        detail::Frontier frontier(pool, base + 100'000);
        for (Index v = 0; v < 30'000; ++v) frontier.push(base + 3 * v);
        {
            detail::Frontier::Cursor cursor(frontier);
            for (Index v = 0; v < 100; ++v) cursor.push_if(v % 2 == 0, base + 90'000 + v);
        }
        EXPECT_EQ(frontier.size(), 30'050U);
        Index sum = 0, taken = 0, expected = 0;
        frontier.for_each([&expected](Index v) { expected += v; });
        std::array<Index, 300> buffer;
        while (!frontier.empty()) {
            const std::span<Index> part = frontier.take(buffer);
            for (const Index v : part) sum += v;
            taken += part.size();
            Index rest = 0;
            frontier.for_each([&rest](Index v) { rest += v; });
            ASSERT_EQ(sum + rest, expected);
        }
        EXPECT_EQ(taken, 30'050U);
        EXPECT_EQ(sum, expected);
        EXPECT_EQ(frontier.size(), 0U);
    }
}

TEST(Frontier, TakesABitAVertexWhereItIsLarge) {
    // Lists of up to 16384 vertices, then bits: the vertices read are those pushed, whatever the changes of form.
    std::mt19937_64 random(4);
    constexpr Index vertices = 200'000;
    detail::ChunkPool pool;
    detail::Frontier frontier(pool, vertices);
    for (const Index pushed : {Index{16'000}, Index{150'000}, Index{1}, Index{20'481}, vertices, Index{70'000}}) {
        std::vector<Index> order(vertices);
        for (Index v = 0; v < vertices; ++v) order[v] = v;
        std::shuffle(order.begin(), order.end(), random);
        std::vector<bool> expected(vertices);
        {
            detail::Frontier::Cursor cursor(frontier);
            for (Index k = 0; k < pushed; ++k) {
                cursor.push_if(true, order[k]);
                expected[order[k]] = true;
            }
        }
        ASSERT_EQ(frontier.size(), pushed);
        std::vector<bool> listed(vertices), taken(vertices);
        frontier.for_each([&](Index v) { listed[v] = !listed[v]; });
        ASSERT_EQ(listed, expected);
        Index left = pushed;
        std::vector<Index> buffer(pushed % 2 == 0 ? detail::Frontier::least_buffer : 1000);
        while (!frontier.empty()) {
            ASSERT_EQ(frontier.size(), left);
            const std::span<Index> part = frontier.take(buffer);
            ASSERT_NE(part.size(), 0U);
            for (const Index v : part) taken[v] = !taken[v];
            left -= part.size();
        }
        ASSERT_EQ(left, 0U);
        ASSERT_EQ(taken, expected);
    }
}

TEST(Ownership, EveryVertexHasTheOwnerWhoseRangeItIsIn) {
    for (const Index size : {Index{0}, Index{1}, Index{7}, Index{100}, Index{4097}, Index{1'000'003}})
        for (const unsigned owners : {1U, 2U, 3U, 7U, 64U}) {
            const detail::Ownership ownership(size, owners);
            Index next = 0;
            for (unsigned k = 0; k < owners; ++k) {
                ASSERT_EQ(ownership.first(k), next);
                ASSERT_TRUE(next % 4 == 0 || next == size);
                next = ownership.last(k);
                for (Index v = ownership.first(k); v < ownership.last(k); v += 1 + size / 1000)
                    ASSERT_EQ(ownership.owner(v), k);
            }
            ASSERT_EQ(next, size);
        }
}

TEST(ThreadTeam, RunsEveryThreadOnceAStepAndPassesOnExceptions) {
    for (const unsigned size : {1U, 2U, 5U}) {
        ThreadTeam team(size);
        ASSERT_EQ(team.size(), size);
        std::vector<int> runs(size);
        for (int step = 0; step < 500; ++step) team.run([&](unsigned k) { ++runs[k]; });
        EXPECT_EQ(runs, std::vector<int>(size, 500));
        EXPECT_THROW(team.run([&](unsigned k) {
            if (k + 1 == size) throw Error(ErrorCode::interrupted, "stopped");
        }),
                     Error);
        team.run([&](unsigned k) { ++runs[k]; });
        EXPECT_EQ(runs, std::vector<int>(size, 501));
    }
}

}  // namespace mexbase::cells_test
