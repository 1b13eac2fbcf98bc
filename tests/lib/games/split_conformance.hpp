// SPDX-License-Identifier: MIT
/// \file
/// Compares rulesets in split form with slow rules on all positions of one game, and computes values by recursion.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "conformance.hpp"
#include "lib/value/nimber.hpp"
#include "lib/value/obliged.hpp"

namespace mexbase {

/// Returns the texts of positions, joined by `+` in the order of their indices.
template <SplitRuleset R>
std::string split_text(const R& rules, std::span<const Index> parts) {
    std::vector<Index> sorted(parts.begin(), parts.end());
    std::ranges::sort(sorted);
    std::string text;
    for (const Index part : sorted) text += (text.empty() ? "" : "+") + rules.format(rules.unrank(part));
    return text;
}

/// Checks the rules, and that the options are those of `slow`, each named once. Their parts must be ascending and
/// readable from their texts.
template <SplitRuleset R>
void expect_split_conformance(const R& rules, const SlowOptions& slow) {
    const GameOf<R> game_of(rules, "", nullptr);
    const Game& game = game_of;
    EXPECT_EQ(game.whole(), Ruleset<R>);
    ASSERT_NO_THROW(expect_sound_rules(game));
    for (Index i = 0; i < rules.size(); ++i) {
        if (!rules.legal(i)) continue;
        const std::string text = game.format(i);
        if (i < game.queryable_size()) {
            EXPECT_EQ(game.parse("#" + std::to_string(i)), i);
        }
        std::multiset<std::string> options;
        rules.for_each_split_option(i, rules.unrank(i), Player::left, [&](std::span<const Index> parts) {
            EXPECT_TRUE(std::ranges::is_sorted(parts)) << text;
            options.insert(split_text(rules, parts));
            EXPECT_TRUE(std::ranges::equal(game.parse_sum(game.format_sum(parts), rules.size()), parts))
                << game.format_sum(parts);
        });
        EXPECT_EQ(options, slow(text)) << text;
    }
    EXPECT_THROW(rules.rank(rules.parse("")), Error);
    EXPECT_THROW(game.parse("#" + std::to_string(game.queryable_size())), Error);
}

/// Returns the nimber of every position, by mex, for rules whose options descend.
template <SplitRuleset R>
std::vector<std::uint64_t> nimbers_of(const R& rules) {
    static_assert(has<R>.options_descend);
    std::vector<std::uint64_t> nimbers;
    MexSet options;
    for (Index i = 0; i < rules.size(); ++i) {
        options.clear();
        rules.for_each_split_option(i, rules.unrank(i), Player::left, [&](std::span<const Index> parts) {
            std::uint64_t sum = 0;
            for (const Index part : parts) sum ^= nimbers[part];
            options.add(sum);
        });
        nimbers.push_back(options.mex());
    }
    return nimbers;
}

/// Returns the obliged value of every position, for rules whose options descend.
template <SplitRuleset R>
std::vector<Obliged> obliged_of(const R& rules) {
    static_assert(has<R>.options_descend);
    std::vector<Obliged> values;
    for (Index i = 0; i < rules.size(); ++i) {
        ObligedOptions options;
        rules.for_each_split_option(i, rules.unrank(i), Player::left, [&](std::span<const Index> parts) {
            std::vector<Obliged> components;
            for (const Index part : parts) components.push_back(values[part]);
            options.add(obliged_sum(components));
        });
        values.push_back(options.value());
    }
    return values;
}

}  // namespace mexbase
