// SPDX-License-Identifier: MIT
// Packs numbers with gaps: ranges of `dont_care`.
#include <algorithm>
#include <array>
#include <bit>

#include "pair_packer.hpp"

namespace mexbase::detail {

namespace {

constexpr unsigned unit_log2 = 40;  // likelihoods are fixed-point numbers: 1 is 2^40

/// Approximates 2^40 · 2^(-cost / 256), the likelihood of a symbol whose code takes `cost` 256ths of a bit.
std::uint64_t likelihood(std::uint32_t cost) {
    const std::uint32_t whole = cost / 256, rest = cost % 256;
    return whole >= unit_log2 ? 1 : ((std::uint64_t{512 - rest} << (unit_log2 - 9)) >> whole) + 1;
}

/// Approximates -256 · log2(likelihood / 2^40), the code length in 256ths of a bit for a likelihood.
std::uint16_t cost_of_likelihood(std::uint64_t likelihood) {
    const auto whole = static_cast<unsigned>(std::bit_width(likelihood) - 1);
    const std::uint64_t rest = (whole >= 8 ? likelihood >> (whole - 8) : likelihood << (8 - whole)) - 256;
    const std::uint64_t log = 256 * whole + rest;
    return static_cast<std::uint16_t>(256 * unit_log2 - std::min<std::uint64_t>(log, 256 * unit_log2));
}

}  // namespace

/// States of the packer's automaton, with the literals that most likely come next. A state is a node of the tree of all
/// words. The word of a symbol is the sequence of literals that the symbol stands for.
struct PairPacker::Gaps {
    static constexpr std::size_t most_children = 3;
    struct State {
        std::uint32_t suffix = 0;
        std::uint16_t depth = 0;
        std::uint16_t longest = none;  // longest symbol that ends here
        // The likeliest children: their nodes (0 after the last child), the columns of their literals, and their costs.
        // The cost of a child comes from the likelihood of all words that begin with the child.
        std::array<std::uint32_t, most_children> children{};
        std::array<std::uint16_t, most_children> columns{}, rest{};
    };
    struct Free {
        std::uint16_t span, cost, symbol;
    };

    std::vector<State> states;
    std::vector<Free> free;  // symbols to write inside a gap, the shortest first

