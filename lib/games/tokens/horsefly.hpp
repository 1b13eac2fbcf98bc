/// \file
/// One horsefly: a token on a graph that may not reverse its last move.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../../rules/ruleset.hpp"

namespace mexbase {

/// One horsefly (lesson 5 on loopy games, exercise 7) on any board: it moves along an arc, but not back to where it
/// came from with its last move. At a vertex marked `home` play ends, whatever leaves it.
///
/// A position is where the fly is and where it came from. Index: the vertices in file order (nothing was moved before),
/// then the pairs to<from of the moves there are, by `from` and then by `to`; parallel arcs are one pair, and so many
/// moves.
class Horsefly {
  public:
    /// Where the fly is, and where it came from with its last move.
    struct Position {
        Vertex at = 0;
        Vertex from = nowhere;
        friend bool operator==(const Position&, const Position&) = default;
    };
    /// Where the fly came from when nothing was moved before.
    static constexpr Vertex nowhere = ~Vertex{0};

    static constexpr std::string_view family = "horsefly";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true, .ends_race = true, .start = true};
    static const FamilyHelp& help();
    static Horsefly make(const Parameters&);

    /// The board has no vertex marked `beyond`, and no name with `<` in it.
    explicit Horsefly(std::shared_ptr<const Board> board);

    /// The board the fly is on.
    const Board& board() const { return *board_; }
    Index size() const { return vertices() + moves_->ends.size(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        return i < vertices() ? Position{static_cast<Vertex>(i)} : moves_->ends[i - vertices()];
    }
    /// By binary search among the moves from p.from; `no_index` if there is no such move.
    Index rank(const Position& p) const;
    /// `to<from`, or `to` when nothing was moved before.
    Position parse(std::string_view text) const;
    /// Writes the same.
    std::string format(const Position& p) const;
    /// The vertex named `start`, or else the first that is not marked `home` (the first, if all are); nothing moved
    /// before.
    Position start() const { return {start_, nowhere}; }

    /// With several flies the first one home wins.
    bool ends_race(const Position& p) const { return (board_->mark(p.at) & Board::home) != 0; }

    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        const Moves& m = *moves_;
        for (std::uint64_t move = m.first[p.at]; move < m.first[p.at + 1]; ++move)
            if (m.ends[move].at != p.from)
                for (std::uint32_t copy = 0; copy < m.copies[move]; ++copy) f(vertices() + move);
    }
    template <class F>
    void for_each_predecessor(Index index, const Position& p, Player, F&& f) const {
        if (p.from == nowhere) return;
        const Moves& m = *moves_;
        const std::uint32_t copies = m.copies[index - vertices()];
        const auto name = [&](Index i) {
            for (std::uint32_t copy = 0; copy < copies; ++copy) f(i);
        };
        name(p.from);
        for (std::uint64_t at = m.first_into[p.from]; at < m.first_into[p.from + 1]; ++at)
            if (m.ends[m.into[at]].from != p.at) name(vertices() + m.into[at]);
    }

  private:
    /// The distinct moves, by source and then by target.
    struct Moves {
        std::vector<Position> ends;         ///< target and source of each
        std::vector<std::uint32_t> copies;  ///< how many arcs each is
        std::vector<std::uint64_t> first;   ///< of each source
        std::vector<std::uint64_t> into;    ///< moves by target
        std::vector<std::uint64_t> first_into;
    };
    Index vertices() const { return board_->vertex_count(); }

    std::shared_ptr<const Board> board_;
    std::shared_ptr<const Moves> moves_;
    Vertex start_ = 0;
};

}  // namespace mexbase
