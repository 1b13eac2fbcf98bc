// SPDX-License-Identifier: MIT
/// \file
/// Positions of Dōbutsu shōgi as users see them. This code is slow, simple, and independent of the tables.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../../board/drawing.hpp"

namespace mexbase::dobutsu {

constexpr char capital(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/// A board and two hands. Capitals are Sente's pieces, small letters Gote's: L lion, E elephant, G giraffe, C chick, R
/// rooster. Cells are counted rank by rank from Gote's side, from Sente's left to his right: a1, b1, c1, a2, …, c4.
struct Diagram {
    static constexpr unsigned cell_count = 12;

    bool gote_moves = false;
    std::array<char, cell_count> cells{};  ///< `-` if empty
    std::string hands;                     ///< pieces in hand, in any order

    /// Reads a text such as `S/gle/-c-/-C-/ELG/-`. Throws `Error{bad_position}` if the text is not a position.
    static Diagram parse(std::string_view text);
    /// Writes the text that `parse` reads. The pieces in hand are in the order `EGCegc`.
    std::string format() const;
    std::string picture() const;
    /// Draws pieces that point forward: Sente's upwards, Gote's downwards.
    Drawing drawing() const;

    static bool is_gotes(char piece) { return piece >= 'a' && piece <= 'z'; }
    bool is_movers(char piece) const { return piece != '-' && is_gotes(piece) == gote_moves; }
    /// Converts a kind of piece, as a capital, to the mover's or the other player's letter.
    char movers(char kind) const { return gote_moves ? as_gotes(kind) : kind; }
    char others(char kind) const { return gote_moves ? kind : as_gotes(kind); }
    /// Returns the cell of a piece that occurs once.
    unsigned find(char piece) const {
        return static_cast<unsigned>(std::find(cells.begin(), cells.end(), piece) - cells.begin());
    }
    bool on_far_rank(unsigned cell) const { return cell / 3 == (gote_moves ? 3 : 0); }
    /// Returns true if the piece on `from` becomes a rooster by a step to `to`.
    bool promotes(unsigned from, unsigned to) const { return capital(cells[from]) == 'C' && on_far_rank(to); }
    /// Returns the name of a move from `from` to `to`, which may be a capture.
    std::string name_of_move(unsigned from, unsigned to) const;
    bool attacks(unsigned from, unsigned to) const;
    bool movers_attack(unsigned cell) const;
    /// Returns all moves that do not take the lion, with their names: `C*b2`, `b3-b2`, `b3xb2`; promotions end in `+`.
    std::vector<std::pair<Diagram, std::string>> moves() const;
    /// Returns the moves that win at once, named as in `moves`, or no move if play is over. They capture the lion,
    /// which leaves no diagram, or move the mover's lion to the far rank, where it cannot be taken.
    std::vector<std::pair<std::optional<Diagram>, std::string>> finishing_moves() const;

  private:
    static char as_gotes(char kind) { return static_cast<char>(kind - 'A' + 'a'); }
};

}  // namespace mexbase::dobutsu
