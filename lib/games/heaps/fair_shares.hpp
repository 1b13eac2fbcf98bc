// SPDX-License-Identifier: MIT
/// \file
/// Fair Shares and Varied Pairs, a loopy game on partitions.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../../error.hpp"
#include "../../rank/partitions.hpp"
#include "../../rules/ruleset.hpp"
#include "breaking_heaps.hpp"

namespace mexbase {

/// Fair Shares and Varied Pairs (Winning Ways, chapter 12; Combinatorial Game Theory, lesson 5): n almonds are in
/// heaps. A move divides one heap into two or more equal heaps, or merges two heaps of different sizes.
///
/// Heaps of equal size give the same options, so a move is a size and a number of shares, or two sizes. No two moves
/// lead to the same position. Let r_k be the number of almonds in heaps of at most k. A move changes r_k only for k in
/// one range. `partitions.hpp` gives the effect on the rank, so no option has to be built to compute its index.
class FairShares {
  public:
    using Position = Partition;
    static constexpr std::string_view family = "fair-shares";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{
        .predecessors = true, .start = true, .drawing = true, .positions = true, .option_count = true};
    /// Maximum number of almonds, for at most 2^40 positions.
    static constexpr unsigned most_almonds = 185;
    static const FamilyHelp& help() {
        static constexpr std::array keys = {KeyHelp{"n", "", "1..185", "the number of almonds"}};
        static constexpr FamilyHelp text{
            "divide a heap into two or more equal heaps, or merge two heaps of different sizes (loopy)",
            "the heaps in any order, joined by +, such as 4+1+1",
            "Berlekamp, Conway and Guy, Winning Ways, chapter 12; Combinatorial Game Theory, lesson 5: loopy games",
            keys, "fair-shares:n=30"};
        return text;
    }
    static FairShares make(const Parameters& p) {
        return FairShares(static_cast<unsigned>(p.number("n", 1, most_almonds)));
    }

    /// Takes a number of almonds in 1..`most_almonds`.
    explicit FairShares(unsigned almonds) : ranks_(almonds) {
        auto divisors = std::make_shared<Divisors>();
        for (unsigned heap = 1; heap <= most_almonds; ++heap) {
            for (unsigned share = heap / 2; share > 0; --share)
                if (heap % share == 0) divisors->shares.push_back(static_cast<std::uint16_t>(share));
            divisors->first[heap + 1] = static_cast<std::uint16_t>(divisors->shares.size());
            divisors->ways[heap] = static_cast<std::uint8_t>(divisors->first[heap + 1] - divisors->first[heap]);
        }
        divisors_ = std::move(divisors);
    }

