#include "pair_packer.hpp"

#include <algorithm>
#include <utility>

namespace mexbase::detail {

namespace {

/// Appends bits, the highest first.
class BitAppender {
  public:
    explicit BitAppender(std::vector<std::byte>& out) : out_(out) {}
    void put(std::uint32_t value, unsigned bits) {
        word_ = word_ << bits | value;
        filled_ += bits;
        while (filled_ >= 8) {
            filled_ -= 8;
            out_.push_back(static_cast<std::byte>(word_ >> filled_));
        }
    }
    void finish() {
        if (filled_ != 0) put(0, 8 - filled_);
    }

  private:
    std::vector<std::byte>& out_;
    std::uint64_t word_ = 0;
    unsigned filled_ = 0;
};

/// What every symbol stands for, in letters.
std::vector<std::vector<std::uint16_t>> spelled(const format::Grammar& grammar) {
    std::vector<std::vector<std::uint16_t>> words;
    for (std::size_t t = 0; t < grammar.letters(); ++t) words.push_back({static_cast<std::uint16_t>(t)});
    for (const auto& [left, right] : grammar.pairs) {
        std::vector<std::uint16_t> word = words[left];
        word.insert(word.end(), words[right].begin(), words[right].end());
        words.push_back(std::move(word));
    }
    return words;
}

std::vector<std::uint32_t> code_costs(const format::Grammar& grammar) {
    std::vector<std::uint32_t> costs;
    for (const std::uint8_t length : grammar.code_lengths) costs.push_back(length == 0 ? PairPacker::no_code : length);
    return costs;
}

}  // namespace

std::size_t PairPacker::most_spelled(std::size_t letters) {
    constexpr std::size_t most_entries = std::size_t{1} << 22, most_states = std::size_t{1} << 18;
    return std::max(std::min(most_entries / letters, most_states), 2 * letters);
}

PairPacker::PairPacker(format::Grammar grammar) : grammar_(std::move(grammar)) {
    codes_ = format::canonical_codes(grammar_.code_lengths);
    make_automaton(code_costs(grammar_));
}

PairPacker::PairPacker(format::Grammar grammar, std::span<const std::uint32_t> costs) : grammar_(std::move(grammar)) {
    make_automaton(costs);
}

void PairPacker::make_automaton(std::span<const std::uint32_t> costs) {
    std::uint64_t next = 0;
    for (const std::uint8_t extra : grammar_.extra) {
        first_.push_back(static_cast<std::uint32_t>(next));
        next += std::uint64_t{1} << extra;
        plain_ = plain_ && extra == 0;
    }
    column_.assign(grammar_.letters(), none);
    for (const auto& [left, right] : grammar_.pairs)
        for (const std::uint16_t part : {left, right})
            if (part < grammar_.letters() && column_[part] == none)
                column_[part] = static_cast<std::uint16_t>(columns_++);
    // The tree of all words. Its edges are the entries above 0, for the root is nobody's child.
    const auto words = spelled(grammar_);
    std::vector<std::uint32_t>& edges = automaton_;
    edges.assign(columns_, 0);
    std::vector<std::uint16_t> word_at{none};
    for (std::size_t s = 0; s < words.size(); ++s) {
        if (costs[s] == no_code || column_[words[s].front()] == none) continue;
        std::uint32_t node = 0;
        for (const std::uint16_t letter : words[s]) {
            const std::size_t edge = node * columns_ + column_[letter];
            if (edges[edge] == 0) {
                edges[edge] = static_cast<std::uint32_t>(word_at.size());
                edges.resize(edges.size() + columns_);
                word_at.push_back(none);
            }
            node = edges[edge];
        }
        // Of two ways to make a word the cheaper.
        std::uint16_t& at = word_at[node];
        if (at == none || costs[s] < costs[at]) at = static_cast<std::uint16_t>(s);
    }
    // Breadth first: where a node has no child, the node of its longest proper suffix goes on.
    std::vector<std::uint32_t> suffix(word_at.size(), 0), queue{0};
    std::vector<std::uint16_t> longest = word_at;
    std::vector<std::uint16_t> shorter(words.size(), none);  // of a word: the longest word that ends it
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const std::uint32_t node = queue[i];
        const std::uint16_t before = node == 0 ? none : longest[suffix[node]];
        if (longest[node] == none)
            longest[node] = before;
        else
            shorter[longest[node]] = before;
        for (std::size_t column = 0; column < columns_; ++column) {
            std::uint32_t& child = edges[node * columns_ + column];
            const std::uint32_t other = node == 0 ? 0 : edges[suffix[node] * columns_ + column];
            if (child == 0) {
                child = other;
            } else {
                suffix[child] = other;
                queue.push_back(child);
            }
        }
    }
    for (std::uint32_t& entry : automaton_) entry = entry << symbol_bits | (longest[entry] & ((1u << symbol_bits) - 1));
    ends_.resize(words.size());
    listed_.resize(words.size());
    for (std::size_t s = 0; s < words.size(); ++s) {
        std::size_t found = 0;
        for (auto m = costs[s] != no_code ? static_cast<std::uint16_t>(s) : none; m != none; m = shorter[m]) {
            if (found + 1 == most_listed && shorter[m] != none) continue;
            ends_[s].span[found] = static_cast<std::uint16_t>(words[m].size());
            ends_[s].cost[found] = static_cast<std::uint16_t>(costs[m]);
            listed_[s][found++] = m;
        }
        for (std::size_t k = std::max<std::size_t>(found, 1); k < most_listed; ++k) {
            ends_[s].span[k] = ends_[s].span[k - 1];
            ends_[s].cost[k] = ends_[s].cost[k - 1];
        }
    }
}

