// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "../../error.hpp"
#include "graph_file.hpp"
#include "graph_text.hpp"

namespace mexbase {

namespace {

using detail::byte_order_mark;
constexpr std::size_t longest_line = 1'000'000;

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// Removes and returns the first word of `line`. Returns an empty word at the end of the line and before a comment.
std::string_view take_word(std::string_view& line) {
    std::size_t begin = 0;
    while (begin < line.size() && is_blank(line[begin])) ++begin;
    std::size_t end = begin;
    if (end < line.size() && line[end] != '#' && line[end] != '%')
        while (end < line.size() && !is_blank(line[end])) ++end;
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return word;
}

/// Returns the first sign of DOT in `text`, such as `->`, or an empty string.
std::string_view sign_of_dot(std::string_view text) {
    if (const std::size_t at = text.find_first_of("{}[];\"="); at != std::string_view::npos) return text.substr(at, 1);
    for (const std::string_view edge : {"->", "--"})
        if (text.find(edge) != std::string_view::npos) return edge;
    return {};
}

/// Returns the text with which a line of DOT or GraphML begins, such as `graph` or `<`. Returns an empty string for
/// other lines.
std::string_view beginning_of_language(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    for (const std::string_view beginning : {"//", "/*", "<"})
        if (line.starts_with(beginning)) return beginning;
    std::string word;
    for (const char c : line.substr(0, 8)) {
        if (std::isalpha(static_cast<unsigned char>(c)) == 0) break;
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    const std::string_view rest = line.substr(word.size());
    const bool is_word =
        rest.empty() || is_blank(rest.front()) || rest.front() == '/' || !sign_of_dot(rest.substr(0, 1)).empty();
    if (!is_word || (word != "graph" && word != "digraph" && word != "strict")) return {};
    return line.substr(0, word.size());
}

/// Returns the first line of `text` that is neither empty nor a comment. Without such a line, returns an empty line, or
/// `std::nullopt` if that depends on the rest of an incomplete text (`whole` is false).
std::optional<std::string_view> first_line_of(std::string_view text, bool whole) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos && !whole) return std::nullopt;
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        std::string_view words = line;
        if (!take_word(words).empty()) return line;
    }
    return whole ? std::optional<std::string_view>("") : std::nullopt;
}

/// Splits a text that arrives in pieces into lines.
class Lines {
  public:
    explicit Lines(const TextPieces& next) : next_(next) {}

    /// Returns the next line without its line feed, valid until the next call, or `std::nullopt` at the end. A line
    /// over the length limit is truncated somewhere past the limit.
    std::optional<std::string_view> take() {
        kept_.clear();
        for (;;) {
            if (rest_.empty()) {
                rest_ = next_();
                if (rest_.empty()) return kept_.empty() ? std::nullopt : std::optional<std::string_view>(kept_);
            }
            const void* const feed = std::memchr(rest_.data(), '\n', rest_.size());
            const std::size_t length = feed == nullptr
                                           ? rest_.size()
                                           : static_cast<std::size_t>(static_cast<const char*>(feed) - rest_.data());
            const std::string_view part = rest_.substr(0, length);
            rest_.remove_prefix(feed == nullptr ? length : length + 1);
            if (feed != nullptr && kept_.empty()) return part;
            kept_ += part;
            if (feed != nullptr || kept_.size() > longest_line) return kept_;
        }
    }

  private:
    const TextPieces& next_;
    std::string_view rest_;
    std::string kept_;  // the start of a line, from earlier pieces
};

/// Ranks of the numbers in a multiset, all below 2^32. The rank of a number is the count of different smaller numbers.
/// Stores a bit per number up to the largest, or a sorted list if that is smaller.
class NumberRanks {
  public:
    /// Requires that `each(f)` calls `f` with each number, `count` times in all. No number exceeds `largest`.
    template <class Each>
    NumberRanks(std::uint32_t largest, std::uint64_t count, const Each& each) {
        if (in_bits(largest, count)) {
            words_.assign(largest / 64 + 1, {});
            each([this](std::uint32_t number) { words_[number / 64].bits |= std::uint64_t{1} << number % 64; });
            for (Word& word : words_) {
                word.before = size_;
                size_ += static_cast<std::uint64_t>(std::popcount(word.bits));
            }
        } else {
            list_.reserve(count);
            each([this](std::uint32_t number) { list_.push_back(number); });
            std::ranges::sort(list_);
            list_.erase(std::unique(list_.begin(), list_.end()), list_.end());
            size_ = list_.size();
        }
    }

