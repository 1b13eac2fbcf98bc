/// \file
/// Who wins a loop-free game, and how soon, in one sweep in index order.
#pragma once

#include <algorithm>
#include <type_traits>

#include "../graph/graph.hpp"
#include "../retrograde/cells.hpp"
#include "sweep.hpp"

namespace mexbase {

/// A ruleset whose outcomes come from one sweep: its options come first by index or by layer, and none lies past a
/// bound.
template <class R>
concept HasOutcomeSweep = Ruleset<R> && HasNaturalOrder<R> && !HasBound<R>;

namespace detail {

/// The value of one position, those of its options being known; false if it does not fit a cell of this type.
template <class T, HasOutcomeSweep R>
bool sweep_outcome(const R& rules, Play play, T* cells, Index i, const typename R::Position& p) {
    using Code = CellCode<T>;
    const auto set = [cells, i](bool won, std::uint64_t plies) {
        if (plies > Code::max_remoteness) return false;
        cells[i] = won ? Code::win(plies) : Code::loss(plies);
        return true;
    };
    if constexpr (HasTerminal<R>) {
        if (const auto value = rules.terminal(i, p, Player::left)) {
            check_terminal(*value);
            return set(value->outcome == Outcome::win, 0);
        }
    }
    bool any = false, won = false;
    std::uint64_t shortest = Code::max_remoteness, longest = 0;
    rules.for_each_option(i, p, Player::left, [&](Index to) {
        const T option = cells[to];
        any = true;
        if (Code::is_win(option)) {
            longest = std::max(longest, Code::remoteness(option));
        } else {
            won = true;
            shortest = std::min(shortest, Code::remoteness(option));
        }
    });
    return any ? set(won, (won ? shortest : longest) + 1) : set(play == Play::misere, 0);
}

/// Calls `f(stretch)` for parts of all positions in order; `stretch(visit)` calls `visit(i, p)` for the positions of
/// it.
template <HasOutcomeSweep R, class F>
void for_each_stretch(const R& rules, F&& f) {
    if constexpr (HasDescendingOptions<R>) {
        for (Index first = 0; first < rules.size(); first += progress_interval)
            f([&, first](auto&& visit) {
                for_each_position(rules, first, std::min(rules.size(), first + progress_interval), visit);
            });
    } else {
        for (Index layer = 0; layer < rules.layers(); ++layer)
            for (Index first = 0; first < rules.layer_size(layer); first += progress_interval)
                f([&, first](auto&& visit) {
                    const Index last = std::min(rules.layer_size(layer), first + progress_interval);
                    rules.for_each_in_layer(layer, first, last, visit);
                });
    }
}

}  // namespace detail

/// The values of a loop-free ruleset, the same that `solve` finds: a win or a loss, and the plies to the end when the
/// winner hurries and the loser delays. Two bytes a position, and more where play is longer than 16383 plies. One
/// thread. Throws `Error{not_applicable}` where play stops with a draw or a tie, `Error{out_of_memory}`.
template <HasOutcomeSweep R>
OutcomeCells sweep_outcomes(const R& rules, Play play, const SweepOptions& options = {}) {
    static_assert(ruleset_is_checked<R>);
    OutcomeCells cells(rules.size());
    Index done = 0, told = 0;
    detail::for_each_stretch(rules, [&](const auto& stretch) {
        for (bool fits = false; !fits;) {
            Index count = 0;
            fits = true;
            cells.visit([&](auto* all) {
                stretch([&](Index i, const typename R::Position& p) {
                    fits = fits && detail::sweep_outcome(rules, play, all, i, p);
                    ++count;
                });
            });
            if (fits) {
                done += count;
            } else {
                // Both widths at once, and then the stretch once more.
                detail::check_room(3 * rules.size() * cells.cell_bytes(), options);
                cells.widen();
            }
        }
        if (options.progress && done - told >= detail::progress_interval) options.progress(told = done, rules.size());
    });
    if (options.progress) options.progress(rules.size(), rules.size());
    return cells;
}

}  // namespace mexbase