    unsigned almonds() const { return ranks_.sum(); }
    Index size() const { return ranks_.size(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return ranks_.unrank(i); }
    Index rank(const Position& p) const { return ranks_.rank(p); }
    /// Reads heaps in any order, joined by `+`.
    Position parse(std::string_view text) const {
        std::array<std::uint16_t, most_almonds + 1> copies{};
        std::uint64_t total = 0;
        for (const std::uint64_t heap : read_heaps(text, "4+1+1")) {
            if (heap > most_almonds)
                throw_bad_position(text, "has a heap of more than " + std::to_string(almonds()) + " almonds");
            if (heap == 0) throw_bad_position(text, "has an empty heap: every heap has at least one almond");
            total += heap;
            if (total <= almonds()) ++copies[heap];
        }
        if (total != almonds())
            throw_bad_position(text, "has " + std::to_string(total) +
                                         (total == 1 ? " almond, not " : " almonds, not ") + std::to_string(almonds()));
        Position p;
        for (unsigned heap = almonds(); heap > 0; --heap) p.push(heap, copies[heap]);
        return p;
    }
    std::string format(const Position& p) const { return write_heaps(p); }
    Drawing drawing(const Position& p) const { return drawing_of_partition(p); }
    Position start() const {
        Position p;
        p.push(almonds(), 1);
        return p;
    }

    template <class F>
    void for_each_position(Index first, Index last, F&& f) const {
        if (first >= last) return;
        Position p = unrank(first);
        for (Index i = first; i < last; ++i, PartitionRank::next(p)) f(i, static_cast<const Position&>(p));
    }

    std::uint64_t option_count(Index, const Position& p) const {
        const std::size_t d = p.distinct;
        std::uint64_t count = d * (d - 1) / 2;
        for (std::size_t b = 0; b < d; ++b) count += divisors_->ways[p.blocks[b].part];
        return count;
    }

    template <class F>
    void for_each_option(Index index, const Position& p, Player, F&& f) const {
        const Steps steps(p, ranks_);
        // Divide `heap` into heaps of `share`: r_k (almonds in heaps of at most k) grows by `heap` for share <= k <
        // heap.
        for (unsigned i = 1; i <= steps.count; ++i) {
            const unsigned heap = steps.part[i];
            unsigned top = heap;
            const std::ptrdiff_t grows = rows(heap);
            unsigned at = i - 1;
            Index change = 0;
            for (const std::uint16_t share : divisors_->of(heap)) {
                while (steps.part[at] > share) {
                    change += difference(steps.row[at], grows, steps.part[at], top);
                    top = steps.part[at--];
                }
                change += difference(steps.row[at], grows, share, top);
                top = share;
                f(index - change);
            }
        }
        // Merge a < b: r_k (almonds in heaps of at most k) falls by a for a <= k < b, and by a + b for b <= k < a + b.
        for (unsigned i = 1; i < steps.count; ++i) {
            const unsigned a = steps.part[i];
            const std::ptrdiff_t falls = -rows(a);
            Index change = 0;
            for (unsigned j = i + 1; j <= steps.count; ++j) {
                const unsigned b = steps.part[j];
                change += difference(steps.row[j - 1], falls, steps.part[j - 1], b);
                f(index - change - fallen(steps, j, b, a + b));
            }
        }
    }

    template <class F>
    void for_each_predecessor(Index index, const Position& p, Player, F&& f) const {
        const Steps steps(p, ranks_);
        for (unsigned i = 1; i <= steps.count; ++i) {
            const unsigned part = steps.part[i];
            // Undo a division of a heap s = shares * part into `shares` heaps of `part`: r_k (almonds in heaps of at
            // most k) falls by s for part <= k < s.
            for (unsigned shares = 2; shares <= steps.copies[i]; ++shares)
                f(index - fallen(steps, i, part, shares * part));
            // Undo a merger of a < b into `part`: r_k (almonds in heaps of at most k) grows by a for a <= k < b, and by
            // `part` for b <= k < part.
            const std::ptrdiff_t grows = rows(part);
            unsigned top = part;
            unsigned at = i - 1;
            unsigned low = 0;
            Index upper = 0;
            for (unsigned a = 1; 2 * a < part; ++a) {
                const unsigned b = part - a;
                while (steps.part[at] > b) {
                    upper += difference(steps.row[at], grows, steps.part[at], top);
                    top = steps.part[at--];
                }
                upper += difference(steps.row[at], grows, b, top);
                top = b;
                while (steps.part[low + 1] <= a) ++low;
                f(index - upper - grown(steps, low, a, b));
            }
        }
    }

  private:
    /// For each heap size, the sizes of equal shares that it can be divided into, largest first, and their number.
    struct Divisors {
        std::array<std::uint8_t, most_almonds + 1> ways{};
        std::array<std::uint16_t, most_almonds + 2> first{};
        std::vector<std::uint16_t> shares;
        struct Range {
            const std::uint16_t *first, *last;
            const std::uint16_t* begin() const { return first; }
            const std::uint16_t* end() const { return last; }
        };
        Range of(unsigned heap) const { return {shares.data() + first[heap], shares.data() + first[heap + 1]}; }
    };

    /// r_k (almonds in heaps of at most k) as a function of k. For part[t] <= k < part[t+1] it is constant, and row[t]
    /// is its row in `PartitionRank`. `part` ascends from part[0] = 0 to a sentinel, the number of all almonds.
    struct Steps {
        unsigned count;
        std::array<unsigned, Partition::capacity + 2> part, copies;
        std::array<const Index*, Partition::capacity + 2> row;

        Steps(const Position& p, const PartitionRank& ranks) : count(static_cast<unsigned>(p.distinct)) {
            unsigned sum = 0;
            part[0] = 0;
            row[0] = ranks.row(0);
            for (unsigned t = 1; t <= count; ++t) {
                const auto& block = p.blocks[count - t];
                part[t] = block.part;
                copies[t] = block.copies;
                sum += part[t] * copies[t];
                row[t] = ranks.row(sum);
            }
            part[count + 1] = ranks.sum();
        }
    };

    /// Returns the distance, in the table of `PartitionRank`, between the rows of two sums that differ by `sum`.
    std::ptrdiff_t rows(unsigned sum) const { return ranks_.row(sum) - ranks_.row(0); }
    /// Returns the decrease of the rank if r_k (almonds in heaps of at most k) changes by `by` rows for low <= k <
    /// high. `before` is the row of r_k in `PartitionRank`.
    static Index difference(const Index* before, std::ptrdiff_t by, unsigned low, unsigned high) {
        const Index* const after = before + by;
        return (after[high] - after[low]) - (before[high] - before[low]);
    }
    /// Returns the decrease of the rank if r_k (almonds in heaps of at most k) falls by `high` for low <= k < high.
    /// `low` is part[t].
    Index fallen(const Steps& steps, unsigned t, unsigned low, unsigned high) const {
        return changed(steps, t, -rows(high), low, high);
    }
    /// Returns the decrease of the rank if r_k (almonds in heaps of at most k) grows by `low` for low <= k < high.
    /// part[t] <= low < part[t+1].
    Index grown(const Steps& steps, unsigned t, unsigned low, unsigned high) const {
        return changed(steps, t, rows(low), low, high);
    }
    static Index changed(const Steps& steps, unsigned t, std::ptrdiff_t by, unsigned low, unsigned high) {
        Index change = 0;
        for (; steps.part[t + 1] < high; low = steps.part[++t])
            change += difference(steps.row[t], by, low, steps.part[t + 1]);
        return change + difference(steps.row[t], by, low, high);
    }

    PartitionRank ranks_;
    std::shared_ptr<const Divisors> divisors_;
};

}  // namespace mexbase
