// SPDX-License-Identifier: MIT
#include "graph_format.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include "../../error.hpp"
#include "edge_columns.hpp"
#include "graph_file.hpp"

namespace mexbase::detail {

namespace {

/// Maximum number of bytes that are searched for a format that its first line does not show.
constexpr std::size_t longest_look = std::size_t{1} << 20;

constexpr std::string_view as_graphml =
    "convert it to GraphML, as networkx's read_gml and write_graphml do. Graphviz's gml2gv names vertices by their "
    "ids, "
    "not by their labels";

constexpr bool is_comment(std::string_view word) {
    return word.empty() || word.front() == '#' || word.front() == '%';
}

/// Returns the text with which a line of DOT or XML begins, such as `graph` or `<`. Returns an empty string for other
/// lines.
std::string_view beginning_of_language(std::string_view line) {
    line = trimmed(line);
    for (const std::string_view beginning : {"//", "/*", "<"})
        if (line.starts_with(beginning)) return beginning;
    const auto end = std::ranges::find_if_not(line, [](unsigned char c) { return std::isalpha(c) != 0; });
    const std::string_view word = line.substr(0, static_cast<std::size_t>(end - line.begin()));
    const std::string lower = lower_case(word.substr(0, 8));
    if (lower != "graph" && lower != "digraph" && lower != "strict") return {};
    constexpr std::string_view signs = "{}[];\"=/-";
    const bool ends = end == line.end() || is_blank(*end) || signs.find(*end) != signs.npos;
    return ends && word.size() == lower.size() ? word : std::string_view{};
}

/// Returns the first line of `text` that is neither empty nor a comment, and removes the text up to its end. Without
/// such a line, returns an empty line, or `std::nullopt` if that depends on the rest of an incomplete text.
std::optional<std::string_view> take_first_line(std::string_view& text, bool whole) {
    while (!text.empty()) {
        if (!whole && text.find('\n') == std::string_view::npos) return std::nullopt;
        const std::string_view line = take_line(text);
        std::string_view words = line;
        if (!is_comment(take_word(words))) return line;
    }
    return whole ? std::optional<std::string_view>("") : std::nullopt;
}

std::string_view without_byte_order_mark(std::string_view text) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return text;
}

/// Returns true if `[` follows the word `graph` somewhere in `text`, which is GML.
bool has_graph_of_gml(std::string_view text) {
    for (std::size_t at = text.find("graph"); at != text.npos; at = text.find("graph", at + 1)) {
        const std::size_t next = text.find_first_not_of(" \t\r\n", at + 5);
        if (next != text.npos && text[next] == '[') return true;
    }
    return false;
}

/// Returns true if the first line that is not a comment of DIMACS is `p PROBLEM N M`. Such a comment begins with `c`.
std::optional<bool> is_dimacs(std::string_view text, bool whole) {
    while (!text.empty()) {
        if (!whole && text.find('\n') == text.npos) return std::nullopt;
        std::string_view line = take_line(text);
        const std::string_view kind = take_word(line);
        if (kind.empty() || kind.front() == 'c') continue;
        const std::string_view problem = take_word(line);
        return kind == "p" && !problem.empty() && number_of_name(take_word(line)) && number_of_name(take_word(line));
    }
    return whole ? std::optional(false) : std::nullopt;
}

/// Returns true if a text is a graph of METIS without weights. The first line has the numbers of vertices and edges;
/// line i of the following has the neighbours of vertex i. So each edge is in two lines. Empty lines at the end may be
/// missing.
bool is_metis(std::string_view text) {
    std::vector<std::uint32_t> header;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> arcs, turned;
    std::uint32_t row = 0;
    while (!text.empty()) {
        std::string_view line = take_line(text);
        if (trimmed(line).starts_with('%')) continue;
        for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
            const auto number = number_of_name(word);
            if (!number) return false;
            if (row == 0) {
                header.push_back(*number);
                continue;
            }
            if (*number == 0 || *number > header[0] || *number == row || row > header[0]) return false;
            arcs.emplace_back(row, *number);
            turned.emplace_back(*number, row);
        }
        if (header.empty()) continue;
        if (header.size() != 2) return false;
        ++row;
    }
    if (header.empty() || header[1] == 0 || arcs.size() != 2 * std::uint64_t{header[1]}) return false;
    std::ranges::sort(arcs);
    std::ranges::sort(turned);
    return arcs == turned;
}

/// Returns true for a line of DOT without its first word, such as `{ a -> b }`, or with a misspelt one, such as
/// `digrph g {`. A line of two vertices and data is not DOT.
bool has_brace_of_dot(std::string_view line) {
    const std::size_t brace = line.find('{');
    return brace != line.npos && line.substr(0, brace).find_first_of("#%") == line.npos &&
           !is_data(trimmed(line.substr(brace)));
}

/// Returns the format of a text whose first line is one word, if that is one of nauty's formats.
std::optional<GraphFormat> format_of_word(std::string_view word, std::string_view rest, bool whole) {
    const bool printed = std::ranges::all_of(word.substr(1), [](char c) { return c >= 63 && c <= 126; });
    if ((word.front() == ':' || word.front() == ';' || word.front() == '&') && word.size() > 1 && printed)
        return GraphFormat::graph6;
    if (!is_graph6(word)) return GraphFormat::edge_list;
    // The word may also be a vertex. The next line decides.
    const auto next = take_first_line(rest, whole);
    if (!next) return std::nullopt;
    return next->empty() || is_graph6(trimmed(*next)) ? GraphFormat::graph6 : GraphFormat::edge_list;
}

}  // namespace

