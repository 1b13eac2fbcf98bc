/// \file
/// The positions of a game that was explored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "../../../lib/games/tokens/listed_game.hpp"
#include "reversed_moves.hpp"

namespace mexbase {

/// All positions that play reaches, and what the rules say of them.
class ExploredPositions : public Positions {
  public:
    /// The numbers of the positions where play begins, ascending, each once.
    const std::vector<Index>& starts() const { return starts_; }
    /// Whether Right's moves are asked for by themselves.
    virtual bool has_sides() const = 0;
    /// Whether some positions were left aside when enough were known: their mark is `Board::beyond`.
    virtual bool cut_off() const = 0;
    /// Replaces `rows` by the targets of the moves of `player` from the positions in [first, last), as `add_moves` adds
    /// them.
    virtual void moves(Index first, Index last, Player player, MoveRows& rows) const = 0;
    /// Moves of `player`; none where play has stopped, and of a position that was left aside.
    virtual std::uint64_t option_count(Index i, Player player) const = 0;

    void set_reversed(ReversedMoves&& moves) { reversed_.emplace(std::move(moves)); }
    /// The moves reversed. After `set_reversed`.
    const ReversedMoves& reversed() const { return *reversed_; }

    std::uint8_t mark(Index i) const final {
        return std::ranges::binary_search(starts_, i) ? end_mark(i) | Board::start : end_mark(i);
    }
    void add_moves(Index i, Player player, std::vector<Index>& out) const final {
        static thread_local MoveRows kept;
        MoveRows rows = std::move(kept);  // the rules may ask other games meanwhile
        moves(i, i + 1, player, rows);
        out.insert(out.end(), rows.targets.begin(), rows.targets.end());
        kept = std::move(rows);
    }
    void add_sources(Index i, Player player, std::vector<Index>& out) const final {
        reversed_->add_sources(i, player, out);
    }

  protected:
    /// How play has stopped, as `Board::Mark`, or that the position was left aside.
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
