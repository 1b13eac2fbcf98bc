// SPDX-License-Identifier: MIT
// Reads and writes the sections of a large graph: the names of its vertices, and its arcs.
#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "bytes.hpp"
#include "contents.hpp"

namespace mexbase::format {

namespace {

constexpr std::uint8_t names_are_texts = 0, names_are_numbers = 1;

[[noreturn]] void refuse_graph(const std::string& why) {
    throw Error(ErrorCode::corrupt, "the table's graph " + why);
}

/// Returns the runs of consecutive numbers if all names are ascending numbers, else an empty list.
std::vector<NumberRun> number_runs(const VertexNames& names) {
    if (!names.runs().empty()) return {names.runs().begin(), names.runs().end()};
    std::vector<NumberRun> runs;
    std::uint64_t least = 0;
    for (Vertex v = 0; v < names.size(); ++v) {
        const auto number = number_of_name(names.text(v));
        if (!number || *number < least) return {};
        if (v == 0 || *number != least) runs.push_back({*number, v});
        least = std::uint64_t{*number} + 1;
    }
    return runs;
}

constexpr Vertex codes_block = 4096;       // number of vertices that share the parameters of their codes
constexpr unsigned most_number_bits = 33;  // a number is at most 2 · distance of two vertices

/// Kinds of numbers that store the arcs of a vertex. In each block of vertices, each kind has its own code.
enum NumberKind : std::size_t { degree, first_target, further_target, number_kinds };

/// Calls `f(kind, number)` for the numbers that store vertex `v`, in the order of the file.
template <class F>
void for_each_number(const ArcRows& rows, Vertex v, const F& f) {
    const auto row = rows.row(v);
    f(degree, std::uint64_t{row.size()});
    if (row.empty()) return;
    const std::uint64_t to = row[0];
    f(first_target, to >= v ? 2 * (to - v) : 2 * (v - to) - 1);
    for (std::size_t a = 1; a < row.size(); ++a) f(further_target, std::uint64_t{row[a]} - row[a - 1]);
}

/// Returns, for each kind of number, the code parameter with (nearly) the fewest bits for vertices [first, last).
std::array<unsigned, number_kinds> choose_codes(const ArcRows& rows, Vertex first, Vertex last) {
    std::array<std::uint64_t, number_kinds> sums{}, counts{};
    for (Vertex v = first; v < last; ++v)
        for_each_number(rows, v, [&](NumberKind kind, std::uint64_t number) {
            sums[kind] += number;
            ++counts[kind];
        });
    // For any distribution of the numbers, the best parameter of the code is near the number of bits of their mean.
    constexpr unsigned tries = 4;
    std::array<unsigned, number_kinds> least{};
    std::array<std::array<std::uint64_t, tries>, number_kinds> bits{};
    for (std::size_t kind = 0; kind < number_kinds; ++kind) {
        const auto width = counts[kind] == 0 ? 0u : static_cast<unsigned>(std::bit_width(sums[kind] / counts[kind]));
        least[kind] = width < 2 ? 0 : std::min(width - 2, most_number_bits - tries);
    }
    for (Vertex v = first; v < last; ++v)
        for_each_number(rows, v, [&](NumberKind kind, std::uint64_t number) {
            for (unsigned t = 0; t < tries; ++t) {
                const unsigned k = least[kind] + t;
                bits[kind][t] += 2 * static_cast<unsigned>(std::bit_width(number + (std::uint64_t{1} << k))) - 1 - k;
            }
        });
    for (std::size_t kind = 0; kind < number_kinds; ++kind)
        least[kind] +=
            static_cast<unsigned>(std::min_element(bits[kind].begin(), bits[kind].end()) - bits[kind].begin());
    return least;
}

/// Writer of bits. It fills each byte from its lowest bit.
class CodeWriter {
  public:
    explicit CodeWriter(PieceWriter& out) : out_(out) {}
    /// Writes `number` as an exponential Golomb code of order k (docs/format.md, "Large graph").
    void put(std::uint64_t number, unsigned k) {
        const std::uint64_t shifted = number + (std::uint64_t{1} << k);
        const auto after = static_cast<unsigned>(std::bit_width(shifted)) - 1;
        put_bits(std::uint64_t{1} << (after - k), after - k + 1);
        put_bits(shifted & ((std::uint64_t{1} << after) - 1), after);
    }
    void finish_byte() { put_bits(0, (8 - filled_) % 8); }

