/// \file
/// Values of loop-free games in one sweep: every position after its options.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "../../error.hpp"
#include "../../rules/ruleset_check.hpp"
#include "../../value/nimber.hpp"
#include "../../value/obliged.hpp"
#include "../graph/ruleset_graph.hpp"
#include "../graph/topological_order.hpp"
#include "../team.hpp"

namespace mexbase {

/// What the caller of a sweep may choose.
struct SweepOptions {
    unsigned threads = 1;  ///< used where the rules give layers; the values do not depend on them
    /// Bytes that the values may take when they turn out to need wider cells; 0: any.
    std::uint64_t memory = 0;
    /// Called now and then, on the calling thread, with the positions done and all there are. It may throw to stop.
    std::function<void(Index done, Index total)> progress;
};

/// True where the rules themselves give an order in which options come first.
template <class R>
concept HasNaturalOrder = HasDescendingOptions<R> || HasLayers<R>;

namespace detail {

/// Throws `Error{out_of_memory}` where wider cells take more than is allowed.
inline void check_room(std::uint64_t bytes, const SweepOptions& options) {
    if (options.memory != 0 && bytes > options.memory)
        throw Error(ErrorCode::out_of_memory, "play is so long that the values need " + std::to_string(bytes >> 20) +
                                                  " MiB, and " + std::to_string(options.memory >> 20) + " are allowed");
}

/// Positions done between two calls of progress.
inline constexpr Index progress_interval = Index{1} << 16;

/// Sweeps in index order, or by layers, or along `order`. `make_worker()` gives each thread a callable (i, p, values)
/// -> value, which reads the values of positions that came before.
template <class Cell, AnyRuleset R, class MakeWorker>
std::vector<Cell> sweep(const R& rules, const SweepOptions& options, std::span<const Index> order,
                        const MakeWorker& make_worker) {
    static_assert(ruleset_is_checked<R>);
    const Index size = rules.size();
    std::vector<Cell> values(static_cast<std::size_t>(size));
    const auto tell = [&](Index done) {
        if (options.progress) options.progress(done, size);
    };
    if constexpr (HasLayers<R>) {
        Team team(options.threads);
        std::vector<decltype(make_worker())> workers;
        for (unsigned k = 0; k < team.size(); ++k) workers.push_back(make_worker());
        constexpr Index small_layer = 4096;
        Index done = 0, told = 0;
        for (Index layer = 0; layer < rules.layers(); ++layer) {
            const Index count = rules.layer_size(layer);
            const auto part = [&](unsigned k, Index first, Index last) {
                rules.for_each_in_layer(layer, first, last, [&](Index i, const typename R::Position& p) {
                    values[i] = workers[k](i, p, std::as_const(values));
                });
            };
            if (count < small_layer || team.size() == 1)
                part(0, 0, count);
            else
                team.run([&](unsigned k) { part(k, count * k / team.size(), count * (k + 1) / team.size()); });
            done += count;
            if (done - told >= progress_interval) tell(told = done);
        }
    } else {
        auto work = make_worker();
        if constexpr (HasDescendingOptions<R>) {
            for (Index first = 0; first < size; first += progress_interval) {
                const Index last = std::min(size, first + progress_interval);
                for_each_position(rules, first, last, [&](Index i, const typename R::Position& p) {
                    values[i] = work(i, p, std::as_const(values));
                });
                tell(last);
            }
        } else {
            for (Index k = 0; k < order.size(); ++k) {
                const Index i = order[k];
                if (rules.legal(i)) values[i] = work(i, rules.unrank(i), std::as_const(values));
                if (k % progress_interval == progress_interval - 1) tell(k + 1);
            }
        }
    }
    tell(size);
    return values;
}

/// Calls `f` with the parts of every option.
template <AnyRuleset R, class F>
void for_each_parts(const R& rules, Index i, const typename R::Position& p, F&& f) {
    if constexpr (SplitRuleset<R>)
        rules.for_each_split_option(i, p, Player::left, f);
    else
        rules.for_each_option(i, p, Player::left, [&f](Index to) { f(std::span<const Index>(&to, 1)); });
}

}  // namespace detail

/// Nimbers of a loop-free ruleset, by index: the mex of the options, the parts of an option combined by exclusive or
/// (Sprague 1935, Grundy 1939). `order` lists all positions, options first; it is needed where the rules have no
/// natural order. Four bytes a position. Indices that are no position get 0.
template <AnyRuleset R>
std::vector<std::uint32_t> sweep_nimbers(const R& rules, const SweepOptions& options = {},
                                         std::span<const Index> order = {}) {
    return detail::sweep<std::uint32_t>(rules, options, order, [&rules] {
        return [&rules, seen = MexSet()](Index i, const typename R::Position& p,
                                         const std::vector<std::uint32_t>& values) mutable {
            seen.clear();
            detail::for_each_parts(rules, i, p, [&](std::span<const Index> parts) {
                std::uint32_t sum = 0;
                for (const Index part : parts) sum ^= values[part];
                seen.add(sum);
            });
            return static_cast<std::uint32_t>(seen.mex());
        };
    });
}

/// Obliged values of a loop-free ruleset, by index, as `Obliged::code`; the parts of an option are played as an obliged
/// sum. `order` as above. One byte a position.
template <AnyRuleset R>
std::vector<std::uint8_t> sweep_obliged(const R& rules, const SweepOptions& options = {},
                                        std::span<const Index> order = {}) {
    return detail::sweep<std::uint8_t>(rules, options, order, [&rules] {
        return [&rules, gathered = ObligedOptions()](Index i, const typename R::Position& p,
                                                     const std::vector<std::uint8_t>& values) mutable {
            gathered.clear();
            detail::for_each_parts(rules, i, p, [&](std::span<const Index> parts) {
                ObligedSum sum;
                for (const Index part : parts) sum.add(Obliged::of(values[part]));
                gathered.add(sum.value());
            });
            return gathered.value().code();
        };
    });
}

}  // namespace mexbase
