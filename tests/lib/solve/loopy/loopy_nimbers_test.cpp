// SPDX-License-Identifier: MIT
#include "lib/solve/loopy/loopy_nimbers.hpp"

#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../graph/list_ruleset.hpp"
#include "lib/board/text/graph_file.hpp"
#include "lib/error.hpp"
#include "lib/games/heaps/heaps.hpp"
#include "lib/rules/family.hpp"
#include "loopy_reference.hpp"
#include "tests/lib/games/reference.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::loopy_nimbers_test {

using namespace test;

template <class G>
G listed(const ListGraph& list) {
    G g(list.size());
    for (Index v = 0; v < list.size(); ++v)
        for (const Index w : list.options[v]) add_edge(v, w, g);
    return g;
}
template <class G>
G sorted(const ListGraph& list) {
    std::vector<std::pair<Index, Index>> edges;
    for (Index v = 0; v < list.size(); ++v)
        for (const Index w : list.options[v]) edges.emplace_back(v, w);
    return G(boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(), list.size());
}

ListGraph graph_of(std::vector<std::vector<Index>> options) {
    ListGraph list(options.size());
    list.options = std::move(options);
    return list;
}

AnalysisOptions with_threads(unsigned threads) {
    AnalysisOptions options{.threads = threads};
    options.small_ply = threads > 1 ? 1 : options.small_ply;
    return options;
}

LoopyNimbers values_of(const ListGraph& list) {
    return loopy_nimbers(test::ListRulesBack(list));
}

std::vector<std::string> texts(const LoopyNimbers& values) {
    std::vector<std::string> all;
    for (Index i = 0; i < values.size(); ++i) all.push_back(to_string(values[i]));
    return all;
}

// Returns whole values, and all else that must be equal for every kind of graph and number of threads.
std::vector<std::string> details(const LoopyNimbers& values) {
    std::vector<std::string> all;
    for (Index i = 0; i < values.size(); ++i)
        all.push_back(to_string(values[i]) + " counter " + std::to_string(values.counter(i)) + " set " +
                      (values.infinite(i) ? std::to_string(values.set_id(i)) : "none"));
    all.push_back(std::to_string(values.summary().stages));
    return all;
}

using Texts = std::vector<std::string>;

TEST(LoopyNimbers, SquareButOneHasThePublishedValues) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const LoopyNimbers values = loopy_nimbers(SquareButOne(4, true));
    EXPECT_EQ(texts(values), (Texts{"0", "*", "inf{1}", "inf{}", "inf{0}", "0"}));
    EXPECT_EQ(values.set_count(), 3U);
    EXPECT_EQ(values.set_id(2), 0U);
    EXPECT_EQ(values.set_id(4), 2U);
}

TEST(LoopyNimbers, AMoveIsTakenBackOnlyIfTheReplyHasTheSameValue) {
    // The reading that follows a path of reverting moves would give 1 0 0 0.
    EXPECT_EQ(texts(values_of(graph_of({{3}, {2}, {0}, {}}))), (Texts{"*", "*", "0", "0"}));
}

TEST(LoopyNimbers, CyclesWithoutAnEndAreDraws) {
    EXPECT_EQ(texts(values_of(graph_of({{1}, {0}}))), (Texts{"inf{}", "inf{}"}));
    EXPECT_EQ(texts(values_of(graph_of({{1}, {2}, {3}, {0}}))), (Texts{"inf{}", "inf{}", "inf{}", "inf{}"}));
    EXPECT_EQ(texts(values_of(graph_of({{0}}))), (Texts{"inf{}"}));
}

TEST(LoopyNimbers, CountersTellWhichOfTwoEqualValuesEndsPlay) {
    const LoopyNimbers values = values_of(graph_of({{1, 2}, {0}, {}}));
    EXPECT_EQ(texts(values), (Texts{"*", "0", "0"}));
    EXPECT_EQ(values.counter(2), 0U);
    EXPECT_EQ(values.counter(1), 2U);
    EXPECT_EQ(values.summary().longest, 2U);
}

