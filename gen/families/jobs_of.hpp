/// \file
/// The jobs of one ruleset: templates, instantiated in one translation unit each.
#pragma once

#include <algorithm>
#include <array>

#include "../jobs/jobs.hpp"
#include "../jobs/make/make_board_table.hpp"
#include "../jobs/make/make_canonical_table.hpp"
#include "../jobs/make/make_outcome_table.hpp"
#include "../jobs/make/make_value_table.hpp"
#include "../jobs/make/search_values.hpp"
#include "game_jobs.hpp"

namespace mexbase {

namespace detail {

/// Whether some games of a ruleset may have values of a kind: only for those the jobs are compiled.
template <AnyRuleset R>
constexpr bool may_have(ValueKind kind) {
    return std::ranges::find(kinds_of<R>, kind) != kinds_of<R>.end();
}

template <AnyRuleset R>
const R& rules_of(const Game& game) {
    return static_cast<const GameOf<R>&>(game).rules();
}

template <AnyRuleset R>
JobReport make_table(const Game& game, Sink& sink, const JobOptions& options) {
    const ValueKind kind = options.value;
    require_kind(game, kind, kinds_of<R>, HasTerminal<R>);
    const R& rules = rules_of<R>(game);
    if constexpr (may_have<R>(ValueKind::canonical))
        if (kind == ValueKind::canonical) return make_canonical_table(game, sink, options);
    if constexpr (may_have<R>(ValueKind::partizan_outcome))
        if (kind == ValueKind::partizan_outcome) return make_partizan_outcome_table(game, sink, options);
    if constexpr (WordRuleset<R>) {
        if (!is_partizan(kind)) return make_board_table(rules.word_game(), game, sink, options);
    } else {
        if constexpr (may_have<R>(ValueKind::nimber))
            if (kind == ValueKind::nimber) return make_nimber_table(game, sink, options);
        if constexpr (may_have<R>(ValueKind::obliged))
            if (kind == ValueKind::obliged) return make_obliged_table(game, sink, options);
        if constexpr (may_have<R>(ValueKind::outcome))
            if (kind == ValueKind::outcome) return make_outcome_table(game, sink, options);
    }
    throw_no_such_values(game, kind, kinds_of<R>, HasTerminal<R>);
}

}  // namespace detail

template <class R>
RulesetJobs jobs_of() {
    RulesetJobs jobs;
    if constexpr (check_ruleset<R>()) {
        constexpr const auto& kinds = detail::kinds_of<R>;
        jobs = {R::family,
                rules_tag<R>(),
                {kinds.begin(), kinds.end()},
                detail::make_table<R>,
                detail::verify_table,
                search_values,
                detail::check_all_rules,
                HasTerminal<R>,
                !OrderedRuleset<R>,
                HasLines<R>,
                HasBound<R>};
    }
    return jobs;
}

}  // namespace mexbase
