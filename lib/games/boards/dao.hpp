/// \file
/// Dao, a game of four men each on four by four cells.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../../board/drawing.hpp"
#include "../../rules/ruleset.hpp"
#include "shared/named_once.hpp"
#include "shared/square_men.hpp"

namespace mexbase {

/// Dao (J. Pickering and B. van Buskirk, 1999): each player has four men on a square of 4 x 4 cells; a move slides one
/// of one's men in a straight or slanting line as far as it goes. Four men of a colour in a full row or column, in a
/// square of 2 x 2, or in the four corners win; and who shuts an enemy man into a corner, with men of his own on the
/// three cells around it, loses.
///
/// Positions are all ways to place the men, whoever is to move. Index: the orbit under the square's symmetries of what
/// the player to move sees (`OrbitPairs`, the mover's men first).
class Dao {
  public:
    using Position = SquareMen;
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
    static const FamilyHelp& help();
    static Dao make(const Parameters&) { return Dao(); }

    Dao();

    Index size() const { return pairs().size(men, men); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return Position::seen_by(0, pairs().unrank(men, men, i)); }
    Index rank(const Position& p) const { return pairs().rank(p.seen(), men); }
    /// `X:X..O/.XO./.OX./O..X`, the top row first.
    Position parse(std::string_view text) const;
    /// Writes the same.
    std::string format(const Position& p) const;
    std::string picture(const Position& p) const;
    Drawing drawing(const Position& p) const;
    /// Each player's men in a diagonal, X to move.
    Position start() const { return {{0x8421, 0x1248}, 0}; }

    /// The square's symmetries with X to move, then the same with O.
    unsigned images() const { return count_images(pairs().orbits()); }
    Position position(Index i, unsigned g) const { return image_of(pairs().orbits(), unrank(i).seen(), g); }
    unsigned image(const Position& p) const { return least_image(pairs().orbits(), unrank(rank(p)).seen(), p); }
    unsigned compose(unsigned g, unsigned h) const { return compose_images(pairs().orbits(), g, h); }
    std::optional<Position> passed(const Position& p) const { return with_other_mover(p); }

    /// Lost where four men of either colour have come to stand as they should; else won where a man is shut into a
    /// corner, whosever it is.
    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        return terminal_of(p.mine(), p.theirs());
    }
    /// Moves to positions that a symmetry makes equal count as one.
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        NamedOnce<most_moves> once;
        for_each_slide(p.seen(),
                       [&](unsigned, unsigned, const OrbitPairs::Pair& after) { once(pairs().rank(after, men), f); });
    }
    template <class F>
    void for_each_predecessor(Index, const Position& p, Player, F&& f) const {
        NamedOnce<most_moves_back> once;
        const std::uint32_t free = ~(p.mine() | p.theirs());
        for (std::uint32_t left = p.theirs(); left != 0; left &= left - 1) {
            const auto to = static_cast<unsigned>(std::countr_zero(left));
            for (unsigned way = 0; way < 8; ++way) {
                // Whatever slid this way goes no further.
                if ((step(to, way) & free) != 0) continue;
                for (std::uint32_t from = step(to, way ^ 1) & free; from != 0;
                     from = step(static_cast<unsigned>(std::countr_zero(from)), way ^ 1) & free) {
                    const std::uint32_t mover = p.theirs() ^ (1U << to) ^ from;
                    if (!terminal_of(mover, p.mine())) once(pairs().rank({mover, p.mine()}, men), f);
                }
            }
        }
    }
    /// Moves are named by where they begin and end, as `a1-c3`: columns from the left, rows from below.
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        for_each_slide(p.seen(), [&](unsigned from, unsigned to, const OrbitPairs::Pair& after) {
            f(Position::seen_by(1U - p.mover, after), name_of_move(from, to));
        });
    }

  private:
    static constexpr unsigned men = 4;
    /// Eight ways a man; and back along each of them from at most three cells.
    static constexpr std::size_t most_moves = 8 * men, most_moves_back = 3 * most_moves;

    struct Tables {
        Tables();
        OrbitPairs pairs;
        /// The next cell in each of eight ways as a set, empty at the edge; ways 2k and 2k + 1 are opposite.
        std::array<std::array<std::uint16_t, 8>, 16> steps{};
        std::array<bool, 1 << 16> wins{};  ///< whether four men stand as they should
    };
    struct Corner {
        std::uint16_t cell, around;
    };
    static constexpr std::array<Corner, 4> corners{
        {{0x0001, 0x0032}, {0x0008, 0x00c4}, {0x1000, 0x2300}, {0x8000, 0x4c00}}};

    const OrbitPairs& pairs() const { return tables_->pairs; }
    std::uint32_t step(unsigned cell, unsigned way) const { return tables_->steps[cell][way]; }
    std::optional<OutcomeValue> terminal_of(std::uint32_t mine, std::uint32_t theirs) const {
        if (tables_->wins[mine] || tables_->wins[theirs]) return OutcomeValue{Outcome::loss, 0};
        for (const auto& [cell, around] : corners)
            if (((mine & cell) != 0 && (theirs & around) == around) ||
                ((theirs & cell) != 0 && (mine & around) == around))
                return OutcomeValue{Outcome::win, 0};
        return std::nullopt;
    }
    /// Calls `f(from, to, after)` for every move, `after` as the opponent sees it.
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
    static std::string name_of_move(unsigned from, unsigned to);

    std::shared_ptr<const Tables> tables_;
};

}  // namespace mexbase
