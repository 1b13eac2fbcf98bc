#include "pair_trainer.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "../../../query/format/format.hpp"
#include "logarithm.hpp"
#include "pair_packer.hpp"
#include "prefix_code.hpp"

namespace mexbase::detail {

namespace {

/// Chooses letters by intervals [k·2^e, (k+1)·2^e): one letter, or those of both halves, whatever takes less.
class Letters {
  public:
    Letters(std::uint32_t limit, std::vector<std::pair<std::uint32_t, std::uint64_t>> counts, std::uint64_t letter_cost)
        : limit_(limit), counts_(std::move(counts)), letter_cost_(letter_cost) {
        for (const auto& [number, count] : counts_) total_ += count;
        // A code needs two symbols.
        const auto e = static_cast<unsigned>(std::bit_width(limit_ - 1) - 1);
        const std::uint64_t half = std::uint64_t{1} << e;
        std::size_t middle = 0;
        while (middle < counts_.size() && counts_[middle].first < half) ++middle;
        choose(0, e, 0, middle, extra_);
        choose(half, e, middle, counts_.size(), extra_);
    }
    std::vector<std::uint8_t> take() { return std::move(extra_); }

  private:
    /// Appends the letters of the numbers from `first` on, 2^e of them, whose counts are those from `begin` to `end`.
    /// Returns their cost in 256ths of a bit.
    std::uint64_t choose(std::uint64_t first, unsigned e, std::size_t begin, std::size_t end,
                         std::vector<std::uint8_t>& extra) {
        if (first >= limit_) return 0;
        std::uint64_t count = 0;
        for (std::size_t i = begin; i < end; ++i) count += counts_[i].second;
        std::uint64_t together = letter_cost_;
        if (count != 0) together += count * (256 * e + log2_256(total_) - log2_256(count));
        const std::size_t before = extra.size();
        if (e != 0 && count != 0) {
            const std::uint64_t half = first + (std::uint64_t{1} << (e - 1));
            std::size_t middle = begin;
            while (middle < end && counts_[middle].first < half) ++middle;
            const std::uint64_t apart =
                choose(first, e - 1, begin, middle, extra) + choose(half, e - 1, middle, end, extra);
            // An interval that reaches past the numbers cannot be one letter.
            if (apart < together || first + (std::uint64_t{1} << e) > limit_) return apart;
        } else if (first + (std::uint64_t{1} << e) > limit_) {
            const std::uint64_t half = first + (std::uint64_t{1} << (e - 1));
            return choose(first, e - 1, begin, end, extra) + choose(half, e - 1, end, end, extra);
        }
        extra.resize(before);
        extra.push_back(static_cast<std::uint8_t>(e));
        return together;
    }

    std::uint64_t limit_;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> counts_;
    std::uint64_t letter_cost_, total_ = 0;
    std::vector<std::uint8_t> extra_;
};

std::uint64_t size_of(const Numbers& samples) {
    std::uint64_t size = 0;
    for (const auto& sample : samples) size += sample.size();
    return size;
}

/// Counts pairs of symbols.
class PairCounts {
  public:
    PairCounts() : slots_(std::size_t{1} << 12) {}

    std::uint32_t& operator[](std::uint32_t key) {
        std::size_t place = place_of(key);
        if (slots_[place].key == no_key) {
            if (!direct_ && 2 * used_.size() >= slots_.size()) {
                grow();
                place = place_of(key);
            }
            slots_[place].key = key;
            used_.push_back(static_cast<std::uint32_t>(place));
        }
        return slots_[place].count;
    }
    /// What is counted of a pair, or 0.
    std::uint32_t count(std::uint32_t key) const { return slots_[place_of(key)].count; }
    template <class F>
    void for_each(F f) const {
        for (const std::uint32_t place : used_) f(slots_[place].key, slots_[place].count);
    }
    /// Forgets all, and counts pairs of so many symbols.
    void clear(std::size_t symbols) {
        for (const std::uint32_t place : used_) slots_[place] = Slot{};
        used_.clear();
        direct_ = symbols <= most_direct;
        if (direct_ && slots_.size() < most_direct * most_direct) slots_.resize(most_direct * most_direct);
    }

