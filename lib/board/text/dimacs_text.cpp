// SPDX-License-Identifier: MIT
// The formats of the DIMACS challenges: "Clique and coloring problems graph format" (1993), and the shortest paths of
// the 9th challenge (2006).
#include <algorithm>
#include <set>
#include <utility>

#include "../../error.hpp"
#include "graph_format.hpp"

namespace mexbase::detail {

GraphText parse_dimacs(std::string_view text, std::string_view file_name) {
    NumberedGraphReader reader(text, file_name);
    std::uint64_t declared = 0, lines = 0;
    std::set<std::pair<Vertex, Vertex>> seen;  // many files have each edge in both directions
    while (reader.next_line()) {
        const std::string_view kind = reader.word();
        if (kind.starts_with('c')) continue;  // a comment
        const bool begun = !reader.graph.vertices.empty();
        if (kind == "p") {
            if (begun) reader.fail("a second line \"p\"");
            const std::string problem = lower_case(reader.word());
            const bool edges = problem == "edge" || problem == "edges" || problem == "col";
            if (!edges && problem != "sp" && problem != "max")
                reader.fail("expected a graph of DIMACS (edge, col, sp or max), got the problem " + in_quotes(problem));
            const auto n = number_of_name(reader.word()), m = number_of_name(reader.word());
            if (!n || !m) reader.fail("expected \"p " + problem + "\" with the numbers of vertices and edges");
            reader.declare(*n, 1);
            declared = *m;
            reader.graph.directed = !edges;
            reader.graph.line = reader.line();
            continue;
        }
        if (!begun) reader.fail("expected a line \"p edge\" before the line " + in_quotes(kind));
        if (kind == (reader.graph.directed ? "a" : "e")) {
            const Vertex from = reader.vertex(), to = reader.vertex();
            ++lines;
            const bool both_ways = !reader.graph.directed;
            if (!both_ways || seen.insert(std::minmax(from, to)).second) reader.add_edge(from, to, both_ways);
        } else if (kind != "n" && kind != "d" && kind != "v" && kind != "x") {
            reader.fail("expected a line of DIMACS that begins with " + std::string(reader.graph.directed ? "a" : "e") +
                        ", got " + in_quotes(kind));
        }
    }
    if (reader.graph.vertices.empty()) reader.fail("the line \"p edge\" is missing");
    if (lines != declared && reader.graph.edges.size() != declared)
        fail_in_file(file_name, reader.graph.line,
                     "the line \"p\" has the number of edges " + std::to_string(declared) + ", but " +
                         std::to_string(lines) + " follow: correct the number if the file is complete");
    return std::move(reader.graph);
}

}  // namespace mexbase::detail
