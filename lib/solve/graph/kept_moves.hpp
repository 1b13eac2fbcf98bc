// SPDX-License-Identifier: MIT
/// \file
/// Games restricted to some of their positions.
#pragma once

#include <cstdint>
#include <span>

#include "../../rules/moves.hpp"

namespace mexbase::detail {

/// Base class for a game restricted to the indices for which `keeps(i)`, a member of the derived class `Kept`, returns
/// true. Borrows the game. Has none of the optional slices, layers, parts and lines of `Moves`.
template <class Kept>
class KeptMoves : public Moves {
  public:
    void mark_positions(Index first, std::span<std::uint8_t> out) const override {
        moves_.mark_positions(first, out);
        for (std::size_t k = 0; k < out.size(); ++k)
            if (!keeps(first + k)) out[k] = 0;
    }
    Index options(Index first, Index last, Player mover, std::size_t enough, Options& out) const override {
        return append(out, [&](Options& rows) { return moves_.options(first, last, mover, enough, rows); });
    }
    std::size_t options(std::span<const Index> of, Player mover, std::size_t enough, Options& out) const override {
        return append(out, [&](Options& rows) { return moves_.options(of, mover, enough, rows); });
    }
    void count_options(std::span<const Index> of, Player mover, std::span<std::uint64_t> out) const override {
        thread_local Options kept;
        for (std::size_t done = 0; done < of.size();) {
            kept.clear();
            options(of.subspan(done), mover, targets_per_call, kept);
            for (std::size_t row = 0; row < kept.size(); ++row, ++done) out[done] = kept.targets_of(row).size();
        }
    }

  protected:
    explicit KeptMoves(const Moves& moves) : Moves(moves.traits().plain()), moves_(moves) {}

    static constexpr std::size_t targets_per_call = 4096;

    const Moves& moves_;

  private:
    bool keeps(Index i) const { return static_cast<const Kept&>(*this).keeps(i); }
    template <class Read>
    auto append(Options& out, const Read& read) const {
        thread_local Options rows;
        rows.clear();
        const auto end = read(rows);
        append_kept(
            rows, [this](Index i) { return keeps(i); }, out);
        return end;
    }
};

}  // namespace mexbase::detail
