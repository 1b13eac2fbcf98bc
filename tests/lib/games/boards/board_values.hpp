// SPDX-License-Identifier: MIT
/// \file
/// Compares the values of a ruleset's indices with those of texts solved without it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "../conformance.hpp"
#include "board_brute.hpp"
#include "board_conformance.hpp"

namespace mexbase {

/// Checks that every text is read and has the right value, and that the named moves of every `each`-th text lead to the
/// results of `options`.
template <Ruleset R>
    requires(has<R>.named_moves)
void expect_values_of(const R& rules, const brute::Solved& solved, const brute::TextOptions& options,
                      const brute::TextStopped& stopped, std::size_t each = 1) {
    const std::vector<OutcomeValue> values = brute::solve(rules);
    std::size_t count = 0;
    for (const auto& [text, value] : solved.values) {
        const auto p = rules.parse(text);
        ASSERT_EQ(rules.format(p), text);
        ASSERT_EQ(brute::value_of(rules, values, p), value) << text;
        if (++count % each != 0 || stopped(text)) continue;
        std::multiset<std::string> named;
        rules.for_each_named_move(p, Player::left,
                                  [&](const auto& after, std::string_view) { named.insert(rules.format(after)); });
        const std::vector<std::string> listed = options(text);
        EXPECT_EQ(named, std::multiset<std::string>(listed.begin(), listed.end())) << text;
    }
}

/// Returns the names of the moves of a position, in order, joined by spaces.
template <Ruleset R>
    requires(has<R>.named_moves)
std::string names_of_moves(const R& rules, const std::string& text) {
    std::string names;
    rules.for_each_named_move(rules.parse(text), Player::left, [&](const auto&, std::string_view name) {
        names.append(names.empty() ? "" : " ").append(name);
    });
    return names;
}

/// Returns the message of the error for reading `text` as a position.
template <PositionSpace R>
std::string refusal(const R& rules, const std::string& text) {
    const auto [code, message] = error_of([&] { rules.parse(text); });
    EXPECT_EQ(code, ErrorCode::bad_position) << text;
    return message;
}

}  // namespace mexbase
