// SPDX-License-Identifier: MIT
/// \file
/// Solves whole colouring games in one sweep over words. A word describes a position by a letter per vertex.
/// `sweep_board` uses a byte per word and several threads.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "../../rules/word_game.hpp"
#include "../../value/obliged.hpp"
#include "../../value/outcome.hpp"
#include "../sweep/canonical_sweep.hpp"

namespace mexbase {

/// The value of a word (a position of a colouring game), computed by one of the folds below. Less than `hole`.
using WordCell = std::uint8_t;
/// Flag in the cell of a word that is not a position. The other bits may hold the value of a position that replaces it.
inline constexpr WordCell hole = 0x80;

/// Computes nimbers, the mex of the options. Boards of up to 63 vertices have at most 126 moves, so nimbers fit.
class WordNimberFold {
  public:
    void clear() { low_ = high_ = 0; }
    void add(WordCell nimber) { (nimber < 64 ? low_ : high_) |= std::uint64_t{1} << (nimber & 63); }
    WordCell value() const {
        const int low = std::countr_one(low_);
        return static_cast<WordCell>(low < 64 ? low : 64 + std::countr_one(high_));
    }

  private:
    std::uint64_t low_ = 0, high_ = 0;
};

/// Computes obliged pairs (who wins in normal and in misère play, lib/value/obliged.hpp), stored as `Obliged::code`.
class WordObligedFold {
  public:
    void clear() { options_.clear(); }
    void add(WordCell code) { options_.add(Obliged::of(code)); }
    WordCell value() const { return options_.value().code(); }

  private:
    ObligedOptions options_;
};

/// Computes remotenesses. The parity gives the winner: odd is a win in normal play and a loss in misère play.
class WordRemotenessFold {
  public:
    explicit WordRemotenessFold(Play play) : play_(play) {}
    void clear() { options_ = {}; }
    void add(WordCell remoteness) { options_.add(outcome(remoteness).outcome == Outcome::win, remoteness); }
    WordCell value() const { return static_cast<WordCell>(options_.value(play_).remoteness); }
    OutcomeValue outcome(WordCell remoteness) const {
        const bool odd = (remoteness & 1) != 0;
        return {odd == (play_ == Play::normal) ? Outcome::win : Outcome::loss, remoteness};
    }

  private:
    Play play_;
    OutcomeFold options_;
};

/// Computes the values of all positions of a game with `fold`, and stores them in `cells`, one element per index. Other
/// indices get the flag `hole`. Throws `Error{bad_spec}` for a partizan game: values differ between the players.
///
/// A conjoined game has two phases. A first-phase position without moves is a hole, with the value of the second-phase
/// position that it becomes. In games with components, the nimber of a position with several components is the sum of
/// the nimbers of one component and of the rest. All other values come from the options.
template <class Fold>
void sweep_board(const WordGame& game, std::span<WordCell> cells, const Fold& fold, const SweepOptions& options);

extern template void sweep_board(const WordGame&, std::span<WordCell>, const WordNimberFold&, const SweepOptions&);
extern template void sweep_board(const WordGame&, std::span<WordCell>, const WordObligedFold&, const SweepOptions&);
extern template void sweep_board(const WordGame&, std::span<WordCell>, const WordRemotenessFold&, const SweepOptions&);

/// Returns true if `sweep_canonical_board` can solve the game. In such a game all words are positions.
inline bool has_canonical_board_sweep(const WordGame& game) {
    return (game.places || game.has_components) && !game.second;
}

/// Returns the values of all positions of a partizan game by index, as games of `arena`. In a game with components, the
/// value of a position with several components is the sum of the values of one component and of the rest.
std::vector<PartizanId> sweep_canonical_board(const WordGame& game, GameArena& arena,
                                              const CanonicalSweepOptions& options = {});

}  // namespace mexbase