TEST(LoopyNimbers, NoVerticesHaveNoValues) {
    const LoopyNimbers values = values_of(ListGraph(0));
    EXPECT_EQ(values.size(), 0U);
    EXPECT_EQ(values.summary(), LoopySummary{});
}

TEST(LoopyNimbers, SatisfyTheirDefinitionOnRandomGraphsOfEveryKind) {
    using boost::adjacency_list, boost::vecS, boost::directedS, boost::bidirectionalS;
    std::mt19937_64 random(1966);
    for (int round = 0; round < 640; ++round) {
        const Index most = round % 20 == 0 ? 300 : 16;
        const ListGraph list = round % 3 == 0 ? random_descent(random, most) : random_graph(random, most, false);
        const LoopyNimbers values = values_of(list);
        ASSERT_EQ(fault(list, values), "") << round;
        if (round % 4 != 0) continue;
        const Texts expected = details(values);
        for (const unsigned threads : {1U, 2U, 4U}) {
            if (threads > 1 && round % 16 != 0) break;
            const AnalysisOptions options = with_threads(threads);
            const SolveOptions solving{.threads = options.threads, .small_ply = options.small_ply};
            ASSERT_EQ(details(loopy_nimbers(listed<adjacency_list<vecS, vecS, directedS>>(list), options)), expected);
            ASSERT_EQ(details(loopy_nimbers(listed<adjacency_list<vecS, vecS, bidirectionalS>>(list), options)),
                      expected);
            using boost::compressed_sparse_row_graph;
            ASSERT_EQ(details(loopy_nimbers(sorted<compressed_sparse_row_graph<directedS>>(list), options)), expected);
            ASSERT_EQ(details(loopy_nimbers(sorted<compressed_sparse_row_graph<bidirectionalS>>(list), options)),
                      expected);
            ASSERT_EQ(details(loopy_nimbers(test::ListRules(list), solving)), expected);
            ASSERT_EQ(details(loopy_nimbers(test::ListRulesBack(list), solving)), expected);
        }
    }
}

TEST(LoopyNimbers, DenseGraphsHaveGreatNimbersAndManySets) {
    std::mt19937_64 random(11);
    std::uint32_t largest = 0, sets = 0;
    for (int round = 0; round < 40; ++round) {
        const ListGraph list = random_descent(random, 240);
        const LoopyNimbers values = values_of(list);
        ASSERT_EQ(fault(list, values), "") << round;
        largest = std::max(largest, values.summary().largest);
        sets = std::max(sets, values.set_count());
        ASSERT_EQ(details(loopy_nimbers(test::ListRules(list), SolveOptions{.threads = 3, .small_ply = 1})),
                  details(values));
    }
    EXPECT_GT(largest, 10U);
    EXPECT_GT(sets, 10U);
}

TEST(LoopyNimbers, WherePlayStopsTheValueIsZeroWhateverLeaves) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 500; ++round) {
        ListGraph list = random_graph(random, 20, true);
        for (auto& stop : list.stops)
            if (stop) stop = OutcomeValue{Outcome::loss, 0};
        for (Index v = 0; v < list.size(); ++v)
            if (list.options[v].empty()) list.stops[v] = OutcomeValue{Outcome::loss, 0};
        ASSERT_EQ(fault(list, values_of(list)), "") << round;
        ASSERT_EQ(fault(list, loopy_nimbers(test::ListRules(list))), "") << round;
    }
}

TEST(LoopyNimbers, OfLoopFreeGamesAreTheMexOfTheOptions) {
    std::mt19937_64 random(5);
    for (int round = 0; round < 300; ++round) {
        ListGraph list(1 + random() % 60);
        std::vector<std::uint64_t> nimbers;
        for (Index v = 0; v < list.size(); ++v) {
            std::set<std::uint64_t> reached;
            for (Index w = 0; w < v; ++w)
                if (random() % 3 == 0) {
                    list.options[v].push_back(w);
                    reached.insert(nimbers[w]);
                }
            nimbers.push_back(test::least_excluded(reached));
        }
        const LoopyNimbers values = values_of(list);
        for (Index v = 0; v < list.size(); ++v) {
            ASSERT_FALSE(values.infinite(v));
            ASSERT_EQ(values.nimber(v), nimbers[v]);
        }
        ASSERT_EQ(values.summary().stages, values.summary().largest + 1);
    }
}

