// SPDX-License-Identifier: MIT
/// \file
/// Partitions of a number and their dense rank.
///
/// Partitions of n, written with the largest part first, are sorted as words: 1+1+1+1, 2+1+1, 2+2, 3+1, 4. Let p(r, k)
/// be the number of partitions of r into parts of at most k. The partitions before a given one are counted part by part
/// (Nijenhuis and Wilf, Combinatorial Algorithms, chapter 9). For equal parts this sum telescopes, so that
///
///     rank = sum over the distinct parts k of p(r_k, k) - p(r_k - m_k k, k);
///
/// Here m_k is the number of parts equal to k, and r_k is the sum of the parts of at most k. This also equals
///
///     rank = p(n) - 1 - sum over k = 0..n-1 of p(r_k, k + 1) - p(r_k, k),
///
/// This sum has one term per k. So a move that changes r_k on a range of k changes only the terms of that range.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "../index.hpp"

namespace mexbase {

/// A partition as its distinct parts, largest first, with the number of copies of each.
struct Partition {
    struct Block {
        std::uint16_t part = 0;
        std::uint16_t copies = 0;
        friend bool operator==(const Block&, const Block&) = default;
    };
    /// Maximum number of distinct parts: 1 + 2 + … + 28 is greater than `PartitionRank::largest_sum`.
    static constexpr std::size_t capacity = 27;

    std::size_t distinct = 0;
    /// The first `distinct` blocks are in use, sorted by descending part.
    std::array<Block, capacity> blocks;

    /// Appends copies of a part, which must be at most the last part.
    void push(unsigned part, unsigned copies) {
        if (copies == 0) return;
        if (distinct > 0 && blocks[distinct - 1].part == part)
            blocks[distinct - 1].copies = static_cast<std::uint16_t>(blocks[distinct - 1].copies + copies);
        else
            blocks[distinct++] = {static_cast<std::uint16_t>(part), static_cast<std::uint16_t>(copies)};
    }

    friend bool operator==(const Partition& a, const Partition& b) {
        return a.distinct == b.distinct &&
               std::equal(a.blocks.begin(), a.blocks.begin() + static_cast<std::ptrdiff_t>(a.distinct),
                          b.blocks.begin());
    }
};

/// The bijection between the partitions of n and 0..p(n)-1. Its table has (n+1)^2 numbers p(r, k): the partitions of r
/// into parts of at most k. Copies share the table. A rank costs two look-ups per distinct part.
class PartitionRank {
  public:
    /// The largest n with fewer than 2^63 partitions.
    static constexpr unsigned largest_sum = 405;

    /// Makes the table for the partitions of `sum`, which is at most `largest_sum`.
    explicit PartitionRank(unsigned sum) : sum_(sum), width_(sum + 1) {
        std::vector<Index> table(std::size_t{width_} * width_, 0);
        for (unsigned k = 0; k < width_; ++k) table[k] = 1;
        for (unsigned r = 1; r < width_; ++r) {
            Index* const row = table.data() + std::size_t{r} * width_;
            for (unsigned k = 1; k < width_; ++k)
                row[k] = row[k - 1] + (k <= r ? table[std::size_t{r - k} * width_ + k] : 0);
        }
        table_ = std::make_shared<const std::vector<Index>>(std::move(table));
    }

    unsigned sum() const { return sum_; }
    Index size() const { return row(sum_)[sum_]; }
    /// Returns p(r, k), the number of partitions of r into parts of at most k, for k = 0..n.
    const Index* row(unsigned r) const { return table_->data() + std::size_t{r} * width_; }

    Index rank(const Partition& partition) const { return rank(partition, sum_); }
    /// Returns the rank of a partition of `sum` among the partitions of `sum`, which must be at most n.
    Index rank(const Partition& partition, unsigned sum) const {
        Index rank = 0;
        unsigned rest = sum;
        for (std::size_t b = 0; b < partition.distinct; ++b) {
            const auto [part, copies] = partition.blocks[b];
            const unsigned taken = unsigned{part} * copies;
            rank += row(rest)[part] - row(rest - taken)[part];
            rest -= taken;
        }
        return rank;
    }

    /// Returns the partition with rank `index`, below size(). Takes a binary search per distinct part.
    Partition unrank(Index index) const { return unrank(index, sum_); }
    /// Returns the partition of `sum` with rank `index`, below p(sum). `sum` must be at most n.
    Partition unrank(Index index, unsigned sum) const {
        Partition partition;
        unsigned rest = sum;
        unsigned bound = sum;
        while (index > 0) {
            // The largest part is the smallest k with index < p(rest, k), the number of partitions with parts of at
            // most k.
            const Index* const counts = row(rest);
            const auto part = static_cast<unsigned>(std::upper_bound(counts, counts + bound, index) - counts);
            // Partitions of `rest` with parts <= part and m or more copies of part are the last p(rest - m part, part).
            const Index from_end = counts[part] - index;
            unsigned copies = 1;
            while ((copies + 1) * part <= rest && from_end <= row(rest - (copies + 1) * part)[part]) ++copies;
            partition.push(part, copies);
            index -= counts[part] - row(rest - copies * part)[part];
            rest -= copies * part;
            bound = part;
        }
        partition.push(1, rest);
        return partition;
    }

    /// Steps to the next partition in index order. Returns false, with no change, at the last one (a single part).
    static bool next(Partition& partition) {
        if (partition.distinct == 0) return false;
        auto last = partition.blocks[partition.distinct - 1];
        unsigned ones = 0;
        if (last.copies == 1) {
            if (partition.distinct == 1) return false;
            ones = last.part;
            --partition.distinct;
            last = partition.blocks[partition.distinct - 1];
        }
        // One copy of `last.part` grows by one. All parts after it become ones.
        ones += (last.copies - 1U) * last.part - 1U;
        --partition.distinct;
        partition.push(last.part + 1U, 1);
        partition.push(1, ones);
        return true;
    }

  private:
    unsigned sum_;
    unsigned width_;
    std::shared_ptr<const std::vector<Index>> table_;
};

}  // namespace mexbase
