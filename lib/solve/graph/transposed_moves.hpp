/// \file
/// Predecessors for games that do not take moves back.
#pragma once

#include <functional>
#include <optional>

#include "../../rules/moves.hpp"
#include "transpose.hpp"
#include "visitor.hpp"

namespace mexbase::detail {

/// The moves of a game, with predecessors for the positions of one slice. They come from a stored transpose: 4 bytes
/// per move within the slice and 4 per position. Borrows the moves. Has no layers, parts or lines.
class TransposedMoves final : public Moves {
  public:
    /// Reads all options of the slice twice. Calls `progress(done)` with the positions read so far, of both passes;
    /// it may throw to stop. Throws `Error{not_applicable}` if the slice has 2^32 positions or more.
    TransposedMoves(const Moves& moves, const Slice& slice, const std::function<void(Index done)>& progress);

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
    const Moves& moves_;
    Index first_;
    Transpose transpose_;
};

/// Moves that take moves back: the game's own, or a transpose of a slice. Borrows the game.
class WithPredecessors {
  public:
    WithPredecessors(const Moves& moves, const Slice& slice, AnalysisListener& listener);
    const Moves& moves() const { return transposed_ ? *transposed_ : moves_; }

  private:
    const Moves& moves_;
    std::optional<TransposedMoves> transposed_;
};

}  // namespace mexbase::detail
