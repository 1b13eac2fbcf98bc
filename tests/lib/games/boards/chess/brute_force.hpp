// SPDX-License-Identifier: MIT
/// \file
/// Every ending of two kings and one piece, solved by the definition alone: all placements, the moves of `mailbox.hpp`,
/// and one sweep over all undecided positions per ply. No symmetry and no predecessors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "lib/value/outcome.hpp"
#include "mailbox.hpp"

namespace mexbase::chess::brute {

using mailbox::Board;
using mailbox::Colour;

/// Values of all positions of a king and a queen, rook, bishop, knight or pawn against a king: KPK and all endings
/// reached from it.
class ThreeMen {
  public:
    /// `strong` is the side with two pieces.
    explicit ThreeMen(Colour strong) : strong_(strong), plies_(positions + 1, undecided) {
        for (std::size_t n = 0; n < positions; ++n) {
            first_option_.push_back(options_.size());
            const std::optional<Board> board = board_of(n);
            if (!board) continue;
            const std::vector<mailbox::Move> moves = legal_moves(*board);
            if (moves.empty()) {
                if (in_check(*board, board->mover)) plies_[n] = 0;
                continue;  // no move, no option: a stalemate stays undecided
            }
            for (const mailbox::Move& move : moves)
                options_.push_back(static_cast<std::uint32_t>(number_of(after(*board, move))));
        }
        first_option_.push_back(options_.size());
        for (std::uint8_t ply = 1; sweep(ply); ++ply) {
        }
    }

    /// Returns the board of number n < `positions`, or `std::nullopt` if pieces share a square or the board is illegal.
    std::optional<Board> board_of(std::size_t n) const {
        const std::size_t man = n % 64, weak = n / 64 % 64, strong = n / 64 / 64 % 64,
                          black_moves = n / 64 / 64 / 64 % 2;
        if (man == weak || man == strong || weak == strong) return std::nullopt;
        Board board;
        board.men[strong] = mailbox::coloured('K', strong_);
        board.men[weak] = mailbox::coloured('K', mailbox::opponent(strong_));
        board.men[man] = mailbox::coloured(kind_of(n), strong_);
        board.mover = black_moves == 1 ? Colour::black : Colour::white;
        if (!mailbox::is_legal(board)) return std::nullopt;
        return board;
    }

    /// Returns plies to mate, or a draw, for the player to move on a legal board of two kings and at most one piece, of
    /// the strong side.
    OutcomeValue value(const Board& board) const {
        const std::uint8_t plies = plies_.at(number_of(board));
        if (plies == undecided) return {Outcome::draw, 0};
        // The mating side makes the last move, so the parity of plies determines it.
        return {plies % 2 == 1 ? Outcome::win : Outcome::loss, plies};
    }

    /// Returns the third piece of number n.
    static char kind_of(std::size_t n) { return kinds.at(n / 64 / 64 / 64 / 2); }

    static constexpr std::string_view kinds = "QRBNP";
    /// Positions are numbered by kind, mover and squares; the number after the last is for bare kings, a draw.
    static constexpr std::size_t positions = 5 * 2 * 64 * 64 * 64;

  private:
    static constexpr std::size_t bare_kings = positions;
    static constexpr std::uint8_t undecided = 255;

    std::size_t number_of(const Board& board) const {
        std::size_t strong = 0, weak = 0, man = 0;
        std::optional<std::size_t> kind;
        for (std::size_t s = 0; s < 64; ++s) {
            if (board.men[s] == mailbox::empty) continue;
            if (board.men[s] == mailbox::coloured('K', strong_))
                strong = s;
            else if (board.men[s] == mailbox::coloured('K', mailbox::opponent(strong_)))
                weak = s;
            else if (!kind && mailbox::belongs(board.men[s], strong_))
                man = s, kind = kinds.find(mailbox::kind_of(board.men[s]));
            else
                throw std::invalid_argument("more than two kings and a man");
        }
        if (!kind) return bare_kings;
        const std::size_t black_moves = board.mover == Colour::black ? 1 : 0;
        return (((*kind * 2 + black_moves) * 64 + strong) * 64 + weak) * 64 + man;
    }

    // Decides the positions of `ply` plies, after all of fewer plies: for odd `ply` those with an option lost in one
    // ply less, for even `ply` those with all options won. Returns true if there are any.
    bool sweep(std::uint8_t ply) {
        bool any = false;
        for (std::size_t n = 0; n < positions; ++n) {
            if (plies_[n] != undecided || first_option_[n] == first_option_[n + 1]) continue;
            const auto first = options_.begin() + static_cast<std::ptrdiff_t>(first_option_[n]),
                       last = options_.begin() + static_cast<std::ptrdiff_t>(first_option_[n + 1]);
            const auto lost = [&](std::uint32_t option) { return plies_[option] == ply - 1; };
            const auto won = [&](std::uint32_t option) { return plies_[option] < ply && plies_[option] % 2 == 1; };
            const bool decided = ply % 2 == 1 ? std::any_of(first, last, lost) : std::all_of(first, last, won);
            if (decided) plies_[n] = ply;
            any = any || decided;
        }
        return any;
    }

    Colour strong_;
    std::vector<std::uint8_t> plies_;        // to mate
    std::vector<std::size_t> first_option_;  // of each number, and one past the last
    std::vector<std::uint32_t> options_;     // their numbers
};

/// Returns the values with that side strong, solved at first use in some seconds.
inline const ThreeMen& three_men(Colour strong) {
    if (strong == Colour::white) {
        static const ThreeMen white(Colour::white);
        return white;
    }
    static const ThreeMen black(Colour::black);
    return black;
}

/// Returns the value, for the player to move, of a legal board of two kings and at most one piece of either side.
/// Throws std::invalid_argument for more.
inline OutcomeValue value(const Board& board) {
    for (const char man : board.men)
        if (man != 'k' && mailbox::belongs(man, Colour::black)) return three_men(Colour::black).value(board);
    return three_men(Colour::white).value(board);
}

}  // namespace mexbase::chess::brute
