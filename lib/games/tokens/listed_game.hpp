// SPDX-License-Identifier: MIT
/// \file
/// Games whose positions are in a list. Each position has a text, a mark, and the targets of its moves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../board/board.hpp"
#include "../../rules/own_game.hpp"

namespace mexbase {

/// The positions of a game. They are sorted by the bytes of their texts, unless `find` is overridden. Immutable; safe
/// to call from any number of threads. Throws the errors of the rules, or of the file that holds the positions.
class Positions {
  public:
    virtual ~Positions() = default;
    virtual Index size() const = 0;
    virtual std::string text(Index i) const = 0;
    /// Returns the index of the position with that text, or `size()` for any other text.
    virtual Index find(std::string_view text) const;
    /// Returns the `Board::Mark` of a position.
    virtual std::uint8_t mark(Index i) const = 0;
    /// Returns the value for the player to move if play has stopped, or `std::nullopt`.
    virtual std::optional<OutcomeValue> stop(Index i, Player mover) const;
    /// Appends the targets of the moves of `player`, also targets past the bound (marked `Board::beyond`). In an
    /// impartial game both players have the same moves. Terminal positions and positions past the bound have no moves.
    virtual void add_moves(Index i, Player player, std::vector<Index>& out) const = 0;
    /// Appends the positions from which moves of `player` lead to this position, once per move. Called only if
    /// `OwnFacts::takes_back` is true.
    virtual void add_sources(Index, Player, std::vector<Index>&) const {}
};

/// Returns the vertices of a board as positions. An arc that has an owner is a move of that player only. No move leaves
/// a vertex that is marked `Board::home` or `Board::beyond`.
std::shared_ptr<const Positions> positions_of(std::shared_ptr<const Board> board);

/// Returns the kinds of value of a listed game. `stops` is true if some position is marked `Board::stopped`.
std::span<const ValueKind> listed_kinds(bool stops);

/// How a listed game shows its positions.
enum class PositionLook : std::uint8_t {
    text,     ///< as texts
    token,    ///< as a token on the game's board
    squares,  ///< as a counter on the squares of Snakes-and-Adders
    cells,    ///< as boards with cells in rows (`CellRows`); moves have the names of the cells that they change
};

/// A game whose positions are in a list. A listed position with the mark `Board::beyond` is past the bound, and not a
/// position of the game.
class ListedGame final : public OwnGame {
  public:
    /// Takes the size from `positions`, not from `facts`, and the names of moves from `look`. `board` is null, or the
    /// board whose vertices are the positions. `token` and `squares` need it.
    ListedGame(std::string_view family, std::shared_ptr<const Positions> positions, const OwnFacts& facts,
               std::string spec, std::shared_ptr<const Board> board = nullptr, PositionLook look = PositionLook::text);

    const Positions& positions() const { return *positions_; }

    bool legal(Index i) const override { return i < size() && !is_beyond(i); }
    void add_options(Index i, Player mover, std::vector<Index>& out) const override;
    void add_predecessors(Index i, Player mover, std::vector<Index>& out) const override {
        positions_->add_sources(i, mover, out);
    }
    std::optional<OutcomeValue> stopped(Index i, Player mover) const override;
    /// Counts the moves of both players to positions past the bound.
    std::uint64_t leaves_bound(Index i) const override;
    Index parse_index(std::string_view text) const override;
    std::string format(Index i, unsigned image = 0) const override;

  private:
    std::optional<Drawing> drawing_of(const ResolvedPosition& asked, const GraphLayout& layout,
                                      const PositionLabel& label) const override;
    bool is_beyond(Index i) const { return traits().bounded && (positions_->mark(i) & Board::beyond) != 0; }

    std::shared_ptr<const Positions> positions_;
    PositionLook look_;
};

}  // namespace mexbase
