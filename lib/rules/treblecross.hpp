/// \file
/// Treblecross, one-dimensional noughts and crosses with crosses only.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../solve/take_and_break.hpp"
#include "ruleset.hpp"

namespace mexbase {

/// Treblecross (Winning Ways, chapter 4): both players put X on a square of a strip; the first to complete three in a
/// row wins.
///
/// Whoever puts an X within two squares of another lets the opponent complete three at once. Sensible play keeps away
/// from there until it has to, and whoever has to has lost: the last player to put an X elsewhere wins. What counts of
/// a strip is its zones, the runs of free squares that are not within two of an X. A position is one zone and its
/// number of squares the index: an X on place i, counted from 0, of m squares leaves zones of i-2 and m-i-3 squares (or
/// none). That is 0.007 on a heap of m+2 tokens.
///
/// An empty strip of m squares is a zone of m squares. For m = 1 and 2, where nobody can complete three, zones mean
/// what they mean inside longer strips.
class Treblecross {
  public:
    /// The number of squares of a zone.
    using Position = std::uint64_t;
    static constexpr std::string_view family = "treblecross";
    static constexpr unsigned rules_version = 1;
    static constexpr bool options_descend = true;
    /// Index i is worth what heap i + 2 of `take_and_break()` is.
    static constexpr Index heap_shift = 2;
    /// Longer strips are written as numbers.
    static constexpr std::uint64_t longest_text = 4096;
    static const FamilyHelp& help();
    static Treblecross make(const Parameters&);

    /// Strips of at most `max` squares, at most `largest_heap`.
    explicit Treblecross(std::uint64_t max) : size_(max + 1) {}

    Index size() const { return size_; }
    bool legal(Index i) const { return i < size_; }
    Position unrank(Index i) const { return i; }
    Index rank(Position zone) const { return zone; }
    /// Reads a sum that comes to one zone, also one that has no index.
    Position parse(std::string_view text) const;
    /// The zones of strips joined by `+`, each a word of `.` and `X`, or a number of empty squares; 0 for a strip that
    /// has none. Throws `Error{bad_position}` for a strip with two X within two squares: there the play is over, or won
    /// at once.
    std::vector<Position> parse_sum(std::string_view text) const;
    /// Dots; `0` for none; the number for more than `longest_text`.
    std::string format(Position zone) const;

    /// 0.007: take three tokens, leave at most two heaps.
    TakeAndBreak take_and_break() const;

    /// Places that mirror each other are one option, and so are two that leave no zone, the option 0.
    template <class F>
    void for_each_split_option(Index, Position zone, Player, F&& f) const {
        for (Position place = 0; 2 * place < zone; ++place) {
            const std::array<Index, 2> left{place < 2 ? 0 : place - 2, zone < place + 3 ? 0 : zone - place - 3};
            if (zone == 3 && place == 1) return;  // the only two places that leave the same without being mirrored
            f(std::span(left).subspan(left[0] == 0 ? 1 : 0));
        }
    }

  private:
    Index size_;
};

}  // namespace mexbase
