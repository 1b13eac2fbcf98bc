/// \file
/// The positions of a loop-free game, each after its options: the one traversal that all sweeps share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "../../error.hpp"
#include "../../rules/ruleset_check.hpp"
#include "../team.hpp"

namespace mexbase {

/// What the caller of a sweep may choose; the values do not depend on it.
struct SweepOptions {
    unsigned threads = 1;  ///< used where the rules give layers
    /// Bytes that the values may take when they turn out to need wider cells; 0: any.
    std::uint64_t memory = 0;
    /// Called now and then, on the calling thread, with the positions done and all there are. It may throw to stop.
    std::function<void(Index done, Index total)> progress;
};

namespace detail {

/// Indices done between two calls of progress.
inline constexpr Index progress_interval = Index{1} << 16;

/// Calls `visit(thread, i, position)` for every position, options first: in the order of the rules, from index `first`
/// on where that is the order of indices, or else along `order`, a list of all of them. Of a layer, any of `threads`
/// threads may visit any position. `go_on(done)` is called now and then when no visit is under way, with the number of
/// indices done; where it is false nothing more is visited.
template <AnyRuleset R, class Visit, class GoOn>
void for_each_in_order(const R& rules, std::span<const Index> order, unsigned threads, Index first, const Visit& visit,
                       const GoOn& go_on) {
    static_assert(ruleset_is_checked<R>);
    if constexpr (comes_in_layers<R>) {
        if (!options_descend<R> || threads > 1) {
            Team team(threads);
            constexpr Index small_layer = 4096;
            Index done = 0, reported = 0;
            for (Index layer = 0; layer < rules.layers(); ++layer) {
                const Index count = rules.layer_size(layer);
                const auto part = [&](unsigned k, Index from, Index to) {
                    rules.for_each_in_layer(layer, from, to,
                                            [&](Index i, const typename R::Position& p) { visit(k, i, p); });
                };
                if (count < small_layer || team.size() == 1)
                    part(0, 0, count);
                else
                    team.run([&](unsigned k) { part(k, count * k / team.size(), count * (k + 1) / team.size()); });
                done += count;
                if (done - reported >= progress_interval && !go_on(reported = done)) return;
            }
            return;
        }
    }
    if constexpr (options_descend<R>) {
        for (Index from = first; from < rules.size();) {
            const Index to = std::min(rules.size(), from + progress_interval);
            for_each_position(rules, from, to, [&](Index i, const typename R::Position& p) { visit(0U, i, p); });
            if (!go_on(from = to)) return;
        }
    } else {
        for (Index k = 0; k < order.size(); ++k) {
            const Index i = order[k];
            if (rules.legal(i)) visit(0U, i, rules.unrank(i));
            if (k % progress_interval == progress_interval - 1 && !go_on(k + 1)) return;
        }
    }
}

}  // namespace detail

}  // namespace mexbase
