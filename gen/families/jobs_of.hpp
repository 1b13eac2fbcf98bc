/// \file
/// The jobs of one ruleset: templates, instantiated in one translation unit each.
#pragma once

#include <algorithm>
#include <array>

#include "../jobs/check/check_rules.hpp"
#include "../jobs/jobs.hpp"
#include "../jobs/make/make_board_table.hpp"
#include "../jobs/make/make_canonical_table.hpp"
#include "../jobs/make/make_outcome_table.hpp"
#include "../jobs/make/make_value_table.hpp"
#include "../jobs/make/search_values.hpp"
#include "../jobs/take_and_break_jobs.hpp"
#include "../jobs/verify/verify_tables.hpp"

namespace mexbase {

namespace detail {

/// The kinds of value that the games of a ruleset may have, the most usual first.
template <AnyRuleset R>
constexpr auto kinds_of() {
    using enum ValueKind;
    if constexpr (ListsValueKinds<R>)
        return R::value_kinds;
    else if constexpr (!Ruleset<R>)
        return std::array{nimber, obliged};
    else if constexpr (HasTerminal<R> && HasPartizan<R>)
        return std::array{partizan_outcome, outcome};
    else if constexpr (HasTerminal<R> || HasSettledOptions<R>)
        return std::array{outcome};
    else if constexpr (HasPartizan<R>)
        return std::array{canonical, partizan_outcome, outcome, nimber, obliged};
    else
        return std::array{outcome, nimber, obliged};
}

/// Whether some games of a ruleset may have values of a kind: only for those the jobs are compiled.
template <AnyRuleset R>
constexpr bool may_have(ValueKind kind) {
    const auto kinds = kinds_of<R>();
    return std::ranges::find(kinds, kind) != kinds.end();
}

/// Members that only jobs look at; a line for each that is wrong, as in `check_ruleset`.
template <AnyRuleset R>
constexpr bool check_job_members() {
    constexpr bool unsearched = requires { requires std::same_as<decltype(R::searched), const std::nullptr_t>; };
    constexpr bool searched = (!names_searched<R> && !names_colouring<R>) || unsearched || HasComponentValues<R>;
    static_assert(searched,
                  "ruleset: optional members searched and colouring are not a public static constexpr ColouringGame "
                  "searched and Colouring colouring(const Position&) const, beside a board() with neighbours()");
    return searched;
}

template <AnyRuleset R>
const R& rules_of(const Game& game) {
    return static_cast<const GameOf<R>&>(game).rules();
}

template <AnyRuleset R>
JobReport make_table(const Game& game, Sink& sink, const JobOptions& options) {
    const ValueKind kind = options.value;
    require_kind(game, kind, kinds_of<R>(), HasTerminal<R>);
    if constexpr (may_have<R>(ValueKind::canonical))
        if (kind == ValueKind::canonical) return make_canonical_table(game, sink, options);
    if constexpr (may_have<R>(ValueKind::partizan_outcome))
        if (kind == ValueKind::partizan_outcome) return make_partizan_outcome_table(game, sink, options);
    if constexpr (WordRuleset<R>) {
        if (!is_partizan(kind)) return make_board_table(game, sink, options);
    } else {
        if constexpr (may_have<R>(ValueKind::nimber))
            if (kind == ValueKind::nimber) return make_nimber_table(game, sink, options);
        if constexpr (may_have<R>(ValueKind::obliged))
            if (kind == ValueKind::obliged) return make_obliged_table(game, sink, options);
        if constexpr (may_have<R>(ValueKind::outcome))
            if (kind == ValueKind::outcome) return make_outcome_table(game, sink, options);
    }
    throw_no_such_values(game, kind, kinds_of<R>(), HasTerminal<R>);
}

/// Checks that the rules do not contradict themselves, nor the game by which heaps are solved.
template <AnyRuleset R>
RulesReport check_rules_of(const Game& game, const JobOptions& options) {
    const R& rules = rules_of<R>(game);
    if constexpr (HeapRuleset<R>) verify_heap_game(rules);
    return check_rules(RulesToCheckOf<R>(rules), game, options);
}

template <AnyRuleset R>
std::uint64_t verify_table(const Game& game, const Table& table, const JobOptions& options) {
    const ValueKind kind = table.info().value;
    require_kind(game, kind, kinds_of<R>(), HasTerminal<R>);
    if (!options.rules_checked) check_rules_of<R>(game, options);
    if constexpr (may_have<R>(ValueKind::canonical))
        if (kind == ValueKind::canonical) return verify_canonical_table(game, table, options);
    if constexpr (may_have<R>(ValueKind::partizan_outcome))
        if (kind == ValueKind::partizan_outcome) return verify_partizan_outcome_table(game, table, options);
    if constexpr (may_have<R>(ValueKind::nimber) || may_have<R>(ValueKind::obliged))
        if (kind == ValueKind::nimber || kind == ValueKind::obliged) return verify_value_table(game, table, options);
    if constexpr (may_have<R>(ValueKind::outcome))
        if (kind == ValueKind::outcome) return verify_outcome_table(game, table, options);
    throw_no_such_values(game, kind, kinds_of<R>(), HasTerminal<R>);
}

template <AnyRuleset R>
FoundValues search_values(const Game& game, ValueKind kind, std::span<const std::vector<Index>> sums,
                          std::uint64_t memory) {
    require_kind(game, kind, kinds_of<R>(), HasTerminal<R>);
    if (memory == 0) memory = ~std::uint64_t{0};
    const R& rules = rules_of<R>(game);
    if constexpr (may_have<R>(ValueKind::canonical)) {
        if (kind == ValueKind::canonical) {
            GameArena arena;
            return found_forms(arena, search_canonical(rules, sums, arena, memory));
        }
    }
    if constexpr (may_have<R>(ValueKind::nimber))
        if (kind == ValueKind::nimber) return found_nimbers(search_nimbers(rules, sums, memory));
    if constexpr (may_have<R>(ValueKind::obliged))
        if (kind == ValueKind::obliged) return found_pairs(search_obliged(rules, sums, memory));
    throw_no_searched_values(game, kind);
}

}  // namespace detail

template <class R>
RulesetJobs jobs_of() {
    RulesetJobs jobs;
    if constexpr (check_ruleset<R>()) {
        if constexpr (detail::check_job_members<R>()) {
            const auto kinds = detail::kinds_of<R>();
            jobs = {R::family,
                    rules_tag<R>(),
                    {kinds.begin(), kinds.end()},
                    detail::make_table<R>,
                    [](const Game& game, const Table& table, const JobOptions& options) {
                        return detail::verify_kind([&] { return detail::verify_table<R>(game, table, options); });
                    },
                    detail::search_values<R>,
                    detail::check_rules_of<R>,
                    HasTerminal<R>,
                    !OrderedRuleset<R>,
                    HasLines<R>,
                    HasBound<R>};
        }
    }
    return jobs;
}

}  // namespace mexbase