// Makes a path down to 0. In `looped` games every even vertex has a move to itself. In `lifted` games every vertex
// except 0 has a move to 0, so that values are one greater.
ListGraph chain(Index length, bool looped, bool lifted) {
    ListGraph list(length);
    for (Index v = 1; v < length; ++v) {
        list.options[v].push_back(v - 1);
        if (looped && v % 2 == 0) list.options[v].push_back(v);
        if (lifted) list.options[v].push_back(0);
    }
    return list;
}

TEST(LoopyNimbers, CountersOfLongPlayAreExact) {
    constexpr Index length = 150'001;
    const LoopyNimbers plain = values_of(chain(length, false, false));
    for (Index v = 0; v < length; ++v) {
        ASSERT_EQ(plain.nimber(v), v % 2) << v;
        ASSERT_EQ(plain.counter(v), v % 2 == 0 ? v : 0) << v;
    }
    // Through infinite values, in the stage of 1.
    const ListGraph list = chain(length, true, true);
    const LoopyNimbers lifted = values_of(list);
    EXPECT_EQ(fault(list, lifted), "");
    for (Index v = 1; v < length; ++v) {
        ASSERT_EQ(lifted.infinite(v), v % 2 == 0) << v;
        if (v % 2 == 1) {
            ASSERT_EQ(lifted.nimber(v), 1U);
            ASSERT_EQ(lifted.counter(v), v - 1) << v;
        }
    }
    EXPECT_EQ(lifted.summary().longest, length - 3);
}

TEST(LoopyNimbers, VerticesWithMoreOptionsThanANarrowCellCountsAreRight) {
    // A star: the hub 2 moves to many arms, and these to 0. In `lifted` games the arms also have a move to a vertex of
    // nimber 1, and the hub to 0.
    constexpr Index arms = 40'000;
    for (const bool lifted : {false, true}) {
        ListGraph list(arms + 3);
        list.options[1] = {0};
        for (Index k = 0; k < arms; ++k) {
            list.options[2].push_back(3 + k);
            list.options[3 + k].push_back(0);
            if (lifted) list.options[3 + k].push_back(1);
        }
        if (lifted) list.options[2].push_back(0);
        const LoopyNimbers values = values_of(list);
        EXPECT_EQ(fault(list, values), "");
        EXPECT_EQ(values.nimber(2), lifted ? 1U : 0U);
        EXPECT_EQ(values.counter(2), 2U);
        // The same hub, first found infinite, then won and not won.
        list.options[2].push_back(2);
        EXPECT_EQ(fault(list, values_of(list)), "");
    }
}

TEST(LoopyNimbers, VerticesNeedNotBeNumbers) {
    using Listed = boost::adjacency_list<boost::vecS, boost::listS, boost::directedS>;
    Listed g;
    const auto a = add_vertex(g), b = add_vertex(g), c = add_vertex(g);
    add_edge(a, b, g);
    add_edge(a, c, g);
    add_edge(b, a, g);
    std::map<Listed::vertex_descriptor, Index> number = {{a, 0}, {b, 1}, {c, 2}};
    AnalysisListener quiet;
    const LoopyNimbers values =
        loopy_nimbers(g, boost::make_assoc_property_map(number), DefaultTerminal{}, quiet, AnalysisOptions{});
    EXPECT_EQ(texts(values), (Texts{"*", "0", "0"}));
    EXPECT_EQ(values.counter(1), 2U);
}

TEST(LoopyNimbers, IndicesThatAreNoPositionReadAsZeroAndAreNotCounted) {
    const LoopyNimbers values = loopy_nimbers(SquareButOne(5, true));
    EXPECT_EQ(values.size(), 7U);
    EXPECT_EQ(values[6], NimberValue{});
    EXPECT_EQ(values.summary().positions, 6U);
    EXPECT_EQ(values.summary().finite, 3U);
    EXPECT_EQ(values.summary().infinite, 3U);
}

