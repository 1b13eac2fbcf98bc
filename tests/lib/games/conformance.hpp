// SPDX-License-Identifier: MIT
/// \file
/// Compares rulesets with slow rules on all positions of one game.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/jobs/jobs.hpp"
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

/// Checks that the rules of a game do not contradict themselves.
inline void expect_sound_rules(const Game& game) {
    JobOptions options{.threads = 1};
    check_rules(game, options);
    check_chunks(game);
}

/// Checks the rules, and compares the options of every position with `slow`. For games without images.
inline void expect_conformance(const Game& game, const SlowPartizanOptions& slow) {
    ASSERT_NO_THROW(expect_sound_rules(game));
    std::vector<Index> targets;
    for (Index i = 0; i < game.size(); ++i) {
        if (!game.legal(i)) continue;
        const std::string text = game.format(i);
        if (i < game.queryable_size()) {
            EXPECT_EQ(game.parse("#" + std::to_string(i)), i);
        } else {
            EXPECT_THROW(game.parse(text), Error) << text;
        }
        for (const Player player : both_players) {
            if (player == Player::right && !game.partizan()) break;
            game.options(i, player, targets);
            std::multiset<std::string> options;
            for (const Index to : targets) options.insert(game.format(to));
            ASSERT_EQ(options, slow(text, player)) << text << (player == Player::left ? " Left" : " Right");
        }
    }
}
inline void expect_conformance(const Game& game, const SlowOptions& slow) {
    expect_conformance(game, [&slow](const std::string& text, Player) { return slow(text); });
}

/// Also checks `can_move`, if the ruleset has it.
template <Ruleset R, class Slow>
void expect_conformance(const R& rules, const Slow& slow) {
    EXPECT_EQ(is_partizan(rules), (std::is_invocable_v<const Slow&, const std::string&, Player>));
    const GameOf<R> game(rules, "", nullptr);
    expect_conformance(static_cast<const Game&>(game), slow);
    if constexpr (requires(const typename R::Position& p) { rules.can_move(p, Player::left); }) {
        for (Index i = 0; i < rules.size(); ++i)
            for (const Player player : both_players) {
                if (!rules.legal(i)) continue;
                const auto p = rules.unrank(i);
                bool moves = false;
                rules.for_each_option(i, p, player, [&moves](Index) { moves = true; });
                EXPECT_EQ(rules.can_move(p, player), moves) << rules.format(p);
            }
    }
}

}  // namespace mexbase
