// SPDX-License-Identifier: MIT
#include "lib/board/graph_drawing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "lib/board/families.hpp"
#include "lib/board/layout/spring_layout.hpp"

namespace mexbase::graph_drawing_test {

/// The shapes of a drawing, sorted by kind.
struct Shapes {
    std::vector<Drawing::Line> lines;
    std::vector<Drawing::Disc> discs;
    std::vector<Drawing::Rectangle> rectangles;
    std::vector<Drawing::Polygon> polygons;
    std::map<std::string, Drawing::Point> names;

    explicit Shapes(const Drawing& drawing) {
        for (const Drawing::Shape& shape : drawing.shapes) {
            if (const auto* line = std::get_if<Drawing::Line>(&shape)) lines.push_back(*line);
            if (const auto* disc = std::get_if<Drawing::Disc>(&shape)) discs.push_back(*disc);
            if (const auto* rectangle = std::get_if<Drawing::Rectangle>(&shape)) rectangles.push_back(*rectangle);
            if (const auto* polygon = std::get_if<Drawing::Polygon>(&shape)) polygons.push_back(*polygon);
            if (const auto* text = std::get_if<Drawing::Text>(&shape)) names[text->text] = text->centre;
        }
    }
};

double distance(Drawing::Point a, Drawing::Point b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

Board board_of(std::vector<std::string> names, const std::vector<Board::Arc>& arcs,
               std::vector<std::uint8_t> marks = {}, const std::vector<std::uint8_t>& owners = {}) {
    return Board(true, std::move(names), arcs, std::move(marks), owners);
}

Board petersen() {
    std::vector<std::string> names;
    std::vector<Board::Arc> arcs;
    const auto join = [&arcs](unsigned a, unsigned b) {
        arcs.emplace_back(a, b);
        arcs.emplace_back(b, a);
    };
    for (unsigned v = 0; v < 10; ++v) names.push_back(std::to_string(v));
    for (unsigned v = 0; v < 5; ++v) {
        join(v, (v + 1) % 5);
        join(v, v + 5);
        join(v + 5, (v + 2) % 5 + 5);
    }
    return Board(false, names, arcs);
}

TEST(GraphDrawing, APathIsStraightInTheOrderOfItsVertices) {
    const Board path(false, {"c", "a", "b"}, std::vector<Board::Arc>{{0, 1}, {1, 0}, {0, 2}, {2, 0}});
    Shapes shapes(drawing_of_graph(drawing_of_board(path, 0).graph));
    EXPECT_EQ(shapes.discs.size(), 3U);
    EXPECT_EQ(shapes.lines.size(), 2U);
    EXPECT_TRUE(shapes.polygons.empty()) << "edges have no arrowheads";
    EXPECT_LT(shapes.names["a"].x, shapes.names["c"].x);
    EXPECT_LT(shapes.names["c"].x, shapes.names["b"].x);
    EXPECT_DOUBLE_EQ(shapes.names["a"].y, shapes.names["b"].y);
}

TEST(GraphDrawing, AGridHasStraightRows) {
    GraphDrawing graph = drawing_of_board(family_board("grid-2x3"), 0).graph;
    graph.columns = 3;
    Shapes shapes(drawing_of_graph(graph));
    EXPECT_EQ(shapes.lines.size(), 7U);
    for (const char* name : {"2", "3"}) EXPECT_DOUBLE_EQ(shapes.names["1"].y, shapes.names[name].y);
    EXPECT_LT(shapes.names["1"].y, shapes.names["4"].y);
    EXPECT_DOUBLE_EQ(shapes.names["1"].x, shapes.names["4"].x);
}

TEST(GraphDrawing, NodesNeverOverlapAndAreInside) {
    for (const char* name : {"cycle-7", "star-9", "complete-8", "bipartite-3x4", "grid-4x4"}) {
        const Board board = family_board(name);
        for (const GraphLayout& layout : {GraphLayout{}, GraphLayout(spring_layout)}) {
            const Drawing drawing = drawing_of_graph(drawing_of_board(board, 0).graph, layout);
            const Shapes shapes(drawing);
            ASSERT_EQ(shapes.discs.size(), board.vertex_count());
            EXPECT_EQ(shapes.lines.size(), board.arc_count() / 2) << name;
            for (const auto& a : shapes.discs) {
                EXPECT_GE(a.centre.x - a.radius, -1e-9) << name;
                EXPECT_GE(a.centre.y - a.radius, -1e-9) << name;
                EXPECT_LE(a.centre.x + a.radius, drawing.width + 1e-9) << name;
                EXPECT_LE(a.centre.y + a.radius, drawing.height + 1e-9) << name;
                for (const auto& b : shapes.discs)
                    EXPECT_TRUE(&a == &b || distance(a.centre, b.centre) > a.radius + b.radius) << name;
            }
        }
    }
}

TEST(GraphDrawing, LongNamesAreInRectanglesThatHoldThem) {
    const Board board = board_of({"gate", "a very long name", "x"}, {{0, 1}, {1, 2}, {2, 0}});
    const Drawing drawing = drawing_of_graph(drawing_of_board(board, 0).graph);
    Shapes shapes(drawing);
    ASSERT_EQ(shapes.rectangles.size(), 3U);
    EXPECT_TRUE(shapes.discs.empty());
    EXPECT_GT(shapes.rectangles[1].width, 0.18 * 16);
    for (const auto& a : shapes.rectangles)
        for (const auto& b : shapes.rectangles)
            EXPECT_TRUE(&a == &b || a.corner.x + a.width < b.corner.x || b.corner.x + b.width < a.corner.x ||
                        a.corner.y + a.height < b.corner.y || b.corner.y + b.height < a.corner.y);
    EXPECT_EQ(shapes.polygons.size(), 3U) << "a head per arc";
}

TEST(GraphDrawing, LinesEndAtTheEdgesOfNodes) {
    const Board board = board_of({"a", "b"}, {{0, 1}});
    Shapes shapes(drawing_of_graph(drawing_of_board(board, 0).graph));
    ASSERT_EQ(shapes.lines.size(), 1U);
    ASSERT_EQ(shapes.polygons.size(), 1U);
    EXPECT_NEAR(distance(shapes.lines[0].from, shapes.names["a"]), shapes.discs[0].radius, 1e-9);
    const Drawing::Point tip = shapes.polygons[0].corners[0];
    EXPECT_NEAR(distance(tip, shapes.names["b"]), shapes.discs[0].radius, 1e-9);
    EXPECT_LT(shapes.lines[0].to.x, tip.x) << "the line ends where the head begins";
}

TEST(GraphDrawing, ArcsHaveTheColoursOfTheirOwners) {
    const Board board = board_of({"a", "b", "c"}, {{0, 1}, {1, 0}, {1, 2}, {2, 1}, {0, 2}, {0, 2}}, {},
                                 {Board::left, Board::right, Board::either, Board::either, Board::left, Board::right});
    const GraphDrawing graph = drawing_of_board(board, 0).graph;
    std::multiset<std::string> lines;
    for (const auto& line : graph.lines) {
        const std::string ink = line.ink == DrawingRole::blue ? "blue" : line.ink == DrawingRole::red ? "red" : "line";
        lines.insert(graph.nodes[line.from].name + (line.head_at_from ? "<" : "-") + (line.head_at_to ? ">" : "-") +
                     graph.nodes[line.to].name + ' ' + ink);
    }
    EXPECT_EQ(lines, (std::multiset<std::string>{"a->b blue", "b->a red", "b<>c line", "a->c line"}));
    const Shapes shapes(drawing_of_graph(graph));
    EXPECT_NE(shapes.lines[0].from.y, shapes.lines[1].from.y) << "two lines between the same nodes are apart";
}

TEST(GraphDrawing, MarksAndLoopsShow) {
    const Board board = board_of({"a", "b", "c"}, {{0, 1}, {1, 1}, {1, 2}}, {0, Board::home, Board::beyond});
    const Drawing drawing = drawing_of_graph(drawing_of_board(board, 0).graph);
    const Shapes shapes(drawing);
    ASSERT_EQ(shapes.discs.size(), 4U) << "three nodes and a loop";
    EXPECT_EQ(shapes.discs[0].inside, DrawingRole::none) << "the loop is below the nodes";
    EXPECT_GE(shapes.discs[0].centre.y - shapes.discs[0].radius, -1e-9);
    EXPECT_EQ(shapes.discs[2].edge, DrawingRole::green);
    EXPECT_EQ(shapes.discs[3].edge, DrawingRole::faint);
}

TEST(GraphDrawing, ComponentsAreSideBySide) {
    const Board board = board_of({"a", "b", "c", "d", "e"}, {{0, 1}, {2, 3}});
    Shapes shapes(drawing_of_graph(drawing_of_board(board, 0).graph));
    EXPECT_LT(shapes.names["b"].x, shapes.names["c"].x);
    EXPECT_LT(shapes.names["d"].x, shapes.names["e"].x);
    EXPECT_TRUE(drawing_of_graph({}).shapes.empty());
}

TEST(GraphDrawing, OfALargeBoardHasTheVerticesNearTheCentre) {
    std::vector<std::string> names;
    std::vector<Board::Arc> arcs;
    for (unsigned v = 0; v < 1000; ++v) {
        names.push_back("v" + std::to_string(v));
        if (v > 0) arcs.emplace_back(v, (v - 1) / 2);
        if (v > 0) arcs.emplace_back((v - 1) / 2, v);
    }
    const BoardDrawing drawn = drawing_of_board(board_of(names, arcs), 500);
    ASSERT_EQ(drawn.vertices.size(), most_drawn_vertices);
    EXPECT_EQ(drawn.vertices[0], 500U);
    EXPECT_EQ(drawn.vertices[1], 249U);
    EXPECT_EQ(drawn.graph.lines.size(), most_drawn_vertices - 1) << "a tree";
    EXPECT_EQ(drawn.graph.nodes.back().edge, DrawingRole::faint) << "it has arcs to vertices that are not drawn";
    EXPECT_EQ(drawn.graph.nodes[0].edge, DrawingRole::line);
    EXPECT_NE(to_svg(drawing_of_graph(drawn.graph), "t").find(">64 of 1000 vertices<"), std::string::npos);
    EXPECT_EQ(drawing_of_board(petersen(), 0).graph.note, "");
}

TEST(SpringLayout, IsRepeatableRoundedAndFinite) {
    const GraphDrawing graph = drawing_of_board(petersen(), 0).graph;
    const std::string once = to_svg(drawing_of_graph(graph, spring_layout), "t");
    EXPECT_EQ(to_svg(drawing_of_graph(graph, spring_layout), "t"), once);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> lines;
    for (const auto& line : graph.lines) lines.emplace_back(line.from, line.to);
    for (const Drawing::Point& p : spring_layout(10, lines)) {
        EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y));
        EXPECT_NEAR(p.x * 1000, std::round(p.x * 1000), 1e-6);
    }
    EXPECT_EQ(spring_layout(1, {}).size(), 1U);
}