  private:
    static constexpr std::uint32_t no_key = 0xffffffff;
    static constexpr std::size_t most_direct = 256;
    struct Slot {
        std::uint32_t key = no_key, count = 0;
    };
    std::size_t place_of(std::uint32_t key) const {
        if (direct_) return (key >> 16) * most_direct + (key & 0xffff);
        const std::size_t mask = slots_.size() - 1;
        std::size_t place = (key * 0x9e3779b97f4a7c15u >> 32) & mask;
        while (slots_[place].key != no_key && slots_[place].key != key) place = (place + 1) & mask;
        return place;
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (std::uint32_t& place : used_) {
            const Slot& slot = old[place];
            place = static_cast<std::uint32_t>(place_of(slot.key));
            slots_[place] = slot;
        }
    }
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> used_;  // places in `slots_`
    bool direct_ = false;              // few symbols: a pair's place is its number, and not found by hashing
};

/// Makes pairs of what stands side by side in texts, the most frequent ones in a round.
class Pairing {
  public:
    using Pair = format::Grammar::Pair;

    Pairing(const Numbers& samples, const std::vector<std::uint8_t>& letters, std::uint32_t longest,
            std::uint64_t least_gain)
        : longest_(longest),
          least_gain_(least_gain),
          spelled_(letters.size()),
          most_spelled_(PairPacker::most_spelled(letters.size())) {
        std::vector<std::uint64_t> first{0};
        for (const std::uint8_t extra : letters) first.push_back(first.back() + (std::uint64_t{1} << extra));
        const bool plain = first.back() == letters.size();
        for (const auto& sample : samples) {
            for (const std::uint32_t number : sample) {
                const auto letter = plain ? number : std::ranges::upper_bound(first, number) - first.begin() - 1;
                const bool many = letters[static_cast<std::size_t>(letter)] != 0;
                text_.push_back(many ? gap : static_cast<std::uint16_t>(letter));
            }
            text_.push_back(gap);
        }
        spans_.assign(letters.size(), 1);
    }

    std::vector<Pair> take(std::size_t most) {
        while (pairs_.size() < most && make_round(most)) replace();
        return std::move(pairs_);
    }

  private:
    static constexpr std::uint16_t gap = 0xffff;
    static constexpr std::uint8_t is_left = 1, is_right = 2;

    static std::uint32_t key_of(std::uint16_t left, std::uint16_t right) {
        return static_cast<std::uint32_t>(left) << 16 | right;
    }
    /// Counts what stands side by side, and of a run of one symbol every second place.
    void count() {
        counts_.clear(spans_.size());
        std::vector<std::uint64_t> singles(spans_.size());
        bool counted = false;
        for (std::size_t i = 0; i + 1 < text_.size(); ++i) {
            const std::uint16_t left = text_[i], right = text_[i + 1];
            if (left != gap) ++singles[left];
            const bool again = counted && left == right && text_[i - 1] == left;
            counted = !again && left != gap && right != gap;
            if (counted) ++counts_[key_of(left, right)];
        }
        costs_.clear();
        for (const std::uint64_t single : singles) costs_.push_back(cost_of(single));
    }
    /// About what a symbol takes that occurs so often: a bit at least.
    std::uint32_t cost_of(std::uint64_t count) const {
        const std::uint64_t all = std::max<std::uint64_t>(text_.size(), 1);
        const std::uint64_t log = log2_256(all) - log2_256(std::clamp<std::uint64_t>(count, 1, all));
        return static_cast<std::uint32_t>(std::max<std::uint64_t>(256, log));
    }
    /// Whether a pair may be made and gains what it must.
    bool is_worth(std::uint32_t key, std::uint32_t count) const {
        constexpr std::uint32_t least_count = 3;
        if (count < least_count || span_of(key) > std::min<std::size_t>(longest_, most_spelled_ - spelled_))
            return false;
        const std::uint64_t apart = std::uint64_t{costs_[key >> 16]} + costs_[key & 0xffff];
        if (count * (apart - 256) < least_gain_) return false;
        const std::uint64_t together = cost_of(count);
        return apart > together && count * (apart - together) >= least_gain_;
    }
    /// Makes pairs of those that occur nearly as often as the most frequent. False if none occurs often enough.
    bool make_round(std::size_t most) {
        count();
        std::uint32_t top = 0;
        counts_.for_each([&](std::uint32_t key, std::uint32_t count) {
            if (count > top && is_worth(key, count)) top = count;
        });
        if (top == 0) return false;
        // The later, the less the order matters.
        constexpr std::size_t early = 1024;
        const std::uint32_t enough = pairs_.size() < early ? top / 2 : top / 4;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> ranked;
        counts_.for_each([&](std::uint32_t key, std::uint32_t count) {
            if (count >= enough && is_worth(key, count)) ranked.emplace_back(count, key);
        });
        std::ranges::sort(ranked, [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        });
        made_.clear(spans_.size());
        // Nothing is left of one pair and right of another, so that what was counted is what will be replaced.
        sides_.assign(spans_.size(), 0);
        for (const auto& [count, key] : ranked) {
            if (pairs_.size() == most) break;
            std::uint8_t &left = sides_[key >> 16], &right = sides_[key & 0xffff];
            const bool first = key == ranked.front().second;
            if (spelled_ + span_of(key) > most_spelled_ ||
                (!first && ((left & is_right) != 0 || (right & is_left) != 0 || &left == &right)))
                continue;
            left |= is_left;
            right |= is_right;
            spelled_ += span_of(key);
            pairs_.push_back({static_cast<std::uint16_t>(key >> 16), static_cast<std::uint16_t>(key)});
            spans_.push_back(static_cast<std::uint16_t>(span_of(key)));
            made_[key] = static_cast<std::uint32_t>(pairs_.size());
        }
        return true;
    }
    std::size_t span_of(std::uint32_t key) const { return std::size_t{spans_[key >> 16]} + spans_[key & 0xffff]; }
    /// The pair of this round at `i`, counted from 1; 0 if there is none. The lower came first.
    std::uint32_t made_at(std::size_t i) const {
        if (i + 1 >= text_.size() || text_[i] == gap || text_[i + 1] == gap) return 0;
        if ((sides_[text_[i]] & is_left) == 0 || (sides_[text_[i + 1]] & is_right) == 0) return 0;
        return made_.count(key_of(text_[i], text_[i + 1]));
    }
    void replace() {
        const std::size_t letters = spans_.size() - pairs_.size();
        std::size_t out = 0;
        std::uint32_t here = made_at(0);
        for (std::size_t i = 0; i < text_.size(); ++out) {
            const std::uint32_t after = made_at(i + 1);
            const bool wait = after != 0 && after < here;
            if (here == 0 || wait) {
                text_[out] = text_[i++];
                here = after;
            } else {
                text_[out] = static_cast<std::uint16_t>(letters + here - 1);
                i += 2;
                here = made_at(i);
            }
        }
        text_.resize(out);
    }

