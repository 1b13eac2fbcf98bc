// SPDX-License-Identifier: MIT
#include "pair_packer.hpp"

#include <algorithm>
#include <utility>

namespace mexbase::detail {

namespace {

/// Words of all symbols. The word of a symbol is the sequence of literals that the symbol stands for.
class Words {
  public:
    explicit Words(const format::Grammar& grammar) {
        begin_.reserve(grammar.symbols() + 1);
        for (std::size_t t = 0; t < grammar.literals(); ++t) {
            begin_.push_back(literals_.size());
            literals_.push_back(static_cast<std::uint16_t>(t));
        }
        for (const auto& pair : grammar.pairs) {
            const std::size_t begin = literals_.size();
            for (const std::uint16_t part : {pair.left, pair.right}) {
                const std::size_t from = begin_[part],
                                  length = (part + 1u < begin_.size() ? begin_[part + 1] : begin) - from;
                literals_.resize(literals_.size() + length);
                std::copy_n(literals_.begin() + static_cast<std::ptrdiff_t>(from), length,
                            literals_.end() - static_cast<std::ptrdiff_t>(length));
            }
            begin_.push_back(begin);
        }
        begin_.push_back(literals_.size());
    }
    std::size_t size() const { return begin_.size() - 1; }
    std::span<const std::uint16_t> operator[](std::size_t symbol) const {
        return std::span(literals_).subspan(begin_[symbol], begin_[symbol + 1] - begin_[symbol]);
    }

  private:
    std::vector<std::uint16_t> literals_;
    std::vector<std::size_t> begin_;  // start of a symbol's literals
};

/// Returns the code lengths of all symbols in 256ths of a bit.
std::vector<std::uint32_t> code_costs(const format::Grammar& grammar) {
    std::vector<std::uint32_t> costs;
    for (const std::uint8_t length : grammar.code_lengths)
        costs.push_back(length == 0 ? PairPacker::no_code : 256u * length);
    return costs;
}

}  // namespace

std::size_t PairPacker::most_spelled(std::size_t literals) {
    constexpr std::size_t most_entries = std::size_t{1} << 22, most_states = std::size_t{1} << 18;
    return std::max(std::min(most_entries / literals, most_states), 2 * literals);
}

PairPacker::PairPacker(format::Grammar grammar) : grammar_(std::move(grammar)), literals_(grammar_.extra) {
    codes_ = format::canonical_codes(grammar_.code_lengths);
    make_automaton(code_costs(grammar_));
}

PairPacker::PairPacker(format::Grammar grammar, std::span<const std::uint32_t> costs)
    : grammar_(std::move(grammar)), literals_(grammar_.extra) {
    make_automaton(costs);
}

void PairPacker::make_automaton(std::span<const std::uint32_t> costs) {
    column_.assign(grammar_.literals(), none);
    for (const auto& [left, right] : grammar_.pairs)
        for (const std::uint16_t part : {left, right})
            if (part < grammar_.literals() && column_[part] == none)
                column_[part] = static_cast<std::uint16_t>(columns_++);
    // Builds the tree of all words (sequences of literals). An entry of 0 means no child, because node 0 is the root.
    const Words words(grammar_);
    std::vector<std::uint32_t>& edges = automaton_;
    edges.assign(columns_, 0);
    std::vector<std::uint16_t> word_at{none};
    std::vector<std::uint32_t> node_of(words.size(), 0);  // node of each word
    for (std::size_t s = 0; s < words.size(); ++s) {
        if (costs[s] == no_code || column_[words[s].front()] == none) continue;
        // The word of a pair begins with the word of its left symbol. So the path of the pair continues from the node
        // of the left symbol.
        const std::uint16_t left = s < grammar_.literals() ? none : grammar_.pairs[s - grammar_.literals()].left;
        std::uint32_t node = left == none ? 0 : node_of[left];
        for (const std::uint16_t literal : words[s].subspan(node == 0 ? 0 : words[left].size())) {
            const std::size_t edge = node * columns_ + column_[literal];
            if (edges[edge] == 0) {
                edges[edge] = static_cast<std::uint32_t>(word_at.size());
                edges.resize(edges.size() + columns_);
                word_at.push_back(none);
            }
            node = edges[edge];
        }
        node_of[s] = node;
        // If two symbols expand to the same word, the cheaper one is used.
        std::uint16_t& at = word_at[node];
        if (at == none || costs[s] < costs[at]) at = static_cast<std::uint16_t>(s);
    }
    // Goes through the tree breadth first. Replaces a missing child by the child of the node's longest proper suffix.
    std::vector<std::uint32_t> suffix(word_at.size(), 0), queue(word_at.size(), 0);
    std::vector<std::uint16_t> longest = word_at;
    std::vector<std::uint16_t> shorter(words.size(), none);  // per word, the longest word that is its suffix
    std::size_t queued = 1;
    for (const std::uint32_t node : queue) {
        const std::uint16_t before = node == 0 ? none : longest[suffix[node]];
        if (longest[node] == none)
            longest[node] = before;
        else
            shorter[longest[node]] = before;
        std::uint32_t* const children = edges.data() + node * columns_;
        const std::uint32_t* const others = edges.data() + suffix[node] * columns_;
        for (std::size_t column = 0; column < columns_; ++column) {
            const std::uint32_t child = children[column], other = node == 0 ? 0 : others[column];
            if (child == 0) {
                children[column] = other;
            } else {
                suffix[child] = other;
                queue[queued++] = child;
            }
        }
    }
    automaton_.shrink_to_fit();
    for (std::uint32_t& entry : automaton_) entry = entry << symbol_bits | (longest[entry] & symbol_mask);
    ends_.resize(words.size());
    listed_.resize(words.size());
    for (std::size_t s = 0; s < words.size(); ++s) {
        std::size_t found = 0;
        for (auto m = costs[s] != no_code ? static_cast<std::uint16_t>(s) : none; m != none; m = shorter[m]) {
            if (found + 1 == max_ends && shorter[m] != none) continue;
            ends_[s].span[found] = static_cast<std::uint16_t>(words[m].size());
            const std::uint32_t extra = m < grammar_.literals() ? 256u * grammar_.extra[m] : 0;
            ends_[s].cost[found] = static_cast<std::uint16_t>(costs[m] + extra);
            listed_[s][found++] = m;
        }
        if (found == 0) continue;
        const std::size_t last = (found <= max_ends / 2 ? max_ends / 2 : max_ends) - 1;
        const auto move = [&](std::size_t from, std::size_t to) {
            ends_[s].span[to] = ends_[s].span[from];
            ends_[s].cost[to] = ends_[s].cost[from];
            listed_[s][to] = listed_[s][from];
        };
        move(found - 1, last);
        for (std::size_t k = std::max<std::size_t>(found - 1, 1); k < last; ++k) move(0, k);
    }
}

void PairPacker::find_ends(std::span<const std::uint32_t> numbers, PairScratch& s) const {
    const std::size_t n = numbers.size();
    s.ends.resize(n);
    const auto after = [&](std::uint32_t entry, std::size_t i) {
        const std::uint16_t literal = literals_.literal_of(numbers[i]), column = column_[literal];
        return column == none ? literal : automaton_[std::size_t{entry >> symbol_bits} * columns_ + column];
    };
    // In a large automaton each step waits for memory. So several ranges of the numbers are walked alternately, each
    // from the root. Then each range is corrected from the end state of the range before it, until the states agree.
    constexpr std::size_t stretches = 4, least_numbers = 256, large = std::size_t{1} << 16;
    const std::size_t stretch = n < least_numbers || automaton_.size() < large ? 0 : n / stretches;
    std::uint32_t entries[stretches] = {};
    for (std::size_t i = 0; i < stretch; ++i)
        for (std::size_t k = 0; k < stretches; ++k)
            s.ends[k * stretch + i] = entries[k] = after(entries[k], k * stretch + i);
    for (std::size_t i = stretches * stretch; i < n; ++i)
        s.ends[i] = entries[stretches - 1] = after(entries[stretches - 1], i);
    for (std::size_t k = 1; k < stretches && stretch != 0; ++k)
        for (std::size_t i = k * stretch; i < n; ++i) {
            const std::uint32_t entry = after(s.ends[i - 1], i);
            if (entry == s.ends[i]) break;
            s.ends[i] = entry;
        }
}

void PairPacker::parse(std::span<const std::uint32_t> numbers, PairScratch& s) const {
    const std::size_t n = numbers.size();
    s.cost.resize(n + 1);
    s.last.resize(n + 1);
    s.cost[0] = 0;
    find_ends(numbers, s);
    std::uint32_t* const cost = s.cost.data();
    std::uint32_t before = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t least = ends_[s.ends[i] & symbol_mask].least(cost + i + 1, before);
        cost[i + 1] = before = least / max_ends;
        s.last[i + 1] = static_cast<std::uint8_t>(least % max_ends);
    }
    trace_back(numbers, s);
}

