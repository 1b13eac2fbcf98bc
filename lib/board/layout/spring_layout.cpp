// SPDX-License-Identifier: MIT
#include "spring_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

// GCC 12 warns of variables in Boost.Graph that are always initialised.
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/kamada_kawai_spring_layout.hpp>
#include <boost/graph/topology.hpp>
#pragma GCC diagnostic pop

#include "../../splitmix64.hpp"

namespace mexbase {

namespace {

using PlanePoint = Drawing::Point;
using NodePairs = std::span<const std::pair<std::uint32_t, std::uint32_t>>;
using Plane = boost::rectangle_topology<>;
using SpringGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                                          boost::property<boost::edge_weight_t, double>>;

/// Maximum number of layouts that are compared. Graphs with many lines get fewer, because each takes longer.
constexpr std::size_t most_layouts = 24;
constexpr std::size_t most_parts_compared = 1000;

/// Decides when the search for a minimum of energy ends: if the forces on all nodes are small, or after a number of
/// steps that depends on the number of nodes. The search need not converge, because its steps may go round in circles.
class SearchLimit {
  public:
    explicit SearchLimit(std::size_t nodes) : rounds_(12 * nodes) {}

    /// Called before each move of a node, and at the end of a round, in which one node is moved several times.
    template <class Node, class Graph>
    bool operator()(double force, Node, const Graph&, bool is_round) {
        constexpr double small = 1e-3;
        constexpr int moves_per_round = 4;
        if (!is_round) return force < small || ++moves_ >= moves_per_round;
        moves_ = 0;
        return force < small || rounds_-- == 0;
    }

