/// \file
/// What every ruleset promises, checked on all positions of one game.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lib/error.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase {

/// A slow, independent list of moves: from a position's text to the texts of its options, one a move.
using SlowOptions = std::function<std::multiset<std::string>(const std::string&)>;

/// The message and code of the error that `call` throws.
template <class Call>
std::pair<ErrorCode, std::string> error_of(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return {error.code(), error.what()};
    }
    ADD_FAILURE() << "no error was thrown";
    return {ErrorCode::io, ""};
}

/// The error of making a game from a spec.
template <Ruleset R>
std::pair<ErrorCode, std::string> spec_error(const std::string& spec) {
    return error_of([&] { make_game(Registry({family_of<R>()}), spec); });
}

/// Ranks, texts, walks and counts agree; predecessors are the transpose of the options, with multiplicity; the options
/// are those of `slow`.
template <Ruleset R>
void expect_conformance(const R& rules, const SlowOptions& slow) {
    const GameOf<R> game(rules, "", nullptr);
    std::map<std::pair<Index, Index>, int> moves;
    std::map<std::pair<Index, Index>, int> moves_back;
    std::set<std::string> texts;
    Index legal = 0;
    for (Index i = 0; i < rules.size(); ++i) {
        if (!rules.legal(i)) continue;
        ++legal;
        const auto p = rules.unrank(i);
        ASSERT_EQ(rules.rank(p), i);
        const std::string text = rules.format(p);
        EXPECT_TRUE(texts.insert(text).second) << text << " names two positions";
        EXPECT_EQ(rules.rank(rules.parse(text)), i) << text;
        if (i < queryable_size(rules)) {
            EXPECT_EQ(game.parse(text), i) << text;
            EXPECT_EQ(game.parse("#" + std::to_string(i)), i);
        } else {
            EXPECT_THROW(game.parse(text), Error) << text;
        }
        std::multiset<std::string> options;
        rules.for_each_option(i, p, Player::left, [&](Index to) {
            ASSERT_LT(to, rules.size());
            ASSERT_TRUE(rules.legal(to)) << text << " -> #" << to;
            options.insert(rules.format(rules.unrank(to)));
            ++moves[{i, to}];
        });
        EXPECT_EQ(options, slow(text)) << text;
        EXPECT_EQ(option_count(rules, i, p), options.size()) << text;
        if constexpr (has<R>.options_descend)
            rules.for_each_option(i, p, Player::left, [&](Index to) { EXPECT_LT(to, i); });
        if constexpr (has<R>.predecessors)
            rules.for_each_predecessor(i, p, Player::left, [&](Index from) { ++moves_back[{from, i}]; });
    }
    if constexpr (has<R>.predecessors) {
        EXPECT_EQ(moves_back, moves) << "predecessors are not the transpose";
    }
    // Walks over every pair of ends would be too many: the whole, and pieces that begin anywhere.
    Index walked = 0;
    const auto walk = [&](Index first, Index last) {
        Index expected = first;
        for_each_position(rules, first, last, [&](Index i, const typename R::Position& p) {
            while (expected < i) EXPECT_FALSE(rules.legal(expected++));
            EXPECT_EQ(i, expected++);
            EXPECT_EQ(rules.rank(p), i);
            ++walked;
        });
        while (expected < last) EXPECT_FALSE(rules.legal(expected++));
    };
    walk(0, rules.size());
    EXPECT_EQ(walked, legal);
    const Index step = std::max<Index>(1, rules.size() / 5);
    for (Index first = 0; first < rules.size(); first += step) walk(first, std::min(first + step, rules.size()));
    walk(rules.size(), rules.size());
}

/// Checks the same of a game without images.
inline void expect_conformance(const Game& game, const SlowOptions& slow) {
    std::map<std::pair<Index, Index>, int> moves;
    std::map<std::pair<Index, Index>, int> moves_back;
    std::set<std::string> texts;
    for (Index i = 0; i < game.size(); ++i) {
        if (!game.legal(i)) continue;
        const std::string text = game.format(i);
        EXPECT_TRUE(texts.insert(text).second) << text << " names two positions";
        EXPECT_EQ(game.parse(text), i) << text;
        EXPECT_EQ(game.parse("#" + std::to_string(i)), i);
        std::vector<Index> targets;
        game.options(i, Player::left, targets);
        std::multiset<std::string> options;
        for (const Index to : targets) {
            ASSERT_TRUE(game.legal(to)) << text << " -> #" << to;
            options.insert(game.format(to));
            ++moves[{i, to}];
        }
        EXPECT_EQ(options, slow(text)) << text;
        Flat sources;
        game.predecessors({&i, 1}, Player::left, sources);
        for (const Index from : sources.span()) ++moves_back[{from, i}];
    }
    EXPECT_EQ(moves_back, moves) << "predecessors are not the transpose";
}

}  // namespace mexbase
