/// \file
/// The jobs of one ruleset: templates, instantiated in one translation unit each.
#pragma once

#include <algorithm>
#include <array>

#include "jobs.hpp"
#include "make_board_table.hpp"
#include "make_canonical_table.hpp"
#include "make_outcome_table.hpp"
#include "make_partizan_outcome_table.hpp"
#include "make_value_table.hpp"
#include "search_values.hpp"
#include "verify_canonical_table.hpp"
#include "verify_outcome_table.hpp"
#include "verify_partizan_outcome_table.hpp"
#include "verify_value_table.hpp"

namespace mexbase {

namespace detail {

/// The names of the kinds of value that the games of a ruleset may have, the most usual first.
template <AnyRuleset R>
constexpr auto kind_names() {
    if constexpr (requires { R::value_kinds; })
        return R::value_kinds;
    else if constexpr (!Ruleset<R>)
        return std::array<std::string_view, 2>{"nimber", "obliged"};
    else if constexpr (HasTerminal<R>)
        return std::array<std::string_view, 1>{"outcome"};
    else if constexpr (HasPartizan<R>)
        return std::array<std::string_view, 5>{"canonical", "partizan-outcome", "outcome", "nimber", "obliged"};
    else
        return std::array<std::string_view, 3>{"outcome", "nimber", "obliged"};
}

template <AnyRuleset R>
constexpr bool may_have(std::string_view kind) {
    return std::ranges::any_of(kind_names<R>(), [kind](std::string_view name) { return name == kind; });
}

/// Whether some games of a ruleset are impartial: only for those the jobs of impartial games are compiled.
template <AnyRuleset R>
constexpr bool has_impartial_games() {
    return std::ranges::any_of(kind_names<R>(),
                               [](std::string_view name) { return name != "canonical" && name != "partizan-outcome"; });
}

/// Whether some are partizan.
template <AnyRuleset R>
constexpr bool has_partizan_games() {
    return HasPartizan<R> && std::ranges::any_of(kind_names<R>(), [](std::string_view name) {
               return name == "canonical" || name == "partizan-outcome";
           });
}

template <AnyRuleset R>
std::vector<ValueKind> kinds_of() {
    std::vector<ValueKind> kinds;
    for (const std::string_view name : kind_names<R>()) kinds.push_back(value_kind_from(name).value());
    return kinds;
}

template <AnyRuleset R>
const R& rules_of(const Game& game) {
    return static_cast<const GameOf<R>&>(game).rules();
}

template <AnyRuleset R>
JobReport make_table(const Game& game, Sink& sink, const JobOptions& options) {
    require_kind(game, options.value, kinds_of<R>());
    const R& rules = rules_of<R>(game);
    if constexpr (has_partizan_games<R>()) {
        if (options.value == ValueKind::canonical) return make_canonical_table(rules, game, sink, options);
        if (options.value == ValueKind::partizan_outcome)
            return make_partizan_outcome_table(rules, game, sink, options);
    }
    if constexpr (has_impartial_games<R>()) {
        if constexpr (HasBoardSweep<R>) {
            return make_board_table(rules, game, sink, options);
        } else {
            if (options.value == ValueKind::nimber) return make_nimber_table(rules, game, sink, options);
            if (options.value == ValueKind::obliged) return make_obliged_table(rules, game, sink, options);
            if constexpr (Ruleset<R>) return make_outcome_table(rules, game, sink, options);
        }
    }
    throw_no_such_values(game, options.value, kinds_of<R>());
}

template <AnyRuleset R>
std::uint64_t verify_table(const Game& game, const Table& table, const JobOptions& options) {
    const ValueKind kind = table.info().value;
    require_kind(game, kind, kinds_of<R>());
    const R& rules = rules_of<R>(game);
    if constexpr (has_partizan_games<R>()) {
        if (kind == ValueKind::canonical) return verify_canonical_table(rules, game, table, options);
        if (kind == ValueKind::partizan_outcome) return verify_partizan_outcome_table(rules, game, table, options);
    }
    if constexpr (has_impartial_games<R>()) {
        if (kind != ValueKind::outcome) return verify_value_table(rules, game, table, options);
        if constexpr (Ruleset<R>) return verify_outcome_table(rules, game, table, options);
    }
    throw_no_such_values(game, kind, kinds_of<R>());
}

template <AnyRuleset R>
FoundValues search_values(const Game& game, ValueKind kind, std::span<const std::vector<Index>> sums,
                          std::uint64_t memory) {
    require_kind(game, kind, kinds_of<R>());
    if (memory == 0) memory = ~std::uint64_t{0};
    const R& rules = rules_of<R>(game);
    if constexpr (!HasTerminal<R>) {
        if constexpr (has_partizan_games<R>() && may_have<R>("canonical")) {
            if (kind == ValueKind::canonical) {
                GameArena arena;
                return found_forms(arena, search_canonical(rules, sums, arena, memory));
            }
        }
        if constexpr (has_impartial_games<R>()) {
            if constexpr (may_have<R>("nimber"))
                if (kind == ValueKind::nimber) return found_nimbers(search_nimbers(rules, sums, memory));
            if constexpr (may_have<R>("obliged"))
                if (kind == ValueKind::obliged) return found_pairs(search_obliged(rules, sums, memory));
        }
    }
    throw_no_searched_values(game, kind);
}

}  // namespace detail

template <AnyRuleset R>
RulesetJobs jobs_of() {
    return {R::family,
            rules_tag<R>(),
            detail::kinds_of<R>(),
            detail::make_table<R>,
            [](const Game& game, const Table& table, const JobOptions& options) {
                return detail::verify_kind([&] { return detail::verify_table<R>(game, table, options); });
            },
            detail::search_values<R>};
}

}  // namespace mexbase
