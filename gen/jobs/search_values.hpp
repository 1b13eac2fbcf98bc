/// \file
/// Nimbers and canonical forms of single positions by memoised search over components, without a table: a second way to
/// a game's values.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include "../../lib/error.hpp"
#include "../../lib/rules/ruleset.hpp"
#include "../../lib/solve/component_games.hpp"
#include "../../lib/solve/component_values.hpp"
#include "../../lib/value/partizan/text.hpp"
#include "jobs.hpp"

namespace mexbase {

/// A ruleset that component values know: `searched` says as which game, `colouring(p)` gives a position as one.
template <class R>
concept HasComponentValues = PositionSpace<R> && requires(const R& r, const typename R::Position& p) {
    { R::searched } -> std::convertible_to<ColouringGame>;
    { r.board().neighbours() } -> std::same_as<const Neighbours&>;
    { r.colouring(p) } -> std::same_as<Colouring>;
};

/// The nimbers of the positions with these indices, with at most `memory` bytes, or any if that is 0. Throws
/// `Error{not_applicable}` for partizan play.
template <HasComponentValues R>
std::vector<std::uint32_t> search_nimbers(const R& rules, std::span<const Index> positions, std::uint64_t memory) {
    if (is_partizan(rules))
        throw Error(ErrorCode::not_applicable, "positions of partizan play have no nimbers: give play=impartial");
    ComponentValues values(R::searched, rules.board().neighbours(), memory == 0 ? ~std::uint64_t{0} : memory);
    std::vector<std::uint32_t> nimbers;
    for (const Index i : positions) nimbers.push_back(values.nimber(rules.colouring(rules.unrank(i))));
    return nimbers;
}

/// The canonical forms of the positions with these indices, as text, likewise. Throws `Error{not_applicable}` for
/// impartial play.
template <HasComponentValues R>
    requires HasPartizan<R> std::vector<std::string> search_canonical(const R& rules, std::span<const Index> positions,
                                                                      std::uint64_t memory) {
        if (!is_partizan(rules))
            throw Error(ErrorCode::not_applicable, "positions of impartial play have nimbers: give play=partizan");
        GameArena arena;
        ComponentGames games(R::searched, rules.board().neighbours(), arena, memory == 0 ? ~std::uint64_t{0} : memory);
        std::vector<std::string> texts;
        for (const Index i : positions) texts.push_back(to_text(arena, games.value(rules.colouring(rules.unrank(i)))));
        return texts;
    }

}  // namespace mexbase