    std::uint32_t longest_;
    std::uint64_t least_gain_;  // in 256ths of a bit
    std::size_t spelled_, most_spelled_;
    std::vector<std::uint32_t> costs_;  // of the symbols in this round
    std::vector<std::uint16_t> text_, spans_;
    std::vector<Pair> pairs_;
    PairCounts counts_, made_;
    std::vector<std::uint8_t> sides_;  // of a symbol: where it stands in the pairs of this round
};

}  // namespace

std::vector<std::uint8_t> plain_letters(std::uint32_t limit) {
    return std::vector<std::uint8_t>(limit, std::uint8_t{0});
}

std::vector<std::uint8_t> shared_letters(std::uint32_t limit, const Numbers& samples, std::size_t most) {
    std::vector<std::uint32_t> all;
    for (const auto& sample : samples) all.insert(all.end(), sample.begin(), sample.end());
    std::ranges::sort(all);
    std::vector<std::pair<std::uint32_t, std::uint64_t>> counts;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == 0 || all[i] != all[i - 1]) counts.emplace_back(all[i], 0);
        ++counts.back().second;
    }
    for (std::uint64_t letter_cost = 16 * 256;; letter_cost *= 2) {
        std::vector<std::uint8_t> letters = Letters(limit, counts, letter_cost).take();
        if (letters.size() <= most) return letters;
    }
}

format::Grammar make_pairs(std::vector<std::uint8_t> letters, const Numbers& samples, std::uint64_t positions,
                           std::uint32_t longest) {
    format::Grammar grammar;
    const std::size_t room = format::most_grammar_symbols - letters.size();
    // More than chance would make of so many pairs, and in the whole stream more than a pair takes in the grammar.
    constexpr std::uint64_t least_gain = 16 * 256, room_of_pair = 28 * 256;
    const std::uint64_t gain =
        std::max(least_gain, room_of_pair * size_of(samples) / std::max<std::uint64_t>(1, positions));
    grammar.pairs = Pairing(samples, letters, longest, gain).take(room);
    grammar.extra = std::move(letters);
    return grammar;
}

