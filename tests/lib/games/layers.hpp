// SPDX-License-Identifier: MIT
/// \file
/// Checks the conditions on layers on all positions of one game.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "lib/rules/ruleset.hpp"

namespace mexbase {

/// Checks that every position is in exactly one layer, pieces of a layer are its positions in order, and options are in
/// lower layers.
template <class R>
    requires(Ruleset<R> && has<R>.layers)
void expect_layers(const R& rules) {
    const Index none = rules.layers();
    std::vector<Index> layer_of(rules.size(), none);
    for (Index layer = 0; layer < rules.layers(); ++layer) {
        std::vector<Index> members;
        rules.for_each_in_layer(layer, 0, rules.layer_size(layer), [&](Index i, const typename R::Position& p) {
            ASSERT_LT(i, rules.size());
            ASSERT_TRUE(rules.legal(i));
            EXPECT_EQ(rules.rank(p), i);
            EXPECT_EQ(layer_of[i], none) << "in two layers: #" << i;
            layer_of[i] = layer;
            members.push_back(i);
        });
        ASSERT_EQ(members.size(), rules.layer_size(layer));
        for (Index first = 0; first < members.size(); first += 3) {
            const Index last = std::min<Index>(first + 3, members.size());
            std::vector<Index> piece;
            rules.for_each_in_layer(layer, first, last, [&](Index i, const auto&) { piece.push_back(i); });
            EXPECT_TRUE(std::equal(piece.begin(), piece.end(), members.begin() + static_cast<std::ptrdiff_t>(first),
                                   members.begin() + static_cast<std::ptrdiff_t>(last)));
        }
    }
    for (Index i = 0; i < rules.size(); ++i) {
        EXPECT_EQ(layer_of[i] != none, rules.legal(i)) << "#" << i;
        if (!rules.legal(i)) continue;
        rules.for_each_option(i, rules.unrank(i), Player::left,
                              [&](Index to) { EXPECT_LT(layer_of[to], layer_of[i]) << i << " -> " << to; });
    }
}

}  // namespace mexbase
