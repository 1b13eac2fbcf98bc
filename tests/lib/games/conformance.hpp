// SPDX-License-Identifier: MIT
/// \file
/// Checks the conditions on every ruleset on all positions of one game.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lib/error.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase {

/// Slow, independent moves: from a position's text to the texts of its options, one per move.
using SlowOptions = std::function<std::multiset<std::string>(const std::string&)>;
using SlowPartizanOptions = std::function<std::multiset<std::string>(const std::string&, Player)>;

inline constexpr std::array both_players = {Player::left, Player::right};

/// Returns the message and code of the error that `call` throws.
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

/// Returns the error of making a game from a spec.
template <Ruleset R>
std::pair<ErrorCode, std::string> spec_error(const std::string& spec) {
    return error_of([&] { make_game(Registry({family_of<R>()}), spec); });
}

/// Compares a game's options with `slow`, its predecessors with its options, with multiplicity, and its texts with its
/// indices. For games without images.
inline void expect_conformance(const Game& game, const SlowPartizanOptions& slow, bool has_predecessors = true) {
    std::map<std::pair<Index, Index>, int> moves[2], moves_back[2];
    std::set<std::string> texts;
    std::vector<Index> targets;
    for (Index i = 0; i < game.size(); ++i) {
        if (!game.legal(i)) continue;
        const std::string text = game.format(i);
        EXPECT_TRUE(texts.insert(text).second) << text << " names two positions";
        if (i < game.queryable_size()) {
            EXPECT_EQ(game.parse(text), i) << text;
            EXPECT_EQ(game.parse("#" + std::to_string(i)), i);
        } else {
            EXPECT_THROW(game.parse(text), Error) << text;
        }
        for (const Player player : both_players) {
            if (player == Player::right && !game.partizan()) break;
            const auto of_player = static_cast<std::size_t>(player);
            game.options(i, player, targets);
            std::multiset<std::string> options;
            for (const Index to : targets) {
                ASSERT_LT(to, game.size());
                ASSERT_TRUE(game.legal(to)) << text << " -> #" << to;
                options.insert(game.format(to));
                ++moves[of_player][{i, to}];
            }
            ASSERT_EQ(options, slow(text, player)) << text << (player == Player::left ? " Left" : " Right");
            if (!has_predecessors) continue;
            Flat sources;
            game.predecessors({&i, 1}, player, sources);
            for (const Index from : sources.span()) ++moves_back[of_player][{from, i}];
        }
    }
    if (!has_predecessors) return;
    for (const int player : {0, 1}) EXPECT_EQ(moves_back[player], moves[player]) << "not the transpose";
}
inline void expect_conformance(const Game& game, const SlowOptions& slow, bool has_predecessors = true) {
    expect_conformance(
        game, [&slow](const std::string& text, Player) { return slow(text); }, has_predecessors);
}

/// Also compares a ruleset's ranks, walks and numbers of options with each other.
template <Ruleset R, class Slow>
void expect_conformance(const R& rules, const Slow& slow) {
    EXPECT_EQ(is_partizan(rules), (std::is_invocable_v<const Slow&, const std::string&, Player>));
    const GameOf<R> game(rules, "", nullptr);
    expect_conformance(static_cast<const Game&>(game), slow, has<R>.predecessors);
    Index legal = 0;
    for (Index i = 0; i < rules.size(); ++i) {
        if (!rules.legal(i)) continue;
        ++legal;
        const auto p = rules.unrank(i);
        ASSERT_EQ(rules.rank(p), i);
        ASSERT_EQ(rules.rank(rules.parse(rules.format(p))), i);
        for (const Player player : both_players) {
            if (player == Player::right && !is_partizan(rules)) break;
            std::uint64_t options = 0;
            rules.for_each_option(i, p, player, [&](Index to) {
                ++options;
                if constexpr (has<R>.options_descend) {
                    ASSERT_LT(to, i);
                }
            });
            if (player == Player::left && !is_partizan(rules)) {
                EXPECT_EQ(option_count(rules, i, p), options) << rules.format(p);
            }
            if constexpr (requires { rules.can_move(p, player); }) {
                EXPECT_EQ(rules.can_move(p, player), options != 0) << rules.format(p);
            }
        }
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

}  // namespace mexbase
