/// \file
/// Who wins a loop-free game, and how soon, in one sweep.
#pragma once

#include <atomic>
#include <type_traits>
#include <vector>

#include "../../memory_text.hpp"
#include "../graph/graph.hpp"
#include "../retrograde/cells.hpp"
#include "in_order.hpp"

namespace mexbase {

namespace detail {

/// What a sweep keeps of each line; nothing where that takes more than the values, of so many bytes each, or more
/// memory than there is: then it looks at every option.
template <HasLines R>
std::vector<OutcomeFold> folds_of_lines(const R& rules, unsigned bytes, const SweepOptions& options) {
    const Index lines = rules.line_count(), values = rules.size() * bytes;
    const bool fit = lines <= values / sizeof(OutcomeFold) &&
                     (options.memory == 0 || lines * sizeof(OutcomeFold) + values <= options.memory);
    return std::vector<OutcomeFold>(fit ? lines : 0);
}
template <class R>
std::vector<OutcomeFold> folds_of_lines(const R&, unsigned, const SweepOptions&) {
    return {};
}

}  // namespace detail

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
        std::vector<OutcomeFold> lines = detail::folds_of_lines(rules, bytes, options);
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
                if constexpr (HasLines<R>) {
                    if (!lines.empty()) {
                        rules.for_each_line(i, p, [&](Index line) { options_of.add(lines[line]); });
                        return options_of.value(play);
                    }
                }
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
                if constexpr (HasLines<R>)
                    if (!lines.empty()) rules.for_each_line(i, p, [&](Index line) { lines[line].add(found); });
            };
            // By lines in the order of indices: it is soon done.
            detail::for_each_in_order(rules, {}, lines.empty() ? options.threads : 1, 0, visit, go_on);
        });
        if (!too_long.exchange(false)) {
            if (options.progress) options.progress(rules.size(), rules.size());
            return cells;
        }
    }
}

}  // namespace mexbase