    explicit Gaps(const PairPacker& packer);
};

PairPacker::Gaps::Gaps(const PairPacker& packer) {
    const std::size_t columns = packer.columns_, count = columns == 0 ? 1 : packer.automaton_.size() / columns;
    states.resize(count);
    std::vector<std::uint32_t> parents(count, 0);
    std::vector<std::uint16_t> column_of(count, 0);
    // Children have higher numbers. An entry that the node's longest proper suffix has too does not lead to a child.
    for (std::size_t node = 0; node < count; ++node) {
        const std::uint32_t* const entries = packer.automaton_.data() + node * columns;
        const std::uint32_t* const others = packer.automaton_.data() + states[node].suffix * columns;
        for (std::size_t column = 0; column < columns; ++column) {
            const std::uint32_t next = entries[column] >> symbol_bits;
            const std::uint32_t other = node == 0 ? 0 : others[column] >> symbol_bits;
            if (next == other) continue;
            states[next].suffix = other;
            states[next].depth = static_cast<std::uint16_t>(states[node].depth + 1);
            states[next].longest = static_cast<std::uint16_t>(entries[column] & symbol_mask);
            parents[next] = static_cast<std::uint32_t>(node);
            column_of[next] = static_cast<std::uint16_t>(column);
        }
    }
    // Computes the total likelihood of the words that begin with the literals of each node.
    std::vector<std::uint64_t> sums(count);
    std::vector<std::array<std::uint64_t, most_children>> likeliest(count);
    for (std::size_t node = count; node-- > 1;) {
        const Ends& ends = packer.ends_[states[node].longest];
        if (ends.span[0] == states[node].depth) sums[node] += likelihood(ends.cost[0]);
        sums[parents[node]] += sums[node];
        State& parent = states[parents[node]];
        auto& sorted = likeliest[parents[node]];
        std::size_t place = most_children;
        while (place > 0 && sums[node] > sorted[place - 1]) --place;
        if (place == most_children) continue;
        for (std::size_t c = most_children - 1; c > place; --c) {
            sorted[c] = sorted[c - 1];
            parent.children[c] = parent.children[c - 1];
            parent.columns[c] = parent.columns[c - 1];
            parent.rest[c] = parent.rest[c - 1];
        }
        sorted[place] = sums[node];
        parent.children[place] = static_cast<std::uint32_t>(node);
        parent.columns[place] = column_of[node];
        parent.rest[place] = cost_of_likelihood(sums[node]);
    }
    // Adds to `free` the cheapest symbol of each length (how many numbers it covers). A longer symbol must cost at most
    // half as much per number as the symbol before it in `free`.
    std::vector<Free> by_span;
    for (std::size_t s = 0; s < packer.ends_.size(); ++s)
        if (packer.ends_[s].span[0] != 0)
            by_span.push_back({packer.ends_[s].span[0], packer.ends_[s].cost[0], static_cast<std::uint16_t>(s)});
    std::ranges::sort(by_span, [](const Free& a, const Free& b) {
        if (a.span != b.span) return a.span < b.span;
        return a.cost != b.cost ? a.cost < b.cost : a.symbol < b.symbol;
    });
    for (const Free& one : by_span) {
        const bool worth =
            free.empty() || (one.span != free.back().span && std::uint64_t{one.cost} * free.back().span * 2 <=
                                                                 std::uint64_t{free.back().cost} * one.span);
        if (worth) free.push_back(one);
    }
}

std::shared_ptr<const Lazy<PairPacker::Gaps>> PairPacker::empty_gaps() {
    return std::make_shared<const Lazy<Gaps>>();
}

const PairPacker::Gaps& PairPacker::gaps() const {
    return gaps_->get([this] { return Gaps(*this); });
}

/// Parser for numbers with gaps (ranges of `dont_care`). It follows two states of the automaton. The first state reads
/// the filled numbers, in which every `dont_care` is a number. So the result never costs more than a parse of these.
/// The second is a likely state for other numbers in the last gap. Both states share one list of costs, because the
/// cost of a symbol does not depend on the numbers before it.
class PairPacker::GapParser {
  public:
    GapParser(const PairPacker& packer, std::span<const std::uint32_t> numbers, PairScratch& scratch)
        : packer_(packer), gaps_(packer.gaps()), numbers_(numbers), s_(scratch) {
        s_.cost.resize(numbers.size() + 1);
        s_.last.resize(numbers.size() + 1);
        s_.other.resize(numbers.size() + 1);
        s_.cost[0] = 0;
    }

    void run() {
        std::uint32_t* const cost = s_.cost.data();
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            const std::uint32_t least = packer_.ends_[s_.ends[i] & symbol_mask].least(cost + i + 1, cost[i]);
            cost[i + 1] = least / max_ends;
            s_.last[i + 1] = static_cast<std::uint8_t>(least % max_ends);
            if (numbers_[i] == dont_care)
                pass_gap(i);
            else if (held_ != 0)
                advance_over_given(i);
        }
    }

  private:
    static constexpr std::size_t near = 8;        // maximum distance from the ends of a gap for the second state
    static constexpr std::size_t levels = 2;      // states tried: a state and its suffixes, in addition to the root
    static constexpr std::size_t least_ends = 3;  // number of symbols tried that end in the second state
    static constexpr std::uint32_t margin = 4 * 256;