  private:
    std::size_t rounds_;
    int moves_ = 0;
};

/// Returns the layout that the springs reach from nodes in the given order, on one circle or on two, half of the nodes
/// on each.
std::vector<PlanePoint> sprung(const SpringGraph& graph, std::span<const std::uint32_t> order, bool two_circles) {
    const std::size_t nodes = order.size();
    const std::size_t outer = two_circles ? nodes / 2 : nodes;
    const std::vector<PlanePoint> circle = circle_layout(outer, {}), inner_circle = circle_layout(nodes - outer, {});
    std::vector<Plane::point_type> at(nodes);
    for (std::size_t k = 0; k < nodes; ++k) {
        constexpr double shrunk = 0.5;
        const PlanePoint p = k < outer ? circle[k] : inner_circle[k - outer];
        at[order[k]][0] = k < outer ? p.x : shrunk * p.x;
        at[order[k]][1] = k < outer ? p.y : shrunk * p.y;
    }
    boost::minstd_rand unused;  // a topology needs a generator, which only random points use
    boost::kamada_kawai_spring_layout(
        graph, boost::make_iterator_property_map(at.begin(), boost::get(boost::vertex_index, graph)),
        boost::get(boost::edge_weight, graph), Plane(unused, 0, 0, 1, 1), boost::edge_length(1.0), SearchLimit(nodes));
    std::vector<PlanePoint> places;
    for (const auto& point : at) places.push_back({point[0], point[1]});
    return places;
}

/// Returns twice the signed area of a triangle.
double twice_area(PlanePoint a, PlanePoint b, PlanePoint c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double distance_to_line(PlanePoint p, PlanePoint a, PlanePoint b) {
    const double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    const double along = square == 0 ? 0 : std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / square, 0.0, 1.0);
    return std::hypot(p.x - a.x - along * x, p.y - a.y - along * y);
}

/// Distance from a line within which the symbol of another node hides the line.
constexpr double hiding_distance = 0.38;

/// Moves nodes away from lines that they hide, and the ends of those lines to the other side.
void uncover(std::vector<PlanePoint>& at, NodePairs lines) {
    constexpr int passes = 25;
    constexpr double step = 0.25;
    for (int pass = 0; pass < passes; ++pass) {
        bool moved = false;
        for (const auto& [a, b] : lines)
            for (std::size_t v = 0; v < at.size(); ++v) {
                const double length = std::hypot(at[b].x - at[a].x, at[b].y - at[a].y);
                if (v == a || v == b || length == 0) continue;
                const double distance = distance_to_line(at[v], at[a], at[b]);
                if (distance > hiding_distance) continue;
                const double by =
                    (twice_area(at[a], at[b], at[v]) < 0 ? -step : step) * (hiding_distance + 0.05 - distance);
                const PlanePoint away{-by * (at[b].y - at[a].y) / length, by * (at[b].x - at[a].x) / length};
                at[v] = {at[v].x + away.x, at[v].y + away.y};
                for (const std::uint32_t end : {a, b}) at[end] = {at[end].x - away.x / 2, at[end].y - away.y / 2};
                moved = true;
            }
        if (!moved) return;
    }
}

/// Returns a penalty for lines that cross, and for lines that other nodes hide. A smaller number is better.
std::uint64_t faults_of(std::span<const PlanePoint> at, NodePairs lines) {
    constexpr std::uint64_t per_hidden = 100;
    std::uint64_t faults = 0;
    for (std::size_t k = 0; k < lines.size(); ++k) {
        const auto [a, b] = lines[k];
        for (std::size_t v = 0; v < at.size(); ++v)
            if (v != a && v != b && distance_to_line(at[v], at[a], at[b]) < hiding_distance) faults += per_hidden;
        for (const auto& [c, d] : lines.first(k))
            if (twice_area(at[a], at[b], at[c]) * twice_area(at[a], at[b], at[d]) < 0 &&
                twice_area(at[c], at[d], at[a]) * twice_area(at[c], at[d], at[b]) < 0)
                ++faults;
    }
    return faults;
}

/// Turns a layout so that its greatest extent is horizontal, unless the layout is about as wide as high. Rounds the
/// coordinates, so that differences between compilers in the last digits do not show.
void turn_level(std::vector<PlanePoint>& places) {
    PlanePoint middle;
    for (const PlanePoint& p : places)
        middle = {middle.x + p.x / static_cast<double>(places.size()),
                  middle.y + p.y / static_cast<double>(places.size())};
    double xx = 0, xy = 0, yy = 0;
    for (const PlanePoint& p : places) {
        xx += (p.x - middle.x) * (p.x - middle.x);
        xy += (p.x - middle.x) * (p.y - middle.y);
        yy += (p.y - middle.y) * (p.y - middle.y);
    }
    constexpr double round_enough = 0.1;
    const bool is_round = std::hypot(2 * xy, xx - yy) < round_enough * (xx + yy);
    const double angle = is_round ? 0 : std::atan2(2 * xy, xx - yy) / 2;
    const auto rounded = [](double x) { return std::round(x * 1000) / 1000; };
    for (PlanePoint& p : places)
        p = {rounded(p.x * std::cos(angle) + p.y * std::sin(angle)),
             rounded(p.y * std::cos(angle) - p.x * std::sin(angle))};
}

}  // namespace

std::vector<PlanePoint> spring_layout(std::size_t nodes, NodePairs neighbours) {
    if (nodes < 2) return circle_layout(nodes, neighbours);
    SpringGraph graph(nodes);
    for (const auto& [a, b] : neighbours) boost::add_edge(a, b, 1.0, graph);
    std::vector<std::uint32_t> order(nodes);
    std::iota(order.begin(), order.end(), 0U);
    std::vector<PlanePoint> best;
    std::uint64_t least = ~std::uint64_t{0};
    const std::size_t layouts =
        std::clamp<std::size_t>(most_parts_compared / (nodes + neighbours.size()), 1, most_layouts);
    for (std::size_t tried = 0; tried < layouts && least != 0; ++tried) {
        const bool two_circles = tried % 2 == 1;
        std::vector<PlanePoint> places = sprung(graph, order, two_circles);
        uncover(places, neighbours);
        if (const std::uint64_t faults = faults_of(places, neighbours); faults < least) {
            least = faults;
            best = std::move(places);
        }
        for (std::size_t k = nodes - 1; two_circles && k > 0; --k) {
            const auto random = splitmix64(nodes * (tried + 1) + (k << 32));
            std::swap(order[k], order[random % (k + 1)]);
        }
    }
    turn_level(best);
    return best;
}

}  // namespace mexbase
