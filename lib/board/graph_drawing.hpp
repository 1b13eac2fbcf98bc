// SPDX-License-Identifier: MIT
/// \file
/// Drawings of positions on graphs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "board.hpp"
#include "drawing.hpp"

namespace mexbase {

/// A graph to be drawn: its nodes and lines, without places in the plane. A plain value.
struct GraphDrawing {
    struct Node {
        std::string name;
        DrawingRole inside = DrawingRole::board;
        DrawingRole edge = DrawingRole::line;
        /// Index of the position with the token on this node; empty if that has no meaning.
        std::optional<std::uint64_t> index{};
    };
    /// A line between two different nodes, or a loop.
    struct Line {
        std::uint32_t from = 0, to = 0;  ///< indices in `nodes`
        DrawingRole ink = DrawingRole::line;
        bool head_at_from = false;  ///< an arrowhead at `from`
        bool head_at_to = false;    ///< an arrowhead at `to`
    };
    std::vector<Node> nodes;
    std::vector<Line> lines;
    /// If it is not 0, the nodes are on the points of a grid with that many columns, row by row.
    unsigned columns = 0;
    std::string note;  ///< a line of text below the nodes, or empty
};

/// Places the nodes of a connected graph in the plane. The arguments are the number of nodes and the pairs of
/// neighbours, each pair once and without loops. Neighbours should be about one unit apart, and all coordinates finite.
using GraphLayout = std::function<std::vector<Drawing::Point>(
    std::size_t nodes, std::span<const std::pair<std::uint32_t, std::uint32_t>> neighbours)>;

/// Places the nodes on a circle, in their order. It needs no library.
std::vector<Drawing::Point> circle_layout(std::size_t nodes,
                                          std::span<const std::pair<std::uint32_t, std::uint32_t>> neighbours);

/// Returns the text that is written with a node or a square, such as the value of the position with that index.
using PositionLabel = std::function<std::string(std::uint64_t index)>;

/// Draws a graph. `label`, if not empty, is called for each node with an index. A path becomes a straight line, and a
/// grid (`GraphDrawing::columns`) has straight rows. `layout` places the nodes of each other connected component; if it
/// is empty, `circle_layout` does. The drawing is enlarged until no nodes overlap, at most five times, which is enough
/// except for a crowded layout of many nodes.
Drawing drawing_of_graph(const GraphDrawing& graph, const GraphLayout& layout = {}, const PositionLabel& label = {});

/// The maximum number of vertices in the drawing of a board.
inline constexpr std::size_t most_drawn_vertices = 64;

/// A board, or the part of a large board near a vertex, as a drawing.
struct BoardDrawing {
    GraphDrawing graph;
    std::vector<Vertex> vertices;  ///< the vertex of each node
    /// Returns the node of a vertex, or null if the vertex is not drawn.
    GraphDrawing::Node* node(Vertex v);
};

/// Returns the nodes and lines of a board of at most `most` vertices. Of a larger board, returns the vertices that are
/// reached from `centre` along the fewest arcs, `most` in all, with a note; those with arcs to other vertices have a
/// faint edge.
/// An arc of Left is blue, and one of Right red. Parallel arcs are drawn once. A node marked `Board::home` has a green
/// edge, and one marked `Board::beyond` a faint edge.
BoardDrawing drawing_of_board(const Board& board, Vertex centre, std::size_t most = most_drawn_vertices);

}  // namespace mexbase
