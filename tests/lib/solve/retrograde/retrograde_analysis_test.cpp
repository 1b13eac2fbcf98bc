// SPDX-License-Identifier: MIT
#include "lib/solve/retrograde/retrograde_analysis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <map>
#include <utility>
#include <vector>

#include "../graph/list_ruleset.hpp"
#include "brute_force.hpp"
#include "lib/error.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/outcomes/solve.hpp"
#include "tests/refusal.hpp"

namespace mexbase::retrograde_analysis_test {

using namespace test;

using Directed = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using Bidirectional = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
using CsrDirected = boost::compressed_sparse_row_graph<boost::directedS>;
using CsrBidirectional = boost::compressed_sparse_row_graph<boost::bidirectionalS>;

static_assert(OptionGraph<Directed> && !PredecessorGraph<Directed>);
static_assert(PredecessorGraph<Bidirectional>);
static_assert(OptionGraph<CsrDirected> && !PredecessorGraph<CsrDirected>);
static_assert(PredecessorGraph<CsrBidirectional>);
static_assert(OptionGraph<MovesGraph>);

// A user-defined graph with computed edges.
class OwnGraph : public ImplicitGraph {
  public:
    explicit OwnGraph(const ListGraph& list) : list_(list), sources_(list.size()) {
        for (const auto& [v, w] : edges_of(list)) sources_[w].push_back(v);
    }
    friend std::pair<vertex_iterator, vertex_iterator> vertices(const OwnGraph& g) {
        return {vertex_iterator(Index{0}), vertex_iterator(g.list_.size())};
    }
    friend Index num_vertices(const OwnGraph& g) { return g.list_.size(); }
    friend boost::typed_identity_property_map<Index> get(boost::vertex_index_t, const OwnGraph&) { return {}; }
    template <class F>
    friend void for_each_option(const OwnGraph& g, Index v, F&& f) {
        if (!g.list_.stops[v])
            for (const Index w : g.list_.options[v]) f(w);
    }
    friend std::uint64_t option_count(const OwnGraph& g, Index v) { return g.list_.options[v].size(); }
    template <class F>
    friend void for_each_predecessor(const OwnGraph& g, Index v, F&& f) {
        for (const Index u : g.sources_[v])
            if (!g.list_.stops[u]) f(u);
    }
    friend std::optional<OutcomeValue> terminal(const OwnGraph& g, Index v, Play play) {
        return g.list_.terminal(v, play);
    }