namespace {

/// How often each symbol is written in every so many samples.
std::vector<std::uint64_t> counted(const PairPacker& packer, const Numbers& samples, std::size_t every) {
    std::vector<std::uint64_t> counts(packer.grammar().symbols());
    PairScratch scratch;
    for (std::size_t i = 0; i < samples.size(); i += every) {
        packer.parse(samples[i], scratch);
        for (const std::uint16_t symbol : scratch.symbols) ++counts[symbol];
    }
    // Every number must have a code, seen or not.
    for (std::size_t t = 0; t < packer.grammar().letters(); ++t) counts[t] = std::max<std::uint64_t>(counts[t], 1);
    return counts;
}

/// In 256ths of a bit.
std::vector<std::uint32_t> costs_of(std::span<const std::uint64_t> counts) {
    std::uint64_t all = 0;
    for (const std::uint64_t count : counts) all += count;
    std::vector<std::uint32_t> costs;
    for (const std::uint64_t count : counts)
        costs.push_back(
            static_cast<std::uint32_t>(log2_256(4 * all) - log2_256(std::max<std::uint64_t>(4 * count, 1))));
    return costs;
}

/// Leaves out the pairs marked as of no use and in no other pair; puts what goes with the others in `numbers`, an
/// element a symbol, in their new places.
format::Grammar without_unused(const format::Grammar& grammar, std::vector<bool> used,
                               std::vector<std::uint64_t>& numbers) {
    const std::size_t letters = grammar.letters();
    for (std::size_t s = used.size(); s-- > letters;)
        if (used[s]) used[grammar.pairs[s - letters].left] = used[grammar.pairs[s - letters].right] = true;
    format::Grammar left;
    left.extra = grammar.extra;
    std::vector<std::uint16_t> place(used.size());
    std::size_t next = 0;
    for (std::size_t s = 0; s < used.size(); ++s) {
        if (!used[s] && s >= letters) continue;
        place[s] = static_cast<std::uint16_t>(next);
        numbers[next++] = numbers[s];
        if (s < letters) continue;
        const auto [l, r] = grammar.pairs[s - letters];
        left.pairs.push_back({place[l], place[r]});
    }
    numbers.resize(next);
    return left;
}

}  // namespace

format::Grammar with_codes(format::Grammar grammar, const Numbers& samples, std::uint64_t positions) {
    constexpr std::size_t enough = std::size_t{1} << 18;
    const std::uint64_t numbers = size_of(samples);
    const std::size_t every = std::max<std::size_t>(1, numbers / enough);
    // First the fewest symbols, then the cheapest by what the ones before came to.
    std::vector<std::uint32_t> costs(grammar.symbols(), 12 * 256);
    for (int round = 0; round < 2; ++round) {
        std::vector<std::uint64_t> counts = counted(PairPacker(grammar, costs), samples, every);
        costs = costs_of(counts);
        // What a pair saves against its parts, in the whole stream, and what it takes in the grammar.
        const std::size_t letters = grammar.letters();
        const std::uint64_t room = 256 * (2 * format::bits_for(grammar.symbols()) + 4);
        std::vector<bool> used(grammar.symbols(), true);
        for (std::size_t s = letters; s < used.size(); ++s) {
            const auto [left, right] = grammar.pairs[s - letters];
            const std::uint64_t parts = std::uint64_t{costs[left]} + costs[right];
            const std::uint64_t saved = parts > costs[s] ? (parts - costs[s]) * counts[s] * every : 0;
            used[s] = saved * std::max<std::uint64_t>(1, positions / std::max<std::uint64_t>(numbers, 1)) > room;
        }
        grammar = without_unused(grammar, std::move(used), counts);
        costs = costs_of(counts);
    }
    std::vector<std::uint64_t> counts = counted(PairPacker(grammar, costs), samples, 1);
    std::vector<bool> used(counts.begin(), counts.end());
    grammar = without_unused(grammar, std::move(used), counts);
    grammar.code_lengths = code_lengths(counts);
    return grammar;
}

format::Grammar trained_grammar(std::uint32_t limit, const Numbers& samples, unsigned block_log2,
                                std::uint64_t positions) {
    // A letter that is hardly ever written is not worth its place.
    constexpr std::uint32_t always_plain = 16, most_plain = 256, times_a_letter = 64;
    constexpr std::size_t most_shared = 2048;
    const std::uint64_t numbers = size_of(samples);
    const bool plain =
        limit <= always_plain || (limit <= most_plain && numbers >= std::uint64_t{limit} * times_a_letter);
    const std::uint32_t longest = std::min(std::uint32_t{1} << block_log2, std::uint32_t{65535});
    auto letters = plain ? plain_letters(limit) : shared_letters(limit, samples, most_shared);
    return with_codes(make_pairs(std::move(letters), samples, positions, longest), samples, positions);
}

}  // namespace mexbase::detail
