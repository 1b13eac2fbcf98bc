// SPDX-License-Identifier: MIT
/// \file
/// Wythoff's game.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "../../board/piece_drawing.hpp"
#include "../../error.hpp"
#include "../../rules/ruleset.hpp"
#include "board_square.hpp"

namespace mexbase {

/// Wythoff's game (Wythoff, "A modification of the game of Nim", 1907): a queen moves towards the origin, along a row,
/// a column or the diagonal. Equivalently, a player takes from one of two heaps, or equally many from both.
///
/// The index of (x, y) is x (max + 1) + y.
class Wythoff {
  public:
    using Position = BoardSquare;
    static constexpr std::string_view family = "wythoff";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{
        .options_descend = true, .layers = true, .lines = true, .predecessors = true, .drawing = true};
    /// The largest `max`: it gives 2^40 squares.
    static constexpr std::uint64_t largest = (std::uint64_t{1} << 20) - 1;
    static const FamilyHelp& help() {
        static constexpr std::array keys = {
            KeyHelp{.name = "max", .range = "0..2^20-1", .meaning = "the largest coordinate", .scope = true}};
        static constexpr FamilyHelp text{
            "a queen moves towards the origin: take from one of two heaps, or equally many from both",
            "the two coordinates, such as 3,5", "Wythoff, A modification of the game of Nim, 1907", keys,
            "wythoff:max=100"};
        return text;
    }
    static Wythoff make(const Parameters& p) { return Wythoff(p.number("max", 0, largest)); }

    /// Takes the largest coordinate, at most `largest`.
    explicit Wythoff(std::uint64_t max) : width_(max + 1) {}

    Index size() const { return width_ * width_; }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return {i / width_, i % width_}; }
    Index rank(const Position& p) const { return p.x * width_ + p.y; }
    Position parse(std::string_view text) const {
        const Position p = board_square_from(text);
        if (std::max(p.x, p.y) >= width_)
            throw_not_in_table(text, "coordinates must be in 0.." + std::to_string(width_ - 1));
        return p;
    }
    std::string format(const Position& p) const { return to_string(p); }
    Drawing drawing(const Position& p) const { return drawing_of_quarter_board(p.x, p.y, "Q"); }

    template <class F>
    void for_each_option(Index index, const Position& p, Player, F&& f) const {
        const auto [x, y] = p;  // copied, because the compiler must assume that `f` changes `p`
        const std::uint64_t width = width_;
        for (std::uint64_t step = 1; step <= x; ++step) f(index - step * width);
        for (std::uint64_t step = 1; step <= y; ++step) f(index - step);
        for (std::uint64_t step = 1; step <= std::min(x, y); ++step) f(index - step * (width + 1));
    }
    Index line_count() const { return 4 * width_ - 1; }
    template <class F>
    void for_each_line(Index, const Position& p, F&& f) const {
        f(p.x);
        f(width_ + p.y);
        f(3 * width_ - 1 + p.x - p.y);
    }
    template <class F>
    void for_each_predecessor(Index index, const Position& p, Player, F&& f) const {
        const std::uint64_t max = width_ - 1;
        for (std::uint64_t step = 1; step <= max - p.x; ++step) f(index + step * width_);
        for (std::uint64_t step = 1; step <= max - p.y; ++step) f(index + step);
        for (std::uint64_t step = 1; step <= max - std::max(p.x, p.y); ++step) f(index + step * (width_ + 1));
    }

    /// Returns the number of layers. Layer l is the diagonal x + y = l, sorted by x.
    Index layers() const { return 2 * width_ - 1; }
    Index layer_size(Index layer) const { return std::min(layer, 2 * width_ - 2 - layer) + 1; }
    template <class F>
    void for_each_in_layer(Index layer, Index first, Index last, F&& f) const {
        const Index least = layer < width_ ? 0 : layer - (width_ - 1);
        for (Index n = first; n < last; ++n) {
            const Position p{least + n, layer - least - n};
            f(rank(p), p);
        }
    }

  private:
    std::uint64_t width_;
};

}  // namespace mexbase
