// SPDX-License-Identifier: MIT
// Finds the pairs of a grammar for the codec `pairs`.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>

#include "../../../query/format/format.hpp"
#include "pair_packer.hpp"
#include "pair_trainer.hpp"

namespace mexbase::detail {

namespace {

/// Map from pairs of symbols to integers, such as counts. The key of a pair is the left symbol times 2^16 plus the
/// right symbol.
class PairCounts {
  public:
    /// Makes an empty map with capacity for `room` pairs.
    explicit PairCounts(std::size_t room = 0) : slots_(std::bit_ceil(2 * room + 16)) {}

    /// Returns a reference to the integer of a pair. Adds the pair with 0 if the map does not have it.
    std::uint32_t& operator[](std::uint32_t pair) {
        std::size_t place = place_of(pair);
        if (slots_[place].pair == no_pair) {
            if (2 * ++pairs_ > slots_.size()) {
                grow();
                place = place_of(pair);
            }
            slots_[place].pair = pair;
            added_.push_back(pair);
        }
        return slots_[place].count;
    }
    /// Returns the integer of a pair, or 0 if the map does not have the pair.
    std::uint32_t count(std::uint32_t pair) const { return slots_[place_of(pair)].count; }
    /// Returns the pairs added since the last call.
    std::vector<std::uint32_t> take_added() { return std::exchange(added_, {}); }

  private:
    static constexpr std::uint32_t no_pair = 0xffffffff;
    struct Slot {
        std::uint32_t pair = no_pair, count = 0;
    };
    std::size_t place_of(std::uint32_t pair) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t place = (pair * 0x9e3779b97f4a7c15u >> 32) & mask;
        while (slots_[place].pair != no_pair && slots_[place].pair != pair) place = (place + 1) & mask;
        return place;
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.pair != no_pair) slots_[place_of(slot.pair)] = slot;
    }
    std::vector<Slot> slots_;
    std::size_t pairs_ = 0;
    std::vector<std::uint32_t> added_;
};

/// Search for the pairs of a grammar. Replaces frequent pairs of adjacent symbols by new symbols, several pairs per
/// round.
///
/// All pairs are counted once. After this, a count rises only if the pair contains a new symbol. So pairs are sorted by
/// count once, and a pair is moved only if a later round finds a smaller count.
class Pairing {
  public:
    using Pair = format::Grammar::Pair;

    Pairing(const NumberBlocks& samples, const std::vector<std::uint8_t>& literals, std::uint32_t longest,
            std::uint64_t least_gain)
        : longest_(longest),
          least_gain_(least_gain),
          literals_(literals.size()),
          spelled_(literals.size()),
          most_spelled_(PairPacker::most_spelled(literals.size())) {
        const LiteralIndex index(literals);
        text_.resize(static_cast<std::size_t>(size_of(samples)) + samples.size() + 1);
        text_.front() = gap;
        singles_.assign(literals_, 0);
        auto out = text_.begin() + 1;
        for (const auto& sample : samples) {
            for (const std::uint32_t number : sample) {
                const std::uint16_t literal = index.literal_of(number);
                ++singles_[literal];
                *out++ = literals[literal] != 0 ? gap : literal;
            }
            *out++ = gap;
        }
        spans_.assign(literals_, 1);
    }

    void make(std::size_t most) {
        make_logs();
        count();
        while (pairs_.size() < most && make_round(most)) replace();
    }
    std::vector<Pair> take_pairs() { return std::move(pairs_); }
    /// Returns how often each symbol is left in the text after all replacements.
    std::vector<std::uint64_t> take_counts() { return std::move(singles_); }

  private:
    /// Placeholder for symbols that are never paired: literals that cover several numbers, and the ends of samples.
    static constexpr std::uint16_t gap = format::most_grammar_symbols;
    static constexpr std::uint8_t is_left = 1, is_right = 2;
    static constexpr std::uint32_t least_count = 3;

    static std::uint32_t pair_of(std::uint16_t left, std::uint16_t right) {
        return static_cast<std::uint32_t>(left) << 16 | right;
    }

