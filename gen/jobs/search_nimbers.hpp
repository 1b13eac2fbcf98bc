/// \file
/// Nimbers of single positions by memoised search over components, without a table: a second way to a game's values.
#pragma once

#include <concepts>
#include <vector>

#include "../../lib/solve/component_values.hpp"
#include "jobs.hpp"

namespace mexbase {

/// A ruleset that component values know: `searched` says as which game, `colouring(p)` gives a position as one.
template <class R>
concept HasComponentValues = PositionSpace<R> && requires(const R& r, const typename R::Position& p) {
    { R::searched } -> std::convertible_to<ColouringGame>;
    { r.board().neighbours() } -> std::same_as<const Neighbours&>;
    { r.colouring(p) } -> std::same_as<Colouring>;
};

/// The nimbers of the positions with these indices, with at most `memory` bytes, or any if that is 0.
template <HasComponentValues R>
std::vector<std::uint32_t> search_nimbers(const R& rules, std::span<const Index> positions, std::uint64_t memory) {
    ComponentValues values(R::searched, rules.board().neighbours(), memory == 0 ? ~std::uint64_t{0} : memory);
    std::vector<std::uint32_t> nimbers;
    for (const Index i : positions) nimbers.push_back(values.nimber(rules.colouring(rules.unrank(i))));
    return nimbers;
}

}  // namespace mexbase
