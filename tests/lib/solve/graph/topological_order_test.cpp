// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <random>
#include <utility>
#include <vector>

#include "lib/games/heaps/heaps.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/graph/order_of_moves.hpp"
#include "lib/solve/graph/transposed_moves.hpp"
#include "lib/solve/retrograde/numbered_graph.hpp"
#include "list_ruleset.hpp"

namespace mexbase::topological_order_test {

using test::edges_of;
using test::ListGraph;
using Order = std::optional<std::vector<Index>>;
using Directed = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using Csr = boost::compressed_sparse_row_graph<boost::bidirectionalS>;

// Checks that every vertex occurs once, after its options.
bool is_order(const ListGraph& list, const std::vector<Index>& order) {
    std::vector<Index> place(list.size(), no_index);
    for (Index k = 0; k < order.size(); ++k) {
        if (order[k] >= list.size() || place[order[k]] != no_index) return false;
        place[order[k]] = k;
    }
    if (order.size() != list.size()) return false;
    for (Index v = 0; v < list.size(); ++v)
        if (!list.stops[v])
            for (const Index w : list.options[v])
                if (place[w] >= place[v]) return false;
    return true;
}

// Finds a cycle: repeatedly removes vertices without options and checks whether some remain.
bool has_cycle(const ListGraph& list) {
    std::vector<bool> gone(list.size());
    for (bool changed = true; changed;) {
        changed = false;
        for (Index v = 0; v < list.size(); ++v) {
            if (gone[v]) continue;
            const bool free = list.stops[v] || std::ranges::all_of(list.options[v], [&](Index w) { return gone[w]; });
            gone[v] = free;
            changed = changed || free;
        }
    }
    return std::ranges::find(gone, false) != gone.end();
}

template <class R>
Order order_of_game(R rules) {
    return topological_order(GameOf<R>(std::move(rules), "", nullptr));
}

// Returns the order of the game, with and without predecessors.
Order order_of(const ListGraph& list) {
    const Order order = order_of_game(test::ListRulesBack(list));
    const Order transposed = order_of_game(test::ListRules(list));
    EXPECT_EQ(transposed.has_value(), order.has_value());
    return order;
}

template <class G>
Order order_of_graph(const G& g) {
    const detail::NumberedGraph numbered(g, get(boost::vertex_index, g));
    return topological_order(detail::MovesOfGraph(numbered));
}

TEST(TopologicalOrder, HasOptionsFirstOrThereIsACycle) {
    std::mt19937_64 random(62);
    int orders = 0, cycles = 0;
    for (int round = 0; round < 4000; ++round) {
        ListGraph list = test::random_graph(random, 10, round % 3 == 0);
        if (round % 2 == 0)  // only down, by a random numbering
            for (Index v = 0; v < list.size(); ++v)
                std::erase_if(list.options[v], [v](Index w) { return w * 7 % 11 >= v * 7 % 11; });
        const bool cycle = has_cycle(list);
        const Order order = order_of(list);
        ASSERT_EQ(order.has_value(), !cycle) << round;
        ++(cycle ? cycles : orders);
        if (order) {
            ASSERT_TRUE(is_order(list, *order)) << round;
            const Order listed = order_of_game(test::ListRules(list));
            ASSERT_TRUE(is_order(list, *listed)) << round;
        }
        if (round % 3 == 0) continue;
        const auto edges = edges_of(list);
        const Directed directed(edges.begin(), edges.end(), list.size());
        const Csr csr(boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(), list.size());
        for (const Order& other : {order_of_graph(directed), order_of_graph(csr)}) {
            ASSERT_EQ(other.has_value(), !cycle);
            if (other) {
                ASSERT_TRUE(is_order(list, *other));
            }
        }
    }
    EXPECT_GT(orders, 1000);
    EXPECT_GT(cycles, 1000);
}

TEST(TopologicalOrder, ASelfLoopIsACycle) {
    ListGraph list(2);
    list.options[1] = {0, 1};
    EXPECT_FALSE(order_of(list));
    list.stops[1] = OutcomeValue{Outcome::loss, 0};
    EXPECT_TRUE(order_of(list));
}

TEST(TopologicalOrder, LongPathsNeedNoRecursion) {
    constexpr Index length = 1'000'000;
    ListGraph list(length);
    for (Index v = 0; v + 1 < length; ++v) list.options[v] = {v + 1};
    const Order order = order_of_game(test::ListRules(list));
    ASSERT_TRUE(order);
    for (Index k = 0; k < length; ++k) ASSERT_EQ((*order)[k], length - 1 - k);
}

TEST(TopologicalOrder, OfNothingIsEmpty) {
    const Order order = order_of(ListGraph(0));
    ASSERT_TRUE(order);
    EXPECT_TRUE(order->empty());
}

TEST(TopologicalOrder, HasAPlaceForIndicesThatAreNoPosition) {
    const Order order = order_of_game(SquareButOne(1, true));
    ASSERT_TRUE(order);
    EXPECT_EQ(*order, (std::vector<Index>{0, 2, 1}));
    EXPECT_FALSE(order_of_game(SquareButOne(6, true)));
    EXPECT_TRUE(order_of_game(Square(1000)));
}

// Orders of games without predecessors are made from it.
TEST(TransposedMoves, HaveEveryMoveTurnedRoundInFourBytes) {
    std::mt19937_64 random(8);
    constexpr Index size = 1000;
    ListGraph list(size);
    std::vector<std::vector<Index>> sources(size);
    for (Index v = 0; v < size; ++v)
        for (int k = 0; k < 10; ++k) {
            list.options[v].push_back(random() % size);
            sources[list.options[v].back()].push_back(v);
        }
    const GameOf game(test::ListRules(list), "", nullptr);
    Index read = 0;
    const detail::TransposedMoves transposed(game, {0, size, false}, {Player::left}, [&](Index done) { read = done; });
    EXPECT_EQ(read, 2 * size);
    EXPECT_LE(detail::TransposedMoves::bytes(size, 10 * size), 45 * size);
    for (Index v = 0; v < size; ++v) {
        Flat found;
        transposed.predecessors({&v, 1}, Player::left, found);
        std::vector<Index> sorted(found.span().begin(), found.span().end());
        std::ranges::sort(sorted);
        ASSERT_EQ(sorted, sources[v]);
    }
}

}  // namespace mexbase::topological_order_test
