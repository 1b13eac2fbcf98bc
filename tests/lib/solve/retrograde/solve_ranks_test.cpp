// SPDX-License-Identifier: MIT
// Several processes that solve one game: here they are threads.
#include "lib/solve/outcomes/solve_ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "brute_force.hpp"
#include "lib/error.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/outcomes/cell_exchange.hpp"
#include "lib/solve/ranks/deal.hpp"
#include "shared_stop_at.hpp"
#include "sliced.hpp"
#include "stop_at.hpp"
#include "tests/counting_transport.hpp"
#include "tests/lib/solve/retrograde/expect_values.hpp"
#include "tests/refusal.hpp"
#include "thread_ranks.hpp"

namespace mexbase::solve_ranks_test {

using namespace test;
using Rules = InSlices<SlicedRulesBack>;

SolveOptions with(unsigned threads, Play play) {
    return {.play = play, .threads = threads, .strategy = Strategy::child_counters, .small_ply = 0};
}

/// Returns a summary without the number of moves read, which depends on the number of threads.
Summary without_edges(Summary summary) {
    summary.edges = 0;
    return summary;
}

/// Returns the solution of rank 0. Expects the same summary from all ranks.
Solution solve_on(unsigned ranks, const Moves& moves, const SolveOptions& options, AnalysisListener& listener,
                  SharedCheckpointer* checkpointer = nullptr) {
    Solution solution;
    std::vector<Summary> summaries(ranks);
    const auto failures = on_ranks(ranks, [&](Transport& transport) {
        AnalysisListener quiet;
        const unsigned rank = transport.rank();
        const SharedSolution found =
            solve_with_ranks(moves, transport, options, rank == 0 ? listener : quiet, checkpointer);
        summaries[rank] = found.summary;
        detail::RankRounds rounds(transport);
        OutcomeCells whole(rank == 0 ? moves.size() : 0, found.cells.cell_bytes());
        detail::move_cells(rounds, found.positions->own, found.cells,
                           detail::CellWindows::all_on_first(moves.size(), ranks, rank), whole, moves.size());
        if (rank == 0) solution = {.cells = std::move(whole), .summary = found.summary};
    });
    for (const auto& failure : failures)
        if (failure) std::rethrow_exception(failure);
    for (const Summary& each : summaries) EXPECT_EQ(each, solution.summary);
    return solution;
}

template <class R>
void expect_the_same(const R& rules, const SolveOptions& options, unsigned ranks, std::vector<OutcomeValue> expected) {
    const GameOf<R> game(rules, "", nullptr);
    PlyTotals plies, plies_alone;
    const Solution solved = solve_on(ranks, game, options, plies);
    const Solution alone = solve_in_cells(game, Strategy::child_counters, options, plies_alone);
    ASSERT_EQ(without_edges(solved.summary), without_edges(alone.summary));
    ASSERT_EQ(without_edges(plies.sum), without_edges(plies_alone.sum));
    for (Index v = 0; v < expected.size(); ++v) ASSERT_EQ(solved.cells[v], expected[v]) << v;
}

TEST(SolveRanks, AnyNumberOfRanksAndThreadsFindsTheValuesOfBruteForce) {
    std::mt19937_64 random(50);
    for (int round = 0; round < 300; ++round) {
        const Sliced g = random_slices(random, round % 3 == 0 ? 1 : 5, round % 20 == 0 ? 400 : 30);
        const SolveOptions options = with(round % 2 == 0 ? 1 : 2, round % 5 == 0 ? Play::misere : Play::normal);
        const unsigned ranks = 1 + static_cast<unsigned>(random() % 5);
        const auto expected = brute_force(g.graph, options.play);
        ASSERT_NO_FATAL_FAILURE(expect_the_same(Rules(g), options, ranks, expected)) << round;
        if (g.slices.size() != 1) continue;  // without slices, these rules know only moves back within a slice
        ASSERT_NO_FATAL_FAILURE(expect_the_same(SlicedRulesBack(g), options, ranks, expected)) << round;
    }
}

TEST(SolveRanks, EachRankMayWidenItsCells) {
    Sliced g{.graph = ListGraph(6), .slices = {{0, 2, true}, {2, 4, false}}};
    g.graph.settled[0] = {{Outcome::loss, 20'000}};
    g.graph.settled[1] = {{Outcome::win, 30'000}};
    g.graph.options[2] = {3, 0};
    g.graph.options[3] = {2, 1};
    g.graph.options[4] = {2, 4};
    g.graph.settled[4] = {{Outcome::loss, 3'000'000'000}};
    g.graph.options[5].assign(20'000, 3);  // more options than a narrow cell can count
    g.graph.options[5].push_back(4);
    // Brute force would take three thousand million plies.
    const Solution alone = solve(Rules(g), with(1, Play::normal));
    std::vector<OutcomeValue> expected;
    for (Index v = 0; v < g.graph.size(); ++v) expected.push_back(alone.cells[v]);
    ASSERT_EQ(alone.cells.cell_bytes(), 8U);
    for (const unsigned ranks : {1U, 2U, 3U, 6U})
        ASSERT_NO_FATAL_FAILURE(expect_the_same(Rules(g), with(1, Play::normal), ranks, expected)) << ranks;
}

TEST(SolveRanks, AStoppedAnalysisGoesOnWithOtherRanksAndThreadsOrAlone) {
    std::mt19937_64 random(51);
    int stops = 0, in_plies = 0, in_ties = 0, with_due = 0;
    for (int round = 0; round < 60; ++round) {
        const Sliced g = random_slices(random, round % 3 == 0 ? 1 : 5, round % 30 == 0 ? 200 : 14);
        const Play play = round % 5 == 0 ? Play::misere : Play::normal;
        const GameOf<Rules> game(Rules(g), "", nullptr);
        AnalysisListener quiet;
        const Solution whole = solve_in_cells(game, Strategy::child_counters, with(1, play), quiet);
        for (int last = 1; last <= 25; ++last) {
            const unsigned before = 1 + static_cast<unsigned>(random() % 3),
                           after = 1 + static_cast<unsigned>(random() % 4);
            auto kept = stopped_at<SharedStopAt>(last, [&](SharedCheckpointer& checkpointer) {
                solve_on(before, game, with(round % 2 == 0 ? 1 : 2, play), quiet, &checkpointer);
            });
            if (!kept) continue;  // the analysis ended before the next ply, in which it would save
            ++stops;
            in_plies += kept->at.begun ? 1 : 0;
            in_ties += kept->at.tying ? 1 : 0;
            with_due += due_of(kept->due).empty() ? 0 : 1;
            SharedStopAt never(0, last % 3 == 0 ? std::nullopt : std::move(kept));
            StopAt never_alone(0, last % 3 == 0 ? std::move(kept) : std::nullopt);
            const Solution rest =
                last % 3 == 0 ? solve_in_cells(game, Strategy::child_counters, with(2, play), quiet, &never_alone)
                              : solve_on(after, game, with(last % 2 == 0 ? 1 : 2, play), quiet, &never);
            ASSERT_EQ(without_edges(rest.summary), without_edges(whole.summary)) << round << ", stopped at " << last;
            for (Index v = 0; v < game.size(); ++v) ASSERT_EQ(rest.cells[v], whole.cells[v]) << v;
        }
    }
    EXPECT_GT(stops, 300);
    EXPECT_GT(in_plies, stops / 2);
    EXPECT_GT(in_ties, 20);
    EXPECT_GT(with_due, 20);
}

TEST(SolveRanks, AStateSavedInAScanGoesOn) {
    std::mt19937_64 random(52);
    Sliced g{.graph = ListGraph(50'000), .slices = {{0, 50'000, false}}};
    for (Index v = 0; v < 50'000; ++v)
        for (std::uint64_t n = random() % 3; n > 0; --n) g.graph.options[v].push_back(random() % 50'000);
    const GameOf<Rules> game(Rules(g), "", nullptr);
    AnalysisListener quiet;
    const Solution whole = solve_in_cells(game, Strategy::child_counters, with(1, Play::normal), quiet);
    auto kept = stopped_at(2, [&](Checkpointer& checkpointer) {
        solve_in_cells(game, Strategy::child_counters, with(1, Play::normal), quiet, &checkpointer);
    });
    ASSERT_TRUE(kept && kept->at.passing);
    SharedStopAt never(0, std::move(kept));
    const Solution rest = solve_on(3, game, with(1, Play::normal), quiet, &never);
    ASSERT_EQ(without_edges(rest.summary), without_edges(whole.summary));
    for (Index v = 0; v < game.size(); ++v) ASSERT_EQ(rest.cells[v], whole.cells[v]) << v;
}

TEST(SolveRanks, IfOneRankFailsAllFail) {
    class FailsAt : public AnalysisListener {
      public:
        explicit FailsAt(std::uint64_t ply) : ply_(ply) {}
        void finish_ply(std::uint64_t ply, const PlyCounts&) override {
            if (ply == ply_) throw Error(ErrorCode::io, "here");
        }

      private:
        std::uint64_t ply_;
    };
    std::mt19937_64 random(53);
    Sliced g{.graph = ListGraph(600), .slices = {{0, 300, true}, {300, 300, false}}};
    for (Index v = 0; v < 600; ++v)
        if (v < 300)
            g.graph.settled[v] = {{v % 2 == 0 ? Outcome::win : Outcome::loss, 0}};
        else
            for (std::uint64_t n = random() % 3; n > 0; --n) g.graph.options[v].push_back(random() % 600);
    const GameOf<Rules> game(Rules(g), "", nullptr);
    for (const std::uint64_t ply : {0, 1, 2, 3}) {
        const auto failures = on_ranks(3, [&](Transport& transport) {
            FailsAt listener(transport.rank() == 1 ? ply : ~std::uint64_t{0});
            solve_with_ranks(game, transport, with(1, Play::normal), listener);
        });
        for (unsigned rank = 0; rank < 3; ++rank) {
            ASSERT_TRUE(failures[rank]) << ply;
            const auto code = test::error_code_of([&] { std::rethrow_exception(failures[rank]); });
            EXPECT_EQ(code, rank == 1 ? ErrorCode::io : ErrorCode::interrupted) << ply;
        }
    }
}

TEST(SolveRanks, APlyIsOneExchangeAndAMoveTakesFourBytes) {
    constexpr Index size = 400'000;
    constexpr unsigned ranks = 3;
    std::mt19937_64 random(55);
    Sliced g{.graph = ListGraph(size), .slices = {{0, size, false}}};
    for (Index v = 0; v < size; ++v)
        for (std::uint64_t n = random() % 4; n > 0; --n) g.graph.options[v].push_back(random() % size);
    const GameOf<SlicedRulesBack> game(SlicedRulesBack(g), "", nullptr);
    struct Plies : AnalysisListener {
        std::uint64_t count = 0;
        void finish_ply(std::uint64_t, const PlyCounts&) override { ++count; }
    };
    std::vector<std::uint64_t> exchanges(ranks), bytes(ranks), plies(ranks), edges(ranks);
    const auto failures = on_ranks(ranks, [&](Transport& transport) {
        CountingTransport counting(transport);
        Plies listener;
        const SharedSolution solved = solve_with_ranks(game, counting, with(1, Play::normal), listener);
        exchanges[transport.rank()] = counting.exchanges;
        bytes[transport.rank()] = counting.bytes;
        plies[transport.rank()] = listener.count;
        edges[transport.rank()] = solved.summary.edges;
    });
    for (const auto& failure : failures) ASSERT_FALSE(failure);
    for (unsigned r = 0; r < ranks; ++r) {
        EXPECT_EQ(plies[r], plies[0]);
        EXPECT_GT(plies[r], 15U);
        EXPECT_GT(exchanges[r], plies[r]);
        EXPECT_LE(exchanges[r], plies[r] + 12);
    }
    EXPECT_GT(edges[0], size / 3);
    EXPECT_LT(static_cast<double>(bytes[0] + bytes[1] + bytes[2]), 4.1 * static_cast<double>(edges[0]));
}

TEST(SolveRanks, DifferentNumbersOfThreadsAreRefused) {
    const GameOf<Rules> game(Rules(Sliced{.graph = ListGraph(4), .slices = {{0, 4, false}}}), "", nullptr);
    const auto failures = on_ranks(2, [&](Transport& transport) {
        AnalysisListener quiet;
        solve_with_ranks(game, transport, with(1 + transport.rank(), Play::normal), quiet);
    });
    for (const auto& failure : failures) {
        ASSERT_TRUE(failure);
        EXPECT_EQ(test::error_code_of([&] { std::rethrow_exception(failure); }), ErrorCode::bad_usage);
    }
}

TEST(CellExchange, MovesEachCellToItsPlaceAndFetchesCells) {
    std::mt19937_64 random(55);
    for (int round = 0; round < 100; ++round) {
        const Index size = 1 + random() % (round % 10 == 0 ? 300'000 : 2000), middle = random() % size;
        const std::vector<Slice> slices{{0, middle, false}, {middle, 0, false}, {middle, size - middle, true}};
        const unsigned ranks = 1 + static_cast<unsigned>(random() % 5), threads = ranks == 1 ? 1 : 1 + round % 3;
        std::vector<Index> places(size);
        std::iota(places.begin(), places.end(), Index{0});
        if (round % 2 == 0) std::shuffle(places.begin(), places.end(), random);
        const auto value = [](Index i) { return OutcomeValue{i % 3 == 0 ? Outcome::loss : Outcome::win, i % 1000}; };
        const std::vector<detail::IndexRun> runs{{size / 2, size - size / 2}, {0, 1}, {size / 3, size / 7}};
        const auto failures = on_ranks(ranks, [&](Transport& transport) {
            const unsigned rank = transport.rank();
            detail::RankRounds rounds(transport);
            const detail::DealtPositions dealt(slices, size, rank, ranks, threads);
            OutcomeCells cells(dealt.own.size());
            Index owned = 0;
            for (Index i = dealt.own.next_own(0); i < size; i = dealt.own.next_own(i + 1), ++owned)
                cells.set(dealt.own.cell(i), value(i));
            EXPECT_EQ(owned, dealt.own.size());
            const auto windows = detail::CellWindows::even(size, 16, ranks, rank);
            OutcomeCells moved(windows.size()), back(dealt.own.size());
            const auto place_of = [&](Index first, std::span<Index> out) {
                std::copy_n(places.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
            };
            detail::move_cells(rounds, dealt.own, cells, windows, moved, size, place_of);
            for (Index i = 0; i < size; ++i)
                if (places[i] >= windows.first() && places[i] < windows.last()) {
                    ASSERT_EQ(moved[windows.cell(places[i])], value(i)) << i;
                }
            const auto wanted = rank == 0 ? std::span(runs) : std::span<const detail::IndexRun>();
            const OutcomeCells fetched = detail::fetch_cells(rounds, dealt.own, cells, wanted);
            Index k = 0;
            for (const auto& [first, count] : wanted)
                for (Index i = first; i < first + count; ++i) ASSERT_EQ(fetched[k++], value(i));
            EXPECT_EQ(k, fetched.size());
            // Cells of indices from `upto` on stay where they are.
            const Index upto = size - size / 4;
            OutcomeCells whole(rank == 0 ? size : 0);
            const auto first = detail::CellWindows::all_on_first(size, ranks, rank);
            detail::move_cells(rounds, dealt.own, cells, first, whole, upto);
            for (Index i = 0; i < whole.size(); ++i)
                ASSERT_EQ(whole[i], (i < upto ? value(i) : OutcomeValue{Outcome::draw, 0})) << i;
            detail::move_cells(rounds, first, whole, dealt.own, back, upto);
            for (Index i = dealt.own.next_own(0); i < upto; i = dealt.own.next_own(i + 1))
                ASSERT_EQ(back[dealt.own.cell(i)], value(i)) << i;
        });
        for (const auto& failure : failures) ASSERT_FALSE(failure);
    }
}

TEST(Deal, EveryIndexHasOneOwnerAndTheSharesAreBalanced) {
    std::mt19937_64 random(54);
    for (const Index size : {Index{1}, Index{1000}, Index{123'457}, Index{3'000'000}}) {
        const unsigned ranks = 1 + static_cast<unsigned>(random() % 9),
                       threads = 1 + static_cast<unsigned>(random() % 3);
        const detail::Deal deal(size, ranks, threads);
        std::vector<Index> counts(deal.owners());
        for (Index i = 0; i < size; ++i) {
            const auto at = deal.place(i);
            ASSERT_LT(at.owner, deal.owners());
            ASSERT_EQ(at.number, counts[at.owner]);  // an owner's indices are numbered in ascending order
            ASSERT_EQ(at.number, deal.count_below(at.owner, i));
            ASSERT_EQ(deal.index(at.owner, at.number), i);
            ++counts[at.owner];
        }
        for (unsigned owner = 0; owner < deal.owners(); ++owner)
            ASSERT_EQ(counts[owner], deal.count_below(owner, size));
        if (size < 100'000) continue;
        EXPECT_GT(*std::ranges::min_element(counts) * 10, *std::ranges::max_element(counts) * 9);
    }
    // A thousand owners of a large game.
    const detail::Deal deal(26'773'110'040, 500, 2);
    Index least = no_index, most = 0;
    for (unsigned owner = 0; owner < 1000; ++owner) {
        least = std::min(least, deal.count_below(owner, 26'773'110'040));
        most = std::max(most, deal.count_below(owner, 26'773'110'040));
    }
    EXPECT_GT(least * 10, most * 9);
}

}  // namespace mexbase::solve_ranks_test
