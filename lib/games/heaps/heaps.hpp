/// \file
/// Games on one heap, where a position is its number of stones: subtraction games, the square game, Square-But-One.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../../rank/integer_sqrt.hpp"
#include "../../rules/ruleset.hpp"
#include "../../rules/take_and_break.hpp"

namespace mexbase {

/// What every game on one heap of 0..size-1 stones has in common. A position is its own index.
class HeapRules {
  public:
    using Position = std::uint64_t;

    Index size() const { return size_; }
    bool legal(Index i) const { return i < size_; }
    Position unrank(Index i) const { return i; }
    Index rank(Position heap) const { return heap; }
    /// Reads a number of stones, also one that has no index.
    Position parse(std::string_view text) const;
    std::string format(Position heap) const { return std::to_string(heap); }

  protected:
    explicit HeapRules(Index size) : size_(size) {}
    Index size_;
};

/// Heaps larger than this are refused: 2^40 positions are more than any machine this runs on can hold.
inline constexpr std::uint64_t largest_heap = (std::uint64_t{1} << 40) - 2;

/// Subtraction game: take a number of stones that is in the set (Winning Ways, chapter 4).
class Subtraction : public HeapRules {
  public:
    static constexpr std::string_view family = "subtraction";
    static constexpr unsigned rules_version = 2;
    static constexpr Has has{.heap_game = true, .options_descend = true, .predecessors = true, .normalise = true};
    static const FamilyHelp& help();
    static Subtraction make(const Parameters&);
    /// Puts the set in order.
    static void normalise(Parameters&);

    /// Heaps 0..max; `set` ascends and holds no 0.
    Subtraction(std::uint64_t max, std::vector<std::uint64_t> set) : HeapRules(max + 1), set_(std::move(set)) {}

    /// The same as taking and breaking, with at most one heap left.
    HeapGame heap_game() const;

    template <class F>
    void for_each_option(Index, Position heap, Player, F&& f) const {
        for (const std::uint64_t taken : set_) {
            if (taken > heap) return;
            f(heap - taken);
        }
    }
    template <class F>
    void for_each_predecessor(Index, Position heap, Player, F&& f) const {
        for (const std::uint64_t taken : set_) {
            if (heap + taken >= size_) return;
            f(heap + taken);
        }
    }

  private:
    std::vector<std::uint64_t> set_;
};

/// The square game: take a positive square number of stones (Lesson 1; Golomb 1966).
class Square : public HeapRules {
  public:
    static constexpr std::string_view family = "square";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options_descend = true, .predecessors = true};
    static const FamilyHelp& help();
    static Square make(const Parameters&);

    /// Heaps 0..max.
    explicit Square(std::uint64_t max) : HeapRules(max + 1) {}

    template <class F>
    void for_each_option(Index, Position heap, Player, F&& f) const {
        for (std::uint64_t root = 1; root * root <= heap; ++root) f(heap - root * root);
    }
    template <class F>
    void for_each_predecessor(Index, Position heap, Player, F&& f) const {
        for (std::uint64_t root = 1; heap + root * root < size_; ++root) f(heap + root * root);
    }
};

/// Square-But-One (Lesson 5 on loopy games): take a positive square number of stones, or add one stone when the heap is
/// positive and even (`add=odd`: odd).
///
/// Play from a heap of at most `max` never exceeds max+1, because a heap that was just added to may not be added to
/// again. One heap further than asked for is stored, and the table is closed; it is a position only where play can
/// reach it.
class SquareButOne : public HeapRules {
  public:
    static constexpr std::string_view family = "square-but-one";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true, .queryable_size = true, .option_count = true};
    static const FamilyHelp& help();
    static SquareButOne make(const Parameters&);

    /// Heaps 0..max may be asked for. `add_to_even` is `add=even`.
    SquareButOne(std::uint64_t max, bool add_to_even) : HeapRules(max + 2), add_to_even_(add_to_even) {}
    Index queryable_size() const { return size_ - 1; }
    bool legal(Index heap) const { return heap < stored(); }

    template <class F>
    void for_each_option(Index, Position heap, Player, F&& f) const {
        for (std::uint64_t root = 1; root * root <= heap; ++root) f(heap - root * root);
        if (may_add(heap)) f(heap + 1);
    }
    template <class F>
    void for_each_predecessor(Index, Position heap, Player, F&& f) const {
        for (std::uint64_t root = 1; heap + root * root < stored(); ++root) f(heap + root * root);
        if (heap > 0 && may_add(heap - 1)) f(heap - 1);
    }
    std::uint64_t option_count(Index, Position heap) const { return integer_sqrt(heap) + (may_add(heap) ? 1 : 0); }

  private:
    bool may_add(std::uint64_t heap) const { return heap > 0 && (heap % 2 == 0) == add_to_even_; }
    std::uint64_t stored() const { return may_add(size_ - 2) ? size_ : size_ - 1; }
    bool add_to_even_;
};

}  // namespace mexbase