    std::uint64_t size() const { return size_; }
    /// Returns the rank of `number`, which must be in the multiset.
    Vertex operator[](std::uint32_t number) const {
        if (words_.empty()) return static_cast<Vertex>(std::ranges::lower_bound(list_, number) - list_.begin());
        const Word& word = words_[number / 64];
        const std::uint64_t below = word.bits & ((std::uint64_t{1} << number % 64) - 1);
        return static_cast<Vertex>(word.before + static_cast<std::uint64_t>(std::popcount(below)));
    }
    /// Returns the different numbers in ascending order, as runs of consecutive numbers.
    std::vector<NumberRun> runs() const {
        std::vector<NumberRun> runs;
        std::uint64_t next = 0, expected = ~std::uint64_t{0};
        const auto add = [&](std::uint32_t number) {
            if (number != expected) runs.push_back({number, static_cast<Vertex>(next)});
            expected = std::uint64_t{number} + 1;
            ++next;
        };
        for (const std::uint32_t number : list_) add(number);
        for (std::size_t w = 0; w < words_.size(); ++w)
            for (std::uint64_t bits = words_[w].bits; bits != 0; bits &= bits - 1)
                add(static_cast<std::uint32_t>(64 * w + static_cast<unsigned>(std::countr_zero(bits))));
        return runs;
    }
    static std::uint64_t bytes(std::uint32_t largest, std::uint64_t count) {
        return in_bits(largest, count) ? (largest / 64 + std::uint64_t{1}) * sizeof(Word)
                                       : count * sizeof(std::uint32_t);
    }

  private:
    struct Word {
        std::uint64_t bits = 0, before = 0;
    };
    static bool in_bits(std::uint32_t largest, std::uint64_t count) { return largest / 16 <= count + 4096; }

    std::uint64_t size_ = 0;
    std::vector<Word> words_;
    std::vector<std::uint32_t> list_;
};

class EdgeReader {
  public:
    EdgeReader(std::string_view file_name, std::uint64_t memory) : file_name_(file_name), memory_(memory) {}

    Board read(const TextPieces& next) {
        Lines lines(next);
        while (auto line = lines.take()) {
            ++line_;
            if (line->size() > longest_line) fail("the line is longer than " + std::to_string(longest_line) + " bytes");
            if (line_ == 1 && line->starts_with(byte_order_mark)) line->remove_prefix(byte_order_mark.size());
            read_line(*line);
            constexpr std::size_t check_interval = std::size_t{1} << 16;
            if (line_ % check_interval == 0) check_memory();
        }
        check_memory();
        if (too_large_)
            throw Error(ErrorCode::out_of_memory, std::string(file_name_) + ": reading its " + std::to_string(arcs_) +
                                                      " arcs needs " + std::to_string((needed() >> 20) + 1) +
                                                      " MiB or more, and " + std::to_string(memory_ >> 20) +
                                                      " MiB are allowed");
        return finish();
    }

  private:
    using Arc = std::array<std::uint32_t, 2>;

    [[noreturn]] void fail(const std::string& message) const { detail::fail_in_file(file_name_, line_, message); }

    void read_line(std::string_view line) {
        const std::string_view first = take_word(line);
        if (first.empty()) return;
        const std::string_view second = take_word(line);
        if (const std::string_view third = take_word(line); !third.empty())
            fail("expected one vertex or two, got a third word, " + in_quotes(third));
        if (!second.empty() && ++arcs_ >= board_limit)
            fail("the edge list has 2^32 - 1 arcs or more, which is not supported");
        if (too_large_) return;
        if (numbered_) {
            const auto from = number_of_name(first), to = second.empty() ? from : number_of_name(second);
            if (from && to) {
                largest_ = std::max({largest_, *from, *to});
                if (second.empty())
                    alone_.emplace_back(arcs_, *from);
                else
                    put({*from, *to});
                return;
            }
            name_vertices();
        }
        if (second.empty() && first.find(',') != std::string_view::npos)
            fail("expected two vertices with a space between them, got one word with a comma, " + in_quotes(first));
        const Vertex from = vertex(first);
        if (!second.empty()) put({from, vertex(second)});
    }

    Vertex vertex(std::string_view name) {
        const auto [v, is_new] = names_.add(name);
        if (is_new) check_name(name);
        return v;
    }

    void check_name(std::string_view name) const {
        detail::check_name(name, file_name_, line_);
        if (name.starts_with(',') || name.ends_with(','))
            fail("expected vertices with a space between them and no comma, got " + in_quotes(name));
        if (const std::string_view sign = sign_of_dot(name); !sign.empty())
            fail("the name " + in_quotes(name) + " has the sign " + in_quotes(sign) +
                 ", which is not allowed in an edge list: write the graph in DOT, with the name in quotes");
    }

    void put(const Arc& arc) {
        constexpr std::size_t chunk = std::size_t{1} << 18;
        if (chunks_.empty() || chunks_.back().size() == chunk) chunks_.emplace_back().reserve(chunk);
        chunks_.back().push_back(arc);
    }

