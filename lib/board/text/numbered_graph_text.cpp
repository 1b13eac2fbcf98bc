// SPDX-License-Identifier: MIT
#include <utility>

#include "../../error.hpp"
#include "graph_format.hpp"

namespace mexbase::detail {

NumberedGraphReader::NumberedGraphReader(std::string_view text, std::string_view file_name)
    : text_(without_mark(text, file_name)), file_name_(file_name), size_(text.size()) {}

bool NumberedGraphReader::next_line() {
    while (!text_.empty()) {
        rest_ = trimmed(take_line(text_));
        ++line_;
        if (!rest_.empty()) return true;
    }
    return false;
}

void NumberedGraphReader::declare(std::uint64_t count, unsigned first) {
    constexpr std::uint64_t free_vertices = 10'000;
    if (count == 0) fail("the graph has no vertex");
    if (count > most_vertices)
        fail("the graph has " + std::to_string(count) + " vertices, and a file has at most " +
             std::to_string(most_vertices));
    if (count > free_vertices + size_)
        fail("the graph has " + std::to_string(count) + " vertices, too many for a file of " + std::to_string(size_) +
             " bytes");
    first_ = first;
    for (std::uint64_t v = 0; v < count; ++v) graph.vertices.push_back({std::to_string(v + first), line_, {}});
}

Vertex NumberedGraphReader::vertex() {
    const std::string_view name = word();
    const auto number = number_of_name(name);
    if (!number || *number < first_ || *number - first_ >= graph.vertices.size())
        fail("expected a vertex " + std::to_string(first_) + ".." + std::to_string(graph.vertices.size() + first_ - 1) +
             ", got " + (name.empty() ? "the end of the line" : in_quotes(name)));
    return *number - first_;
}

void NumberedGraphReader::add_edge(std::uint64_t from, std::uint64_t to, bool both_ways) {
    if (graph.edges.size() >= most_edges) fail("the graph has more than " + std::to_string(most_edges) + " edges");
    graph.edges.push_back({static_cast<Vertex>(from), static_cast<Vertex>(to), line_, Board::either, both_ways});
}

}  // namespace mexbase::detail
