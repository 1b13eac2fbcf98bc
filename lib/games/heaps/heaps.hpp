// SPDX-License-Identifier: MIT
/// \file
/// Games on one heap, whose positions are numbers of stones: subtraction games, the square game, Square-But-One,
/// Put-or-Take-a-Square.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../board/piece_drawing.hpp"
#include "../../error.hpp"
#include "../../rules/ruleset.hpp"
#include "../../rules/take_and_break.hpp"
#include "../../text_parts.hpp"

namespace mexbase {

/// Maximum heap size in a spec (the text that names a game). A table then has at most 2^40 indices.
inline constexpr std::uint64_t largest_heap = (std::uint64_t{1} << 40) - 2;

/// Returns the largest r with r*r <= n.
inline std::uint64_t integer_sqrt(std::uint64_t n) {
    // Below 2^52, a root that is not an integer is more than half a unit in the last place below the next integer, so
    // rounding does not reach that integer. Signed numbers convert to and from floating point in one instruction.
    if (n < std::uint64_t{1} << 52) [[likely]]
        return static_cast<std::uint64_t>(
            static_cast<std::int64_t>(std::sqrt(static_cast<double>(static_cast<std::int64_t>(n)))));
    auto r = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
    // The rounded root is off by at most one; the quotients avoid overflow near 2^64.
    while (r > 0 && r > n / r) --r;
    while (r + 1 <= n / (r + 1)) ++r;
    return r;
}

/// Base class of games on one heap of 0..size-1 stones. The index of a position is its number of stones.
class HeapRules {
  public:
    using Position = std::uint64_t;

    Index size() const { return size_; }
    bool legal(Index i) const { return i < size_; }
    Position unrank(Index i) const { return i; }
    Index rank(Position heap) const { return heap; }
    /// Reads a number of stones. It may be too large to have an index.
    Position parse(std::string_view text) const {
        return read_heap(text, "is not a heap: expected a number of stones, such as 17");
    }
    std::string format(Position heap) const { return std::to_string(heap); }
    Drawing drawing(Position heap) const { return drawing_of_heaps({&heap, 1}); }

  protected:
    /// Reads a number of stones. Throws `Error{bad_position}` with `fault` for another text.
    static Position read_heap(std::string_view text, std::string_view fault) {
        const auto heap = decimal_number(text);
        if (!heap) throw_bad_position(text, fault);
        if (*heap == no_index)
            throw_not_in_table(text,
                               "only probe takes 2^64 - 1 stones or more, and only in a table with a proven period");
        return *heap;
    }
    explicit HeapRules(Index size) : size_(size) {}
    static constexpr KeyHelp max_key{
        .name = "max", .range = "0..2^40-2", .meaning = "the largest heap that can be queried", .scope = true};

    Index size_;
};

/// Subtraction game: take a number of stones that is in a given set (Winning Ways, chapter 4).
class Subtraction : public HeapRules {
  public:
    static constexpr std::string_view family = "subtraction";
    static constexpr unsigned rules_version = 2;
    static constexpr Has has{
        .heap_game = true, .options_descend = true, .predecessors = true, .drawing = true, .normalise = true};
    static const FamilyHelp& help() {
        static constexpr std::array keys = {
            KeyHelp{"set", "", "numbers from 1 to 2^40-2, separated by -", "how many stones may be taken"}, max_key};
        static constexpr FamilyHelp text{
            "take a number of stones that is in the set", "the number of stones, such as 17",
            "Berlekamp, Conway and Guy, Winning Ways, chapter 4", keys, "subtraction:set=1-4-9,max=1000"};
        return text;
    }
    static Subtraction make(const Parameters& p) {
        return {p.number("max", 0, largest_heap), p.number_set("set", 1, largest_heap)};
    }
    static void normalise(Parameters& p) {
        std::string set;
        for (const auto taken : p.number_set("set", 1, largest_heap))
            set += (set.empty() ? "" : "-") + std::to_string(taken);
        p.normalise("set", set);
    }

    /// Takes heaps of 0..max stones. `set` ascends and does not contain 0.
    Subtraction(std::uint64_t max, std::vector<std::uint64_t> set) : HeapRules(max + 1), set_(std::move(set)) {}

    /// Returns the game as a taking-and-breaking game, in which every move leaves at most one heap.
    HeapGame heap_game() const {
        TakeAndBreak game;
        for (const std::uint64_t taken : set_)
            for (const std::uint8_t heaps : {std::uint8_t{0}, std::uint8_t{1}}) game.moves.push_back({taken, heaps});
        return {game};
    }

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

/// The square game (Golomb 1966): take a positive square number of stones.
class Square : public HeapRules {
  public:
    static constexpr std::string_view family = "square";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options_descend = true, .predecessors = true, .drawing = true};
    static const FamilyHelp& help() {
        static constexpr std::array keys = {max_key};
        static constexpr FamilyHelp text{"take a positive square number of stones", "the number of stones, such as 17",
                                         "Golomb, A mathematical investigation of games of take-away, 1966", keys,
                                         "square:max=1000"};
        return text;
    }
    static Square make(const Parameters& p) { return Square(p.number("max", 0, largest_heap)); }

    explicit Square(std::uint64_t max) : HeapRules(max + 1) {}

