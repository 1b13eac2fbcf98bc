/// \file
/// Games in which vertices of a board are removed: what they have in common.
#pragma once

#include <array>
#include <memory>

#include "../../rank/words.hpp"
#include "../../rules/ruleset.hpp"
#include "colouring_board.hpp"
#include "colouring_value_kinds.hpp"

namespace mexbase {

/// Positions are what is left of a board, by the dense rank of their words; every move leads to a smaller one. A
/// position is the disjunctive sum of its connected components.
class Deletion {
  public:
    using Position = Colouring;
    static constexpr unsigned rules_version = 1;
    static constexpr std::array value_kinds{ValueKind::nimber, ValueKind::outcome, ValueKind::obliged};

    const ColouringBoard& board() const { return board_; }
    const Words& words() const { return *words_; }
    Colouring colouring(const Position& p) const { return p; }

    Index size() const { return words_->size(); }
    bool legal(Index i) const { return i < size() && words_->used(i); }
    Position unrank(Index i) const { return words_->unrank(i); }
    template <class F>
    void for_each_position(Index first, Index last, F&& f) const {
        words_->for_each(first, last, [&](Index i, const Position& p) {
            if (words_->used(i, p)) f(i, p);
        });
    }
    Index rank(const Position& p) const { return words_->rank(p); }

  protected:
    Deletion(ColouringBoard board, Symmetry symmetry, Language language)
        : board_(std::move(board)), words_(board_.words(std::move(language), symmetry)) {}

  private:
    ColouringBoard board_;
    std::shared_ptr<const Words> words_;
};

}  // namespace mexbase
