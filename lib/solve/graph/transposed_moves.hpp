// SPDX-License-Identifier: MIT
/// \file
/// Predecessors for games that do not provide them.
#pragma once

#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <vector>

#include "../../rules/moves.hpp"
#include "listener.hpp"

namespace mexbase::detail {

/// Moves of a game with predecessors for one slice, made by reversing the slice's moves. Uses 4 bytes per move and 4
/// per position (8 from 2^32 moves on). Borrows the moves. Has none of the optional layers, parts and lines of `Moves`.
class TransposedMoves final : public Moves {
  public:
    /// Returns true if the positions of a slice of `size` positions can be numbered with 32 bits.
    static constexpr bool fits(Index size) { return size <= Index{std::numeric_limits<std::uint32_t>::max()}; }
    /// Returns the memory in bytes for the predecessors of a slice with `size` positions and `moves` moves.
    static constexpr std::uint64_t bytes(Index size, std::uint64_t moves) {
        return 4 * moves + (moves >> 32 == 0 ? 4 : 8) * (size + 1);
    }

    /// Reads all options of `movers` in the slice twice. Calls `progress(done)` with the number of positions read in
    /// both passes; `progress` may throw to stop. `predecessors` ignores its player: it returns the sources of moves of
    /// all `movers`. Throws `Error{not_applicable}` if the slice has 2^32 positions or more.
    TransposedMoves(const Moves& moves, const Slice& slice, std::initializer_list<Player> movers,
                    const std::function<void(Index done)>& progress);

    void predecessors(std::span<const Index> of, Player, Flat& out) const override;

    void mark_positions(Index first, std::span<std::uint8_t> out) const override { moves_.mark_positions(first, out); }
    Index options(Index first, Index last, Player mover, std::size_t enough, Options& out) const override {
        return moves_.options(first, last, mover, enough, out);
    }
    std::size_t options(std::span<const Index> of, Player mover, std::size_t enough, Options& out) const override {
        return moves_.options(of, mover, enough, out);
    }
    void count_options(std::span<const Index> of, Player mover, std::span<std::uint64_t> out) const override {
        moves_.count_options(of, mover, out);
    }
    Index starts(Index first, Index last, Play play, Player mover, Starts& out) const override {
        return moves_.starts(first, last, play, mover, out);
    }
    void leaving(Index first, Index last, std::vector<Leaving>& out) const override {
        moves_.leaving(first, last, out);
    }

  private:
    template <class Offset>
    void append_sources(const std::vector<Offset>& begins, std::span<const Index> of, Flat& out) const;

    const Moves& moves_;
    Index first_;
    std::vector<std::uint32_t> sources_;  // sources of moves to position i: elements begins[i]..begins[i + 1] - 1
    std::vector<std::uint32_t> begins_;
    std::vector<std::uint64_t> wide_begins_;  // used instead from 2^32 moves on
};

/// Gives predecessors to any game. Uses the game's own, or else reverses the moves of one slice. Borrows the game.
class WithPredecessors {
  public:
    WithPredecessors(const Moves& moves, const Slice& slice, AnalysisListener& listener);
    const Moves& moves() const { return transposed_ ? *transposed_ : moves_; }

  private:
    const Moves& moves_;
    std::optional<TransposedMoves> transposed_;
};

}  // namespace mexbase::detail
