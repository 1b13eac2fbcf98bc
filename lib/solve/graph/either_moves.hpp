/// \file
/// A partizan game in which either player can make all moves.
#pragma once

#include "../../rules/moves.hpp"

namespace mexbase::detail {

/// The impartial game whose options are those of Left, then those of Right. A partizan game is loop-free if and only if
/// this one is. For games whose play stops only without moves. Borrows the moves. Has no slices, layers, parts, lines
/// or starts.
class EitherMoves final : public Moves {
  public:
    explicit EitherMoves(const Moves& moves);

    void mark_positions(Index first, std::span<std::uint8_t> out) const override { moves_.mark_positions(first, out); }
    Index options(Index first, Index last, Player, std::size_t enough, Options& out) const override;
    std::size_t options(std::span<const Index> of, Player, std::size_t enough, Options& out) const override;
    void count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const override;
    void predecessors(std::span<const Index> of, Player, Flat& out) const override;
    Index starts(Index, Index, Play, Player, Starts&) const override { return 0; }

  private:
    const Moves& moves_;
};

}  // namespace mexbase::detail
