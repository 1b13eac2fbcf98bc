/// \file
/// The jobs of one ruleset: templates, instantiated in one translation unit each.
#pragma once

#include <algorithm>

#include "jobs.hpp"
#include "make_board_table.hpp"
#include "make_outcome_table.hpp"
#include "make_value_table.hpp"
#include "search_nimbers.hpp"
#include "verify_outcome_table.hpp"
#include "verify_value_table.hpp"

namespace mexbase {

namespace detail {

/// Throws the reason why no game of a ruleset has values of this kind.
[[noreturn]] void throw_no_such_values(const Game& game, ValueKind kind, std::span<const ValueKind> kinds);

/// The kinds of value that a ruleset may have; whether one of its games does is seen when it is solved.
template <AnyRuleset R>
std::vector<ValueKind> kinds_of() {
    if constexpr (requires { R::value_kinds; }) {
        std::vector<ValueKind> kinds;
        for (const std::string_view name : R::value_kinds) kinds.push_back(value_kind_from(name).value());
        return kinds;
    } else if constexpr (!Ruleset<R>)
        return {ValueKind::nimber, ValueKind::obliged};
    else if constexpr (HasTerminal<R>)
        return {ValueKind::outcome};
    else
        return {ValueKind::outcome, ValueKind::nimber, ValueKind::obliged};
}

template <AnyRuleset R>
const R& rules_of(const Game& game) {
    return static_cast<const GameOf<R>&>(game).rules();
}

template <AnyRuleset R>
JobReport make_table(const Game& game, Sink& sink, const JobOptions& options) {
    static const auto kinds = kinds_of<R>();
    if (std::ranges::find(kinds, options.value) == kinds.end()) throw_no_such_values(game, options.value, kinds);
    const R& rules = rules_of<R>(game);
    if constexpr (HasBoardSweep<R>) {
        return make_board_table(rules, game, sink, options);
    } else {
        switch (options.value) {
            case ValueKind::outcome:
                if constexpr (Ruleset<R>) return make_outcome_table(rules, game, sink, options);
                break;
            case ValueKind::nimber:
                return make_nimber_table(rules, game, sink, options);
            case ValueKind::obliged:
                return make_obliged_table(rules, game, sink, options);
            default:
                break;
        }
        throw_no_such_values(game, options.value, kinds);
    }
}

template <AnyRuleset R>
std::uint64_t verify_table(const Game& game, const Table& table, const JobOptions& options) {
    if (table.info().value != ValueKind::outcome) return verify_value_table(rules_of<R>(game), game, table, options);
    if constexpr (Ruleset<R>) return verify_outcome_table(rules_of<R>(game), game, table, options);
    throw_no_such_values(game, ValueKind::outcome, kinds_of<R>());
}

}  // namespace detail

template <AnyRuleset R>
RulesetJobs jobs_of() {
    RulesetJobs jobs{R::family, rules_tag<R>(), detail::kinds_of<R>(), detail::make_table<R>, detail::verify_table<R>};
    if constexpr (HasComponentValues<R>)
        jobs.search = [](const Game& game, std::span<const Index> positions, std::uint64_t memory) {
            return search_nimbers(detail::rules_of<R>(game), positions, memory);
        };
    return jobs;
}

}  // namespace mexbase
