/// \file
/// Whole boards of the colouring games in one sweep over the words of their positions.
#pragma once

#include <string>

#include "../../error.hpp"
#include "../../games/colouring/deletion.hpp"
#include "../../games/colouring/placement.hpp"
#include "../../rules/adaptors/conjoin.hpp"
#include "word_sweep.hpp"

namespace mexbase {

namespace detail {
/// Throws `Error{bad_spec}` for a partizan game: its positions have no value that is the same for both players.
template <class R>
void require_impartial(const R& rules) {
    if (is_partizan(rules))
        throw Error(ErrorCode::bad_spec,
                    std::string{R::family} + ": values of partizan play are not found by this sweep");
}
}  // namespace detail

// The sweeps are for games in their impartial form, and throw `Error{bad_spec}` for the partizan one.

/// Values of all positions of a placement game, as `fold` has them, by index.
template <class Rule, class Fold>
void sweep_board(const Placement<Rule>& rules, std::span<WordCell> cells, const Fold& fold,
                 const WordSweepOptions& options) {
    detail::require_impartial(rules);
    Fold none = fold;
    none.clear();
    const WordCell finished = none.value();
    sweep_placements(rules.words(), cells, fold, options, [finished](const Colouring&) { return finished; });
}

/// The values of a placement game that may begin anywhere. Boards that do not belong to it are holes.
template <class Rule, class Fold>
void sweep_board(const PlacementAnywhere<Rule>& rules, std::span<WordCell> cells, const Fold& fold,
                 const WordSweepOptions& options) {
    detail::require_impartial(rules);
    sweep_each_word(rules.words(), cells, fold, options, [&rules](Fold& own, const Colouring& p, const auto& cell_of) {
        if (!rules.belongs(p)) return hole;
        rules.for_each_move(p, Player::left, [&](const Colouring& to) { own.add(cell_of(to)); });
        return own.value();
    });
}

/// The values of a game in which vertices are removed. The nimber of a position that falls apart is the sum of those of
/// a component and of the rest; other values, and those of connected positions, come from the options.
template <std::derived_from<Deletion> R, class Fold>
void sweep_board(const R& rules, std::span<WordCell> cells, const Fold& fold, const WordSweepOptions& options) {
    detail::require_impartial(rules);
    sweep_each_word(rules.words(), cells, fold, options, [&rules](Fold& own, const Colouring& p, const auto& cell_of) {
        if constexpr (std::same_as<Fold, WordNimberFold>) {
            const Neighbours& board = rules.board().neighbours();
            const VertexSet present = p.present();
            if (present != 0) {
                const VertexSet part = board.component(static_cast<unsigned>(std::countr_zero(present)), present);
                if (part != present) return static_cast<WordCell>(cell_of(p.without(~part)) ^ cell_of(p.without(part)));
            }
        }
        rules.for_each_move(p, Player::left, [&](const Colouring& to) { own.add(cell_of(to)); });
        return own.value();
    });
}

/// The values of a conjoined game that begins with a placement game. Finished positions of the first phase are holes,
/// marked with `hole`, and have the value of what they hand over.
template <class Rule, class Second, class Handover, class Fold>
void sweep_board(const Conjoined<Placement<Rule>, Second, Handover>& rules, std::span<WordCell> cells, const Fold& fold,
                 const WordSweepOptions& options) {
    const Index total = rules.size(), second = rules.second().size();
    WordSweepOptions part = options;
    if (options.progress) part.progress = [&](Index done, Index) { options.progress(done, total); };
    sweep_board(rules.second(), cells.first(second), fold, part);
    if (options.progress) part.progress = [&](Index done, Index) { options.progress(second + done, total); };
    sweep_placements(rules.first().words(), cells.subspan(second), fold, part, [&](const Colouring& p) {
        return static_cast<WordCell>(cells[rules.second().rank(rules.hand_over(p))] | hole);
    });
}

/// A ruleset whose values come from one sweep over words.
template <class R>
concept HasBoardSweep = requires(const R& rules, std::span<WordCell> cells) {
    sweep_board(rules, cells, WordNimberFold{}, WordSweepOptions{});
};

}  // namespace mexbase
