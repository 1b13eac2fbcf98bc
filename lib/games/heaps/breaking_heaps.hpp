// SPDX-License-Identifier: MIT
/// \file
/// Games whose moves may break a heap into several. In the split form, a position is a single heap and an option is a
/// sum of heaps. In the whole form, a position consists of all heaps together.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../rank/partitions.hpp"
#include "../../rules/ruleset.hpp"
#include "../../rules/take_and_break.hpp"
#include "heaps.hpp"

namespace mexbase {

/// Calls `f` with the heaps that each move of `game` leaves of a heap of `heap` tokens. Each set of heaps is listed
/// once. The heaps are passed as a `std::span<const Index>` in ascending order. Taking the whole heap leaves one heap
/// of 0.
template <class F>
void for_each_break(const TakeAndBreak& game, Index heap, F&& f) {
    std::array<Index, 3> left{};
    const Index apart = game.distinct ? 1 : 0;  // minimum difference between a heap and the one before
    const auto leave = [&](std::size_t heaps) { f(std::span<const Index>(left).first(heaps)); };
    for (const TakeAndBreakMove& move : game.moves) {
        if (move.taken > heap) break;
        const Index rest = heap - move.taken;
        Index& a = left[0];
        Index& b = left[1];
        if (move.heaps < 2) {
            a = rest;
            if ((rest == 0) == (move.heaps == 0)) leave(1);
        } else if (move.heaps == 2) {
            for (a = 1; 2 * a + apart <= rest; ++a) {
                b = rest - a;
                leave(2);
            }
        } else {
            for (a = 1; 3 * a + 3 * apart <= rest; ++a) {
                for (b = a + apart; a + 2 * b + apart <= rest; ++b) {
                    left[2] = rest - a - b;
                    leave(3);
                }
            }
        }
    }
}

/// Reads the sizes of heaps joined by `+`. Throws `Error{bad_position}` for other texts; the message shows `example`.
std::vector<std::uint64_t> read_heaps(std::string_view text, std::string_view example);
/// Writes heaps joined by `+`, largest first; `0` if there are none.
std::string write_heaps(const Partition& heaps);
/// Draws the heaps, largest first.
Drawing drawing_of_partition(const Partition& heaps);

/// Single heaps of 0..max tokens in split form: an option is a sum of heaps.
class BreakingHeaps : public HeapRules {
  public:
    /// Returns the moves: the numbers of tokens that may be taken, and of heaps that may be left.
    HeapGame heap_game() const { return {*game_}; }

    Position parse(std::string_view text) const {
        return read_heap(text, "is not a heap: expected a number of stones, such as 17, or a sum such as 5+3");
    }

    template <class F>
    void for_each_split_option(Index, Position heap, Player, F&& f) const {
        for_each_break(*game_, heap, f);
    }

  protected:
    BreakingHeaps(std::uint64_t max, TakeAndBreak game)
        : HeapRules(max + 1), game_(std::make_shared<const TakeAndBreak>(std::move(game))) {}

  private:
    std::shared_ptr<const TakeAndBreak> game_;
};

/// Positions of several heaps with at most `total` tokens in all. In this whole form, an option is one position.
///
/// Positions are sorted by their number of tokens, then as `PartitionRank` ranks them. A move that takes no token
/// replaces a heap by smaller heaps, which gives a smaller rank. So options always have smaller indices.
class BreakingSums {
  public:
    using Position = Partition;
    /// The largest total with at most 2^40 positions.
    static constexpr unsigned largest_total = 159;

