/// \file
/// Games whose whole board is a graph: a token on a directed graph, and Snakes-and-Adders.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "../../rules/ruleset.hpp"

namespace mexbase {

/// What every walk of one token along the arcs of a board has in common. A position is a vertex; parallel arcs are so
/// many moves. An arc that has an owner is a move of that player only. Play ends at a vertex that no arc leaves.
/// Vertices marked `home` are left by no move, whatever the file says.
class BoardWalk {
  public:
    using Position = Vertex;

    Index size() const { return board_->vertex_count(); }
    bool legal(Index i) const { return i < size() && (board_->mark(static_cast<Vertex>(i)) & Board::beyond) == 0; }
    Position unrank(Index i) const { return static_cast<Vertex>(i); }
    Index rank(Position v) const { return v; }
    /// The name of a vertex that is not marked `beyond`.
    Position parse(std::string_view text) const;
    std::string format(Position v) const { return board_->name(v); }
    /// The board that is walked on.
    const Board& board() const { return *board_; }

    template <class F>
    void for_each_option(Index, Position v, Player player, F&& f) const {
        if ((board_->mark(v) & (Board::home | Board::beyond)) != 0) return;
        for_each_end(board_->successors(v), board_->owners_ahead(v), player, [&](Vertex to) {
            if ((board_->mark(to) & Board::beyond) == 0) f(Index{to});
        });
    }
    template <class F>
    void for_each_predecessor(Index, Position v, Player player, F&& f) const {
        for_each_end(board_->predecessors(v), board_->owners_back(v), player, [&](Vertex from) {
            if ((board_->mark(from) & (Board::home | Board::beyond)) == 0) f(Index{from});
        });
    }

  protected:
    explicit BoardWalk(std::shared_ptr<const Board> board) : board_(std::move(board)) {}

  private:
    /// The ends of those arcs that `player` may use.
    template <class F>
    static void for_each_end(std::span<const Vertex> ends, std::span<const std::uint8_t> owners, Player player, F&& f) {
        if (owners.empty()) {
            for (const Vertex end : ends) f(end);
            return;
        }
        const std::uint8_t opponent = player == Player::left ? Board::right : Board::left;
        for (std::size_t a = 0; a < ends.size(); ++a)
            if (owners[a] != opponent) f(ends[a]);
    }

    std::shared_ptr<const Board> board_;
};

/// One token on a directed graph (Smith, "Graphs and composite games", 1966). Vertices marked `beyond` lie past the
/// bound of what is known: they are no positions, and the arcs that reach them leave the bound. The game is partizan
/// where an arc has an owner.
class Graph : public BoardWalk {
  public:
    static constexpr std::string_view family = "graph";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{
        .predecessors = true, .leaves_bound = true, .partizan = true, .start = true, .value_kinds = true};
    static constexpr std::array value_kinds{ValueKind::outcome, ValueKind::nimber, ValueKind::obliged,
                                            ValueKind::partizan_outcome, ValueKind::canonical};
    static const FamilyHelp& help();
    static Graph make(const Parameters&);

    /// The board has a vertex that is not marked `beyond`.
    explicit Graph(std::shared_ptr<const Board> board);

    /// Whether an arc belongs to one player.
    bool partizan() const { return !board().owners().empty(); }
    /// The vertex named `start`, or else the first that is not marked `beyond`.
    Position start() const { return start_; }

    /// Moves of either player past the bound.
    std::uint64_t leaves_bound(Index, Position v) const {
        if ((this->board().mark(v) & (Board::home | Board::beyond)) != 0) return 0;
        std::uint64_t count = 0;
        for (const Vertex to : this->board().successors(v))
            count += (this->board().mark(to) & Board::beyond) != 0 ? 1 : 0;
        return count;
    }

  private:
    Position start_ = 0;
};

/// Snakes-and-Adders (lesson 5 on loopy games, exercise 3), one counter: advance 1..4 squares, not past HOME; a counter
/// that lands on the tail of an arrow is at once at its head. The board is the graph of these moves, made from the
/// board file by `lib/board/text/snakes_file.hpp`; its vertices are the squares a counter can stand on.
class SnakesAndAdders : public BoardWalk {
  public:
    static constexpr std::string_view family = "snakes-and-adders";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true, .start = true};
    static const FamilyHelp& help();
    static SnakesAndAdders make(const Parameters&);

    /// The board is of the kind `parse_snakes` makes: not empty, no marks, no owners.
    explicit SnakesAndAdders(std::shared_ptr<const Board> board) : BoardWalk(std::move(board)) {}

    /// The first square.
    Position start() const { return 0; }
};

}  // namespace mexbase