  private:
    void put_bits(std::uint64_t bits, unsigned count) {
        word_ |= bits << filled_;
        for (filled_ += count; filled_ >= 8; filled_ -= 8, word_ >>= 8) out_.put_byte(static_cast<std::uint8_t>(word_));
    }

    PieceWriter& out_;
    std::uint64_t word_ = 0;
    unsigned filled_ = 0;
};

/// Reader of the output of `CodeWriter`. The bits may be damaged.
class CodeReader {
  public:
    explicit CodeReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::uint64_t take(unsigned k) {
        const auto zeros = static_cast<unsigned>(std::countr_zero(ahead()));
        const unsigned after = zeros + k;
        if (after > most_number_bits) refuse_graph("has a number that is too large");
        at_ += zeros + 1;
        const std::uint64_t power = std::uint64_t{1} << after;
        const std::uint64_t number = (power | (ahead() & (power - 1))) - (std::uint64_t{1} << k);
        at_ += after;
        if (at_ > 8 * bytes_.size()) refuse_graph("ends too soon");
        return number;
    }
    std::uint8_t take_byte() {
        const auto byte = static_cast<std::uint8_t>(ahead() & 0xff);
        at_ += 8;
        return byte;
    }
    void finish_byte() {
        const unsigned left = static_cast<unsigned>(-at_ % 8);
        if ((ahead() & ((1u << left) - 1)) != 0) refuse_graph("has stray bits");
        at_ += left;
    }
    bool at_end() const { return at_ == 8 * bytes_.size(); }

  private:
    /// Returns at least the next 57 bits, with zeros past the end of the data.
    std::uint64_t ahead() const {
        const std::uint64_t byte = at_ / 8;
        std::array<std::byte, 8> last{};
        if (byte + last.size() <= bytes_.size())
            return mexbase::detail::load<std::uint64_t>(bytes_.data() + byte) >> at_ % 8;
        if (byte < bytes_.size())
            std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(byte), bytes_.end(), last.begin());
        return mexbase::detail::load<std::uint64_t>(last.data()) >> at_ % 8;
    }

    std::span<const std::byte> bytes_;
    std::uint64_t at_ = 0;  // position of the next bit
};

}  // namespace

bool is_large_graph(const Board& board) {
    constexpr std::uint64_t large = std::uint64_t{1} << 16;
    if (!board.directed() || !board.marks().empty() || !board.owners().empty()) return false;
    if (board.vertex_count() + board.arc_count() < large) return false;
    for (Vertex v = 0; v < board.vertex_count(); ++v) {
        const auto to = board.successors(v);
        if (!std::is_sorted(to.begin(), to.end())) return false;
    }
    return true;
}

void write_names(const VertexNames& names, const PieceSink& sink) {
    PieceWriter out(sink);
    const std::vector<NumberRun> runs = number_runs(names);
    out.put_byte(runs.empty() ? names_are_texts : names_are_numbers);
    out.put_varint(names.size());
    std::uint64_t least = 0;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const std::uint64_t length = (r + 1 < runs.size() ? runs[r + 1].first : names.size()) - runs[r].first;
        out.put_varint(runs[r].number - least);
        out.put_varint(length - 1);
        least = runs[r].number + length;
    }
    if (runs.empty())
        for (Vertex v = 0; v < names.size(); ++v) out.put_name(names.text(v));
    out.flush();
}