    /// Returns true if two adjacent symbols are counted as a pair of different symbols.
    static bool differ(std::uint16_t left, std::uint16_t right) { return left != right && left != gap && right != gap; }

    /// Counts all adjacent pairs of different symbols.
    void count() {
        constexpr std::size_t few = 256;  // small enough for a square array of all pairs
        std::vector<std::uint32_t> square(literals_ <= few ? literals_ * literals_ : 0);
        std::uint16_t last = gap;
        for (const std::uint16_t symbol : text_) {
            if (differ(last, symbol)) {
                if (!square.empty())
                    ++square[last * literals_ + symbol];
                else
                    ++counts_[pair_of(last, symbol)];
            }
            last = symbol;
        }
        for (std::size_t i = 0; i < square.size(); ++i)
            if (square[i] != 0)
                counts_[pair_of(static_cast<std::uint16_t>(i / literals_), static_cast<std::uint16_t>(i % literals_))] =
                    square[i];
        count_doubles();
        file_added();
    }
    /// Counts pairs of equal symbols. In a run of equal symbols, only every second position counts. Runs are rare.
    void count_doubles() {
        doubles_.assign(gap + 1, 0);
        constexpr std::size_t stretch = 32;
        bool counted = false;
        for (std::size_t begin = 1; begin < text_.size(); begin += stretch) {
            const std::size_t end = begin + stretch;
            if (end <= text_.size() && !has_doubles<stretch>(&text_[begin - 1])) {
                counted = false;
                continue;
            }
            for (std::size_t i = begin; i < std::min(end, text_.size()); ++i) {
                counted = (text_[i] == text_[i - 1]) & !counted;
                doubles_[text_[i]] += counted;
            }
        }
    }
    /// Returns true if two neighbours among the first `Symbols` + 1 symbols are equal.
    template <std::size_t Symbols>
    static bool has_doubles(const std::uint16_t* text) {
        std::uint16_t any = 0;
        for (std::size_t i = 0; i < Symbols; ++i) any |= static_cast<std::uint16_t>(text[i] == text[i + 1]);
        return any != 0;
    }
    void file_added() {
        for (const std::uint32_t pair : counts_.take_added()) file(pair, counts_.count(pair));
    }
    void file(std::uint32_t pair, std::uint32_t count) {
        if (count >= least_count) by_count_[static_cast<std::size_t>(std::bit_width(count))].push_back(pair);
    }

    /// Estimates the cost of a symbol that occurs `count` times, in 256ths of a bit. The cost is at least one bit.
    std::uint32_t cost_of(std::uint64_t count) const {
        const std::uint64_t all = text_.size();
        const std::uint32_t log = log_of_text_ - log_of(std::clamp<std::uint64_t>(count, 1, all));
        return std::max(256u, log);
    }
    /// Returns 256 times the binary logarithm. It is cached for small numbers, which are the most frequent.
    std::uint32_t log_of(std::uint64_t number) const {
        return number < logs_.size() ? logs_[static_cast<std::size_t>(number)]
                                     : static_cast<std::uint32_t>(log2_256(number));
    }
    void make_logs() {
        constexpr std::size_t small = 1024;
        logs_.resize(std::min(small, text_.size()));
        for (std::size_t i = 1; i < logs_.size(); ++i) logs_[i] = static_cast<std::uint16_t>(log2_256(i));
    }
    std::size_t span_of(std::uint32_t pair) const { return std::size_t{spans_[pair >> 16]} + spans_[pair & 0xffff]; }
    /// Returns true if a pair is allowed and saves enough.
    bool is_worth(std::uint32_t pair, std::uint32_t count) const {
        if (count < least_count || span_of(pair) > std::min<std::size_t>(longest_, most_spelled_ - spelled_))
            return false;
        const std::uint64_t apart = std::uint64_t{costs_[pair >> 16]} + costs_[pair & 0xffff];
        if (count * (apart - 256) < least_gain_) return false;
        const std::uint64_t together = cost_of(count);
        return apart > together && count * (apart - together) >= least_gain_;
    }

