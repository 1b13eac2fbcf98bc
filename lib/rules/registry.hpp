// SPDX-License-Identifier: MIT
/// \file
/// Functions that make a family from rulesets.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "family.hpp"
#include "game_of.hpp"

namespace mexbase {

/// Makes the game of a ruleset with these parameters. Throws as `R::make` does.
template <class R>
std::unique_ptr<Game> make_game_of(Parameters parameters) {
    static_assert(check_ruleset<R>());
    R rules = R::make(parameters);
    if constexpr (has<R>.exits) {
        if (parameters.distance() == Distance::exit) rules = rules.with_exits();
    }
    if constexpr (has<R>.normalise) R::normalise(parameters);
    auto board = parameters.has_board() ? parameters.board() : nullptr;
    return std::make_unique<GameOf<R>>(std::move(rules), parameters.spec(), std::move(board), parameters.distance());
}

template <class R>
RulesetKinds ruleset_kinds() {
    static_assert(check_ruleset<R>());
    return {rules_tag<R>(),     detail::kinds_of<R>, has<R>.terminal,
            !OrderedRuleset<R>, has<R>.leaves_bound, has<R>.slices};
}

/// Returns the family with the rulesets R and `Others`. If there are others, R has `static std::unique_ptr<Game>
/// make_game(Parameters)`, which chooses a ruleset by the parameters.
template <class R, class... Others>
Family family_of() {
    static_assert(check_ruleset<R>());
    Family family{R::family, &R::help(), [](Parameters p) {
                      if constexpr (has<R>.make_game)
                          return R::make_game(std::move(p));
                      else
                          return make_game_of<R>(std::move(p));
                  }};
    if constexpr (has<R>.normalise) family.normalise = [](Parameters& p) { R::normalise(p); };
    if constexpr (has<R>.table_group) {
        family.table_group = [](std::string_view position) { return R::table_group(position); };
        family.may_hold = [](const Parameters& p, std::string_view sort) { return R::may_hold(p, sort); };
    }
    family.rulesets = {ruleset_kinds<R>(), ruleset_kinds<Others>()...};
    return family;
}

}  // namespace mexbase
