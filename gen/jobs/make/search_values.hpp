/// \file
/// Values in sums of single positions by search, without a table: over components where component values know the game,
/// and else over positions.
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../../../lib/rules/ruleset.hpp"
#include "../../../lib/solve/search/component_games.hpp"
#include "../../../lib/solve/search/component_values.hpp"
#include "../../../lib/solve/search/position_search.hpp"
#include "../jobs.hpp"

namespace mexbase {

/// A ruleset that component values know: `searched` says as which game, `colouring(p)` gives a position as one.
template <class R>
concept HasComponentValues = PositionSpace<R> && requires(const R& r, const typename R::Position& p) {
    { R::searched } -> std::convertible_to<ColouringGame>;
    { r.board().neighbours() } -> std::same_as<const Neighbours&>;
    { r.colouring(p) } -> std::same_as<Colouring>;
};

namespace detail {

FoundValues found_nimbers(std::span<const std::uint32_t> nimbers);
FoundValues found_pairs(std::span<const std::uint32_t> codes);
/// Throws `Error{not_applicable}` for a value that no list of values takes (`GameNumbering`).
FoundValues found_forms(GameArena& arena, std::span<const PartizanId> games);

template <class Search>
std::vector<std::uint32_t> found_by(Search&& search, std::span<const std::vector<Index>> sums) {
    std::vector<std::uint32_t> found;
    for (const auto& sum : sums) found.push_back(search(sum));
    return found;
}

/// Nimbers of sums of positions.
template <AnyRuleset R>
std::vector<std::uint32_t> search_nimbers(const R& rules, std::span<const std::vector<Index>> sums,
                                          std::uint64_t memory) {
    if constexpr (HasComponentValues<R>) {
        ComponentValues values(R::searched, rules.board().neighbours(), memory);
        return found_by([&](const auto& one) { return values.nimber(rules.colouring(rules.unrank(one.front()))); },
                        sums);
    } else {
        NimberFold nimbers;
        PositionSearch search(rules, nimbers, memory);
        return found_by([&](const auto& sum) { return search.value(sum); }, sums);
    }
}

/// Canonical forms of sums of positions.
template <AnyRuleset R>
std::vector<PartizanId> search_canonical(const R& rules, std::span<const std::vector<Index>> sums, GameArena& arena,
                                         std::uint64_t memory) {
    if constexpr (HasComponentValues<R>) {
        ComponentGames games(R::searched, rules.board().neighbours(), arena, memory);
        return found_by([&](const auto& one) { return games.value(rules.colouring(rules.unrank(one.front()))); }, sums);
    } else {
        CanonicalFold forms(arena);
        PositionSearch search(rules, forms, memory);
        return found_by([&](const auto& sum) { return search.value(sum); }, sums);
    }
}

/// Obliged pairs of sums of positions.
template <AnyRuleset R>
std::vector<std::uint32_t> search_obliged(const R& rules, std::span<const std::vector<Index>> sums,
                                          std::uint64_t memory) {
    ObligedFold pairs;
    PositionSearch search(rules, pairs, memory);
    return found_by([&](const auto& sum) { return search.value(sum); }, sums);
}

}  // namespace detail

}  // namespace mexbase
