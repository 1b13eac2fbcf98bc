/// \file
/// Who wins a loop-free game, and how soon, in one sweep.
#pragma once

#include <atomic>
#include <type_traits>

#include "../../memory_text.hpp"
#include "../graph/graph.hpp"
#include "../retrograde/cells.hpp"
#include "in_order.hpp"

namespace mexbase {

/// The values of a loop-free ruleset, the same that `solve` finds: a win or a loss, and the plies to the end when the
/// winner hurries and the loser delays; where play may stop so, a tie or a draw. Of a partizan game, those of
/// `WithTurn` are swept. Two bytes a position; where play is longer than 16383 plies, the sweep is done again with
/// four, and so on. Throws `Error{out_of_memory}`, and `Error{not_applicable}` where play stops with nothing known.
template <Ruleset R>
    requires(OrderedRuleset<R> && !HasBound<R>)
OutcomeCells sweep_outcomes(const R& rules, Play play, const SweepOptions& options = {}) {
    std::atomic<bool> too_long = false;
    const auto go_on = [&](Index done) {
        if (options.progress) options.progress(done, rules.size());
        return !too_long.load(std::memory_order_relaxed);
    };
    for (unsigned bytes = 2;; bytes *= 2) {
        if (bytes != 2 && options.memory != 0 && rules.size() > options.memory / bytes)
            throw Error(ErrorCode::out_of_memory, "play is so long that the values need " +
                                                      memory_text(rules.size() * bytes) + " of memory, and " +
                                                      memory_text(options.memory) + " are allowed");
        OutcomeCells cells(rules.size(), bytes);
        cells.visit([&](auto* all) {
            using Code = CellCode<std::remove_cvref_t<decltype(*all)>>;
            const auto value = [&](Index i, const typename R::Position& p) {
                if constexpr (HasTerminal<R>) {
                    if (const auto stop = rules.terminal(i, p, Player::left)) {
                        detail::check_terminal(*stop);
                        return *stop;
                    }
                }
                OutcomeFold options_of;
                rules.for_each_option(i, p, Player::left, [&](Index to) {
                    if (Code::is_decided(all[to]))
                        options_of.add(Code::is_win(all[to]), Code::remoteness(all[to]));
                    else
                        options_of.add(Code::value(all[to]));
                });
                return options_of.value(play);
            };
            const auto visit = [&](unsigned, Index i, const typename R::Position& p) {
                const OutcomeValue found = value(i, p);
                if (found.remoteness > Code::max_remoteness)
                    too_long.store(true, std::memory_order_relaxed);
                else
                    all[i] = Code::cell(found);
            };
            detail::for_each_in_order(rules, {}, options.threads, 0, visit, go_on);
        });
        if (!too_long.exchange(false)) {
            if (options.progress) options.progress(rules.size(), rules.size());
            return cells;
        }
    }
}

}  // namespace mexbase
