// SPDX-License-Identifier: MIT
/// \file
/// Checks the conditions on rulesets in split form on all positions of one game, and computes values by recursion.
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

/// Checks that ranks and texts agree, and that the options are those of `slow`, each named once. Their parts must be
/// legal, ascending, below their position if the rules claim so, and readable from their texts.
template <SplitRuleset R>
void expect_split_conformance(const R& rules, const SlowOptions& slow) {
    const GameOf<R> game_of(rules, "", nullptr);
    const Game& game = game_of;
    EXPECT_EQ(game.whole(), Ruleset<R>);
    std::set<std::string> texts;
    for (Index i = 0; i < rules.size(); ++i) {
        if (!rules.legal(i)) continue;
        const auto p = rules.unrank(i);
        ASSERT_EQ(rules.rank(p), i);
        const std::string text = rules.format(p);
        EXPECT_TRUE(texts.insert(text).second) << text << " names two positions";
        EXPECT_EQ(rules.rank(rules.parse(text)), i) << text;
        if (i < queryable_size(rules)) {
            EXPECT_EQ(game.parse(text), i) << text;
            EXPECT_EQ(game.parse("#" + std::to_string(i)), i);
        }
        std::multiset<std::string> options;
        rules.for_each_split_option(i, p, Player::left, [&](std::span<const Index> parts) {
            ASSERT_FALSE(parts.empty());
            for (const Index part : parts) {
                ASSERT_LT(part, rules.size());
                ASSERT_TRUE(rules.legal(part)) << text << " -> #" << part;
                if constexpr (has<R>.options_descend) {
                    EXPECT_LT(part, i) << text;
                }
            }
            EXPECT_TRUE(std::ranges::is_sorted(parts)) << text;
            options.insert(split_text(rules, parts));
            EXPECT_TRUE(std::ranges::equal(game.parse_sum(game.format_sum(parts), rules.size()), parts))
                << game.format_sum(parts);
        });
        EXPECT_EQ(options, slow(text)) << text;
    }
    EXPECT_THROW(rules.rank(rules.parse("")), Error);
    EXPECT_THROW(game.parse("#" + std::to_string(queryable_size(rules))), Error);
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

/// Returns the texts of obliged values first..last, joined by spaces.
inline std::string obliged_texts(const std::vector<Obliged>& values, std::size_t first, std::size_t last) {
    std::string text;
    for (std::size_t i = first; i <= last; ++i) text += (text.empty() ? "" : " ") + to_string(values[i]);
    return text;
}

/// Expects values[i] == values[i + period] for all i from `first` on.
template <class Value>
void expect_period(const std::vector<Value>& values, std::size_t first, std::size_t period) {
    for (std::size_t i = first; i + period < values.size(); ++i) ASSERT_EQ(values[i], values[i + period]) << i;
}

}  // namespace mexbase