    /// Turns all numbers read so far into names that are texts, in the order of their first mention.
    void name_vertices() {
        numbered_ = false;
        std::uint64_t done = 0;
        std::size_t next_alone = 0;
        const auto named = [this](std::uint32_t number) { return names_.add(std::to_string(number)).first; };
        const auto name_alone = [&] {
            for (; next_alone < alone_.size() && alone_[next_alone].first <= done; ++next_alone)
                named(alone_[next_alone].second);
        };
        for (auto& chunk : chunks_)
            for (Arc& arc : chunk) {
                name_alone();
                const std::uint32_t from = named(arc[0]);
                arc = {from, named(arc[1])};
                ++done;
            }
        name_alone();
        alone_ = {};
    }

    /// Returns the bytes of memory that are needed to make a board of the input so far.
    std::uint64_t needed() const {
        const std::uint64_t named = 2 * arcs_ + alone_.size();
        const std::uint64_t vertices = numbered_ ? std::min(named, std::uint64_t{largest_} + 1) : names_.size();
        const std::uint64_t names = numbered_ ? NumberRanks::bytes(largest_, named) : names_.bytes();
        return arcs_ * (sizeof(Arc) + sizeof(Vertex)) + vertices * sizeof(std::uint32_t) + names +
               alone_.size() * sizeof alone_.front();
    }

    /// Checks the memory limit. Once it is exceeded, arcs are only counted, to report how much memory is needed.
    void check_memory() {
        if (memory_ == 0 || too_large_) return;
        too_large_ = needed() > memory_;
        if (too_large_) chunks_.clear();
    }

    Board finish() {
        ArcRows rows;
        VertexNames names;
        if (numbered_) {
            std::vector<std::uint32_t> alone;
            for (const auto& [before, number] : alone_) alone.push_back(number);
            alone_ = {};
            const NumberRanks ranks(largest_, 2 * arcs_ + alone.size(), [&](auto&& f) {
                for (const auto& chunk : chunks_)
                    for (const Arc& arc : chunk) f(arc[0]), f(arc[1]);
                for (const std::uint32_t number : alone) f(number);
            });
            if (ranks.size() >= board_limit)
                fail("the edge list has 2^32 - 1 vertices or more, which is not supported");
            names = VertexNames(ranks.runs(), ranks.size());
            for (auto& chunk : chunks_)
                for (Arc& arc : chunk) arc = {ranks[arc[0]], ranks[arc[1]]};
        } else {
            names = std::move(names_);
        }
        rows.offsets.assign(names.size() + 1, 0);
        for (const auto& chunk : chunks_)
            for (const Arc& arc : chunk) ++rows.offsets[arc[0]];
        open_rows(rows);
        for (; !chunks_.empty(); chunks_.pop_back())
            for (const auto& [from, to] : chunks_.back()) rows.ends[--rows.offsets[from]] = to;
        for (Vertex v = 0; v < names.size(); ++v)
            std::sort(rows.ends.begin() + rows.offsets[v], rows.ends.begin() + rows.offsets[v + 1]);
        return Board(std::move(names), std::move(rows));
    }

    std::string_view file_name_;
    std::uint64_t memory_;
    std::size_t line_ = 0;
    std::uint64_t arcs_ = 0;
    bool numbered_ = true;    // every name so far is a number; the arcs store the numbers themselves
    bool too_large_ = false;  // exceeds the memory limit
    std::uint32_t largest_ = 0;
    VertexNames names_;
    std::vector<std::vector<Arc>> chunks_;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> alone_;  // lines of one vertex: arcs read before, its number
};

}  // namespace

std::optional<bool> is_edge_list(std::string_view text, bool whole) {
    const auto line = first_line_of(text, whole);
    if (!line) return std::nullopt;
    return !line->empty() && beginning_of_language(*line).empty() && sign_of_dot(*line).empty();
}

std::string detail::why_not_edge_list(std::string_view text) {
    const std::string_view line = first_line_of(text, true).value();
    const std::string_view beginning = beginning_of_language(line), sign = sign_of_dot(line);
    const bool is_graphml = beginning == "<" && (line.find("<?") != line.npos || line.find("<!") != line.npos ||
                                                 line.find("<graphml") != line.npos);
    const bool is_dot = !beginning.empty() && beginning != "<" && text.find('{') != text.npos;
    if (is_graphml || is_dot || (beginning.empty() && sign.empty())) return "";
    return "; the file is not read as an edge list, because its first line " +
           (beginning.empty() ? "has the sign " + in_quotes(sign) : "begins with " + in_quotes(beginning));
}

Board read_edge_list(const TextPieces& next, std::string_view file_name, std::uint64_t memory) {
    return EdgeReader(file_name, memory).read(next);
}

}  // namespace mexbase
