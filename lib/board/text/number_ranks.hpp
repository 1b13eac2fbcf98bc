/// \file
/// The places of numbers among all those there are. Not for users of the library.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../names.hpp"

namespace mexbase::detail {

/// Of numbers below 2^32, many times each and in any order, how many different smaller ones there are. Kept as a bit
/// for each number up to the largest, or as a list where that would take more than the numbers did.
class NumberRanks {
  public:
    /// `each(f)` calls `f(number)` for every number, of which there are `count`; none is above `largest`.
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

    /// How many different numbers there are.
    std::uint64_t size() const { return size_; }
    /// How many of them are below `number`, which is one of them.
    Vertex operator[](std::uint32_t number) const {
        if (words_.empty()) return static_cast<Vertex>(std::ranges::lower_bound(list_, number) - list_.begin());
        const Word& word = words_[number / 64];
        const std::uint64_t below = word.bits & ((std::uint64_t{1} << number % 64) - 1);
        return static_cast<Vertex>(word.before + static_cast<std::uint64_t>(std::popcount(below)));
    }
    /// All of them, in order.
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
    /// What they take in memory.
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

}  // namespace mexbase::detail
