// SPDX-License-Identifier: MIT
/// \file
/// Tables of outcomes of a ruleset, including ties and unindexed options, found by sweeps over all indices without
/// lib/solve.
#pragma once

#include <vector>

#include "lib/rules/registry.hpp"
#include "test_tables.hpp"
#include "tests/lib/games/boards/board_brute.hpp"

namespace mexbase::test {

/// Returns the bytes of a table of `game`, whose rules are `rules`.
template <Ruleset R>
std::vector<std::byte> swept_bytes(const Game& game, const R& rules) {
    const std::vector<OutcomeValue> values = brute::solve(rules);
    std::vector<std::uint32_t> outcome, remoteness;
    for (Index i = 0; i < rules.size(); ++i) {
        const OutcomeValue& value = values[i];
        outcome.push_back(rules.legal(i) ? static_cast<std::uint32_t>(value.outcome) : dont_care);
        const bool has = rules.legal(i) && has_remoteness(value.outcome);
        remoteness.push_back(has ? static_cast<std::uint32_t>(value.remoteness) : dont_care);
    }
    TableContents contents;
    contents.info.spec = game.spec();
    contents.info.rules_version = game.rules_version();
    contents.info.indices = contents.info.queryable_size = rules.size();
    contents.streams.push_back(source_of(StreamKind::outcome, outcome));
    contents.streams.push_back(source_of(StreamKind::remoteness, remoteness));
    return table_bytes(contents);
}

/// Overload for a family with one game.
template <Ruleset R>
std::vector<std::byte> swept_bytes() {
    const auto game = make_game(Registry({family_of<R>()}), R::family);
    return swept_bytes(*game, static_cast<const GameOf<R>&>(*game).rules());
}

}  // namespace mexbase::test
