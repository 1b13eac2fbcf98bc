#include "pairing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "../../../query/format/format.hpp"
#include "binary_log.hpp"
#include "pair_counts.hpp"
#include "pair_packer.hpp"

namespace mexbase::detail {

namespace {

/// Makes pairs of what stands side by side in texts, the most frequent ones in a round.
///
/// All is counted once. From then on counts change only where pairs are replaced, and only those of pairs with a new
/// symbol rise. So each pair is filed once by its count, and filed anew when it is looked at and its count is less.
class Pairing {
  public:
    using Pair = format::Grammar::Pair;

    Pairing(const Numbers& samples, const std::vector<std::uint8_t>& letters, std::uint32_t longest,
            std::uint64_t least_gain)
        : longest_(longest),
          least_gain_(least_gain),
          letters_(letters.size()),
          spelled_(letters.size()),
          most_spelled_(PairPacker::most_spelled(letters.size())) {
        const LetterIndex index(letters);
        text_.reserve(static_cast<std::size_t>(size_of(samples)) + samples.size());
        for (const auto& sample : samples) {
            for (const std::uint32_t number : sample) {
                const std::uint16_t letter = index.letter_of(number);
                text_.push_back(letters[letter] != 0 ? gap : letter);
            }
            text_.push_back(gap);
        }
        spans_.assign(letters_, 1);
    }

    std::vector<Pair> take(std::size_t most) {
        count();
        while (pairs_.size() < most && make_round(most)) replace();
        return std::move(pairs_);
    }

  private:
    /// What is in no pair: a letter that stands for many numbers, or the end of a sample.
    static constexpr std::uint16_t gap = format::most_grammar_symbols;
    static constexpr std::uint8_t is_left = 1, is_right = 2;
    static constexpr std::uint32_t least_count = 3;

    static std::uint32_t pair_of(std::uint16_t left, std::uint16_t right) {
        return static_cast<std::uint32_t>(left) << 16 | right;
    }

    /// Of a run of one symbol every second place counts.
    class Doubles {
      public:
        void clear() { *this = {}; }
        void add(std::uint16_t symbol) {
            counted_ = symbol == last_ && !counted_;
            if (counted_) ++counts_[symbol];
            last_ = symbol;
        }
        std::uint32_t of(std::size_t symbol) const { return counts_[symbol]; }

      private:
        std::array<std::uint32_t, gap + 1> counts_{};
        std::uint16_t last_ = gap;
        bool counted_ = false;
    };

    /// Whether what stands there is counted as two symbols, and not among the doubles.
    static bool differ(std::uint16_t left, std::uint16_t right) { return left != right && left != gap && right != gap; }

    /// Counts what stands side by side.
    void count() {
        singles_.assign(letters_, 0);
        constexpr std::size_t few = 256;  // that a square of all pairs is small
        std::vector<std::uint32_t> square(letters_ <= few ? letters_ * letters_ : 0);
        std::uint16_t last = gap;
        for (const std::uint16_t symbol : text_) {
            doubles_.add(symbol);
            if (symbol != gap) ++singles_[symbol];
            if (differ(last, symbol)) {
                if (!square.empty())
                    ++square[last * letters_ + symbol];
                else
                    ++counts_[pair_of(last, symbol)];
            }
            last = symbol;
        }
        for (std::size_t i = 0; i < square.size(); ++i)
            if (square[i] != 0)
                counts_[pair_of(static_cast<std::uint16_t>(i / letters_), static_cast<std::uint16_t>(i % letters_))] =
                    square[i];
        file_added();
    }
    void file_added() {
        for (const std::uint32_t pair : counts_.take_added()) file(pair, counts_.count(pair));
    }
    void file(std::uint32_t pair, std::uint32_t count) {
        if (count >= least_count) by_count_[static_cast<std::size_t>(std::bit_width(count))].push_back(pair);
    }

