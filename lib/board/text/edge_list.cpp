// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "../../error.hpp"
#include "edge_columns.hpp"
#include "graph_file.hpp"
#include "graph_format.hpp"

namespace mexbase {

namespace {

using detail::byte_order_mark;
using detail::is_blank;
using detail::trimmed;
constexpr std::size_t longest_line = 1'000'000;

/// Removes and returns the first word of `line`. Returns an empty word at the end of the line and before a comment. A
/// tuple of Python such as `(0, 1)` is one word.
std::string_view take_word(std::string_view& line) {
    std::size_t begin = 0;
    while (begin < line.size() && is_blank(line[begin])) ++begin;
    std::size_t end = begin;
    if (end < line.size() && line[end] != '#' && line[end] != '%')
        while (end < line.size() && !is_blank(line[end])) ++end;
    if (end > begin && line[begin] == '(' && line[end - 1] == ',') {
        int open = 0;
        std::size_t at = begin;
        do open += line[at] == '(' ? 1 : line[at] == ')' ? -1 : 0;
        while (++at < line.size() && open > 0);
        if (open == 0)
            for (end = at; end < line.size() && !is_blank(line[end]);) ++end;
    }
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return word;
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

/// Estimates the number of different names in a sequence from their smallest hashes, in little memory. The estimate is
/// rarely too low, and about 5 percent too high (k minimum values; Bar-Yossef et al., 2002).
class NameCount {
  public:
    void add(std::string_view name) {
        if (name.empty()) return;
        const std::uint64_t hash = std::hash<std::string_view>{}(name);
        if (hash > largest_) return;
        lengths_.emplace(hash, name.size());
        if (lengths_.size() > most) lengths_.erase(std::prev(lengths_.end()));
        if (lengths_.size() == most) largest_ = lengths_.rbegin()->first;
    }
    std::uint64_t size() const {
        constexpr double deviations = 1.05;  // three standard deviations of 1 / sqrt(most)
        if (lengths_.size() < most) return lengths_.size();
        return static_cast<std::uint64_t>(deviations * most * 0x1p64 / static_cast<double>(largest_));
    }
    /// Returns the mean length of the names, from a sample of the different names.
    std::uint64_t mean_length() const {
        std::uint64_t letters = 0;
        for (const auto& [hash, length] : lengths_) letters += length;
        return lengths_.empty() ? 0 : letters / lengths_.size() + 1;
    }

  private:
    static constexpr std::size_t most = 4096;
    std::map<std::uint64_t, std::size_t> lengths_;  // lengths of the names with the smallest hashes
    std::uint64_t largest_ = ~std::uint64_t{0};     // the largest of these hashes, if there are `most`
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
            throw GraphTooLarge(std::string(file_name_) + ": to read and solve its " + std::to_string(arcs_) +
                                    " arcs needs " + memory_text(needed_in_all()) + " of memory or more, and " +
                                    memory_text(memory_) + " are allowed",
                                needed_in_all());
        return finish();
    }

  private:
    using Arc = std::array<std::uint32_t, 2>;

    [[noreturn]] void fail(const std::string& message) const { detail::fail_in_file(file_name_, line_, message); }

    void read_line(const std::string_view line) {
        if (numbered_ && begun_ && read_numbers(line)) return;
        if (!begun_ && is_heading(line)) return;
        if (columns_) return read_columns(line);
        std::string_view rest = line;
        const std::string_view first = take_word(rest);
        if (first.empty()) {
            note_comment(trimmed(line));
            return;
        }
        const std::string_view data = trimmed(rest), second = take_word(rest);
        if (!second.empty()) {
            if (detail::is_data(data)) fail("expected two vertices before the data " + in_quotes(data));
            if (is_tuple(first) != is_tuple(second))
                fail("expected two vertices such as \"(0, 0) (0, 1)\", got only one tuple");
            rest = trimmed(rest);
            if (!rest.empty() || weighted_) check_third_word(line, rest);
        }
        add(line, first, second, undirected_);
    }

    /// Reads a line of two numbers, as most lines of large graphs are, faster than `add`. Returns false for other
    /// lines.
    bool read_numbers(std::string_view line) {
        if (columns_ || weighted_ || undirected_ || too_large_) return false;
        const char *at = line.data(), *const end = at + line.size();
        Arc arc;
        for (std::uint32_t& number : arc) {
            while (at != end && is_blank(*at)) ++at;
            const char* const begin = at;
            std::uint64_t value = 0;
            for (; at != end && *at >= '0' && *at <= '9' && at - begin < 10; ++at)
                value = 10 * value + static_cast<unsigned>(*at - '0');
            if (at == begin || value > 0xffffffff || (*begin == '0' && at - begin > 1)) return false;
            if (at != end && !is_blank(*at)) return false;
            number = static_cast<std::uint32_t>(value);
        }
        while (at != end && is_blank(*at)) ++at;
        if (at != end || arcs_ + 1 >= board_limit) return false;
        ++arcs_;
        largest_ = std::max({largest_, arc[0], arc[1]});
        put(arc);
        return true;
    }

    /// Reads the lines in front of the first vertex: comments, and the names of the columns.
    bool is_heading(std::string_view line) {
        line = trimmed(line);
        if (line.empty()) return true;
        if (line.front() == '#' || line.front() == '%') {
            read_comment(line);
            return true;
        }
        begun_ = true;
        if (columns_) return false;
        std::string fault;
        columns_ = detail::columns_from(line, fault);
        if (!fault.empty()) fail(fault);
        header_row_ = columns_ && columns_->separator == ' ';
        return columns_.has_value();
    }

    /// Reads a comment in front of the list. It may name the columns, as SNAP does, or the kind of graph, as KONECT and
    /// SNAP do.
    void read_comment(std::string_view comment) {
        first_is_word_ |= !commented_ && is_word(comment);
        commented_ = true;
        note_comment(comment);
        const bool percent = comment.front() == '%';
        comment.remove_prefix(std::min(comment.find_first_not_of("#% \t"), comment.size()));
        const std::string lower = detail::lower_case(comment);
        std::string_view rest = lower;
        const std::string_view first = take_word(rest), second = take_word(rest);
        const bool has_columns = lower.starts_with("columns:");
        std::string fault = "expected the names of the columns, such as \"# columns: source target weight\"";
        auto columns = detail::columns_from(trimmed(comment.substr(has_columns ? 8 : 0)), fault);
        if (columns && columns->separator == '\t') columns->separator = ' ';
        if (has_columns) {
            columns_ = std::move(columns);
            if (!columns_) fail(fault);
        } else if ((first == "sym" || first == "asym" || first == "bip") && (percent || !second.empty()) &&
                   take_word(rest).empty()) {
            if (first == "bip")
                fail(
                    "the two sides of a bipartite graph of KONECT have numbers of their own: give them different "
                    "names");
            columns_.emplace();
            undirected_ |= first == "sym";
        } else if (first == "undirected" && second.starts_with("graph")) {
            undirected_ = true;
        } else if (columns && columns->source == 0 && columns->target == 1) {
            columns_ = std::move(columns);
        }
    }

    /// Returns true for a comment `# word`, with which LGL names a vertex.
    static bool is_word(std::string_view comment) {
        if (comment.size() < 3 || comment[0] != '#' || !is_blank(comment[1])) return false;
        const std::string_view word = trimmed(comment.substr(1));
        return std::ranges::none_of(word, is_blank);
    }
    /// Returns true for a name that is a tuple with a blank. `(0,1)` is a name like others.
    static bool is_tuple(std::string_view name) { return name.front() == '(' && std::ranges::any_of(name, is_blank); }
    void note_comment(std::string_view comment) {
        if (is_word(comment)) number_comments_ += number_of_name(trimmed(comment.substr(1))) ? 1U : 0U;
    }

    /// Skips the data of an edge that follow `u v`: a weight, or a dictionary of Python. Refuses other words.
    void check_third_word(std::string_view line, std::string_view rest) {
        if (rest.empty()) fail("expected a weight after two vertices, as in the lines before");
        if (detail::is_data(rest)) return;
        const std::string_view third = take_word(rest);
        if (third.empty() && !weighted_) return;  // a comment
        if (take_word(rest).empty()) {
            if (arcs_ == 0 && detail::is_weight(third)) weighted_ = true;
            if (weighted_ && detail::is_decimal(third)) return;
        }
        const std::string meant = detail::line_meant(line);
        fail("expected one vertex or two, got a third word, " + in_quotes(third) +
             (meant.empty() ? ": a line has one arc. Write one line per arc of an adjacency list. If two columns "
                              "are the vertices, name the columns in front, as in \"# columns: source target "
                              "weight\""
                            : ": write " + meant));
    }

    /// Reads a line whose columns have names.
    void read_columns(std::string_view line) {
        if (trimmed(line).empty()) return;
        const bool blanks = columns_->separator == ' ';
        const std::size_t needed = columns_->needed();
        bool both = undirected_;
        std::size_t column = 0;
        std::optional<std::string_view> rest = line;
        for (; column < needed; ++column) {
            const auto field = detail::take_field(rest, columns_->separator, field_);
            if (!field || (blanks && (field->front() == '#' || field->front() == '%'))) break;
            if (column == columns_->source) source_ = *field;
            if (column == columns_->target) target_ = *field;
            if (column == columns_->type) {
                const std::string type = detail::lower_case(*field);
                if (type != "directed" && type != "undirected")
                    fail("the column Type has " + in_quotes(*field) +
                         ", expected Directed or Undirected: if it has another meaning, give it another name");
                both |= type == "undirected";
            }
        }
        if (blanks && column == 0) return;  // a comment
        if (blanks && column == 1 && columns_->source == 0)
            target_.clear();
        else if (column < needed || source_.empty() || target_.empty())
            fail("expected a source and a target in columns " + std::to_string(columns_->source + 1) + " and " +
                 std::to_string(columns_->target + 1) + ", separated by " + separator_name() + ", got " +
                 in_quotes(trimmed(line)));
        add(line, source_, target_, both);
    }
    const char* separator_name() const {
        switch (columns_->separator) {
            case ',':
                return "commas";
            case ';':
                return "semicolons";
            case '\t':
                return "tabs";
            default:
                return "blanks";
        }
    }

    /// Adds the arc from `first` to `second`, and back if `both`. Without a second name, adds a vertex.
    void add(std::string_view line, std::string_view first, std::string_view second, bool both) {
        both = both && !second.empty() && first != second;
        if (!second.empty() && (arcs_ += both ? 2 : 1) >= board_limit)
            fail("the edge list has 2^32 - 1 arcs or more, which is not supported");
        if (too_large_) return count_names(first, second);
        if (numbered_) {
            const auto from = number_of_name(first), to = second.empty() ? from : number_of_name(second);
            if (from && to) {
                largest_ = std::max({largest_, *from, *to});
                if (second.empty())
                    alone_.emplace_back(arcs_, *from);
                else
                    put({*from, *to});
                if (both) put({*to, *from});
                return;
            }
            name_vertices();
        }
        const Vertex from = vertex(line, first);
        if (second.empty()) return;
        const Vertex to = vertex(line, second);
        put({from, to});
        if (both) put({to, from});
    }

    Vertex vertex(std::string_view line, std::string_view name) {
        const auto [v, is_new] = names_.add(name);
        if (is_new) check_name(line, name);
        return v;
    }

    /// Checks a new name. If the words of the line are separated by blanks, a name has no other separators: a line
    /// `a,b` is refused, and `3,4 3,5` is an arc.
    void check_name(std::string_view line, std::string_view name) const {
        detail::check_name(name, file_name_, line_);
        if (columns_ && columns_->separator != ' ') return;
        std::string sign = detail::foreign_sign(name);
        const bool at_end = name.starts_with(',') || name.ends_with(',');
        if (sign.empty() && (at_end || (name == trimmed(line) && name.find(',') != name.npos))) sign = "\",\"";
        if (sign.empty()) return;
        const std::string meant = detail::line_meant(line);
        fail("the name " + in_quotes(name) + " has the sign " + sign + ", which is not allowed in an edge list: " +
             (meant.empty() ? "write the graph in DOT, with the name in quotes" : "write " + meant) +
             (sign == "\",\"" || sign == "\";\"" ? ", or name the columns in front, as in \"source,target\"" : ""));
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

    /// Checks the memory limit. Once it is exceeded, arcs and names are only counted, to report how much memory is
    /// needed.
    void check_memory() {
        if (memory_ == 0 || too_large_) return;
        too_large_ = needed() > memory_;
        if (!too_large_) return;
        const auto count = [this](std::uint32_t number) { count_.add(std::to_string(number)); };
        for (const auto& chunk : chunks_)
            for (const auto& [from, to] : chunk)
                if (numbered_) count(from), count(to);
        for (const auto& [before, number] : alone_) count(number);
        for (Vertex v = 0; v < names_.size(); ++v) count_.add(names_.text(v));
        chunks_.clear();
        names_ = {};
    }

    void count_names(std::string_view first, std::string_view second) {
        for (const std::string_view name : {first, second}) {
            if (name.empty()) continue;
            const auto number = numbered_ ? number_of_name(name) : std::nullopt;
            numbered_ = number.has_value();
            largest_ = std::max(largest_, number.value_or(0));
            count_.add(name);
        }
    }

    /// Returns the bytes of memory to read and solve a list whose names were counted.
    std::uint64_t needed_in_all() const {
        const std::uint64_t named = 2 * arcs_ + alone_.size(), vertices = std::min(named, count_.size());
        const auto arrays = [](std::uint64_t size, std::uint64_t bytes) { return std::bit_ceil(size) * bytes; };
        // The letters, the end of each name, and the slots of the hash table, of which three in four may be used.
        std::uint64_t reading = 2 * vertices * count_.mean_length() + arrays(vertices, sizeof(std::uint64_t)) +
                                arrays(vertices / 3 * 4 + 4, 8);
        std::uint64_t kept = reading;
        if (numbered_) {
            reading = NumberRanks::bytes(largest_, named) +
                      (std::min(named, std::uint64_t{largest_} + 1) - vertices) * sizeof(Vertex);
            const std::uint64_t runs = std::min(vertices, std::uint64_t{largest_} + 2 - vertices / 20 * 19);
            kept = arrays(runs, sizeof(NumberRun));
        }
        reading +=
            arcs_ * (sizeof(Arc) + sizeof(Vertex)) + vertices * sizeof(Vertex) + alone_.size() * sizeof alone_.front();
        return std::max(reading, kept + 2 * sizeof(Vertex) * (arcs_ + vertices + 1) + least_solving_memory(vertices));
    }

    /// Refuses a list that probably has another meaning than that of its lines.
    void check_meaning() const {
        if (numbered_ ? arcs_ + alone_.size() == 0 : names_.size() == 0)
            detail::fail_in_file(file_name_, 0, "the edge list has no vertex");
        if (header_row_ && !numbered_)
            for (const std::string& name : columns_->names)
                if (names_.find(name) != names_.size())
                    detail::fail_in_file(file_name_, 0,
                                         "the first line names the columns, but " + in_quotes(name) +
                                             " is also a vertex: put the line \"# columns: source target\" in front");
        if (columns_) return;
        if (looks_like_lgl()) detail::refuse_format(file_name_, "LGL", detail::as_edge_list);
        if (!numbered_ && arcs_ == 0)
            detail::fail_in_file(file_name_, 0,
                                 "no line has two vertices with a space between them. If the graph has no arc, put "
                                 "the line \"# columns: source target\" in front");
    }

    /// Returns true if the comments probably name vertices, and the lines below each are its neighbours with weights.
    bool looks_like_lgl() const {
        if (!first_is_word_ || arcs_ == 0) return first_is_word_;
        if (numbered_) return number_comments_ > 1;
        bool all_weights = true, only_targets = true;
        for (const auto& chunk : chunks_)
            for (const auto& [from, to] : chunk) {
                const std::string_view target = names_.text(to);
                all_weights = all_weights && detail::is_weight(target);
                only_targets = only_targets && detail::is_decimal(target) && !detail::is_decimal(names_.text(from));
                if (!all_weights && !only_targets) return false;
            }
        return true;
    }

    Board finish() {
        check_meaning();
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
    bool begun_ = false;  // past the heading
    std::optional<detail::EdgeColumns> columns_;
    bool header_row_ = false;                         // a row of words that could also be an arc names the columns
    bool weighted_ = false;                           // the first arc has a weight
    bool undirected_ = false;                         // a comment says that every line is an edge
    bool commented_ = false, first_is_word_ = false;  // a comment was read; the first was one word
    std::uint64_t number_comments_ = 0;               // comments that are a number
    std::string field_, source_, target_;
    bool numbered_ = true;    // every name so far is a number; the arcs store the numbers themselves
    bool too_large_ = false;  // exceeds the memory limit
    NameCount count_;         // the names, if `too_large_`
    std::uint32_t largest_ = 0;
    VertexNames names_;
    std::vector<std::vector<Arc>> chunks_;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> alone_;  // lines of one vertex: arcs read before, its number
};

}  // namespace

Board read_edge_list(const TextPieces& next, std::string_view file_name, std::uint64_t memory) {
    return EdgeReader(file_name, memory).read(next);
}

}  // namespace mexbase
