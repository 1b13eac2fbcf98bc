// SPDX-License-Identifier: MIT
#include "scan.hpp"

#include <array>
#include <numeric>

namespace mexbase {

namespace {

/// Returns the vertices of `read` that have a neighbour outside it.
VertexSet frontier_of(const Neighbours& board, VertexSet read) {
    VertexSet frontier = 0;
    for_each_vertex(read, [&](unsigned v) {
        if ((board.of[v] & ~read) != 0) frontier |= just(v);
    });
    return frontier;
}

/// The cost of an order: how often the frontier has each size, the largest first. Fewer of the largest is cheaper.
using Cost = std::array<unsigned, most_set_vertices + 1>;

Cost cost_of(const Neighbours& board, std::span<const unsigned> order) {
    VertexSet read = 0;
    Cost cost{};
    for (const unsigned v : order) {
        read |= just(v);
        ++cost[most_set_vertices - static_cast<unsigned>(std::popcount(frontier_of(board, read)))];
    }
    return cost;
}

/// Returns the size of the largest frontier.
unsigned width(const Cost& cost) {
    unsigned place = 0;
    while (place < most_set_vertices && cost[place] == 0) ++place;
    return most_set_vertices - place;
}

/// Begins at `first` and always takes the vertex that leaves the smallest frontier. Ties go to the vertex whose first
/// read neighbour was read earliest, so that a grid is read row by row.
std::vector<unsigned> greedy_order(const Neighbours& board, unsigned first) {
    std::vector<unsigned> order{first};
    VertexSet read = just(first);
    while (order.size() < board.vertices) {
        unsigned best = 0;
        int smallest = 0;
        std::size_t earliest = 0;
        bool any = false;
        for_each_vertex(board.all() & ~read, [&](unsigned v) {
            std::size_t seen = 0;
            while (seen < order.size() && (board.of[v] & just(order[seen])) == 0) ++seen;
            const int size = std::popcount(frontier_of(board, read | just(v)));
            if (any && (size > smallest || (size == smallest && seen >= earliest))) return;
            best = v, smallest = size, earliest = seen, any = true;
        });
        order.push_back(best);
        read |= just(best);
    }
    return order;
}

}  // namespace

std::vector<unsigned> scan_order(const Neighbours& board) {
    std::vector<unsigned> natural(board.vertices);
    std::iota(natural.begin(), natural.end(), 0U);
    std::vector<unsigned> best;
    Cost least{};
    for (unsigned first = 0; first < board.vertices; ++first) {
        auto order = greedy_order(board, first);
        const Cost cost = cost_of(board, order);
        if (best.empty() || cost < least) best = std::move(order), least = cost;
    }
    // An order with an equal width does not justify changing the order of the positions.
    return width(least) < width(cost_of(board, natural)) ? best : natural;
}

std::vector<ScanStep> scan_steps(const Neighbours& board, std::span<const unsigned> order) {
    std::vector<ScanStep> steps;
    std::vector<unsigned> frontier;
    VertexSet read = 0;
    for (const unsigned v : order) {
        ScanStep step;
        step.vertex = v;
        for (unsigned place = 0; place < frontier.size(); ++place)
            if ((board.of[v] & just(frontier[place])) != 0) step.neighbours.push_back(place);
        read |= just(v);
        frontier.push_back(v);
        std::vector<unsigned> next;
        for (unsigned place = 0; place < frontier.size(); ++place) {
            if ((board.of[frontier[place]] & ~read) == 0) continue;
            step.kept.push_back(place);
            next.push_back(frontier[place]);
        }
        frontier = std::move(next);
        steps.push_back(std::move(step));
    }
    return steps;
}

}  // namespace mexbase
