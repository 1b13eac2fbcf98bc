// SPDX-License-Identifier: MIT
/// \file
/// Positions of an explored game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "../../../lib/games/tokens/listed_game.hpp"
#include "reversed_moves.hpp"

namespace mexbase {

/// Reachable positions of a game, with the moves and the marks (results of terminal positions) that the rules give.
class ExploredPositions : public Positions {
  public:
    /// Returns the numbers of the positions where play begins, ascending, each once.
    const std::vector<Index>& starts() const { return starts_; }
    /// Returns true if Left and Right have separate moves (a partizan game).
    virtual bool has_sides() const = 0;
    /// Returns true if a bound stopped the exploration. Positions past it have no moves and the mark `Board::beyond`.
    virtual bool cut_off() const = 0;
    /// Sets `rows` to the targets of the moves of `player` from the positions in [first, last).
    virtual void moves(Index first, Index last, Player player, MoveRows& rows) const = 0;

    void set_reversed(ReversedMoves&& moves) { reversed_.emplace(std::move(moves)); }
    /// Returns the list of the moves to each position. Call `set_reversed` before.
    const ReversedMoves& reversed() const { return *reversed_; }

    std::uint8_t mark(Index i) const final {
        return std::ranges::binary_search(starts_, i) ? end_mark(i) | Board::start : end_mark(i);
    }
    void add_moves(Index i, Player player, std::vector<Index>& out) const final {
        static thread_local MoveRows kept;
        MoveRows rows = std::move(kept);  // during the call, the rules may call this function for another game
        moves(i, i + 1, player, rows);
        out.insert(out.end(), rows.targets.begin(), rows.targets.end());
        kept = std::move(rows);
    }
    void add_sources(Index i, Player player, std::vector<Index>& out) const final {
        reversed_->add_sources(i, player, out);
    }

  protected:
    /// Returns `Board::beyond` for a position past the bound. Otherwise returns the mark that the rules give.
    virtual std::uint8_t end_mark(Index i) const = 0;
    void set_starts(std::vector<Index> starts) {
        std::ranges::sort(starts);
        starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
        starts_ = std::move(starts);
    }

  private:
    std::vector<Index> starts_;
    std::optional<ReversedMoves> reversed_;
};

}  // namespace mexbase
