// SPDX-License-Identifier: MIT
#include "literals.hpp"

#include <bit>
#include <utility>

namespace mexbase::detail {

namespace {

/// Choice of literals (symbols that each cover 2^e consecutive numbers). An interval [k·2^e, (k+1)·2^e) gets one
/// literal, or the literals of its two halves, whichever cost less.
class LiteralChoice {
  public:
    LiteralChoice(std::uint32_t limit, std::span<const std::pair<std::uint32_t, std::uint64_t>> counts,
                  std::uint64_t literal_cost)
        : limit_(limit), counts_(counts), literal_cost_(literal_cost) {
        for (const auto& [number, count] : counts_) total_ += count;
        // A prefix code needs at least two symbols, so each half of the range has its own literals (symbols).
        const auto e = static_cast<unsigned>(std::bit_width(limit_ - 1) - 1);
        const std::uint64_t half = std::uint64_t{1} << e;
        std::size_t middle = 0;
        while (middle < counts_.size() && counts_[middle].first < half) ++middle;
        choose(0, e, 0, middle, extra_);
        choose(half, e, middle, counts_.size(), extra_);
    }
    std::vector<std::uint8_t> take() { return std::move(extra_); }

  private:
    /// Appends the cheapest literals (symbols) for the 2^e numbers from `first` on, and returns their cost in 256ths of
    /// a bit. The counts of the numbers are `counts_[begin]` to `counts_[end - 1]`.
    std::uint64_t choose(std::uint64_t first, unsigned e, std::size_t begin, std::size_t end,
                         std::vector<std::uint8_t>& extra) {
        if (first >= limit_) return 0;
        std::uint64_t count = 0;
        for (std::size_t i = begin; i < end; ++i) count += counts_[i].second;
        std::uint64_t together = literal_cost_;
        if (count != 0) together += count * (256 * e + log2_256(total_) - log2_256(count));
        const std::size_t before = extra.size();
        if (e != 0 && count != 0) {
            const std::uint64_t half = first + (std::uint64_t{1} << (e - 1));
            std::size_t middle = begin;
            while (middle < end && counts_[middle].first < half) ++middle;
            const std::uint64_t apart =
                choose(first, e - 1, begin, middle, extra) + choose(half, e - 1, middle, end, extra);
            // An interval that ends above the limit must be split.
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
    std::span<const std::pair<std::uint32_t, std::uint64_t>> counts_;
    std::uint64_t literal_cost_, total_ = 0;
    std::vector<std::uint8_t> extra_;
};

}  // namespace

bool settle(std::span<std::uint32_t> numbers) {
    const auto first = std::ranges::find_if(numbers, [](std::uint32_t n) { return n != dont_care; });
    std::uint32_t last = first == numbers.end() ? 0 : *first;
    bool constant = true;
    for (std::uint32_t& n : numbers) {
        if (n == dont_care) {
            n = last;
        } else {
            constant = constant && n == last;
            last = n;
        }
    }
    return constant;
}

std::vector<std::uint8_t> shared_literals(std::uint32_t limit, const NumberBlocks& samples, std::size_t most) {
    std::vector<std::uint32_t> all;
    for (const auto& sample : samples) all.insert(all.end(), sample.begin(), sample.end());
    std::ranges::sort(all);
    std::vector<std::pair<std::uint32_t, std::uint64_t>> counts;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == 0 || all[i] != all[i - 1]) counts.emplace_back(all[i], 0);
        ++counts.back().second;
    }
    for (std::uint64_t literal_cost = 16 * 256;; literal_cost *= 2) {
        std::vector<std::uint8_t> literals = LiteralChoice(limit, counts, literal_cost).take();
        if (literals.size() <= most) return literals;
    }
}

LiteralIndex::LiteralIndex(std::span<const std::uint8_t> extra) {
    constexpr std::uint64_t most_small = std::uint64_t{1} << 12;
    std::uint64_t next = 0;
    for (std::size_t literal = 0; literal < extra.size(); ++literal) {
        first_.push_back(static_cast<std::uint32_t>(next));
        next += std::uint64_t{1} << extra[literal];
        plain_ = plain_ && extra[literal] == 0;
        if (small_.size() < most_small)
            small_.resize(static_cast<std::size_t>(std::min(next, most_small)), static_cast<std::uint16_t>(literal));
    }
}

}  // namespace mexbase::detail