    using Ranked = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // counts and pairs

    /// Returns the pairs that are worth making, the most frequent first. Each is at least half as frequent as the first
    /// pair, or in late rounds at least a quarter as frequent.
    Ranked most_frequent() {
        // In later rounds the order of pairs matters less, so more pairs are taken per round.
        constexpr std::size_t early = 1024;
        const std::uint32_t share = pairs_.size() < early ? 2 : 4;
        std::uint32_t top = 0;
        Ranked ranked;
        const auto look_at = [&](std::uint32_t pair, std::uint32_t count) {
            if (count < top / share || !is_worth(pair, count)) return;
            top = std::max(top, count);
            ranked.emplace_back(count, pair);
        };
        for (std::size_t s = 0; s < spans_.size(); ++s) {
            const auto symbol = static_cast<std::uint16_t>(s);
            look_at(pair_of(symbol, symbol), doubles_[s]);
        }
        for (std::size_t width = by_count_.size(); width-- > 0;) {
            if ((std::uint64_t{1} << width) - 1 < top / share) break;
            std::vector<std::uint32_t>& filed = by_count_[width];
            std::size_t kept = 0;
            for (const std::uint32_t pair : filed) {
                const std::uint32_t count = counts_.count(pair);
                if (static_cast<std::size_t>(std::bit_width(count)) == width) {
                    filed[kept++] = pair;
                    look_at(pair, count);
                } else {
                    file(pair, count);
                }
            }
            filed.resize(kept);
        }
        std::erase_if(ranked, [&](const auto& each) { return each.first < top / share; });
        std::ranges::sort(ranked, [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        });
        return ranked;
    }
    /// Makes symbols for the most frequent pairs. Returns false if none is frequent enough.
    bool make_round(std::size_t most) {
        log_of_text_ = log_of(text_.size());
        costs_.clear();
        for (const std::uint64_t single : singles_) costs_.push_back(cost_of(single));
        const Ranked ranked = most_frequent();
        if (ranked.empty()) return false;
        made_ = PairCounts(ranked.size());
        // In one round, no symbol is the left symbol of one pair and the right symbol of another. So all counted
        // occurrences can be replaced.
        sides_.assign(gap + 1, 0);
        for (const auto& [count, pair] : ranked) {
            if (pairs_.size() == most) break;
            std::uint8_t &left = sides_[pair >> 16], &right = sides_[pair & 0xffff];
            const bool first = pair == ranked.front().second;
            if (spelled_ + span_of(pair) > most_spelled_ ||
                (!first && ((left & is_right) != 0 || (right & is_left) != 0 || &left == &right)))
                continue;
            left |= is_left;
            right |= is_right;
            spelled_ += span_of(pair);
            pairs_.push_back({static_cast<std::uint16_t>(pair >> 16), static_cast<std::uint16_t>(pair)});
            spans_.push_back(static_cast<std::uint16_t>(span_of(pair)));
            made_[pair] = static_cast<std::uint32_t>(pairs_.size());
        }
        return true;
    }
    /// Finds the occurrences of this round's pairs. They do not overlap, except in runs of equal symbols.
    void find_made() {
        found_.clear();
        places_.clear();
        std::array<std::uint32_t, 4096> starts;  // possible positions of pairs in a part of the text
        std::uint32_t free = 0;
        std::uint8_t here = sides_[text_.front()];
        for (std::size_t begin = 0; begin + 1 < text_.size(); begin += starts.size()) {
            std::size_t count = 0;
            for (std::size_t i = begin; i < std::min(begin + starts.size(), text_.size() - 1); ++i) {
                const std::uint8_t next = sides_[text_[i + 1]];
                starts[count] = static_cast<std::uint32_t>(i);
                count += static_cast<std::size_t>(here & next >> 1);
                here = next;
            }
            for (const std::uint32_t i : std::span(starts).first(count)) {
                const std::uint32_t made = made_.count(pair_of(text_[i], text_[i + 1]));
                if (made == 0 || i < free) continue;
                places_.push_back(i);
                found_.push_back(static_cast<std::uint16_t>(literals_ + made - 1));
                free = i + 2;
            }
        }
    }
    void replace() {
        find_made();
        const std::size_t before = singles_.size();
        singles_.resize(spans_.size());
        std::size_t in = 0, out = 0;
        for (std::size_t k = 0; k < found_.size(); ++k) {
            const std::uint32_t i = places_[k];
            const std::uint16_t symbol = found_[k];
            std::copy(at(in), at(i), at(out));
            out += i - in;
            in = i + 2;
            // `text_` is rewritten in place: the output never overtakes the input.
            change(text_[i - 1], text_[i], text_[out - 1], symbol);
            const bool last = k + 1 == found_.size() || places_[k + 1] != in;
            if (last) change(text_[i + 1], text_[in], symbol, text_[in]);
            text_[out++] = symbol;
            ++singles_[symbol];
        }
        std::copy(at(in), text_.end(), at(out));
        text_.resize(out + text_.size() - in);
        for (std::size_t s = before; s < singles_.size(); ++s) {
            const auto [left, right] = pairs_[s - literals_];
            singles_[left] -= singles_[s];
            singles_[right] -= singles_[s];
            if (left != right) counts_[pair_of(left, right)] -= static_cast<std::uint32_t>(singles_[s]);
        }
        count_doubles();
        file_added();
    }
    std::vector<std::uint16_t>::iterator at(std::size_t i) { return text_.begin() + static_cast<std::ptrdiff_t>(i); }
    /// Updates the counts after one adjacent pair has become another.
    void change(std::uint16_t old_left, std::uint16_t old_right, std::uint16_t left, std::uint16_t right) {
        if (differ(old_left, old_right)) --counts_[pair_of(old_left, old_right)];
        if (differ(left, right)) ++counts_[pair_of(left, right)];
    }