VertexNames parse_names(std::span<const std::byte> bytes) {
    mexbase::detail::ByteReader reader(bytes, "the table's list of names");
    const auto form = reader.get<std::uint8_t>();
    if (form > names_are_numbers)
        throw Error(ErrorCode::unsupported_version,
                    "the table's names have an unknown form: a newer program is needed to read it");
    const std::uint64_t count = reader.get_varint();
    if (count >= board_limit) refuse_graph("has too many vertices");
    if (form == names_are_texts) {
        VertexNames names;
        for (std::uint64_t v = 0; v < count; ++v) {
            const std::string name = reader.take_text(reader.get_varint());
            if (const auto fault = fault_of_name(name)) refuse_graph("has an invalid name: " + *fault);
            if (!names.add(name).second) refuse_graph("has two vertices named " + in_quotes(name));
        }
        reader.finish();
        return names;
    }
    std::vector<NumberRun> runs;
    std::uint64_t next = 0, first = 0;
    while (first < count) {
        const std::uint64_t gap = reader.get_varint(), length = reader.get_varint() + 1;
        constexpr std::uint64_t numbers = std::uint64_t{1} << 32;
        if (gap == 0 && first != 0) refuse_graph("has two adjacent runs of numbers");
        if (gap >= numbers - next || length == 0 || length > numbers - next - gap || length > count - first)
            refuse_graph("has numeric names that are too large");
        runs.push_back({static_cast<std::uint32_t>(next + gap), static_cast<Vertex>(first)});
        next += gap + length;
        first += length;
    }
    reader.finish();
    return VertexNames(std::move(runs), count);
}

void write_arcs(const ArcRows& rows, const PieceSink& sink) {
    PieceWriter out(sink);
    out.put_varint(rows.ends.size());
    const auto vertices = static_cast<Vertex>(rows.vertices());
    for (Vertex first = 0; first < vertices; first += codes_block) {
        const Vertex last = first + std::min(codes_block, vertices - first);
        const auto codes = choose_codes(rows, first, last);
        for (const unsigned k : codes) out.put_byte(static_cast<std::uint8_t>(k));
        CodeWriter bits(out);
        for (Vertex v = first; v < last; ++v)
            for_each_number(rows, v, [&](NumberKind kind, std::uint64_t number) { bits.put(number, codes[kind]); });
        bits.finish_byte();
        if (vertices - first <= codes_block) break;
    }
    out.flush();
}

ArcRows parse_arcs(std::span<const std::byte> bytes, std::uint64_t vertices) {
    mexbase::detail::ByteReader reader(bytes, "the table's list of arcs");
    const std::uint64_t count = reader.get_varint();
    // Every vertex and arc takes at least one bit. So greater counts are wrong, and are refused before memory is
    // allocated.
    if (count >= board_limit || vertices + count > 8 * reader.left()) refuse_graph("has fewer arcs than it says");
    ArcRows rows;
    rows.offsets.resize(static_cast<std::size_t>(vertices) + 1);
    rows.ends.resize(static_cast<std::size_t>(count));
    std::uint64_t arc = 0;
    CodeReader in(reader.take(reader.left()));
    std::array<unsigned, number_kinds> codes{};
    for (std::uint64_t v = 0; v < vertices; ++v) {
        if (v % codes_block == 0) {
            if (v != 0) in.finish_byte();
            for (unsigned& k : codes) k = in.take_byte();
            if (*std::max_element(codes.begin(), codes.end()) > most_number_bits) refuse_graph("has an unknown code");
        }
        rows.offsets[v] = static_cast<std::uint32_t>(arc);
        const std::uint64_t targets = in.take(codes[degree]);
        if (targets > count - arc) refuse_graph("has more arcs than it says");
        if (targets == 0) continue;
        const std::uint64_t step = in.take(codes[first_target]);
        // A backward step that is too long wraps around to a large number, which the next check rejects.
        std::uint64_t to = step % 2 == 0 ? v + step / 2 : v - (step / 2 + 1);
        if (to >= vertices) refuse_graph("has an arc to a missing vertex");
        rows.ends[arc++] = static_cast<Vertex>(to);
        for (std::uint64_t left = targets - 1; left != 0; --left) {
            to += in.take(codes[further_target]);
            if (to >= vertices) refuse_graph("has an arc to a missing vertex");
            rows.ends[arc++] = static_cast<Vertex>(to);
        }
    }
    in.finish_byte();
    rows.offsets[static_cast<std::size_t>(vertices)] = static_cast<std::uint32_t>(arc);
    if (arc != count) refuse_graph("has fewer arcs than it says");
    if (!in.at_end()) refuse_graph("is followed by stray bytes");
    return rows;
}

}  // namespace mexbase::format
