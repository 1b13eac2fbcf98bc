// SPDX-License-Identifier: MIT
// The formats of nauty, B. D. McKay, "Description of graph6, sparse6 and digraph6 encodings" (formats.txt).
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "../../error.hpp"
#include "graph_format.hpp"

namespace mexbase::detail {

namespace {

/// Returns true for a byte that stands for six bits.
constexpr bool is_sextet(char c) {
    return c >= 63 && c <= 126;
}

/// Bits of a text of sextets, the highest first.
class Bits {
  public:
    explicit Bits(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t size() const { return 6 * bytes_.size() - at_; }
    std::uint64_t take(unsigned count) {
        std::uint64_t bits = 0;
        for (; count > 0; --count, ++at_)
            bits = bits << 1 | (static_cast<unsigned>(bytes_[at_ / 6] - 63) >> (5 - at_ % 6) & 1U);
        return bits;
    }

  private:
    std::string_view bytes_;
    std::uint64_t at_ = 0;
};

/// Removes and returns the number of vertices at the beginning of `word`, or `std::nullopt` if it is incomplete.
std::optional<std::uint64_t> take_size(std::string_view& word) {
    const std::size_t marks = std::min(word.find_first_not_of('~'), std::size_t{2}),
                      length = std::array{1, 3, 6}[marks];
    if (word.size() < marks + length) return std::nullopt;
    const auto size = Bits(word.substr(marks, length)).take(static_cast<unsigned>(6 * length));
    word.remove_prefix(marks + length);
    return size;
}

/// Returns the number of bytes for a graph of `n` vertices in graph6 or digraph6, after the bytes of its size.
constexpr std::uint64_t matrix_bytes(std::uint64_t n, bool directed) {
    return ((directed ? n * n : n * (n - 1) / 2) + 5) / 6;
}

void read_matrix(NumberedGraphReader& text, std::string_view word, std::uint64_t n, bool directed) {
    if (const std::uint64_t bytes = matrix_bytes(n, directed); word.size() != bytes)
        text.fail("a graph of " + std::to_string(n) + " vertices has " + std::to_string(bytes) +
                  " bytes after their number, got " + std::to_string(word.size()));
    Bits bits(word);
    for (std::uint64_t column = 0; column < n; ++column)
        for (std::uint64_t row = 0; row < (directed ? n : column); ++row)
            if (bits.take(1) != 0) directed ? text.add_edge(column, row, false) : text.add_edge(row, column, true);
    if (bits.take(static_cast<unsigned>(bits.size())) != 0) text.fail("bits follow after the last edge");
}

void read_sparse(NumberedGraphReader& text, std::string_view word, std::uint64_t n) {
    const auto width = static_cast<unsigned>(std::bit_width(n - 1));
    Bits bits(word);
    std::uint64_t v = 0;
    while (bits.size() > width) {
        const bool last = bits.size() < 6;
        v += bits.take(1);
        const std::uint64_t x = bits.take(width);
        if (v < n && x <= v)
            text.add_edge(x, v, true);
        else if (v < n && x < n)
            v = x;
        else if (last)
            return;  // padding
        else
            text.fail("bytes follow after the last edge");
    }
}

}  // namespace

bool is_graph6(std::string_view word) {
    if (word.empty() || !std::ranges::all_of(word, is_sextet)) return false;
    const auto n = take_size(word);
    if (!n || *n < 2 || *n > most_vertices || word.size() != matrix_bytes(*n, false)) return false;
    const std::uint64_t padding = 6 * word.size() - *n * (*n - 1) / 2;
    return Bits(word.substr(word.size() - 1)).take(6) % (1U << padding) == 0;
}

GraphText parse_graph6(std::string_view text, std::string_view file_name) {
    NumberedGraphReader reader(text, file_name);
    const auto next_line = [&reader] {  // skips comments
        bool more = reader.next_line();
        while (more && (reader.rest().front() == '#' || reader.rest().front() == '%')) more = reader.next_line();
        return more;
    };
    if (!next_line()) reader.fail("the file has no graph");
    for (const std::string_view header : {">>graph6<<", ">>sparse6<<", ">>digraph6<<"})
        if (reader.rest().starts_with(header)) {
            reader.rest().remove_prefix(header.size());
            if (reader.rest().empty() && !next_line()) reader.fail("the file has no graph");
            break;
        }
    std::string_view word = reader.word();
    if (!reader.rest().empty()) reader.fail("expected one graph without blanks, got " + in_quotes(reader.rest()));
    const char kind = word.front();
    if (kind == ';') reader.fail("incremental sparse6 is not read: convert it to sparse6, as nauty's copyg -s does");
    if (kind == ':' || kind == '&') word.remove_prefix(1);
    if (const auto other = std::ranges::find_if_not(word, is_sextet); other != word.end())
        reader.fail("the byte " + in_quotes(std::string_view(&*other, 1)) +
                    " is not part of a graph in graph6, sparse6 or digraph6");
    const auto n = take_size(word);
    if (!n) reader.fail("the number of vertices is incomplete");
    reader.declare(*n, 0);
    reader.graph.directed = kind == '&';
    if (kind == ':')
        read_sparse(reader, word, *n);
    else
        read_matrix(reader, word, *n, kind == '&');
    reader.graph.line = reader.line();
    if (next_line()) {
        std::uint64_t graphs = 2;
        const std::size_t second = reader.line();
        while (next_line()) ++graphs;
        fail_in_file(file_name, second,
                     "the file has " + std::to_string(graphs) +
                         " graphs, one per line, and a spec names one: write each into a file of its own (split -l 1), "
                         "and solve them with --specs");
    }
    return std::move(reader.graph);
}

}  // namespace mexbase::detail