TEST(LoopyNimbers, PlayThatStopsWithAnythingButLossHasNoNimbers) {
    for (const Outcome outcome : {Outcome::win, Outcome::tie, Outcome::draw}) {
        ListGraph list = graph_of({{1}, {0}, {0}});
        list.stops[1] = OutcomeValue{outcome, 0};
        EXPECT_EQ(test::error_code_of([&] { values_of(list); }), ErrorCode::not_applicable);
        EXPECT_EQ(test::error_code_of([&] { loopy_nimbers(test::ListRules(list)); }), ErrorCode::not_applicable);
    }
    SolveOptions misere;
    misere.play = Play::misere;
    EXPECT_EQ(test::error_code_of([&] { loopy_nimbers(SquareButOne(4, true), misere); }), ErrorCode::not_applicable);
}

TEST(LoopyNimbers, MovesPastTheBoundLeaveNoNimberKnown) {
    ListGraph list = graph_of({{1}, {}, {}});
    list.beyond[2] = 1;
    EXPECT_EQ(test::error_code_of([&] { values_of(list); }), ErrorCode::not_applicable);
    const auto bounded =
        make_game(stock_registry(), "graph:file=x",
                  std::make_shared<const Board>(parse_graph(data_text("boards/bounded.dot"), "bounded.dot")));
    AnalysisListener quiet;
    EXPECT_EQ(test::error_code_of([&] { loopy_nimbers(*bounded, SolveOptions(), quiet); }), ErrorCode::not_applicable);
    // Positions after the end of play do not matter.
    list.stops[2] = OutcomeValue{Outcome::loss, 0};
    EXPECT_EQ(texts(values_of(list)), (Texts{"*", "0", "0"}));
}

TEST(LoopyNimbers, MemoryIsAskedForBeforeTheWorkBegins) {
    const SquareButOne rules(1'000'000, true);
    SolveOptions options{.memory = 3'000'000};
    EXPECT_EQ(test::error_code_of([&] { loopy_nimbers(rules, options); }), ErrorCode::out_of_memory);
    options.memory = 0;
    options.strategy = Strategy::forward;
    EXPECT_EQ(test::error_code_of([&] { loopy_nimbers(rules, options); }), ErrorCode::not_applicable);
}

struct Listener : AnalysisListener {
    std::vector<std::uint32_t> stages;
    Index finite = 0, infinite = 0, left = 0;
    int scans = 0, plies = 0, stop_at_stage = -1;
    bool stop_at_scan = false, stop_at_ply = false;
    struct Stop {};

    void scan(Index done, Index total) override {
        ++scans;
        EXPECT_LE(done, total);
        if (stop_at_scan && scans == 2) throw Stop{};
    }
    void finish_ply(std::uint64_t, const PlyCounts&) override {
        if (++plies == 3 && stop_at_ply) throw Stop{};
    }
    void finish_stage(std::uint32_t m, const StageCounts& counts) override {
        stages.push_back(m);
        finite += counts.finite;
        infinite += counts.infinite;
        left = counts.left;
        if (stop_at_stage == static_cast<int>(m)) throw Stop{};
    }
};

TEST(LoopyNimbers, ListenersHearOfEveryStageAndMayStopTheWork) {
    const SquareButOne rules(1000, true);
    Listener listener;
    const LoopyNimbers values = loopy_nimbers(rules, SolveOptions{}, listener);
    EXPECT_EQ(listener.stages.size(), values.summary().stages);
    for (std::uint32_t m = 0; m < listener.stages.size(); ++m) EXPECT_EQ(listener.stages[m], m);
    EXPECT_EQ(listener.finite, values.summary().finite);
    EXPECT_EQ(listener.infinite, values.summary().infinite);
    EXPECT_EQ(listener.left, 0U);
    for (const int kind : {0, 1, 2}) {
        Listener stopper;
        stopper.stop_at_scan = kind == 0;
        stopper.stop_at_ply = kind == 1;
        stopper.stop_at_stage = kind == 2 ? 1 : -1;
        EXPECT_THROW(loopy_nimbers(rules, SolveOptions{.threads = 2, .small_ply = 1}, stopper), Listener::Stop);
        EXPECT_LE(stopper.stages.size(), 2U);
    }
}

}  // namespace mexbase::loopy_nimbers_test
