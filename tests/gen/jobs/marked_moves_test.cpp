// SPDX-License-Identifier: MIT
// Games whose indices are mostly no positions: the rules decide once which indices are positions.
#include "gen/jobs/make/marked_moves.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../../lib/solve/graph/read_moves.hpp"
#include "../../lib/solve/retrograde/brute_force.hpp"
#include "lib/rules/game_of.hpp"
#include "tables.hpp"
#include "tests/number_rules.hpp"

namespace mexbase::test::marked_moves_test {

/// A graph whose vertices are some of the indices, with the number of calls of `legal`.
struct SparseGraph {
    ListGraph graph;
    std::vector<bool> is_vertex;
    std::vector<std::vector<Index>> sources;
    std::atomic<std::uint64_t> calls{0};

    explicit SparseGraph(Index size) : graph(size), is_vertex(size), sources(size) {}
    void list_sources() {
        for (Index v = 0; v < graph.size(); ++v)
            if (!graph.stops[v])
                for (const Index w : graph.options[v]) sources[w].push_back(v);
    }
};

/// Returns a graph of `size` indices. About one of `spread` indices is a vertex, alone or in a run of up to `longest`.
/// If `descends`, options have smaller indices.
std::shared_ptr<SparseGraph> sparse_graph(std::mt19937_64& random, Index size, Index spread, Index longest, bool stops,
                                          bool descends = false) {
    auto sparse = std::make_shared<SparseGraph>(size);
    std::vector<Index> vertices;
    for (Index i = random() % spread; i < size; i += 1 + random() % (2 * spread))
        for (Index run = 1 + random() % longest; run > 0 && i < size; --run, ++i) vertices.push_back(i);
    for (std::size_t k = 0; k < vertices.size(); ++k) {
        const Index v = vertices[k];
        sparse->is_vertex[v] = true;
        for (auto n = random() % 4; n > 0; --n) {
            const std::size_t to = random() % vertices.size();
            if (!descends || to < k) sparse->graph.options[v].push_back(vertices[to]);
        }
        if (stops && random() % 9 == 0) sparse->graph.stops[v] = random_value(random);
    }
    sparse->list_sources();
    return sparse;
}

template <bool back, bool stops, bool descends = false>
class SparseRules : public NumberRules {
  public:
    static constexpr std::string_view family = "sparse";
    static constexpr Has has{.options_descend = descends, .predecessors = back, .terminal = stops};
    static SparseRules make(const Parameters&) { return SparseRules(std::make_shared<SparseGraph>(0)); }
    explicit SparseRules(std::shared_ptr<SparseGraph> graph)
        : NumberRules(graph->graph.size()), graph_(std::move(graph)) {}

    bool legal(Index i) const {
        ++graph_->calls;
        return graph_->is_vertex[i];
    }
    template <class F>
    void for_each_option(Index i, Position, Player, F&& f) const {
        ASSERT_TRUE(graph_->is_vertex[i]);
        for (const Index w : graph_->graph.options[i]) f(w);
    }
    template <class F>
    void for_each_predecessor(Index i, Position, Player, F&& f) const
        requires(back)
    {
        for (const Index u : graph_->sources[i]) f(u);
    }
    std::optional<OutcomeValue> terminal(Index i, Position, Player) const
        requires(stops)
    {
        return graph_->graph.stops[i];
    }

  private:
    std::shared_ptr<SparseGraph> graph_;
};

template <class Rules>
GameOf<Rules> game_of(const std::shared_ptr<SparseGraph>& graph) {
    return GameOf<Rules>(Rules(graph), "sparse", nullptr);
}

TEST(MarkedMoves, AreTheMovesOfTheGame) {
    std::mt19937_64 random(58);
    for (int round = 0; round < 20; ++round) {
        const auto graph = sparse_graph(random, 3000, 1 + random() % 40, 1 + random() % 600, round % 2 == 0);
        const auto game = game_of<SparseRules<true, true>>(graph);
        const detail::MarkedMoves marked(game, quick_job(2));
        for (int k = 0; k < 20; ++k) {
            const Index first = random() % game.size(), last = first + random() % (game.size() - first + 1);
            const std::size_t enough = 1 + random() % 700;
            ASSERT_EQ(marks_of(marked, first, last), marks_of(game, first, last));
            ASSERT_EQ(range_of(marked, first, last, enough), range_of(game, first, last, enough));
            Index positions = 0, expected = 0;
            ASSERT_EQ(starts_of(marked, first, last, Play::misere, positions),
                      starts_of(game, first, last, Play::misere, expected));
            ASSERT_EQ(positions, expected);
            // A call appends to the lists, also to the numbers of options.
            Starts starts, of_game;
            for (const Index from : {Index{0}, first}) {
                marked.starts(from, last, Play::normal, Player::left, starts);
                game.starts(from, last, Play::normal, Player::left, of_game);
            }
            const bool counted = expected != 0;  // without positions, no options are counted
            ASSERT_TRUE(!counted || starts.counts == of_game.counts);
        }
    }
}

TEST(MarkedMoves, HolesAreFoundInASample) {
    std::mt19937_64 random(59);
    const auto graph = sparse_graph(random, 100000, 1, 1, false);
    EXPECT_TRUE(detail::has_holes(game_of<SparseRules<true, false>>(graph)));
    graph->is_vertex.assign(graph->is_vertex.size(), true);
    EXPECT_FALSE(detail::has_holes(game_of<SparseRules<true, false>>(graph)));
}

/// Makes a table with and without marks. Expects equal bytes, and with marks at most 1.2 calls of `legal` per index.
template <class Rules>
void expect_few_calls(const std::shared_ptr<SparseGraph>& graph, JobOptions options) {
    options.threads = 1;  // less memory would allow fewer threads, which need less
    const auto game = game_of<Rules>(graph);
    options.memory = 0;
    graph->calls = 0;
    const auto bytes = make_table_bytes(game, options);
    EXPECT_LT(static_cast<double>(graph->calls), 1.2 * static_cast<double>(game.size()));
    options.memory = check_job(game, options).fastest;
    graph->calls = 0;
    EXPECT_EQ(make_table_bytes(game, options), bytes);
    EXPECT_LT(static_cast<double>(graph->calls), 1.2 * static_cast<double>(game.size()));
    // The marks do not fit into less memory. The table is the same.
    --options.memory;
    graph->calls = 0;
    EXPECT_EQ(make_table_bytes(game, options), bytes);
    EXPECT_GT(static_cast<double>(graph->calls), 3 * static_cast<double>(game.size()));
}

TEST(MarkedMoves, LegalIsCalledOncePerHole) {
    std::mt19937_64 random(60);
    constexpr Index size = 60000, spread = 200;
    expect_few_calls<SparseRules<false, true>>(sparse_graph(random, size, spread, 3, true), quick_job());
    expect_few_calls<SparseRules<true, true>>(sparse_graph(random, size, spread, 3, true), quick_job());
    const auto loopy = sparse_graph(random, size, spread, 3, false);
    expect_few_calls<SparseRules<false, false>>(loopy, job_of(ValueKind::nimber));
    expect_few_calls<SparseRules<true, false>>(loopy, job_of(ValueKind::nimber));
    const auto loop_free = sparse_graph(random, size, spread, 3, false, true);
    for (const ValueKind kind : {ValueKind::outcome, ValueKind::nimber, ValueKind::obliged}) {
        expect_few_calls<SparseRules<false, false, true>>(loop_free, job_of(kind));
        expect_few_calls<SparseRules<false, false>>(loop_free, job_of(kind));
    }
}

}  // namespace mexbase::test::marked_moves_test