    void reach(std::size_t end, std::uint32_t cost, std::uint16_t symbol) {
        if (cost >= s_.cost[end]) return;
        s_.cost[end] = cost;
        s_.last[end] = not_listed;
        s_.other[end] = symbol;
    }
    /// Tries the three longest symbols that end at `end` as the last symbol of the parse. The longest is `longest`.
    void finish(std::size_t end, std::size_t longest) {
        const Ends& ends = packer_.ends_[longest];
        std::uint32_t least = ~0u;
        for (std::uint32_t k = 0; k < least_ends; ++k)
            least = std::min(least, (s_.cost[end - ends.span[k]] + ends.cost[k]) * max_ends + k);
        reach(end, least / max_ends, packer_.listed_[longest][least % max_ends]);
    }
    /// Advances the second state over the number at `i`, which is not `dont_care`.
    void advance_over_given(std::size_t i) {
        const std::uint16_t column = packer_.column_[packer_.literals_.literal_of(numbers_[i])];
        const std::uint32_t entry = column == none ? 0 : packer_.automaton_[held_ * packer_.columns_ + column];
        held_ = entry >> symbol_bits;
        // Drops the second state if the symbols that end here begin after the gap. The first state finds such symbols.
        if (held_ == s_.ends[i] >> symbol_bits || gaps_.states[held_].depth <= i + 1 - gap_end_) held_ = 0;
        if (held_ != 0) finish(i + 1, entry & symbol_mask);
    }
    /// Tries symbols that end at a `dont_care`. Then sets the second state to a likely state for other numbers in the
    /// gap.
    void pass_gap(std::size_t i) {
        if (i >= gap_end_) {
            gap_begin_ = i;
            gap_end_ = i + 1;
            fit_ = 0;
            while (gap_end_ < numbers_.size() && numbers_[gap_end_] == dont_care) ++gap_end_;
        }
        // The symbols inside a gap can be in any order, so only the two longest symbols that fit are tried.
        constexpr std::size_t most_fit = 2;
        while (fit_ < gaps_.free.size() && gaps_.free[fit_].span <= i + 1 - gap_begin_) ++fit_;
        for (std::size_t k = fit_ < most_fit ? 0 : fit_ - most_fit; k < fit_; ++k) {
            const Gaps::Free& free = gaps_.free[k];
            reach(i + 1, s_.cost[i + 1 - free.span] + free.cost, free.symbol);
        }
        held_ = i - gap_begin_ < near || gap_end_ - i <= near ? likeliest(i) : 0;
        if (held_ != 0) finish(i + 1, gaps_.states[held_].longest);
    }
    /// Returns the likeliest state after position i of a gap, except the first state. Returns 0 if no other state is
    /// likely.
    std::uint32_t likeliest(std::size_t i) const {
        const std::uint32_t settled = s_.ends[i] >> symbol_bits;
        std::uint32_t found = 0, least = s_.cost[i] + gaps_.states[0].rest[0] + margin;
        const auto look = [&](std::uint32_t from) {
            std::uint32_t node = from;
            for (std::size_t level = 0;; ++level) {
                if (level == levels) node = 0;
                const Gaps::State& state = gaps_.states[node];
                const std::uint32_t before = s_.cost[i - state.depth];
                for (std::size_t c = 0; c < Gaps::most_children && state.children[c] != 0; ++c) {
                    const std::uint32_t score = before + state.rest[c];
                    if (score >= least) break;  // the other children are less likely
                    const std::uint32_t to =
                        level == 0 ? state.children[c]
                                   : packer_.automaton_[from * packer_.columns_ + state.columns[c]] >> symbol_bits;
                    if (to == settled) continue;
                    least = score;
                    found = to;
                }
                if (node == 0) break;
                node = state.suffix;
            }
        };
        look(i == 0 ? 0 : s_.ends[i - 1] >> symbol_bits);
        if (held_ != 0) look(held_);
        return found;
    }

    const PairPacker& packer_;
    const Gaps& gaps_;
    std::span<const std::uint32_t> numbers_;
    PairScratch& s_;
    std::size_t gap_begin_ = 0, gap_end_ = 0;  // bounds of the last gap
    std::size_t fit_ = 0;                      // number of `free` symbols that fit into the gap so far
    std::uint32_t held_ = 0;                   // the second state; 0: none
};

void PairPacker::parse_any(std::span<const std::uint32_t> numbers, std::span<const std::uint32_t> filled,
                           PairScratch& scratch) const {
    if (std::ranges::count(numbers, dont_care) == 0) return parse(numbers, scratch);
    find_ends(filled, scratch);
    GapParser(*this, numbers, scratch).run();
    trace_back(numbers, scratch);
}

void PairPacker::fill(std::span<std::uint32_t> numbers, const PairScratch& scratch) const {
    std::vector<std::uint16_t> left;
    std::size_t at = 0;
    for (const std::uint16_t symbol : scratch.symbols)
        for (left.push_back(symbol); !left.empty();) {
            const std::uint16_t part = left.back();
            left.pop_back();
            if (part >= grammar_.literals()) {
                const auto& pair = grammar_.pairs[part - grammar_.literals()];
                left.push_back(pair.right);
                left.push_back(pair.left);
                continue;
            }
            if (numbers[at] == dont_care) numbers[at] = literals_.first(part);
            ++at;
        }
}

}  // namespace mexbase::detail