    unsigned total() const { return ranks_.sum(); }
    Index size() const { return first_.back(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        const unsigned tokens = tokens_of(i);
        return ranks_.unrank(i - first_[tokens], tokens);
    }
    Index rank(const Position& p) const {
        const unsigned tokens = tokens_of(p);
        return first_[tokens] + ranks_.rank(p, tokens);
    }
    /// Reads heaps in any order, joined by `+`; empty heaps do not count, and `0` is the position without tokens.
    Position parse(std::string_view text) const;
    std::string format(const Position& p) const { return write_heaps(p); }
    Drawing drawing(const Position& p) const { return drawing_of_partition(p); }

    template <class F>
    void for_each_position(Index first, Index last, F&& f) const {
        if (first >= last) return;
        Position p = unrank(first);
        unsigned tokens = tokens_of(first);
        for (Index i = first;;) {
            f(i, static_cast<const Position&>(p));
            if (++i == last) return;
            if (PartitionRank::next(p)) continue;
            p = {};
            p.push(1, ++tokens);
        }
    }

    /// Lists the moves of one heap of each size, because equal heaps give equal options. All options differ.
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        const unsigned tokens = tokens_of(p);
        for (std::size_t b = 0; b < p.distinct; ++b) {
            const unsigned heap = p.blocks[b].part;
            for_each_break(*game_, heap, [&](std::span<const Index> left) { f(rank_after(p, tokens, b, left)); });
        }
    }

  protected:
    static unsigned total_of(const Parameters& p) { return static_cast<unsigned>(p.number("total", 0, largest_total)); }
    /// Takes positions of at most `total` tokens; `total` is at most `largest_total`.
    BreakingSums(unsigned total, TakeAndBreak game);

  private:
    static unsigned tokens_of(const Position& p) {
        unsigned tokens = 0;
        for (std::size_t b = 0; b < p.distinct; ++b) tokens += unsigned{p.blocks[b].part} * p.blocks[b].copies;
        return tokens;
    }
    unsigned tokens_of(Index i) const {
        return static_cast<unsigned>(std::upper_bound(first_.begin(), first_.end(), i) - first_.begin()) - 1;
    }

    /// Returns the index of p, which has `tokens` tokens, after a move that replaces one heap of size
    /// `p.blocks[b].part` by the heaps `left`, in ascending order. The rank is a sum over the heaps from the largest
    /// down. Equal heaps may be separate terms of this sum, so no position is built.
    Index rank_after(const Position& p, unsigned tokens, std::size_t b, std::span<const Index> left) const {
        unsigned rest = tokens - p.blocks[b].part;
        for (const Index heap : left) rest += static_cast<unsigned>(heap);
        Index rank = first_[rest];
        const auto count = [&](unsigned heap, unsigned copies) {
            const unsigned after = rest - heap * copies;
            rank += ranks_.row(rest)[heap] - ranks_.row(after)[heap];
            rest = after;
        };
        std::size_t more = left.size();
        for (std::size_t q = 0; q < p.distinct; ++q) {
            const auto [heap, copies] = p.blocks[q];
            while (more > 0 && left[more - 1] > heap) count(static_cast<unsigned>(left[--more]), 1);
            count(heap, copies - (q == b ? 1U : 0U));
        }
        while (more > 0) count(static_cast<unsigned>(left[--more]), 1);
        return rank;
    }

    PartitionRank ranks_;
    std::vector<Index> first_;  ///< first index for each number of tokens, and then `size()`
    std::shared_ptr<const TakeAndBreak> game_;
};

/// Keys of families whose specs (the texts that name games) choose single heaps (`max`) or whole positions (`total`).
inline constexpr KeyHelp breaking_max_key{.name = "max",
                                          .range = "0..2^40-2",
                                          .meaning = "stores single heaps of up to this many tokens (or give total)",
                                          .optional = true,
                                          .scope = true};
inline constexpr KeyHelp breaking_total_key{
    .name = "total",
    .range = "0..159",
    .meaning = "stores whole positions of at most this many tokens (or give max)",
    .optional = true,
    .scope = true};
/// Help on the position texts of a family with the keys `max` and `total`.
inline constexpr std::string_view breaking_text =
    "with max a number of tokens, such as 12, or a sum, such as 3+4; with total all heaps in any order, such as 3+4, "
    "or 0";

/// Returns true if key `total` is given, false for `max`. Throws `Error{bad_spec}` for both keys or neither.
bool wants_whole_positions(const Parameters&, std::string_view family);

}  // namespace mexbase
