// SPDX-License-Identifier: MIT
/// \file
/// Games whose rules decide only once which indices are positions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../../../lib/rules/moves.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

/// Returns true if a sample of the indices has one that is not a position (a hole).
bool has_holes(const Moves& moves);

/// A game with one bit per index, which is set for positions. All passes over the positions read the bits, so that
/// `legal` of the rules is rarely called. In a game with many holes it takes most of the time otherwise. Borrows the
/// moves.
class MarkedMoves final : public Moves {
  public:
    /// Returns the memory of the bits.
    static std::uint64_t bytes(Index size) { return (size + 63) / 64 * sizeof(std::uint64_t); }

    /// Marks the positions, on the threads of the job, and reports progress.
    MarkedMoves(const Moves& moves, const JobOptions& options);

    void mark_positions(Index first, std::span<std::uint8_t> out) const override {
        for (std::uint8_t& mark : out) {
            mark = static_cast<std::uint8_t>(words_[first / 64] >> first % 64 & 1);
            ++first;
        }
    }
    Index options(Index first, Index last, Player mover, std::size_t enough, Options& out) const override;
    std::size_t options(std::span<const Index> of, Player mover, std::size_t enough, Options& out) const override {
        return moves_.options(of, mover, enough, out);
    }
    Index options_in_layer(Index layer, Index first, Index last, Player mover, std::size_t enough,
                           Options& out) const override {
        return moves_.options_in_layer(layer, first, last, mover, enough, out);
    }
    void count_options(std::span<const Index> of, Player mover, std::span<std::uint64_t> out) const override {
        moves_.count_options(of, mover, out);
    }
    void predecessors(std::span<const Index> of, Player mover, Flat& out) const override {
        moves_.predecessors(of, mover, out);
    }
    Index starts(Index first, Index last, Play play, Player mover, Starts& out) const override;
    void leaving(Index first, Index last, std::vector<Leaving>& out) const override;
    Index parts(Index first, Index last, Player mover, std::size_t enough, SplitOptions& out) const override;
    std::size_t parts(std::span<const Index> of, Player mover, std::size_t enough, SplitOptions& out) const override {
        return moves_.parts(of, mover, enough, out);
    }
    Index lines(Index first, Index last, std::size_t enough, Lines& out) const override {
        return moves_.lines(first, last, enough, out);
    }

  private:
    /// Returns the first index from `i` on that is a position, or `last` if none before `last` is.
    Index next_position(Index i, Index last) const;
    /// Returns the first index from `i` on that is a hole, or `last` if none before `last` is.
    Index next_hole(Index i, Index last) const;
    template <class List, class Full, class Range, class Listed>
    Index read(Index first, Index last, List& out, const Full& full, const Range& range, const Listed& listed) const;
    template <class F>
    void for_each_run(Index first, Index last, const F& f) const;

    const Moves& moves_;
    std::vector<std::uint64_t> words_;
};

}  // namespace mexbase::detail
