// SPDX-License-Identifier: MIT
#include "graph_drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <unordered_map>

namespace mexbase {

namespace {

using GraphPoint = Drawing::Point;
using NodePair = std::pair<std::uint32_t, std::uint32_t>;

constexpr double node_radius = 0.34, node_gap = 0.4, name_size = 0.34, name_character_width = 0.2;
constexpr double label_size = 0.28, label_character_width = 0.165, line_distance = 0.34;
constexpr double head_length = 0.2, head_width = 0.15, loop_radius = 0.2;
/// Distance of a line from the straight line between its nodes, if another line joins the same nodes.
constexpr double line_shift = 0.07;
constexpr double usual_distance = 1.25, greatest_scale = 5;
/// Maximum number of characters of a name that is written into a disc. Longer names are written into rectangles.
constexpr std::size_t most_in_disc = 2;

std::size_t characters_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// The nodes of a connected component, and its pairs of neighbours as indices in `nodes`.
struct GraphComponent {
    std::vector<std::uint32_t> nodes;
    std::vector<NodePair> neighbours;
};

std::vector<GraphComponent> components_of_graph(const GraphDrawing& graph) {
    std::vector<std::uint32_t> leader(graph.nodes.size());
    for (std::uint32_t v = 0; v < leader.size(); ++v) leader[v] = v;
    const auto find = [&leader](std::uint32_t v) {
        while (leader[v] != v) v = leader[v] = leader[leader[v]];
        return v;
    };
    for (const GraphDrawing::Line& line : graph.lines) {
        const std::uint32_t a = find(line.from), b = find(line.to);
        leader[std::max(a, b)] = std::min(a, b);
    }
    std::vector<GraphComponent> components;
    std::vector<std::size_t> component_of(leader.size());
    std::vector<std::uint32_t> place(leader.size());
    for (std::uint32_t v = 0; v < leader.size(); ++v) {
        const std::uint32_t first = find(v);
        if (first == v) components.emplace_back();
        component_of[v] = first == v ? components.size() - 1 : component_of[first];
        auto& nodes = components[component_of[v]].nodes;
        place[v] = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back(v);
    }
    for (const GraphDrawing::Line& line : graph.lines)
        if (line.from != line.to)
            components[component_of[line.from]].neighbours.push_back(
                std::minmax(std::uint32_t{place[line.from]}, std::uint32_t{place[line.to]}));
    for (GraphComponent& component : components) {
        auto& pairs = component.neighbours;
        std::sort(pairs.begin(), pairs.end());
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    }
    return components;
}

/// Returns the places of the nodes of a path, or an empty vector if the component is not a path.
std::vector<GraphPoint> line_layout(const GraphComponent& component) {
    const std::size_t count = component.nodes.size();
    if (component.neighbours.size() + 1 != count) return {};
    std::vector<std::vector<std::uint32_t>> next(count);
    for (const auto& [a, b] : component.neighbours) {
        next[a].push_back(b);
        next[b].push_back(a);
    }
    const auto is_end = [](const auto& to) { return to.size() <= 1; };
    if (std::any_of(next.begin(), next.end(), [](const auto& to) { return to.size() > 2; })) return {};
    std::vector<GraphPoint> places(count);
    auto at = static_cast<std::uint32_t>(std::find_if(next.begin(), next.end(), is_end) - next.begin());
    for (std::uint32_t place = 0, before = at; place < count; ++place) {
        places[at] = {1.0 * place, 0};
        const auto to = std::find_if(next[at].begin(), next[at].end(), [&](std::uint32_t v) { return v != before; });
        before = at;
        if (to != next[at].end()) at = *to;
    }
    return places;
}

/// The size of each node's symbol. All nodes of a drawing have the same shape.
struct Symbols {
    bool discs = true;
    std::vector<double> widths;
    double height = 2 * node_radius;
};

/// `labels` has a text for each node, or is empty.
Symbols symbols_of(const GraphDrawing& graph, std::span<const std::string> labels) {
    Symbols symbols;
    std::size_t longest = 0;
    for (const auto& node : graph.nodes) longest = std::max(longest, characters_of(node.name));
    symbols.discs = longest <= most_in_disc && labels.empty();
    if (!symbols.discs) symbols.height = labels.empty() ? 0.5 : 0.5 + line_distance;
    for (std::size_t v = 0; v < graph.nodes.size(); ++v) {
        const auto name = static_cast<double>(std::max<std::size_t>(2, characters_of(graph.nodes[v].name)));
        const auto label = labels.empty() ? 0.0 : static_cast<double>(characters_of(labels[v]));
        const double text = std::max(name_character_width * name, label_character_width * label);
        symbols.widths.push_back(symbols.discs ? 2 * node_radius : 0.25 + text);
    }
    return symbols;
}

/// Scales the places of a component by the smallest factor, at least `usual_distance`, at which no symbols overlap.
void spread(std::vector<GraphPoint>& places, const GraphComponent& component, const Symbols& symbols) {
    double scale = usual_distance;
    for (std::size_t a = 0; a < places.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const double width = (symbols.widths[component.nodes[a]] + symbols.widths[component.nodes[b]]) / 2;
            const double across = std::abs(places[a].x - places[b].x), down = std::abs(places[a].y - places[b].y);
            const double needed = std::min((width + node_gap) / std::max(across, 1e-9),
                                           (symbols.height + node_gap) / std::max(down, 1e-9));
            scale = std::max(scale, needed);
        }
    scale = std::min(scale, greatest_scale);
    for (GraphPoint& place : places) place = {scale * place.x, scale * place.y};
}

/// Returns the places of all nodes, and sets the size of the drawing. Components are side by side.
std::vector<GraphPoint> placed(const GraphDrawing& graph, const GraphLayout& layout, const Symbols& symbols,
                               Drawing& drawing) {
    std::vector<GraphPoint> all(graph.nodes.size());
    double left = 0, height = 0;
    const auto add = [&](const GraphComponent& component, std::vector<GraphPoint> places) {
        spread(places, component, symbols);
        GraphPoint least{HUGE_VAL, HUGE_VAL}, most{-HUGE_VAL, -HUGE_VAL};
        for (std::size_t k = 0; k < places.size(); ++k) {
            const double half = symbols.widths[component.nodes[k]] / 2;
            least = {std::min(least.x, places[k].x - half), std::min(least.y, places[k].y - symbols.height / 2)};
            most = {std::max(most.x, places[k].x + half), std::max(most.y, places[k].y + symbols.height / 2)};
        }
        for (std::size_t k = 0; k < places.size(); ++k)
            all[component.nodes[k]] = {left + places[k].x - least.x, places[k].y - least.y};
        left += most.x - least.x + 2 * node_gap;
        height = std::max(height, most.y - least.y);
    };
    if (graph.columns != 0) {
        GraphComponent grid;
        std::vector<GraphPoint> places;
        for (std::uint32_t v = 0; v < graph.nodes.size(); ++v) {
            grid.nodes.push_back(v);
            places.push_back({1.0 * (v % graph.columns), std::floor(v / graph.columns)});
        }
        if (!places.empty()) add(grid, std::move(places));
    } else {
        for (const GraphComponent& component : components_of_graph(graph)) {
            std::vector<GraphPoint> places = line_layout(component);
            if (places.empty())
                places = layout ? layout(component.nodes.size(), component.neighbours)
                                : circle_layout(component.nodes.size(), component.neighbours);
            add(component, std::move(places));
        }
    }
    const bool loops =
        std::any_of(graph.lines.begin(), graph.lines.end(), [](const auto& l) { return l.from == l.to; });
    if (loops)
        for (GraphPoint& place : all) place.y += 2 * loop_radius;
    drawing.width = std::max(left - 2 * node_gap, 0.1);
    drawing.height = std::max(height + (loops ? 2 * loop_radius : 0), 0.1);
    return all;
}

/// Draws the lines between nodes from edge to edge of their symbols, with arrowheads.
class LinePainter {
  public:
    LinePainter(Drawing& drawing, const Symbols& symbols, std::span<const GraphPoint> places)
        : drawing_(drawing), symbols_(symbols), places_(places) {}