TEST(SpringLayout, HidesNoLineOfThePetersenGraph) {
    const Shapes shapes(drawing_of_graph(drawing_of_board(petersen(), 0).graph, spring_layout));
    ASSERT_EQ(shapes.lines.size(), 15U);
    for (const auto& line : shapes.lines)
        for (const auto& disc : shapes.discs) {
            const double length = distance(line.from, line.to);
            const double along = ((disc.centre.x - line.from.x) * (line.to.x - line.from.x) +
                                  (disc.centre.y - line.from.y) * (line.to.y - line.from.y)) /
                                 (length * length);
            if (along <= 0 || along >= 1) continue;
            const Drawing::Point foot{line.from.x + along * (line.to.x - line.from.x),
                                      line.from.y + along * (line.to.y - line.from.y)};
            EXPECT_GT(distance(foot, disc.centre), disc.radius);
        }
}

TEST(SpringLayout, EndsOnGraphsOnWhichTheSpringsDoNotComeToRest) {
    for (const char* name : {"bipartite-3x4", "complete-63", "star-62", "cycle-64"}) {
        const Board board = family_board(name);
        std::vector<std::pair<std::uint32_t, std::uint32_t>> lines;
        for (const auto& line : drawing_of_board(board, 0).graph.lines) lines.emplace_back(line.from, line.to);
        EXPECT_EQ(spring_layout(static_cast<std::size_t>(board.vertex_count()), lines).size(), board.vertex_count());
    }
}

}  // namespace mexbase::graph_drawing_test
