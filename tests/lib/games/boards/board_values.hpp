// SPDX-License-Identifier: MIT
/// \file
/// Compares the values of a ruleset's indices with those of texts solved without it.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../conformance.hpp"
#include "board_brute.hpp"

namespace mexbase {

/// Returns that many random legal indices, the same in every run.
template <class R>
std::vector<Index> sampled_indices(const R& rules, std::size_t count) {
    std::vector<Index> indices;
    std::mt19937_64 random(1);
    while (indices.size() < count)
        if (const Index i = random() % rules.size(); rules.legal(i)) indices.push_back(i);
    return indices;
}

/// Returns the options of an index, with the number of times that each is listed.
template <class R>
std::map<Index, int> options_of(const R& rules, Index i) {
    std::map<Index, int> options;
    rules.for_each_option(i, rules.unrank(i), Player::left, [&](Index to) { ++options[to]; });
    return options;
}

template <class R>
std::map<Index, int> predecessors_of(const R& rules, Index i) {
    std::map<Index, int> sources;
    rules.for_each_predecessor(i, rules.unrank(i), Player::left, [&](Index from) { ++sources[from]; });
    return sources;
}

/// A game by texts alone.
struct TextRules {
    brute::TextOptions options;
    brute::TextStopped stopped;
};

/// Returns rules of two functions (board_rules.hpp) whose positions are texts.
template <class Slow>
TextRules text_rules(const Slow& slow) {
    return {[slow](const std::string& text) {
                std::vector<std::string> all;
                slow.for_each_option(text, Player::left, [&all](const std::string& option) { all.push_back(option); });
                return all;
            },
            [slow]([[maybe_unused]] const std::string& text) -> std::optional<OutcomeValue> {
                if constexpr (requires { slow.terminal(text, Player::left); })
                    return slow.terminal(text, Player::left);
                else
                    return std::nullopt;
            }};
}

/// Checks that the named moves of a position lead to the results of `slow`.
template <Ruleset R>
    requires(has<R>.named_moves)
void expect_moves_of(const R& rules, const typename R::Position& p, const TextRules& slow) {
    const std::string text = rules.format(p);
    std::multiset<std::string> named;
    rules.for_each_named_move(p, Player::left,
                              [&](const auto& after, std::string_view) { named.insert(rules.format(after)); });
    const std::vector<std::string> listed = slow.options(text);
    EXPECT_EQ(named, std::multiset<std::string>(listed.begin(), listed.end())) << text;
}

/// Compares image `g` of an index with `slow`: where play stops, the named moves and the options.
template <Ruleset R>
void expect_rules_of(const R& rules, Index i, unsigned g, const TextRules& slow) {
    const auto p = rules.position(i, g);
    const std::string text = rules.format(p);
    ASSERT_EQ(rules.terminal(i, rules.unrank(i), Player::left), slow.stopped(text)) << text;
    if (slow.stopped(text)) return;
    expect_moves_of(rules, p, slow);
    std::set<Index> expected, options;
    for (const std::string& option : slow.options(text)) expected.insert(rules.rank(rules.parse(option)));
    rules.for_each_option(i, rules.unrank(i), Player::left, [&](Index to) { options.insert(to); });
    ASSERT_EQ(options, expected) << text;
}

/// Checks that every text is read and has the right value, and the named moves of every `each`-th text.
template <Ruleset R>
void expect_values_of(const R& rules, const brute::Solved& solved, const TextRules& slow, std::size_t each = 1) {
    const std::vector<OutcomeValue> values = brute::solve(rules);
    std::size_t count = 0;
    for (const auto& [text, value] : solved.values) {
        const auto p = rules.parse(text);
        ASSERT_EQ(rules.format(p), text);
        ASSERT_EQ(brute::value_of(rules, values, p), value) << text;
        if (++count % each == 0 && !slow.stopped(text)) expect_moves_of(rules, p, slow);
    }
}

/// Counts the positions that play reaches from the start with the first player to move, symmetric ones one by one.
template <Ruleset R>
brute::Totals reachable_totals(const R& rules, const std::vector<OutcomeValue>& values) {
    brute::Totals totals;
    GameOf<R>(rules, "", nullptr).for_each_reachable(Player::left, 1, [&](const ReachedIndex& reached) {
        for (std::uint64_t k = 0; k < reached.count; ++k) totals.add(values[reached.index]);
    });
    return totals;
}

/// Returns the value of a position of that text where play has stopped.
template <Ruleset R>
std::optional<OutcomeValue> stopped_at(const R& rules, const std::string& text) {
    const Index i = rules.rank(rules.parse(text));
    return rules.terminal(i, rules.unrank(i), Player::left);
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