    template <class F>
    void for_each_option(Index, Position heap, Player, F&& f) const {
        // Every square is the sum of the first odd numbers.
        for (std::uint64_t odd = 1; odd <= heap; odd += 2) f(heap -= odd);
    }
    template <class F>
    void for_each_predecessor(Index, Position heap, Player, F&& f) const {
        for (std::uint64_t root = 1; heap + root * root < size_; ++root) f(heap + root * root);
    }
};

/// Square-But-One (Combinatorial Game Theory, lesson 5): take a positive square number of stones, or add one stone to a
/// positive even heap (with `add=odd`, to an odd heap).
///
/// Play from a heap of at most `max` stones never exceeds max+1, because no two additions follow each other. So the
/// table also has heap max+1, to which moves may lead. It is a position only if play can reach it.
class SquareButOne : public HeapRules {
  public:
    static constexpr std::string_view family = "square-but-one";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{
        .predecessors = true, .queryable_size = true, .drawing = true, .option_count = true, .value_kinds = true};
    /// Play need not end, except from heaps of at most one stone, so there are no obliged values.
    static constexpr std::array value_kinds{ValueKind::outcome, ValueKind::nimber};
    static const FamilyHelp& help() {
        static constexpr std::array<std::string_view, 2> parities = {"even", "odd"};
        static constexpr std::array keys = {
            max_key, KeyHelp{.name = "add",
                             .fallback = "even",
                             .meaning = "one stone may be added to a positive heap of this parity",
                             .words = parities}};
        static constexpr FamilyHelp text{
            "take a positive square number of stones, or add one (loopy)", "the number of stones, such as 17",
            "Combinatorial Game Theory, lesson 5: loopy games", keys, "square-but-one:max=100,add=even"};
        return text;
    }
    static SquareButOne make(const Parameters& p) { return {p.number("max", 0, largest_heap), p.choice("add") == 0}; }

    /// Takes heaps 0..max+1; users may query 0..max. `add_to_even` is true for `add=even`, false for `add=odd`.
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

/// Epstein's Put-or-Take-a-Square (Guy, "Unsolved problems in combinatorial games"; Combinatorial Game Theory, lesson
/// 5): take s stones or add s stones, where s is the largest square not above the heap. An empty heap has no move.
///
/// The table has heaps 0..bound; a move that exceeds the bound leads out of the table. Users may query heaps 0..max.
class PutOrTakeASquare : public HeapRules {
  public:
    static constexpr std::string_view family = "put-or-take-a-square";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true,
                             .leaves_bound = true,
                             .queryable_size = true,
                             .drawing = true,
                             .value_kinds = true,
                             .normalise = true};
    /// Play leaves every bound, so there are no values in sums.
    static constexpr std::array value_kinds{ValueKind::outcome};
    static const FamilyHelp& help() {
        static constexpr std::array keys = {
            KeyHelp{"max", "", "0..2^40-2", "the largest heap that can be queried"},
            KeyHelp{"bound", "auto", "max..2^40-2, or auto: 10 times max, but at least 100000",
                    "the largest heap that is solved; play that leads to larger heaps may leave values unknown"}};
        static constexpr FamilyHelp text{
            "add or take the largest square not above the heap (loopy; heaps can grow without limit)",
            "the number of stones, such as 92",
            "Epstein; Guy, Unsolved problems in combinatorial games; Combinatorial Game Theory, lesson 5: loopy games",
            keys, "put-or-take-a-square:max=1000,bound=100000"};
        return text;
    }
    static PutOrTakeASquare make(const Parameters& p) {
        const auto [max, bound] = limits(p);
        return {max, bound};
    }
    static void normalise(Parameters& p) { p.normalise("bound", std::to_string(limits(p).second)); }

    /// Takes heaps 0..bound, of which users may query 0..max; `max` is at most `bound`.
    PutOrTakeASquare(std::uint64_t max, std::uint64_t bound) : HeapRules(bound + 1), max_(max) {}

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
        // Undo an addition of r^2, the largest square not above heap - r^2: so 2r^2 <= heap <= 2r^2 + 2r, for at most
        // one r.
        const std::uint64_t half = integer_sqrt(heap / 2);
        if (half > 0 && heap <= 2 * half * (half + 1)) f(heap - half * half);
        // Undo a subtraction of r^2, the largest square not above heap + r^2: so heap <= 2r.
        const std::uint64_t last = integer_sqrt(size_ - 1 - heap);
        for (std::uint64_t root = std::max<std::uint64_t>(1, (heap + 1) / 2); root <= last; ++root)
            f(heap + root * root);
    }
    std::uint64_t leaves_bound(Index, Position heap) const { return heap + square_of(heap) < size_ ? 0 : 1; }

  private:
    static std::pair<std::uint64_t, std::uint64_t> limits(const Parameters& p) {
        const std::uint64_t max = p.number("max", 0, largest_heap);
        if (p.text("bound") != "auto") return {max, p.number("bound", max, largest_heap)};
        const std::uint64_t tenfold = max > largest_heap / 10 ? largest_heap : 10 * max;
        return {max, std::max<std::uint64_t>(100000, tenfold)};
    }
    static std::uint64_t square_of(std::uint64_t heap) {
        const std::uint64_t root = integer_sqrt(heap);
        return root * root;
    }
    std::uint64_t max_;
};

}  // namespace mexbase