std::uint16_t PairPacker::shared_letter_of(std::uint32_t number) const {
    return static_cast<std::uint16_t>(std::ranges::upper_bound(first_, number) - first_.begin() - 1);
}

void PairPacker::find_ends(std::span<const std::uint32_t> numbers, PairScratch& s) const {
    const std::size_t n = numbers.size();
    s.ends.resize(n);
    const auto after = [&](std::uint32_t entry, std::size_t i) {
        const std::uint16_t letter = letter_of(numbers[i]), column = column_[letter];
        return column == none ? letter : automaton_[std::size_t{entry >> symbol_bits} * columns_ + column];
    };
    // A step waits for memory, so stretches are walked side by side, each as if it were the first; then each is
    // corrected from where the one before it came to, until that makes no difference.
    constexpr std::size_t stretches = 4, worth_while = 256;
    const std::size_t stretch = n < worth_while ? 0 : n / stretches;
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
    const std::size_t n = numbers.size(), letters = grammar_.letters();
    s.cost.resize(n + 1);
    s.last.resize(n + 1);
    s.cost[0] = 0;
    find_ends(numbers, s);
    constexpr std::uint32_t symbol_mask = (1u << symbol_bits) - 1;
    for (std::size_t i = 0; i < n; ++i) {
        const Ends& ends = ends_[s.ends[i] & symbol_mask];
        // The cost, and in its lowest bits where the symbol is listed.
        std::uint32_t least = ~0u;
        for (std::uint32_t k = 0; k < most_listed; ++k)
            least = std::min(least, (s.cost[i + 1 - ends.span[k]] + ends.cost[k]) * most_listed + k);
        s.cost[i + 1] = least / most_listed;
        s.last[i + 1] = static_cast<std::uint8_t>(least % most_listed);
    }
    s.symbols.clear();
    s.extra.clear();
    for (std::size_t end = n; end != 0;) {
        const std::size_t longest = s.ends[end - 1] & symbol_mask, place = s.last[end];
        const std::uint16_t symbol = listed_[longest][place];
        s.symbols.push_back(symbol);
        end -= ends_[longest].span[place];
        if (!plain_ && symbol < letters && grammar_.extra[symbol] != 0)
            s.extra.push_back(numbers[end] - first_[symbol]);
    }
    std::ranges::reverse(s.symbols);
    std::ranges::reverse(s.extra);
}

std::uint64_t PairPacker::bits(const PairScratch& scratch) const {
    std::uint64_t bits = 0;
    for (const std::uint16_t symbol : scratch.symbols) {
        bits += grammar_.code_lengths[symbol];
        if (symbol < grammar_.letters()) bits += grammar_.extra[symbol];
    }
    return bits;
}

void PairPacker::write(const PairScratch& scratch, std::vector<std::byte>& out) const {
    BitAppender bits(out);
    auto extra = scratch.extra.begin();
    for (const std::uint16_t symbol : scratch.symbols) {
        bits.put(codes_[symbol], grammar_.code_lengths[symbol]);
        if (symbol < grammar_.letters() && grammar_.extra[symbol] != 0) bits.put(*extra++, grammar_.extra[symbol]);
    }
    bits.finish();
}

}  // namespace mexbase::detail
