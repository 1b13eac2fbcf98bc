// SPDX-License-Identifier: MIT
/// \file
/// Obliged values of rulesets in whole form, by recursion.
#pragma once

#include <vector>

#include "lib/rules/ruleset.hpp"
#include "lib/value/obliged.hpp"

namespace mexbase {

/// Returns the obliged value of every position, layer by layer.
template <class R>
    requires(Ruleset<R> && has<R>.layers)
std::vector<Obliged> whole_obliged_of(const R& rules) {
    std::vector<Obliged> values(rules.size());
    for (Index layer = 0; layer < rules.layers(); ++layer)
        rules.for_each_in_layer(layer, 0, rules.layer_size(layer), [&](Index i, const typename R::Position& p) {
            ObligedOptions options;
            rules.for_each_option(i, p, Player::left, [&](Index to) { options.add(values[to]); });
            values[i] = options.value();
        });
    return values;
}

}  // namespace mexbase
