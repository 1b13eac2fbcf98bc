// SPDX-License-Identifier: MIT
/// \file
/// Domineering.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "../../board/cell_rows.hpp"
#include "../../board/families.hpp"
#include "../../error.hpp"
#include "../../rules/ruleset.hpp"
#include "../colouring/colouring_board.hpp"

namespace mexbase {

/// Domineering (Göran Andersson; Berlekamp, Conway and Guy, Winning Ways, chapter 5): on a grid, Left places a domino
/// on two empty cells one below the other, Right one on two empty cells side by side. A player who cannot move loses.
///
/// A position is any set of empty cells. Its index is the binary number that has a 1 for each empty cell, row by row,
/// the first cell highest.
class Domineering {
  public:
    using Position = VertexSet;
    static constexpr std::string_view family = "domineering";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options_descend = true,
                             .predecessors = true,
                             .partizan = true,
                             .start = true,
                             .picture = true,
                             .drawing = true,
                             .components = true,
                             .value_kinds = true};
    static constexpr std::array value_kinds{ValueKind::canonical, ValueKind::partizan_outcome};
    static constexpr unsigned most_cells = 63;
    static const FamilyHelp& help() {
        static constexpr std::array keys = {KeyHelp{"board", "", "grid-MxN, at most 63 cells",
                                                    "the board: M rows of N cells; at most 40 cells for a table",
                                                    KeyHelp::File::board}};
        static constexpr FamilyHelp text{
            "place a domino on two empty cells of a grid, Left vertically, Right horizontally",
            "one letter per cell, . empty or # occupied, with / between rows, such as ##./...",
            "G. Andersson; Berlekamp, Conway and Guy, Winning Ways, chapter 5", keys, "domineering:board=grid-4x4"};
        return text;
    }
    /// Throws `Error{bad_spec}` for boards other than grids of at most `most_cells`.
    static Domineering make(const Parameters& p) {
        const auto shape = grid_shape(p.text("board"));
        if (!shape)
            throw Error(ErrorCode::bad_spec,
                        "domineering is played on a grid: write board=grid-MxN, such as board=grid-4x4");
        if (p.board()->vertex_count() > most_cells)
            throw_too_many_cells("board=" + p.text("board"), p.board()->vertex_count());
        return {ColouringBoard(p), *shape};
    }

    /// Takes a grid and its shape. Throws `Error{bad_spec}` if it has more than `most_cells` cells.
    Domineering(ColouringBoard grid, GridShape shape) : grid_(std::move(grid)), columns_(shape.columns) {
        const std::uint64_t cells = std::uint64_t{shape.rows} * shape.columns;
        if (cells > most_cells) throw_too_many_cells(grid_.name(), cells);
        all_ = (Position{1} << cells) - 1;
        for (unsigned cell = 0; cell < cells; ++cell)
            if (cell % columns_ != columns_ - 1) not_first_ |= just(cell);
    }

    bool partizan() const { return true; }
    Index size() const { return all_ + 1; }
    bool legal(Index i) const { return i <= all_; }
    Position unrank(Index i) const { return i; }
    Index rank(Position empty) const { return empty; }
    /// Reads one letter per cell, `.` empty or `#` occupied, with or without `/` between the rows.
    Position parse(std::string_view text) const {
        Position empty = 0;
        for (const char letter : grid_.read(text, ".#")) empty = empty << 1 | (letter == '.' ? 1U : 0U);
        return empty;
    }
    std::string format(Position empty) const {
        std::string letters;
        for (Position cell = all_ - (all_ >> 1); cell != 0; cell >>= 1) letters += (empty & cell) != 0 ? '.' : '#';
        return grid_.write(std::move(letters));
    }
    std::string picture(Position empty) const { return grid_.picture(format(empty)); }
    Drawing drawing(Position empty) const { return drawing_of_cells(format(empty)); }
    Position start() const { return all_; }

    /// Lists options in the order of the first cell that the domino covers.
    template <class F>
    void for_each_option(Index, Position empty, Player player, F&& f) const {
        for_each_place(empty, player, [&](Position domino) { f(empty & ~domino); });
    }
    template <class F>
    void for_each_predecessor(Index, Position empty, Player player, F&& f) const {
        for_each_place(all_ & ~empty, player, [&](Position domino) { f(empty | domino); });
    }

    /// Lists the connected regions of empty cells. Each is shifted down and to the right as far as possible, so that
    /// regions of equal shape have the same index. Omits single cells, which have no move.
    template <class F>
    void for_each_component(Position empty, F&& f) const {
        while (empty != 0) {
            Position region = just(static_cast<unsigned>(std::countr_zero(empty))), before = 0;
            while (region != before) {
                before = region;
                region |= empty & (region << columns_ | region >> columns_ | (region & not_first_) << 1 |
                                   (region >> 1 & not_first_));
            }
            empty &= ~region;
            if (!std::has_single_bit(region)) f(in_corner(region));
        }
    }

  private:
    [[noreturn]] static void throw_too_many_cells(const std::string& board, std::uint64_t cells) {
        throw Error(ErrorCode::bad_spec, board + " has " + std::to_string(cells) +
                                             " cells: domineering is played on grids of at most " +
                                             std::to_string(most_cells) + " cells");
    }
    Position in_corner(Position region) const {
        const Position last_row = (Position{1} << columns_) - 1, last_column = ~(not_first_ << 1);
        while ((region & last_row) == 0) region >>= columns_;
        while ((region & last_column) == 0) region >>= 1;
        return region;
    }
    /// Returns the distance, in bits of a position, between the two cells of a domino.
    unsigned step(Player player) const { return player == Player::left ? columns_ : 1; }
    /// Returns the second cell of each domino that the player can place on `cells`.
    Position seconds(Position cells, Player player) const {
        const Position pairs = cells & cells >> step(player);
        return player == Player::left ? pairs : pairs & not_first_;
    }
    /// Calls `f` with the two cells of each domino that the player can place on `cells`.
    template <class F>
    void for_each_place(Position cells, Player player, F&& f) const {
        const unsigned apart = step(player);
        for (Position left = seconds(cells, player); left != 0;) {
            const Position second = std::bit_floor(left);
            f(second | second << apart);
            left ^= second;
        }
    }

    ColouringBoard grid_;
    unsigned columns_;
    Position all_;
    Position not_first_ = 0;  ///< the cells that are not in the first column
};

}  // namespace mexbase
