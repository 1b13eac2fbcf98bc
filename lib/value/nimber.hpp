// SPDX-License-Identifier: MIT
/// \file
/// Values of impartial games in sums: nimbers (Sprague 1935, Grundy 1939), and for loopy games infinite values inf{K},
/// where K is the set of nimbers among the options (Smith, "Graphs and composite games", 1966; Fraenkel and Perl 1975).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "../index.hpp"
#include "outcome.hpp"

namespace mexbase {

/// A set of nimbers that computes its mex (minimal excluded number). Clearing the set takes O(1) time. Memory: four
/// bytes per number up to the greatest number added. For one thread.
class MexSet {
  public:
    void clear() {
        if (++now_ != 0) return;
        seen_.assign(seen_.size(), 0);
        now_ = 1;
    }
    void add(std::uint64_t number) {
        if (number >= seen_.size()) [[unlikely]]
            grow(number);
        seen_[number] = now_;
    }
    /// Adds `numbers[i]` for each i in `indices`.
    template <class Number>
    void add_each(std::span<const Index> indices, const Number* numbers) {
        // Local copies stay in registers. The compiler must assume that writing to `seen_` may change the members.
        std::uint32_t* seen = seen_.data();
        std::size_t size = seen_.size();
        const std::uint32_t now = now_;
#pragma GCC unroll 4
        for (const Index i : indices) {
            const std::size_t number = numbers[i];
            if (number >= size) [[unlikely]] {
                grow(number);
                seen = seen_.data();
                size = seen_.size();
            }
            seen[number] = now;
        }
    }
    bool contains(std::uint64_t number) const { return number < seen_.size() && seen_[number] == now_; }
    /// Returns the smallest number that is not in the set.
    std::uint64_t mex() const {
        constexpr std::uint64_t few = 16, together = 8;
        std::uint64_t n = 0;
        while (n < few && contains(n)) ++n;
        if (n == few)
            while (n + together <= seen_.size() && contains_all(n, together)) n += together;
        while (contains(n)) ++n;
        return n;
    }

  private:
    [[gnu::noinline, gnu::cold]] void grow(std::uint64_t number);
    /// Returns true if the set contains first..first+count-1. All these numbers must be below `seen_.size()`.
    bool contains_all(std::uint64_t first, std::uint64_t count) const {
        bool all = true;
        for (std::uint64_t n = first; n < first + count; ++n) all &= seen_[n] == now_;
        return all;
    }

    std::vector<std::uint32_t> seen_;
    std::uint32_t now_ = 1;
};

/// Computes the nimber of a position: the mex (minimal excluded number) of the nimbers of its options. The nimber of a
/// sum is the exclusive or of its parts' nimbers (Sprague 1935, Grundy 1939). For one thread.
class NimberFold {
  public:
    using Value = std::uint32_t;
    /// Values add: the value of a position is the sum of the values of its components.
    static constexpr bool disjunctive = true;

    void clear() { seen_.clear(); }
    /// Returns the value of a sum of parts; `value_of` gives the value of each part.
    template <class Parts, class ValueOf = std::identity>
    static Value sum(const Parts& parts, const ValueOf& value_of = {}) {
        Value sum = 0;
        for (const auto& part : parts) sum ^= value_of(part);
        return sum;
    }
    template <class Parts, class ValueOf = std::identity>
    void add(Player, const Parts& option, const ValueOf& value_of = {}) {
        seen_.add(sum(option, value_of));
    }
    /// Adds the options with these indices. Each is a single position, and `values[i]` is the value of index i.
    void add_each(std::span<const Index> options, const Value* values) { seen_.add_each(options, values); }
    Value value() const { return static_cast<Value>(seen_.mex()); }
    /// Returns the bytes of memory that count against a limit: none, because the set of nimbers is small.
    static std::size_t bytes() { return 0; }

  private:
    MexSet seen_;
};

/// The value of a position in a disjunctive sum: *n or, in loopy games, inf{K} with a set K of nimbers.
struct NimberValue {
    bool infinite = false;
    std::uint64_t nimber = 0;  ///< n of *n; 0 if infinite
    /// Counter of a finite value in a loopy game; 0 in loop-free games. Each option that is infinite or has a greater
    /// nimber has an option with this nimber and a smaller counter. Such replies make a won sum end (docs/theory.md).
    std::uint64_t counter = 0;
    /// K: the finite nimbers among the options, ascending; empty unless infinite. Borrowed, usually from a table.
    std::span<const std::uint32_t> reached;

    friend bool operator==(const NimberValue& a, const NimberValue& b);
};

/// Writes `0`, `*`, `*5` or `inf{0 2}`.
std::string to_string(const NimberValue&);

/// The distinct sets K of the values inf{K} in a loopy game, numbered from 0. A plain value.
class NimberSets {
  public:
    std::size_t size() const { return ends_.size(); }
    /// Returns the set with number `id`, in ascending order. Borrows this object.
    std::span<const std::uint32_t> operator[](std::size_t id) const {
        const std::size_t first = id == 0 ? 0 : ends_[id - 1];
        return std::span(numbers_).subspan(first, ends_[id] - first);
    }
    /// Appends a set, given in ascending order.
    void add(std::span<const std::uint32_t> set) {
        numbers_.insert(numbers_.end(), set.begin(), set.end());
        ends_.push_back(numbers_.size());
    }
    friend bool operator==(const NimberSets&, const NimberSets&) = default;

  private:
    std::vector<std::uint32_t> numbers_;
    std::vector<std::size_t> ends_;
};

/// Returns the outcome of a disjunctive sum for the player to move (Smith 1966):
/// - all values finite: lost if the exclusive or of the nimbers is 0, else won;
/// - one infinite value inf{K}, the others adding up to *x: won if x is in K, else drawn;
/// - two or more infinite values: drawn.
Outcome sum_outcome(std::span<const NimberValue> values);

}  // namespace mexbase
