// SPDX-License-Identifier: MIT
/// \file
/// Dao, a game on four by four cells with four pieces per player.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../../rules/ruleset.hpp"
#include "shared/seen_indices.hpp"
#include "shared/two_sides.hpp"

namespace mexbase {

/// Dao (J. Pickering and B. van Buskirk, 1999): each player has four pieces on a square of 4 x 4 cells. A player slides
/// one of his pieces in a straight or diagonal line as far as possible. Four pieces of one colour win if they fill a
/// row, a column, a square of 2 x 2 or the four corners. A player who shuts an enemy piece into a corner, with own
/// pieces on the three cells around it, loses.
///
/// Positions are all ways to place the pieces, with either player to move. For the index see `SquareGame`.
class Dao : public SquareGame {
  public:
    static constexpr std::string_view family = "dao";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true,
                             .terminal = true,
                             .start = true,
                             .named_moves = true,
                             .images = true,
                             .compose = true,
                             .passed = true,
                             .picture = true,
                             .drawing = true};
    static const FamilyHelp& help() {
        static constexpr FamilyHelp text{
            "slide one of four men as far as it goes; four in a row or column, a square or the corners win",
            "who is to move and four rows, the top one first, such as X:X..O/.XO./.OX./O..X",
            "Jeff Pickering and Ben van Buskirk, 1999",
            {},
            "dao"};
        return text;
    }
    static Dao make(const Parameters&) { return Dao(); }

    Dao()
        : SquareGame({"XO", ".XO", 4, 4, "X:X..O/.XO./.OX./O..X"}, {Man::none, Man::light, Man::dark}, men),
          tables_(std::make_shared<const Tables>()) {}

    Index size() const { return pairs().size(men, men); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return Position::seen_by(0, pairs().unrank(men, men, i)); }
    Index rank(const Position& p) const { return pairs().rank(p.seen(), men); }
    /// Reads `X:X..O/.XO./.OX./O..X`: the player to move, then the rows from the top.
    Position parse(std::string_view text) const {
        const Position p = read(text);
        for (unsigned player = 0; player < 2; ++player)
            if (const int n = std::popcount(p.of[player]); n != men)
                throw_no_board(text, std::string(1, form_.players[player]) + " has " + std::to_string(n) +
                                         (n == 1 ? " man" : " men") + ", expected 4");
        return p;
    }
    /// Returns the position in which each player has a diagonal, and X is to move.
    Position start() const { return {{0x8421, 0x1248}, 0}; }

    Position position(Index i, unsigned g) const { return image_of(unrank(i).seen(), g); }
    unsigned image(const Position& p) const { return least_image(unrank(rank(p)).seen(), p); }

    /// Returns a loss if four pieces of one colour form a winning pattern. Returns a win if a piece is shut into a
    /// corner.
    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        return terminal_of(p.mine(), p.theirs());
    }
    /// Calls `f` once for all moves that lead to symmetric positions, because such positions have the same index.
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        SeenIndices<most_moves> once;
        for_each_slide(p.seen(),
                       [&](unsigned, unsigned, const OrbitPairs::Pair& after) { once(pairs().rank(after, men), f); });
    }
    template <class F>
    void for_each_predecessor(Index, const Position& p, Player, F&& f) const {
        SeenIndices<most_moves_back> once;
        const std::uint32_t free = ~(p.mine() | p.theirs());
        for (std::uint32_t left = p.theirs(); left != 0; left &= left - 1) {
            const auto to = static_cast<unsigned>(std::countr_zero(left));
            for (unsigned way = 0; way < 8; ++way) {
                // A piece that slid in this direction would not have stopped here, next to a free cell.
                if ((step(to, way) & free) != 0) continue;
                for (std::uint32_t from = step(to, way ^ 1) & free; from != 0;
                     from = step(static_cast<unsigned>(std::countr_zero(from)), way ^ 1) & free) {
                    const std::uint32_t mover = p.theirs() ^ (1U << to) ^ from;
                    if (!terminal_of(mover, p.mine())) once(pairs().rank({mover, p.mine()}, men), f);
                }
            }
        }
    }
    /// Names moves by their first and last cell, as `a1-c3`: columns from the left, rows from below.
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        for_each_slide(p.seen(), [&](unsigned from, unsigned to, const OrbitPairs::Pair& after) {
            f(Position::seen_by(1U - p.mover, after), name_of_move(from, to));
        });
    }

  private:
    static constexpr unsigned men = 4;
    /// A piece moves in at most eight directions. A reverse move goes one to three cells back along one of them.
    static constexpr std::size_t most_moves = 8 * men, most_moves_back = 3 * most_moves;

    struct Tables {
        Tables() {
            constexpr std::array<std::array<int, 2>, 8> ways{
                {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};
            for (int row = 0; row < 4; ++row)
                for (int column = 0; column < 4; ++column)
                    for (std::size_t way = 0; way < ways.size(); ++way) {
                        const int r = row + ways[way][0], c = column + ways[way][1];
                        if (r >= 0 && r < 4 && c >= 0 && c < 4)
                            steps[static_cast<std::size_t>(4 * row + column)][way] =
                                static_cast<std::uint16_t>(1 << (4 * r + c));
                    }
            for (unsigned at = 0; at < 4; ++at) wins[0x000fU << 4 * at] = wins[0x1111U << at] = true;
            for (unsigned row = 0; row < 3; ++row)
                for (unsigned column = 0; column < 3; ++column) wins[0x0033U << (4 * row + column)] = true;
            wins[0x9009] = true;
        }
        /// `steps[cell][direction]` has the bit of the next cell, or is 0 at the edge. Directions 2k and 2k + 1 are
        /// opposite.
        std::array<std::array<std::uint16_t, 8>, 16> steps{};
        std::array<bool, 1 << 16> wins{};  ///< true for each set of four cells that wins
    };
    struct Corner {
        std::uint16_t cell, around;
    };
    static constexpr std::array<Corner, 4> corners{
        {{0x0001, 0x0032}, {0x0008, 0x00c4}, {0x1000, 0x2300}, {0x8000, 0x4c00}}};

    std::uint32_t step(unsigned cell, unsigned way) const { return tables_->steps[cell][way]; }
    std::optional<OutcomeValue> terminal_of(std::uint32_t mine, std::uint32_t theirs) const {
        if (tables_->wins[mine] || tables_->wins[theirs]) return OutcomeValue{Outcome::loss, 0};
        for (const auto& [cell, around] : corners)
            if (((mine & cell) != 0 && (theirs & around) == around) ||
                ((theirs & cell) != 0 && (mine & around) == around))
                return OutcomeValue{Outcome::win, 0};
        return std::nullopt;
    }
    /// Calls `f(from, to, after)` for every move. `after` is the position as the opponent sees it.
    template <class F>
    void for_each_slide(const OrbitPairs::Pair& seen, F&& f) const {
        const std::uint32_t free = ~(seen.first | seen.second);
        for (std::uint32_t left = seen.first; left != 0; left &= left - 1) {
            const auto from = static_cast<unsigned>(std::countr_zero(left));
            for (unsigned way = 0; way < 8; ++way) {
                unsigned to = from;
                while (const std::uint32_t next = step(to, way) & free)
                    to = static_cast<unsigned>(std::countr_zero(next));
                if (to != from) f(from, to, OrbitPairs::Pair{seen.second, seen.first ^ 1U << from ^ 1U << to});
            }
        }
    }

    std::shared_ptr<const Tables> tables_;
};

}  // namespace mexbase