void PairPacker::trace_back(std::span<const std::uint32_t> numbers, PairScratch& s) const {
    s.symbols.clear();
    s.extra.clear();
    for (std::size_t end = numbers.size(); end != 0;) {
        const bool listed = s.last[end] != not_listed;
        const std::size_t longest = listed ? s.ends[end - 1] & symbol_mask : s.other[end];
        const std::size_t place = listed ? s.last[end] : 0;
        const std::uint16_t symbol = listed_[longest][place];
        s.symbols.push_back(symbol);
        end -= ends_[longest].span[place];
        if (!literals_.plain() && symbol < grammar_.literals() && grammar_.extra[symbol] != 0)
            s.extra.push_back(numbers[end] == dont_care ? 0 : numbers[end] - literals_.first(symbol));
    }
    std::ranges::reverse(s.symbols);
    std::ranges::reverse(s.extra);
}

std::uint64_t PairPacker::bits(const PairScratch& scratch) const {
    std::uint64_t bits = 0;
    for (const std::uint16_t symbol : scratch.symbols) {
        bits += grammar_.code_lengths[symbol];
        if (symbol < grammar_.literals()) bits += grammar_.extra[symbol];
    }
    return bits;
}

void PairPacker::write(const PairScratch& scratch, std::vector<std::byte>& out) const {
    format::BitAppender bits(out);
    auto extra = scratch.extra.begin();
    for (const std::uint16_t symbol : scratch.symbols) {
        bits.put(codes_[symbol], grammar_.code_lengths[symbol]);
        if (symbol < grammar_.literals() && grammar_.extra[symbol] != 0) bits.put(*extra++, grammar_.extra[symbol]);
    }
    bits.finish();
}

}  // namespace mexbase::detail
