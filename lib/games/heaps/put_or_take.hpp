/// \file
/// Epstein's Put-or-Take-a-Square, a game without a bound.
#pragma once

#include <algorithm>
#include <string_view>

#include "heaps.hpp"

namespace mexbase {

/// Epstein's Put-or-Take-a-Square (Guy, "Unsolved problems in combinatorial games"; lesson 5 on loopy
/// games): with s the largest square not above the heap, take s stones or add s stones. An empty heap has no move.
///
/// Heaps 0..bound are stored; a heap that grows past the bound leaves what is known. Heaps 0..max may be asked for.
class PutOrTakeASquare : public HeapRules {
  public:
    static constexpr std::string_view family = "put-or-take-a-square";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true, .leaves_bound = true, .queryable_size = true, .normalise = true};
    static const FamilyHelp& help();
    static PutOrTakeASquare make(const Parameters&);
    /// Writes out the bound that `auto` stands for.
    static void normalise(Parameters&);

    /// `max` is at most `bound`.
    PutOrTakeASquare(std::uint64_t max, std::uint64_t bound) : HeapRules(bound + 1), max_(max) {}

    /// The largest heap that is stored.
    std::uint64_t bound() const { return size_ - 1; }
    Index queryable_size() const { return max_ + 1; }

    template <class F>
    void for_each_option(Index, Position heap, Player, F&& f) const {
        if (heap == 0) return;
        const std::uint64_t square = square_of(heap);
        f(heap - square);
        if (heap + square < size_) f(heap + square);
    }
    template <class F>
    void for_each_predecessor(Index, Position heap, Player, F&& f) const {
        // Added: heap - r^2 had the root r, so that 2r^2 <= heap <= 2r^2 + 2r, which one r at most satisfies.
        const std::uint64_t half = integer_sqrt(heap / 2);
        if (half > 0 && heap <= 2 * half * (half + 1)) f(heap - half * half);
        // Taken: heap + r^2 had the root r, so that heap <= 2r.
        for (std::uint64_t root = std::max<std::uint64_t>(1, (heap + 1) / 2); heap + root * root < size_; ++root)
            f(heap + root * root);
    }
    std::uint64_t leaves_bound(Index, Position heap) const { return heap + square_of(heap) < size_ ? 0 : 1; }

  private:
    static std::uint64_t square_of(std::uint64_t heap) {
        const std::uint64_t root = integer_sqrt(heap);
        return root * root;
    }
    std::uint64_t max_;
};

}  // namespace mexbase
