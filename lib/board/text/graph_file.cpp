// SPDX-License-Identifier: MIT
#include "graph_file.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "../../error.hpp"
#include "graph_format.hpp"
#include "graph_text.hpp"

namespace mexbase::detail {

std::string in_file(std::string_view file_name, std::size_t line, const std::string& message) {
    std::string where{file_name};
    std::ranges::replace_if(
        where, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    if (line > 0) where += ':' + std::to_string(line);
    return where + ": " + message;
}

void fail_in_file(std::string_view file_name, std::size_t line, const std::string& message) {
    throw Error(ErrorCode::bad_file, in_file(file_name, line, message));
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

bool mark_from(std::string_view key, std::string_view value, std::string_view file_name, std::size_t line) {
    const std::string word = lower_case(value);
    for (const char* yes : {"true", "yes", "1"})
        if (word == yes) return true;
    for (const char* no : {"false", "no", "0"})
        if (word == no) return false;
    fail_in_file(file_name, line, std::string{key} + " must be true or false, not " + in_quotes(value));
}

Board::Owner owner_from(std::string_view player, bool directed, std::string_view file_name, std::size_t line) {
    const std::string word = lower_case(player);
    if (word != "left" && word != "right" && word != "both")
        fail_in_file(file_name, line, "player must be left, right or both, not " + in_quotes(player));
    if (!directed && word != "both")
        fail_in_file(file_name, line,
                     "an edge has player=" + word + ", but only the edges of a directed graph can belong to a player");
    return word == "left" ? Board::left : word == "right" ? Board::right : Board::either;
}

void check_name(std::string_view name, std::string_view file_name, std::size_t line) {
    if (const auto fault = fault_of_name(name)) fail_in_file(file_name, line, *fault);
}

std::string_view without_mark(std::string_view text, std::string_view file_name) {
    if (text.size() > most_text)
        fail_in_file(file_name, 0, "the file is larger than " + std::to_string(most_text >> 20) + " MiB");
    return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

namespace {

Board make_board(const GraphText& graph, bool simple, std::string_view file_name) {
    if (simple && graph.directed) fail_in_file(file_name, graph.line, "the graph is directed, but must be undirected");
    std::vector<std::string> names;
    std::vector<std::uint8_t> marks;
    std::unordered_map<std::string_view, std::size_t> line_of;
    for (const auto& [name, line, mark] : graph.vertices) {
        check_name(name, file_name, line);
        if (mark.beyond && mark.home)
            fail_in_file(file_name, line, "vertex " + in_quotes(name) + " is marked both beyond and home");
        if (simple && (mark.beyond || mark.home))
            fail_in_file(file_name, line,
                         "vertex " + in_quotes(name) +
                             " is marked beyond or home, which this game does not use: remove the mark");
        if (const auto [at, is_new] = line_of.emplace(name, line); !is_new)
            fail_in_file(file_name, line,
                         "vertex " + in_quotes(name) + " is named already in line " + std::to_string(at->second));
        names.push_back(name);
        marks.push_back(mark.beyond ? Board::beyond : mark.home ? Board::home : Board::plain);
    }
    if (std::ranges::count(marks, Board::plain) == std::ssize(marks)) marks.clear();

    std::vector<Board::Arc> arcs;
    std::vector<std::uint8_t> owners;
    std::map<std::pair<Vertex, Vertex>, std::size_t> seen;
    for (const auto& [from, to, line, owner, both_ways] : graph.edges) {
        if (simple && from == to)
            fail_in_file(file_name, line,
                         "vertex " + in_quotes(names[to]) +
                             " has an edge to itself, which this game does not allow: remove the edge");
        if (simple)
            if (const auto [at, is_new] = seen.emplace(std::minmax(from, to), line); !is_new)
                fail_in_file(file_name, line,
                             "vertices " + in_quotes(names[std::min(from, to)]) + " and " +
                                 in_quotes(names[std::max(from, to)]) + " are joined already in line " +
                                 std::to_string(at->second));
        arcs.emplace_back(from, to);
        owners.push_back(owner);
        if (!both_ways || from == to) continue;
        arcs.emplace_back(to, from);
        owners.push_back(owner);
    }
    return Board(graph.directed, std::move(names), arcs, std::move(marks), owners);
}

/// Returns the simple graph whose edges are the arcs of `list`, each once.
Board undirected(const Board& list, std::string_view file_name) {
    std::vector<Board::Arc> arcs;
    std::vector<std::string> names;
    for (Vertex v = 0; v < list.vertex_count(); ++v) {
        names.push_back(list.name(v));
        for (const Vertex w : list.successors(v)) {
            if (v == w)
                fail_in_file(file_name, 0,
                             "vertex " + in_quotes(names[v]) + " has an edge to itself, which is not allowed");
            arcs.insert(arcs.end(), {{v, w}, {w, v}});
        }
    }
    std::ranges::sort(arcs);
    arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
    return Board(false, std::move(names), arcs);
}

Board parse(std::string_view text, std::string_view file_name, bool simple, std::string* warning) {
    const GraphFormat format = format_of(text, true, file_name).value();
    if (format == GraphFormat::edge_list) {
        const Board list = read_edge_list([&text] { return std::exchange(text, {}); }, file_name);
        return simple ? undirected(list, file_name) : list;
    }
    text = without_mark(text, file_name);
    GraphText graph;
    try {
        switch (format) {
            case GraphFormat::graphml:
                graph = parse_graphml(text, file_name);
                break;
            case GraphFormat::graph6:
                graph = parse_graph6(text, file_name);
                break;
            case GraphFormat::dimacs:
                graph = parse_dimacs(text, file_name);
                break;
            case GraphFormat::pajek:
                graph = parse_pajek(text, file_name);
                break;
            default:
                graph = parse_dot(text, file_name);
        }
    } catch (const Error& e) {
        throw Error(e.code(), e.what() + why_not_edge_list(text));
    }
    if (warning != nullptr) *warning = graph.warning;
    return make_board(graph, simple, file_name);
}

}  // namespace

}  // namespace mexbase::detail

namespace mexbase {

Board parse_graph(std::string_view text, std::string_view file_name, std::string* warning) {
    return detail::parse(text, file_name, false, warning);
}

Board parse_simple_graph(std::string_view text, std::string_view file_name, std::string* warning) {
    return detail::parse(text, file_name, true, warning);
}

}  // namespace mexbase