    void draw(const GraphDrawing::Line& line, bool shifted) const {
        GraphPoint from = places_[line.from], to = places_[line.to];
        if (line.from == line.to) {
            const GraphPoint above{from.x, from.y - symbols_.height / 2 - loop_radius / 2};
            drawing_.shapes.emplace_back(Drawing::Disc{above, loop_radius, DrawingRole::none, line.ink});
            return;
        }
        const double length = std::hypot(to.x - from.x, to.y - from.y);
        if (length < 1e-6) return;
        const GraphPoint way{(to.x - from.x) / length, (to.y - from.y) / length};
        if (shifted) {
            from = {from.x - line_shift * way.y, from.y + line_shift * way.x};
            to = {to.x - line_shift * way.y, to.y + line_shift * way.x};
        }
        from = moved(from, way, reach(line.from, way));
        to = moved(to, way, -reach(line.to, way));
        const GraphPoint from_end = moved(from, way, line.head_at_from ? head_length : 0);
        const GraphPoint to_end = moved(to, way, line.head_at_to ? -head_length : 0);
        drawing_.shapes.emplace_back(Drawing::Line{from_end, to_end, 0.04, line.ink});
        if (line.head_at_from) draw_head(from, from_end, line.ink);
        if (line.head_at_to) draw_head(to, to_end, line.ink);
    }

