// SPDX-License-Identifier: MIT
/// \file
/// One horsefly: a token on a graph that may not reverse its last move.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "../../error.hpp"
#include "../../rules/ruleset.hpp"
#include "token_drawing.hpp"

namespace mexbase {

/// One horsefly (Combinatorial Game Theory, lesson 5, exercise 7) on any board: it moves along an arc, but not back to
/// the vertex it came from with its last move. At a vertex marked `home` play ends, even if arcs leave it.
///
/// A position is the fly's vertex and its previous vertex. The lowest indices are the positions before the first move,
/// in file order. Then come the positions after a move, sorted by the previous vertex and then by the fly's vertex.
/// Parallel arcs lead to the same position.
class Horsefly {
  public:
    /// The fly's vertex, and the vertex it came from with its last move.
    struct Position {
        Vertex at = 0;
        Vertex from = nowhere;
        friend bool operator==(const Position&, const Position&) = default;
    };
    /// The value of `from` before the first move.
    static constexpr Vertex nowhere = ~Vertex{0};

    static constexpr std::string_view family = "horsefly";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true, .ends_race = true, .start = true, .graph_drawing = true};
    static const FamilyHelp& help() {
        static constexpr std::array keys = {
            KeyHelp{"file", "", "an edge list, DOT, GraphML, graph6, sparse6, DIMACS or Pajek",
                    "the graph; vertices with home=true end play", KeyHelp::File::graph}};
        static constexpr FamilyHelp text{
            "move a token along an arc of a graph, but not back to the vertex that its last move left (may be loopy)",
            "to<from, or only to if no move was made before, such as b<a",
            "Combinatorial Game Theory, lesson 5: loopy games, exercise 7", keys,
            "horsefly:file=data/boards/horsefly.dot"};
        return text;
    }
    static Horsefly make(const Parameters& p) {
        const Board& board = *p.board();
        if (board.vertex_count() == 0) throw Error(ErrorCode::bad_file, "the graph has no vertex");
        if (!board.owners().empty())
            throw Error(ErrorCode::bad_file,
                        "an edge belongs to one player, which horsefly does not use: remove its player");
        for (Vertex v = 0; v < board.vertex_count(); ++v) {
            if ((board.mark(v) & Board::beyond) != 0)
                throw Error(ErrorCode::bad_file, "vertex " + in_quotes(board.name(v)) +
                                                     " is marked beyond, which horsefly does not use: remove the mark");
            if (board.name(v).find('<') != std::string::npos)
                throw Error(ErrorCode::bad_file,
                            "the name of vertex " + in_quotes(board.name(v)) +
                                " contains <, which separates the two vertices of a horsefly position: rename it");
        }
        return Horsefly(p.board());
    }

    /// Takes a board without a vertex marked `beyond` and without a name that contains `<`.
    explicit Horsefly(std::shared_ptr<const Board> board) : board_(std::move(board)) {
        auto moves = std::make_shared<Moves>();
        const std::size_t n = board_->vertex_count();
        moves->first.assign(n + 1, 0);
        moves->first_into.assign(n + 1, 0);
        std::vector<Vertex> targets;
        for (Vertex from = 0; from < n; ++from) {
            targets.clear();
            if ((board_->mark(from) & Board::home) == 0)
                targets.assign(board_->successors(from).begin(), board_->successors(from).end());
            std::sort(targets.begin(), targets.end());
            for (std::size_t t = 0; t < targets.size(); ++t) {
                if (t > 0 && targets[t] == targets[t - 1]) {
                    ++moves->copies.back();
                    continue;
                }
                moves->ends.push_back({targets[t], from});
                moves->copies.push_back(1);
                ++moves->first_into[targets[t] + 1];
            }
            moves->first[from + 1] = moves->ends.size();
        }
        std::partial_sum(moves->first_into.begin(), moves->first_into.end(), moves->first_into.begin());
        moves->into.resize(moves->ends.size());
        auto next = moves->first_into;
        for (std::uint64_t move = 0; move < moves->ends.size(); ++move)
            moves->into[next[moves->ends[move].at]++] = move;
        moves_ = std::move(moves);
        const auto at_home = [this](Vertex v) { return (board_->mark(v) & Board::home) != 0; };
        if (const std::uint64_t named = board_->find("start"); named < n) {
            start_ = static_cast<Vertex>(named);
        } else {
            while (start_ < n && at_home(start_)) ++start_;
            if (start_ == n) start_ = 0;
        }
    }

    const Board& board() const { return *board_; }
    Index size() const { return vertices() + moves_->ends.size(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        return i < vertices() ? Position{static_cast<Vertex>(i)} : moves_->ends[i - vertices()];
    }
    /// Returns the index, or `no_index` if no move leads from p.from to p.at. Does a binary search among the moves.
    Index rank(const Position& p) const {
        if (p.from == nowhere) return p.at;
        const auto first = moves_->ends.begin() + static_cast<std::ptrdiff_t>(moves_->first[p.from]);
        const auto last = moves_->ends.begin() + static_cast<std::ptrdiff_t>(moves_->first[p.from + 1]);
        const auto at =
            std::lower_bound(first, last, p.at, [](const Position& move, Vertex to) { return move.at < to; });
        if (at == last || at->at != p.at) return no_index;
        return vertices() + static_cast<Index>(at - moves_->ends.begin());
    }
    /// Reads `to<from`, or `to` before the first move.
    Position parse(std::string_view text) const {
        const auto vertex = [&](std::string_view name) {
            const std::uint64_t v = board_->find(name);
            if (v == vertices())
                throw_bad_position(text, "is not a position: the graph has no vertex named " + in_quotes(name));
            return static_cast<Vertex>(v);
        };
        const std::size_t separator = text.find('<');
        Position p{vertex(text.substr(0, separator))};
        if (separator == std::string_view::npos) return p;
        p.from = vertex(text.substr(separator + 1));
        if (rank(p) == no_index)
            throw_bad_position(text, "is not a position: no move leads from " + in_quotes(board_->name(p.from)) +
                                         " to " + in_quotes(board_->name(p.at)));
        return p;
    }
    std::string format(const Position& p) const {
        if (p.from == nowhere) return board_->name(p.at);
        return board_->name(p.at) + '<' + board_->name(p.from);
    }
    /// Draws the fly's vertex, and its last move as a line of the same colour.
    GraphDrawing graph_drawing(const Position& p) const {
        BoardDrawing drawn = token_on_board(*board_, p.at);
        for (GraphDrawing::Line& line : drawn.graph.lines) {
            const Vertex from = drawn.vertices[line.from], to = drawn.vertices[line.to];
            if ((from == p.from && to == p.at) || (from == p.at && to == p.from)) line.ink = DrawingRole::mark;
        }
        return std::move(drawn.graph);
    }
    /// Returns the position before the first move, at the vertex named `start`. Without such a vertex, the fly is at
    /// the first vertex that is not marked `home`, or at the first of all if all are marked.
    Position start() const { return {start_, nowhere}; }

    /// Returns true at a vertex marked `home`. In a sum of several flies, the first fly at home wins.
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
        std::vector<Position> ends;         ///< target and source of each move
        std::vector<std::uint32_t> copies;  ///< number of parallel arcs of each move
        std::vector<std::uint64_t> first;   ///< first move of each source
        std::vector<std::uint64_t> into;    ///< moves by target
        std::vector<std::uint64_t> first_into;
    };
    Index vertices() const { return board_->vertex_count(); }

    std::shared_ptr<const Board> board_;
    std::shared_ptr<const Moves> moves_;
    Vertex start_ = 0;
};

}  // namespace mexbase
