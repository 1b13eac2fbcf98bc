#include "graph_file.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphml.hpp>
#include <boost/graph/graphviz.hpp>
#include <exception>
#include <mutex>
#include <new>
#include <set>
#include <sstream>
#include <tuple>
#include <unordered_map>

#include "../../error.hpp"
#include "graph_text.hpp"

namespace mexbase {

namespace {

struct VertexText {
    std::string id, name, label, beyond, home;
};

struct EdgeText {
    std::string player;
};

/// What Boost read: vertices in Boost's order.
struct Read {
    struct Edge {
        Vertex from, to;
        Board::Owner owner;
    };
    std::vector<VertexText> vertices;
    std::vector<Edge> edges;
};

/// The look before has refused all other texts.
Board::Owner owner_from(std::string_view player) {
    return player == "left" ? Board::left : player == "right" ? Board::right : Board::either;
}

template <class Directed>
Read read_with_boost(const std::string& text, bool graphml) {
    using Graph = boost::adjacency_list<boost::vecS, boost::vecS, Directed, VertexText, EdgeText>;
    Graph graph;
    boost::dynamic_properties properties(boost::ignore_other_properties);
    properties.property("id", boost::get(&VertexText::id, graph));
    properties.property("name", boost::get(&VertexText::name, graph));
    properties.property("label", boost::get(&VertexText::label, graph));
    properties.property("beyond", boost::get(&VertexText::beyond, graph));
    properties.property("home", boost::get(&VertexText::home, graph));
    properties.property("player", boost::get(&EdgeText::player, graph));
    {
        // Boost numbers the edges of all DOT graphs of a process by one plain counter.
        static std::mutex one_at_a_time;
        const std::lock_guard lock(one_at_a_time);
        if (graphml) {
            std::istringstream in(text);
            boost::read_graphml(in, graph, properties);
        } else {
            boost::read_graphviz(text, graph, properties, "id");
        }
    }
    Read read;
    for (const auto v : boost::make_iterator_range(boost::vertices(graph)))
        read.vertices.push_back(std::move(graph[v]));
    for (const auto e : boost::make_iterator_range(boost::edges(graph)))
        read.edges.push_back({static_cast<Vertex>(boost::source(e, graph)),
                              static_cast<Vertex>(boost::target(e, graph)), owner_from(graph[e].player)});
    return read;
}

/// Places of Boost's vertices in file order.
std::vector<Vertex> places(const detail::GraphText& survey, const Read& read, bool graphml) {
    std::vector<Vertex> place(read.vertices.size());
    if (graphml) {
        for (Vertex v = 0; v < place.size(); ++v) place[v] = v;
        return place;
    }
    std::unordered_map<std::string_view, Vertex> by_id;
    for (Vertex v = 0; v < survey.ids.size(); ++v) by_id.emplace(survey.ids[v], v);
    for (Vertex v = 0; v < place.size(); ++v) place[v] = by_id.at(read.vertices[v].id);
    return place;
}

struct Arcs {
    std::vector<Board::Arc> arcs;
    std::vector<std::uint8_t> owners;
};

Arcs arcs_of(const detail::GraphText& survey, const Read& read, const std::vector<Vertex>& place) {
    Arcs all;
    std::set<std::tuple<Vertex, Vertex, Board::Owner>> seen;
    for (const Read::Edge& edge : read.edges) {
        const Vertex from = place[edge.from];
        const Vertex to = place[edge.to];
        if (survey.strict && !survey.directed && seen.contains({to, from, edge.owner})) continue;
        if (survey.strict && !seen.emplace(from, to, edge.owner).second) continue;
        all.arcs.emplace_back(from, to);
        if (!survey.directed) all.arcs.emplace_back(to, from);
        if (survey.directed) all.owners.push_back(edge.owner);
    }
    return all;
}

Board make_board(const detail::GraphText& survey, const Read& read, bool graphml, std::string_view file_name) {
    if (read.vertices.size() != survey.ids.size() || read.edges.size() != survey.edges)
        detail::fail_in_file(file_name, 0, "the graph cannot be read: its vertices and edges are not clear");
    const std::vector<Vertex> place = places(survey, read, graphml);
    std::vector<std::string> names(read.vertices.size());
    std::vector<std::uint8_t> marks(read.vertices.size(), Board::plain);
    bool any_mark = false;
    for (Vertex v = 0; v < place.size(); ++v) {
        const VertexText& text = read.vertices[v];
        const Vertex to = place[v];
        names[to] = survey.ids[to];
        if (graphml && !text.label.empty()) names[to] = text.label;
        if (graphml && !text.name.empty()) names[to] = text.name;
        detail::check_name(names[to], file_name, survey.lines[to]);
        if (text.beyond == "true" && text.home == "true")
            detail::fail_in_file(file_name, survey.lines[to],
                                 "vertex " + in_quotes(names[to]) + " is marked both beyond and home");
        if (text.beyond == "true") marks[to] = Board::beyond;
        if (text.home == "true") marks[to] = Board::home;
        any_mark = any_mark || marks[to] != Board::plain;
    }
    std::unordered_map<std::string_view, Vertex> by_name;
    for (Vertex v = 0; v < names.size(); ++v) {
        const auto [at, is_new] = by_name.emplace(names[v], v);
        if (!is_new)
            detail::fail_in_file(file_name, survey.lines[v],
                                 "vertex " + in_quotes(names[v]) + " is named already in line " +
                                     std::to_string(survey.lines[at->second]));
    }
    if (!any_mark) marks.clear();
    const Arcs all = arcs_of(survey, read, place);
    return Board(survey.directed, std::move(names), all.arcs, std::move(marks), all.owners);
}

/// Refuses edges that join what another edge joins: the first of them in the file, by its line.
void refuse_parallel_edges(const detail::GraphText& survey, const Board& board, std::string_view file_name) {
    struct Edge {
        Vertex low, high;
        std::size_t place, line;
        auto key() const { return std::tie(low, high, place); }
    };
    std::vector<Edge> edges;
    edges.reserve(survey.undirected.size());
    for (const auto& [from, to, line] : survey.undirected)
        edges.push_back({std::min(from, to), std::max(from, to), edges.size(), line});
    std::ranges::sort(edges, {}, &Edge::key);
    const Edge* before = nullptr;
    const Edge* first = nullptr;
    for (std::size_t e = 1; e < edges.size(); ++e) {
        const bool parallel = edges[e].low == edges[e - 1].low && edges[e].high == edges[e - 1].high;
        if (!parallel || (first != nullptr && first->place < edges[e].place)) continue;
        before = &edges[e - 1];
        first = &edges[e];
    }
    if (first != nullptr)
        detail::fail_in_file(file_name, first->line,
                             "vertices " + in_quotes(board.name(first->low)) + " and " +
                                 in_quotes(board.name(first->high)) + " are joined already in line " +
                                 std::to_string(before->line));
}

Board parse(std::string_view text, std::string_view file_name, bool simple) {
    if (text.size() > detail::most_text)
        detail::fail_in_file(file_name, 0,
                             "the file is larger than " + std::to_string(detail::most_text >> 20) + " MiB");
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool graphml = first != std::string_view::npos && text[first] == '<';
    const detail::GraphText survey =
        graphml ? detail::survey_graphml(text, file_name) : detail::survey_dot(text, file_name);
    if (simple && survey.directed)
        detail::fail_in_file(file_name, survey.graph_line, "the graph is directed, where an undirected one is needed");
    Read read;
    try {
        read = survey.directed ? read_with_boost<boost::directedS>(survey.plain, graphml)
                               : read_with_boost<boost::undirectedS>(survey.plain, graphml);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        detail::fail_in_file(file_name, 0, "the graph cannot be read: " + in_quotes(error.what()));
    }
    Board board = make_board(survey, read, graphml, file_name);
    if (!simple) return board;
    for (Vertex v = 0; v < board.vertex_count(); ++v)
        if (board.mark(v) != Board::plain)
            detail::fail_in_file(
                file_name, survey.lines[v],
                "vertex " + in_quotes(board.name(v)) + " is marked beyond or home, which has no meaning on this board");
    if (!survey.strict) refuse_parallel_edges(survey, board, file_name);
    return board;
}

}  // namespace

Board parse_graph(std::string_view text, std::string_view file_name) {
    return parse(text, file_name, false);
}

Board parse_simple_graph(std::string_view text, std::string_view file_name) {
    return parse(text, file_name, true);
}

}  // namespace mexbase
