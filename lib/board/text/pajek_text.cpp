// SPDX-License-Identifier: MIT
// Networks of Pajek (V. Batagelj, A. Mrvar, "Pajek: Reference Manual", section "Network").
#include <utility>
#include <vector>

#include "../../error.hpp"
#include "graph_format.hpp"

namespace mexbase::detail {

namespace {

/// Removes and returns a label: a text in double quotes, or a word.
std::string take_label(NumberedGraphReader& reader) {
    std::string_view& rest = reader.rest();
    rest = trimmed(rest);
    if (!rest.starts_with('"')) return std::string(reader.word());
    const std::size_t end = rest.find('"', 1);
    if (end == std::string_view::npos) reader.fail("the label " + in_quotes(rest) + " has no end");
    std::string label(rest.substr(1, end - 1));
    rest.remove_prefix(end + 1);
    return label;
}

}  // namespace

GraphText parse_pajek(std::string_view text, std::string_view file_name) {
    NumberedGraphReader reader(text, file_name);
    GraphText& graph = reader.graph;
    std::string section;
    std::vector<bool> labelled;
    while (reader.next_line()) {
        if (reader.rest().starts_with('%')) continue;
        if (reader.rest().starts_with('*')) {
            section = lower_case(reader.word());
            if (section == "*vertices") {
                if (!graph.vertices.empty()) reader.fail("a second section *Vertices: the file must have one network");
                const auto n = number_of_name(reader.word());
                if (!n) reader.fail("expected the number of vertices after *Vertices");
                reader.declare(*n, 1);
                labelled.resize(*n);
            } else if (section == "*matrix") {
                reader.fail("the section *Matrix of Pajek is not read: save the network as arcs and edges");
            } else if (section != "*network" && section != "*arcs" && section != "*edges" && section != "*arcslist" &&
                       section != "*edgeslist") {
                reader.fail("the section " + in_quotes(section) + " is not part of a network of Pajek");
            } else if (section != "*network" && graph.vertices.empty()) {
                reader.fail("expected the section *Vertices before " + section);
            }
            continue;
        }
        if (section.empty() || section == "*network") reader.fail("expected the section *Vertices");
        const Vertex from = reader.vertex();
        if (section == "*vertices") {
            if (labelled[from]) reader.fail("vertex " + std::to_string(from + 1) + " is described twice");
            labelled[from] = true;
            graph.vertices[from].line = reader.line();
            if (std::string label = take_label(reader); !label.empty()) graph.vertices[from].name = std::move(label);
            continue;
        }
        const bool list = section.ends_with("list"), arcs = section.starts_with("*arcs");
        if (arcs && graph.line == 0) graph.line = reader.line();
        do {
            reader.add_edge(from, reader.vertex(), !arcs);
        } while (list && !trimmed(reader.rest()).empty());
    }
    if (graph.vertices.empty()) reader.fail("the section *Vertices is missing");
    graph.directed = graph.line != 0;
    return std::move(graph);
}

}  // namespace mexbase::detail
