// SPDX-License-Identifier: MIT
/// \file
/// Games of two sides on at most 16 cells: positions, their text and pictures, and the symmetry of a square.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../../rank/orbits.hpp"
#include "rows.hpp"

namespace mexbase {

/// The cells that each player holds, one bit per cell, and the player to move. Bit 0 is the left end of the top row.
struct TwoSides {
    using Seen = OrbitPairs::Pair;

    std::array<std::uint16_t, 2> of{};  ///< cells of each player, the first player's first; disjoint
    std::uint8_t mover = 0;             ///< the player to move
    friend bool operator==(const TwoSides&, const TwoSides&) = default;

    std::uint32_t mine() const { return of[mover]; }
    std::uint32_t theirs() const { return of[1 - mover]; }
    /// Returns the position as the player to move sees it: his own cells first.
    Seen seen() const { return {mine(), theirs()}; }
    /// Returns the position with `mover` to move, for which `seen()` returns `seen`.
    static TwoSides seen_by(unsigned mover, const Seen& seen) {
        TwoSides p;
        p.mover = static_cast<std::uint8_t>(mover);
        p.of[mover] = static_cast<std::uint16_t>(seen.first);
        p.of[1 - mover] = static_cast<std::uint16_t>(seen.second);
        return p;
    }
    /// Returns the same cells with the other player to move.
    TwoSides passed() const { return {of, static_cast<std::uint8_t>(1 - mover)}; }
    /// Returns the content of each cell, an index in `RowsForm::cells`: 0 if it is free, 1 if the first player holds
    /// it, 2 if the second player holds it.
    std::array<std::uint8_t, 16> cells() const;
};

/// Text, pictures and drawings of games of two sides on cells in rows.
class RowsGame {
  public:
    using Position = TwoSides;

    /// Writes the text that `parse` of the game reads.
    std::string format(const Position& p) const { return write_rows(form_, p.mover, p.cells()); }
    std::string picture(const Position& p) const { return picture_of_rows(form_, p.mover, p.cells()); }
    Drawing drawing(const Position& p) const { return drawing_of_rows(form_, men_, p.mover, p.cells()); }

  protected:
    /// Takes the form of texts, and the drawings of a free cell and of the first and the second player's pieces.
    RowsGame(const RowsForm& form, const std::array<Man, 3>& men) : form_(form), men_(men) {}

    /// Reads a position in which each cell is free or held by one player. Throws `Error{bad_position}` for other texts.
    Position read(std::string_view text) const;
    /// Returns the name of a move between two cells, as `a1-c3`: columns from the left, rows from below.
    std::string name_of_move(unsigned from, unsigned to) const {
        return cell_name(form_, from) + '-' + cell_name(form_, to);
    }

    RowsForm form_;
    std::array<Man, 3> men_;
};

/// A game on a square of cells. The index is the number of an orbit (`OrbitPairs`, the mover's cells first). An orbit
/// has the positions that symmetries of the square map to one another, as the mover sees them.
class SquareGame : public RowsGame {
  public:
    /// Returns the number of images (positions of one index): each symmetry with the first player to move, then the
    /// second.
    unsigned images() const { return 2 * symmetries(); }
    unsigned compose(unsigned g, unsigned h) const {
        const unsigned n = symmetries();
        return (g / n ^ h / n) * n + pairs_.orbits().compose(g % n, h % n);
    }
    std::optional<Position> passed(const Position& p) const { return p.passed(); }

  protected:
    /// Takes a game in which each player has at most `most` pieces.
    SquareGame(const RowsForm& form, const std::array<Man, 3>& men, unsigned most);

    const OrbitPairs& pairs() const { return pairs_; }
    /// Returns image `g` of the position that the mover sees as `seen`. In image 0 the first player is to move.
    Position image_of(const Position::Seen& seen, unsigned g) const;
    /// Returns the smallest `g` for which image `g` of `representative` is p. Such an image must exist.
    unsigned least_image(const Position::Seen& representative, const Position& p) const;

  private:
    unsigned symmetries() const { return pairs_.orbits().symmetries(); }

    OrbitPairs pairs_;
};

/// Returns the eight rotations and reflections of a square, the identity first. `side` is at most 4.
std::vector<CellPermutation> square_symmetries(unsigned side);

/// A numbered list of all positions of a small game on nine cells, as the players to move see them.
class NineCellList {
  public:
    using Seen = TwoSides::Seen;

    /// Numbers `positions`, which must be distinct, in this order.
    explicit NineCellList(std::vector<Seen> positions);

    Index size() const { return tables_->list.size(); }
    const Seen& operator[](Index i) const { return tables_->list[i]; }
    /// Returns the number of a position, or `no_index` if it is not in the list.
    Index rank(const Seen& p) const {
        const std::uint16_t number = tables_->number[tables_->ternary[p.first] + 2U * tables_->ternary[p.second]];
        return number == none ? no_index : number;
    }

  private:
    static constexpr std::uint16_t none = 0xffff;
    struct Tables {
        std::vector<Seen> list;
        std::array<std::uint16_t, 512> ternary{};   ///< the bits of each set, read as digits to the base 3
        std::array<std::uint16_t, 19683> number{};  ///< number of the position with these digits
    };
    std::shared_ptr<const Tables> tables_;
};

/// Returns all ways in which two sides can hold some of nine cells, sorted by the first side's set of cells, then by
/// the second side's.
std::vector<TwoSides::Seen> all_nine_cells();

}  // namespace mexbase