    std::uint32_t longest_;
    std::uint64_t least_gain_;  // in 256ths of a bit
    std::size_t literals_, spelled_, most_spelled_;
    std::vector<std::uint16_t> text_, spans_;
    std::vector<Pair> pairs_;
    std::vector<std::uint64_t> singles_;  // count of each symbol
    std::vector<std::uint16_t> logs_;     // logarithms of small numbers
    std::uint32_t log_of_text_ = 0;       // logarithm of the length of the text in this round
    std::vector<std::uint32_t> costs_;    // costs of the symbols in this round
    std::vector<std::uint32_t> doubles_;  // counts of pairs of equal symbols
    PairCounts counts_;                   // counts of pairs of different symbols
    // Lists of pairs. A pair is in the list for the bit width of its last known count.
    std::array<std::vector<std::uint32_t>, 33> by_count_;
    PairCounts made_;                    // pairs of this round
    std::vector<std::uint32_t> places_;  // positions of pairs
    std::vector<std::uint16_t> found_;   // symbols that replace the pairs at these positions
    std::vector<std::uint8_t> sides_;    // per symbol: its sides in the pairs of this round
};

}  // namespace

std::uint64_t size_of(const NumberBlocks& samples) {
    std::uint64_t size = 0;
    for (const auto& sample : samples) size += sample.size();
    return size;
}

PairedText make_pairs(std::vector<std::uint8_t> literals, const NumberBlocks& samples, std::uint64_t positions,
                      std::uint32_t longest) {
    PairedText paired;
    const std::size_t room = format::most_grammar_symbols - literals.size();
    // A pair must save more than it takes in the grammar, and more than the best of many useless pairs saves by chance.
    constexpr std::uint64_t least_gain = 16 * 256, room_of_pair = 28 * 256;
    const std::uint64_t gain =
        std::max(least_gain, room_of_pair * size_of(samples) / std::max<std::uint64_t>(1, positions));
    Pairing pairing(samples, literals, longest, gain);
    pairing.make(room);
    paired.grammar.pairs = pairing.take_pairs();
    paired.grammar.extra = std::move(literals);
    paired.counts = pairing.take_counts();
    return paired;
}

}  // namespace mexbase::detail
