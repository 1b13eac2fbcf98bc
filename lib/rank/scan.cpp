#include "scan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace mexbase {

namespace {

/// The vertices of `read` that have a neighbour outside it.
VertexSet frontier_of(const Neighbours& board, VertexSet read) {
    VertexSet frontier = 0;
    for_each_vertex(read, [&](unsigned v) {
        if ((board.of[v] & ~read) != 0) frontier |= just(v);
    });
    return frontier;
}

/// What an order costs: first the largest frontier, then about the number of frontier words over all steps.
std::pair<int, double> cost_of(const Neighbours& board, std::span<const unsigned> order) {
    VertexSet read = 0;
    std::pair<int, double> cost{0, 0};
    for (const unsigned v : order) {
        read |= just(v);
        const int size = std::popcount(frontier_of(board, read));
        cost.first = std::max(cost.first, size);
        cost.second += std::pow(3.0, size);
    }
    return cost;
}

/// Begins at `first` and goes on with the vertex that leaves the smallest frontier, preferring one whose first read
/// neighbour was read earliest, so that a grid is read row by row.
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
    std::vector<unsigned> best(board.vertices);
    std::iota(best.begin(), best.end(), 0U);
    auto least = cost_of(board, best);
    // An order that is no narrower is not worth another order of the positions.
    least.second = 0;
    for (unsigned first = 0; first < board.vertices; ++first) {
        auto order = greedy_order(board, first);
        const auto cost = cost_of(board, order);
        if (cost < least) best = std::move(order), least = cost;
    }
    return best;
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