    /// About what a symbol takes that occurs so often: a bit at least.
    std::uint32_t cost_of(std::uint64_t count) const {
        const std::uint64_t all = std::max<std::uint64_t>(text_.size(), 1);
        const std::uint64_t log = log2_256(all) - log2_256(std::clamp<std::uint64_t>(count, 1, all));
        return static_cast<std::uint32_t>(std::max<std::uint64_t>(256, log));
    }
    std::size_t span_of(std::uint32_t pair) const { return std::size_t{spans_[pair >> 16]} + spans_[pair & 0xffff]; }
    /// Whether a pair may be made and gains what it must.
    bool is_worth(std::uint32_t pair, std::uint32_t count) const {
        if (count < least_count || span_of(pair) > std::min<std::size_t>(longest_, most_spelled_ - spelled_))
            return false;
        const std::uint64_t apart = std::uint64_t{costs_[pair >> 16]} + costs_[pair & 0xffff];
        if (count * (apart - 256) < least_gain_) return false;
        const std::uint64_t together = cost_of(count);
        return apart > together && count * (apart - together) >= least_gain_;
    }

    using Ranked = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // counts and pairs

    /// Pairs that are worth it and occur nearly as often as the most frequent, that first.
    Ranked most_frequent() {
        // The later, the less the order matters.
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
            look_at(pair_of(symbol, symbol), doubles_.of(s));
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
    /// Makes pairs of the most frequent. False if none occurs often enough.
    bool make_round(std::size_t most) {
        costs_.clear();
        for (const std::uint32_t single : singles_) costs_.push_back(cost_of(single));
        const Ranked ranked = most_frequent();
        if (ranked.empty()) return false;
        made_ = PairCounts(ranked.size());
        // Nothing is left of one pair and right of another, so that what was counted is what will be replaced.
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
    /// The pair of this round at `i`, counted from 1; 0 if there is none. The lower came first.
    std::uint32_t made_at(std::size_t i) const {
        if (i + 1 >= text_.size()) return 0;
        if ((sides_[text_[i]] & is_left) == 0 || (sides_[text_[i + 1]] & is_right) == 0) return 0;
        return made_.count(pair_of(text_[i], text_[i + 1]));
    }
    /// Replaces the pairs of this round, and counts what that changes.
    void replace() {
        const std::size_t before = singles_.size();
        singles_.resize(spans_.size());
        doubles_.clear();
        std::uint16_t last = gap, last_old = gap;  // what stands before here, and what stood there
        bool last_is_new = false;
        std::size_t out = 0;
        std::uint32_t here = made_at(0);
        for (std::size_t i = 0; i < text_.size();) {
            const std::uint32_t after = made_at(i + 1);
            const bool wait = after != 0 && after < here;
            const bool is_new = here != 0 && !wait;
            const std::uint16_t old = text_[i];
            const auto symbol = is_new ? static_cast<std::uint16_t>(letters_ + here - 1) : old;
            if (is_new || last_is_new) {
                if (differ(last_old, old)) --counts_[pair_of(last_old, old)];
                if (differ(last, symbol)) ++counts_[pair_of(last, symbol)];
            }
            last_old = old;
            if (is_new) {
                ++singles_[symbol];
                last_old = text_[i + 1];
                here = made_at(i + 2);
                i += 2;
            } else {
                here = after;
                ++i;
            }
            doubles_.add(symbol);
            last = text_[out++] = symbol;
            last_is_new = is_new;
        }
        text_.resize(out);
        for (std::size_t s = before; s < singles_.size(); ++s) {
            const auto [left, right] = pairs_[s - letters_];
            singles_[left] -= singles_[s];
            singles_[right] -= singles_[s];
            if (left != right) counts_[pair_of(left, right)] -= singles_[s];
        }
        file_added();
    }

    std::uint32_t longest_;
    std::uint64_t least_gain_;  // in 256ths of a bit
    std::size_t letters_, spelled_, most_spelled_;
    std::vector<std::uint16_t> text_, spans_;
    std::vector<Pair> pairs_;
    std::vector<std::uint32_t> singles_;  // how often each symbol occurs
    std::vector<std::uint32_t> costs_;    // of the symbols in this round
    Doubles doubles_;
    PairCounts counts_;  // of different symbols
    std::array<std::vector<std::uint32_t>, 33>
        by_count_;                     // pairs, by the width of what their count was when last looked at
    PairCounts made_;                  // the pairs of this round
    std::vector<std::uint8_t> sides_;  // of a symbol: where it stands in the pairs of this round
};

}  // namespace

std::uint64_t size_of(const Numbers& samples) {
    std::uint64_t size = 0;
    for (const auto& sample : samples) size += sample.size();
    return size;
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

}  // namespace mexbase::detail
