/// \file
/// Values in sums of loop-free games in one sweep.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../../value/nimber.hpp"
#include "../../value/obliged.hpp"
#include "in_order.hpp"

namespace mexbase {

namespace detail {

/// The values that `Fold` gives, by index; 0 for indices that are no position.
template <class Fold, AnyRuleset R>
std::vector<typename Fold::Value> sweep(const R& rules, const SweepOptions& options, std::span<const Index> order) {
    std::vector<typename Fold::Value> values(static_cast<std::size_t>(rules.size()));
    std::vector<Fold> folds(std::max(1U, options.threads));
    const auto value_of = [&values](Index i) { return values[i]; };
    const auto go_on = [&](Index done) {
        if (options.progress) options.progress(done, rules.size());
        return true;
    };
    for_each_in_order(
        rules, order, options.threads, 0,
        [&](unsigned thread, Index i, const typename R::Position& p) {
            Fold& fold = folds[thread];
            fold.clear();
            for_each_option_parts(rules, i, p, Player::left,
                                  [&](std::span<const Index> parts) { fold.add(Player::left, parts, value_of); });
            values[i] = fold.value();
        },
        go_on);
    go_on(rules.size());
    return values;
}

}  // namespace detail

/// Nimbers of a loop-free ruleset, by index. `order` lists all positions, options first; it is needed where the rules
/// give no order. Four bytes a position. Indices that are no position get 0.
template <AnyRuleset R>
std::vector<std::uint32_t> sweep_nimbers(const R& rules, const SweepOptions& options = {},
                                         std::span<const Index> order = {}) {
    return detail::sweep<NimberFold>(rules, options, order);
}

/// Obliged values of a loop-free ruleset, by index, as `Obliged::code`; the parts of an option are played as an obliged
/// sum. `order` as above. One byte a position.
template <AnyRuleset R>
std::vector<std::uint8_t> sweep_obliged(const R& rules, const SweepOptions& options = {},
                                        std::span<const Index> order = {}) {
    return detail::sweep<ObligedFold>(rules, options, order);
}

}  // namespace mexbase