  private:
    const ListGraph& list_;
    std::vector<std::vector<Index>> sources_;
};
static_assert(PredecessorGraph<OwnGraph>);

template <class G>
G listed(const ListGraph& list) {
    G g(list.size());
    for (const auto& [v, w] : edges_of(list)) add_edge(v, w, g);
    return g;
}
template <class G>
G sorted(const ListGraph& list) {
    const auto edges = edges_of(list);
    return G(boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(), list.size());
}

AnalysisOptions with(Play play, unsigned threads) {
    AnalysisOptions options{.play = play, .threads = threads};
    options.small_ply = threads > 1 ? 1 : options.small_ply;
    return options;
}

std::vector<OutcomeValue> values_of(const OutcomeCells& cells) {
    std::vector<OutcomeValue> values;
    for (Index i = 0; i < cells.size(); ++i) values.push_back(get(cells, i));
    return values;
}

// Solves a Boost graph with the stops of `list`.
template <class G>
std::vector<OutcomeValue> solved(const G& g, const ListGraph& list, const AnalysisOptions& options) {
    OutcomeCells cells(list.size());
    const auto rule = [&list](const G&, std::size_t v, Play play) { return list.terminal(v, play); };
    AnalysisListener quiet;
    retrograde_analysis(g, cells, get(boost::vertex_index, g), rule, quiet, options);
    return values_of(cells);
}

template <class R>
std::vector<OutcomeValue> solved_rules(const ListGraph& list, const AnalysisOptions& options) {
    const GameOf<R> game(R(list), "", nullptr);
    OutcomeCells cells(list.size());
    AnalysisListener quiet;
    retrograde_analysis(MovesGraph(game), cells, quiet, options);
    return values_of(cells);
}
std::vector<OutcomeValue> solved_own(const ListGraph& list, const AnalysisOptions& options) {
    const OwnGraph graph(list);
    OutcomeCells cells(list.size());
    AnalysisListener quiet;
    retrograde_analysis(graph, cells, get(boost::vertex_index, graph), DefaultTerminal{}, quiet, options);
    return values_of(cells);
}

TEST(RetrogradeAnalysis, AgreesWithBruteForceOnRandomGraphs) {
    std::mt19937_64 random(20240601);
    for (int round = 0; round < 630; ++round) {
        const ListGraph list = random_graph(random, round % 10 == 0 ? 300 : 24, round % 2 == 0);
        const Play play = round % 3 == 0 ? Play::misere : Play::normal;
        const auto expected = brute_force(list, play);
        const unsigned threads = round % 7 == 0 ? 2 : round % 7 == 1 ? 4 : 1;
        const auto options = with(play, threads);
        ASSERT_EQ(solved(listed<Directed>(list), list, options), expected) << round;
        ASSERT_EQ(solved(listed<Bidirectional>(list), list, options), expected) << round;
        ASSERT_EQ(solved(sorted<CsrDirected>(list), list, options), expected) << round;
        ASSERT_EQ(solved(sorted<CsrBidirectional>(list), list, options), expected) << round;
        ASSERT_EQ(solved_rules<test::ListRules>(list, options), expected) << round;
        ASSERT_EQ(solved_rules<test::ListRulesBack>(list, options), expected) << round;
        ASSERT_EQ(solved_own(list, options), expected) << round;
    }
}

TEST(RetrogradeAnalysis, AgreesWithBruteForceWherePliesAreWide) {
    std::mt19937_64 random(20261126);
    // A third of the vertices has no options: more than a frontier holds as a list.
    ListGraph list(60'000);
    for (auto& options : list.options)
        for (std::uint64_t k = random() % 3; k > 0; --k) options.push_back(random() % list.size());
    for (const Play play : {Play::normal, Play::misere}) {
        const auto expected = brute_force(list, play);
        for (const unsigned threads : {1U, 3U}) {
            const auto options = with(play, threads);
            ASSERT_EQ(solved(sorted<CsrBidirectional>(list), list, options), expected);
            ASSERT_EQ(solved_rules<test::ListRulesBack>(list, options), expected);
            ASSERT_EQ(solved_own(list, options), expected);
        }
        EXPECT_GT(std::ranges::count(expected, OutcomeValue{play == Play::normal ? Outcome::loss : Outcome::win, 0}),
                  detail::Frontier::least_list);
    }
}

TEST(RetrogradeAnalysis, TakesVerticesThatAreNotNumbers) {
    using Listed = boost::adjacency_list<boost::vecS, boost::listS, boost::bidirectionalS>;
    Listed g;
    // A path d -> c -> b -> a, and e with a loop and a move to d.
    const auto a = add_vertex(g), b = add_vertex(g), c = add_vertex(g), d = add_vertex(g), e = add_vertex(g);
    add_edge(b, a, g);
    add_edge(c, b, g);
    add_edge(d, c, g);
    add_edge(e, e, g);
    add_edge(e, d, g);
    std::map<Listed::vertex_descriptor, std::size_t> index{{a, 3}, {b, 1}, {c, 4}, {d, 0}, {e, 2}};
    OutcomeCells cells(5);
    AnalysisListener quiet;
    retrograde_analysis(g, cells, boost::make_assoc_property_map(index), DefaultTerminal{}, quiet, AnalysisOptions{});
    EXPECT_EQ(cells[index[a]], (OutcomeValue{Outcome::loss, 0}));
    EXPECT_EQ(cells[index[b]], (OutcomeValue{Outcome::win, 1}));
    EXPECT_EQ(cells[index[c]], (OutcomeValue{Outcome::loss, 2}));
    EXPECT_EQ(cells[index[d]], (OutcomeValue{Outcome::win, 3}));
    EXPECT_EQ(cells[index[e]], (OutcomeValue{Outcome::draw, 0}));
}

TEST(RetrogradeAnalysis, RefusesAnEndOfWhichNothingIsKnown) {
    ListGraph list(2);
    list.options[1] = {0};
    list.stops[0] = OutcomeValue{Outcome::unknown, 0};
    EXPECT_EQ(test::error_code_of([&] { solved_rules<test::ListRules>(list, with(Play::normal, 1)); }),
              ErrorCode::not_applicable);
}

// Handles all events and checks their order.
struct Listener : AnalysisListener {
    std::vector<OutcomeValue> finished;
    std::vector<int> times;
    Index wins = 0, losses = 0, ties = 0, told = 0;
    std::pair<bool, std::uint64_t> next{};  ///< the least possible next ply: ties come last
    std::uint64_t longest = 0, edges = 0;
    bool has_vertex_events() const override { return true; }
    void finish_vertex(Index v, const OutcomeValue& value) override {
        EXPECT_GE(std::pair(value.outcome == Outcome::tie, value.remoteness), next);
        finished[v] = value;
        ++times[v];
        ++told;
    }
    void finish_ply(std::uint64_t ply, const PlyCounts& counts) override {
        const bool tied = counts.ties != 0;
        EXPECT_GE(std::pair(tied, ply), next);
        next = {tied, ply + 1};
        longest = std::max(longest, ply);
        EXPECT_GT(counts.wins + counts.losses + counts.ties, 0U);
        EXPECT_EQ(counts.wins + counts.losses + counts.ties, std::exchange(told, 0));
        EXPECT_GE(counts.edges, edges);
        wins += counts.wins;
        losses += counts.losses;
        ties += counts.ties;
        edges = counts.edges;
    }
};

TEST(RetrogradeAnalysis, TellsTheListenerEveryVertexOnceInOrderOfRemoteness) {
    std::mt19937_64 random(11);
    for (int round = 0; round < 200; ++round) {
        const ListGraph list = random_graph(random, 60, true);
        const auto expected = brute_force(list, Play::normal);
        Listener listener;
        listener.finished.resize(list.size());
        listener.times.resize(list.size());
        const OwnGraph graph(list);
        OutcomeCells cells(list.size());
        const Summary summary = retrograde_analysis(graph, cells, get(boost::vertex_index, graph), DefaultTerminal{},
                                                    listener, with(Play::normal, 1 + static_cast<unsigned>(round) % 3));
        ASSERT_EQ(listener.finished, expected);
        for (Index v = 0; v < list.size(); ++v)
            ASSERT_EQ(listener.times[v], expected[v].outcome == Outcome::draw ? 0 : 1);
        ASSERT_EQ(summary.wins, listener.wins);
        ASSERT_EQ(summary.losses, listener.losses);
        ASSERT_EQ(summary.ties, listener.ties);
        ASSERT_EQ(summary.positions, list.size());
        ASSERT_EQ(summary.longest, listener.longest);
    }
}

TEST(RetrogradeAnalysis, StopsWhenTheListenerThrows) {
    struct Stopper : AnalysisListener {
        void finish_ply(std::uint64_t ply, const PlyCounts&) override {
            if (ply == 3) throw Error(ErrorCode::interrupted, "stopped");
        }
    };
    ListGraph list(100);
    for (Index v = 1; v < 100; ++v) list.options[v] = {v - 1};
    for (const unsigned threads : {1U, 2U}) {
        const OwnGraph graph(list);
        OutcomeCells cells(list.size());
        Stopper stopper;
        EXPECT_THROW(retrograde_analysis(graph, cells, get(boost::vertex_index, graph), DefaultTerminal{}, stopper,
                                         with(Play::normal, threads)),
                     Error);
        EXPECT_EQ(cells[3], (OutcomeValue{Outcome::win, 3}));
        EXPECT_EQ(cells[4].outcome, Outcome::draw);
    }
}

}  // namespace mexbase::retrograde_analysis_test
