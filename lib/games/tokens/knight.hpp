// SPDX-License-Identifier: MIT
/// \file
/// The Knight Game.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "../../board/piece_drawing.hpp"
#include "../../error.hpp"
#include "../../rules/ruleset.hpp"
#include "board_square.hpp"

namespace mexbase {

/// The Knight Game (T. S. Ferguson, "Obliged sums of games", example 2): a knight on the quarter board of all (x, y)
/// with x, y >= 0 moves so that x + y decreases.
///
/// Users may query the squares with x, y < size. These squares come first, row by row: (x, y) has the index x size + y.
/// Play may leave them, but never increases x + y above 2 (size - 1), so the table has all squares up to this sum. The
/// other stored squares form two triangles, x >= size and y >= size, which interlock to size - 1 more rows of `size`
/// squares. A row begins with squares of the first triangle, whose index is again x size + y. It ends with squares of
/// the second triangle, turned by half a turn.
class Knight {
  public:
    using Position = BoardSquare;
    static constexpr std::string_view family = "knight";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.layers = true, .predecessors = true, .queryable_size = true, .drawing = true};
    /// The largest size for which at most 2^40 squares are stored.
    static constexpr std::uint64_t largest = 741455;
    static const FamilyHelp& help() {
        static constexpr std::array keys = {KeyHelp{.name = "size",
                                                    .range = "1..741455",
                                                    .meaning = "squares with coordinates 0..size-1 can be queried",
                                                    .scope = true}};
        static constexpr FamilyHelp text{"a knight moves so that the sum of its coordinates decreases",
                                         "the two coordinates, such as 3,4",
                                         "T. S. Ferguson, Obliged sums of games, example 2", keys, "knight:size=11"};
        return text;
    }
    static Knight make(const Parameters& p) { return Knight(p.number("size", 1, largest)); }

    /// Takes a size in 1..`largest`.
    explicit Knight(std::uint64_t size) : width_(size) {}

    Index size() const { return width_ * (2 * width_ - 1); }
    Index queryable_size() const { return width_ * width_; }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        const Position p{i / width_, i % width_};
        if (p.x + p.y <= farthest()) return p;
        return {p.x + p.y - farthest() - 1, farthest() + width_ - p.x};
    }
    Index rank(const Position& p) const {
        if (p.y < width_) return p.x * width_ + p.y;
        const std::uint64_t row = farthest() + width_ - p.y;
        return row * width_ + p.x + farthest() + 1 - row;
    }
    /// Reads the two coordinates, also of stored squares that users may not query.
    Position parse(std::string_view text) const {
        const Position p = board_square_from(text);
        if (p.x + p.y > farthest()) throw_not_in_table(text, "coordinates must be in 0.." + std::to_string(width_ - 1));
        return p;
    }
    std::string format(const Position& p) const { return to_string(p); }
    Drawing drawing(const Position& p) const { return drawing_of_quarter_board(p.x, p.y, "N"); }

    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        if (p.x >= 2) f(rank({p.x - 2, p.y + 1}));
        if (p.x >= 2 && p.y >= 1) f(rank({p.x - 2, p.y - 1}));
        if (p.x >= 1 && p.y >= 2) f(rank({p.x - 1, p.y - 2}));
        if (p.y >= 2) f(rank({p.x + 1, p.y - 2}));
    }
    template <class F>
    void for_each_predecessor(Index, const Position& p, Player, F&& f) const {
        const std::uint64_t sum = p.x + p.y;
        if (sum < farthest()) {
            if (p.y >= 1) f(rank({p.x + 2, p.y - 1}));
            if (p.x >= 1) f(rank({p.x - 1, p.y + 2}));
        }
        if (sum + 3 <= farthest()) {
            f(rank({p.x + 2, p.y + 1}));
            f(rank({p.x + 1, p.y + 2}));
        }
    }

    /// Returns the number of layers. Layer l is the diagonal x + y = l, sorted by x.
    Index layers() const { return farthest() + 1; }
    Index layer_size(Index layer) const { return layer + 1; }
    template <class F>
    void for_each_in_layer(Index layer, Index first, Index last, F&& f) const {
        for (Index x = first; x < last; ++x) {
            const Position p{x, layer - x};
            f(rank(p), p);
        }
    }

  private:
    /// Returns the greatest stored x + y.
    std::uint64_t farthest() const { return 2 * (width_ - 1); }

    std::uint64_t width_;
};

}  // namespace mexbase