  private:
    static GraphPoint moved(GraphPoint p, GraphPoint way, double by) { return {p.x + by * way.x, p.y + by * way.y}; }
    /// Returns the distance from the middle of a node's symbol to its edge in the direction `way`.
    double reach(std::uint32_t node, GraphPoint way) const {
        if (symbols_.discs) return node_radius;
        return std::min(symbols_.widths[node] / 2 / std::max(std::abs(way.x), 1e-9),
                        symbols_.height / 2 / std::max(std::abs(way.y), 1e-9));
    }
    void draw_head(GraphPoint tip, GraphPoint base, DrawingRole ink) const {
        const GraphPoint across{(base.y - tip.y) / head_length * head_width / 2,
                                (tip.x - base.x) / head_length * head_width / 2};
        drawing_.shapes.emplace_back(Drawing::Polygon{
            {tip, {base.x + across.x, base.y + across.y}, {base.x - across.x, base.y - across.y}}, ink, ink});
    }

    Drawing& drawing_;
    const Symbols& symbols_;
    std::span<const GraphPoint> places_;
};

/// Returns the role of a name that contrasts with the inside of its node.
DrawingRole ink_on(const GraphDrawing::Node& node) {
    switch (node.inside) {
        case DrawingRole::dark:
            return DrawingRole::light;
        case DrawingRole::light:
        case DrawingRole::mark:
        case DrawingRole::green:
            return DrawingRole::dark;
        default:
            return node.edge == DrawingRole::faint ? DrawingRole::faint : DrawingRole::line;
    }
}

}  // namespace

std::vector<GraphPoint> circle_layout(std::size_t nodes, std::span<const NodePair>) {
    std::vector<GraphPoint> places;
    const double angle = 2 * std::numbers::pi / static_cast<double>(std::max<std::size_t>(nodes, 1));
    const double radius = nodes < 2 ? 0 : 0.5 / std::sin(angle / 2);
    for (std::size_t v = 0; v < nodes; ++v)
        places.push_back(
            {radius * std::sin(angle * static_cast<double>(v)), -radius * std::cos(angle * static_cast<double>(v))});
    return places;
}

Drawing drawing_of_graph(const GraphDrawing& graph, const GraphLayout& layout, const PositionLabel& label) {
    Drawing drawing;
    std::vector<std::string> labels;
    if (label)
        for (const auto& node : graph.nodes) labels.push_back(node.index ? label(*node.index) : "");
    const Symbols symbols = symbols_of(graph, labels);
    const std::vector<GraphPoint> places = placed(graph, layout, symbols, drawing);
    std::map<NodePair, int> between;
    for (const auto& line : graph.lines) ++between[std::minmax(line.from, line.to)];
    const LinePainter painter(drawing, symbols, places);
    for (const auto& line : graph.lines) painter.draw(line, between[std::minmax(line.from, line.to)] > 1);
    for (std::size_t v = 0; v < places.size(); ++v) {
        const auto& node = graph.nodes[v];
        const GraphPoint at = places[v];
        if (symbols.discs)
            drawing.shapes.emplace_back(Drawing::Disc{at, node_radius, node.inside, node.edge});
        else
            drawing.shapes.emplace_back(Drawing::Rectangle{{at.x - symbols.widths[v] / 2, at.y - symbols.height / 2},
                                                           symbols.widths[v],
                                                           symbols.height,
                                                           node.inside,
                                                           node.edge});
        const double up = labels.empty() ? 0 : line_distance / 2;
        if (!node.name.empty())
            drawing.shapes.emplace_back(Drawing::Text{{at.x, at.y - up}, node.name, name_size, ink_on(node)});
        if (!labels.empty() && !labels[v].empty())
            drawing.shapes.emplace_back(Drawing::Text{{at.x, at.y + up}, labels[v], label_size, ink_on(node)});
    }
    if (!graph.note.empty()) {
        const double width = name_character_width * static_cast<double>(characters_of(graph.note));
        drawing.width = std::max(drawing.width, width);
        drawing.height += name_size + node_gap;
        drawing.shapes.emplace_back(
            Drawing::Text{{width / 2, drawing.height - name_size / 2}, graph.note, name_size, DrawingRole::faint});
    }
    return drawing;
}

GraphDrawing::Node* BoardDrawing::node(Vertex v) {
    const auto at = std::find(vertices.begin(), vertices.end(), v);
    return at == vertices.end() ? nullptr : &graph.nodes[static_cast<std::size_t>(at - vertices.begin())];
}

BoardDrawing drawing_of_board(const Board& board, Vertex centre, std::size_t most) {
    BoardDrawing drawn;
    std::unordered_map<Vertex, std::uint32_t> node_of;
    const auto add = [&](Vertex v) {
        if (drawn.vertices.size() < most && node_of.emplace(v, drawn.vertices.size()).second)
            drawn.vertices.push_back(v);
    };
    if (board.vertex_count() <= most) {
        for (Vertex v = 0; v < board.vertex_count(); ++v) add(v);
    } else {
        add(centre);
        for (std::size_t k = 0; k < drawn.vertices.size(); ++k)
            for (const Vertex to : board.successors(drawn.vertices[k])) add(to);
        drawn.graph.note =
            std::to_string(drawn.vertices.size()) + " of " + std::to_string(board.vertex_count()) + " vertices";
    }
    // The owners of all arcs between two nodes, as a set of bits: first those from the node of smaller number.
    std::map<NodePair, std::array<unsigned, 2>> lines;
    for (std::uint32_t k = 0; k < drawn.vertices.size(); ++k) {
        const Vertex v = drawn.vertices[k];
        GraphDrawing::Node node{board.name(v)};
        if ((board.mark(v) & Board::home) != 0) node.edge = DrawingRole::green;
        if ((board.mark(v) & Board::beyond) != 0) node.edge = DrawingRole::faint;
        const auto ends = board.successors(v);
        const auto owners = board.owners_ahead(v);
        for (std::size_t a = 0; a < ends.size(); ++a) {
            const auto to = node_of.find(ends[a]);
            if (to == node_of.end())
                node.edge = DrawingRole::faint;
            else
                lines[std::minmax(k, to->second)][k > to->second ? 1 : 0] |=
                    owners.empty() || owners[a] == Board::either ? Board::left | Board::right : unsigned{owners[a]};
        }
        drawn.graph.nodes.push_back(std::move(node));
    }
    const auto ink_of = [](unsigned owners) {
        return owners == Board::left    ? DrawingRole::blue
               : owners == Board::right ? DrawingRole::red
                                        : DrawingRole::line;
    };
    const bool arrows = board.directed();
    for (const auto& [ends, owners] : lines) {
        const auto [a, b] = ends;
        if (owners[0] == owners[1]) {
            drawn.graph.lines.push_back({a, b, ink_of(owners[0]), arrows, arrows});
            continue;
        }
        if (owners[0] != 0) drawn.graph.lines.push_back({a, b, ink_of(owners[0]), false, arrows});
        if (owners[1] != 0) drawn.graph.lines.push_back({b, a, ink_of(owners[1]), false, arrows});
    }
    return drawn;
}

}  // namespace mexbase