void refuse_format(std::string_view file_name, const std::string& format, std::string_view remedy) {
    fail_in_file(file_name, 0, "the file looks like " + format + ", which is not read: " + std::string(remedy));
}

std::optional<GraphFormat> format_of(std::string_view beginning, bool whole, std::string_view file_name) {
    const std::string_view text = without_byte_order_mark(beginning);
    if (text.starts_with("%%MatrixMarket")) refuse_format(file_name, "Matrix Market", as_edge_list);
    const auto has_header = [](std::string_view line) {
        return line.starts_with(">>graph6<<") || line.starts_with(">>sparse6<<") || line.starts_with(">>digraph6<<");
    };
    if (has_header(text)) return GraphFormat::graph6;

    std::string_view rest = text;
    const auto line = take_first_line(rest, whole);
    if (!line) return std::nullopt;
    if (line->empty()) return GraphFormat::dot;  // its reader reports that there is no graph
    if (has_header(*line)) return GraphFormat::graph6;
    const bool looked = whole || text.size() >= longest_look;
    std::string_view words = *line;
    const std::string first = lower_case(take_word(words)), second = lower_case(take_word(words));
    // A comment in front says that the text is an edge list, except for graph6 and for the comments of METIS.
    const char sign = text[text.find_first_not_of(" \t\r\n")];

    const std::string_view heading = text.substr(0, static_cast<std::size_t>(line->data() - text.data()));
    if (second.empty() && lower_case(heading).find("columns:") == std::string::npos)
        if (const auto nauty = format_of_word(trimmed(*line), rest, looked); nauty != GraphFormat::edge_list)
            return nauty;
    if (first.starts_with(">>")) refuse_format(file_name, in_quotes(trimmed(*line)), "write graph6 or sparse6");
    if (first.front() == '*' && first.size() > 1 && std::isalpha(static_cast<unsigned char>(first[1])) != 0)
        return GraphFormat::pajek;
    const std::string_view language = beginning_of_language(*line);
    if (language == "<") {
        const std::size_t gexf = text.find("<gexf"), graphml = text.find("<graphml");
        if (gexf < graphml) refuse_format(file_name, "GEXF", "save the graph as GraphML");
        return graphml != text.npos || looked ? std::optional(GraphFormat::graphml) : std::nullopt;
    }
    if (sign == '{' || sign == '[') {
        const std::size_t next = text.find_first_not_of("{ \t\r\n");
        if (next == text.npos && !whole) return std::nullopt;
        if (next != text.npos && (sign == '[' || text[next] == '"'))
            refuse_format(file_name, "JSON", "write the graph in GraphML, DOT or as an edge list");
    }
    const std::string_view look = text.substr(0, longest_look);
    if (!language.empty()) {
        const auto end = static_cast<std::size_t>(language.data() - text.data()) + language.size();
        const std::size_t next = text.find_first_not_of(" \t\r\n", end);
        if (next == text.npos && !whole) return std::nullopt;
        if (next != text.npos && text[next] == '[') refuse_format(file_name, "GML", as_graphml);
        return GraphFormat::dot;
    }
    if (has_brace_of_dot(*line)) return GraphFormat::dot;
    if (first == "creator" || first == "version" || first == "comment") {
        if (has_graph_of_gml(look)) refuse_format(file_name, "GML", as_graphml);
        if (!looked) return std::nullopt;
    }
    if (sign != '#' && (first.front() == 'c' || first == "p")) {
        const auto dimacs = is_dimacs(look, looked);
        if (!dimacs) return std::nullopt;
        if (*dimacs) return GraphFormat::dimacs;
    }
    std::string_view name = file_name;
    for (const std::string_view packed : {".gz", ".zst", ".xz", ".bz2"})
        if (name.ends_with(packed)) name.remove_suffix(packed.size());
    for (const std::string_view ending : {".g6", ".s6", ".d6"})
        if (name.ends_with(ending)) return GraphFormat::graph6;
    if (sign == '#') return GraphFormat::edge_list;
    if (number_of_name(first) && number_of_name(second) && trimmed(words).empty()) {
        if (!looked) return std::nullopt;
        if (whole && look == text && is_metis(text)) refuse_format(file_name, "METIS", as_edge_list);
    }
    return GraphFormat::edge_list;
}

std::string why_not_edge_list(std::string_view text) {
    std::string_view rest = without_byte_order_mark(text);
    const std::string_view line = take_first_line(rest, true).value();
    const std::string_view beginning = beginning_of_language(line);
    const bool is_graphml = beginning == "<" && (line.find("<?") != line.npos || line.find("<!") != line.npos ||
                                                 line.find("<graphml") != line.npos);
    const bool is_dot = !beginning.empty() && beginning != "<" && text.find('{') != text.npos;
    const bool brace = beginning.empty() && has_brace_of_dot(line);
    if (is_graphml || is_dot || (beginning.empty() && !brace)) return "";
    return std::string("; the file is not read as an edge list, because its first line ") +
           (brace ? "has the sign \"{\"" : "begins with " + in_quotes(beginning));
}

}  // namespace mexbase::detail

namespace mexbase {

std::optional<bool> is_edge_list(std::string_view text, bool whole, std::string_view file_name) {
    const auto format = detail::format_of(text, whole, file_name);
    if (!format) return std::nullopt;
    return *format == detail::GraphFormat::edge_list;
}

}  // namespace mexbase
