// SPDX-License-Identifier: MIT
#include "jobs.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "../../lib/error.hpp"
#include "../../query/kinds/kind.hpp"

namespace mexbase {

ValueKind default_kind(const Game& game) {
    const auto kinds = game.facts().kinds;
    const auto has = [&game](ValueKind kind) { return is_partizan(kind) == game.partizan(); };
    const auto kind = std::ranges::find_if(kinds, has);
    return kind != kinds.end() ? *kind : kinds.front();
}

ValueKind searched_kind(const Game& game) {
    const auto kinds = game.facts().kinds;
    std::optional<ValueKind> first;
    for (std::size_t k = 0; k < detail::value_kinds.size(); ++k) {
        const auto kind = static_cast<ValueKind>(k);
        if (!traits_of(kind).adds || is_partizan(kind) != game.partizan()) continue;
        if (std::ranges::find(kinds, kind) != kinds.end()) return kind;
        if (!first) first = kind;
    }
    detail::throw_no_such_values(game, *first);
}

bool is_cut_off(const Moves& moves) {
    constexpr Index positions_per_call = 4096;
    std::vector<Leaving> leaving;
    if (!moves.traits().bounded) return false;
    // Large heaps leave the bound, so the last positions come first.
    for (Index last = moves.size(), first = last; last != 0 && leaving.empty(); last = first) {
        first = last - std::min(last, positions_per_call);
        moves.leaving(first, last, leaving);
    }
    return !leaving.empty();
}

namespace detail {

void throw_no_such_values(const Game& game, ValueKind kind) {
    const auto kinds = game.facts().kinds;
    const std::string family{game.family()};
    const auto is_obliged = [](ValueKind each) { return kind_of(each).obliged; };
    if (!is_partizan(kind) && !traits_of(kind).adds && !game.whole() && std::ranges::any_of(kinds, is_obliged))
        throw Error(ErrorCode::not_applicable,
                    family +
                        " breaks positions into sums, which have no outcome with remoteness: use nimber or obliged "
                        "values, or whole positions (total=N instead of max=N)");
    const bool may_loop = !game.traits().order.descending && game.traits().order.layers.empty();
    std::string has;
    for (const ValueKind each : kinds)
        if (is_partizan(each) == game.partizan()) has += (has.empty() ? "" : " and ") + std::string(to_string(each));
    const char* why =
        is_partizan(kind) != game.partizan()
            ? (game.partizan() ? ", because its players' moves differ" : ", because its players have the same moves")
        : game.traits().stops ? ", because play may end while moves are left: its positions are not components of sums"
        : game.traits().bounded && traits_of(kind).adds ? ", because play leaves the bound"
        : traits_of(kind).loop_free && may_loop         ? ", because play need not end"
                                                        : "";
    throw Error(ErrorCode::not_applicable, game.spec() + " has no " + std::string(to_string(kind)) + " values" + why +
                                               "; it has " + (has.empty() ? "none" : has));
}

void require_kind(const Game& game, ValueKind kind) {
    const auto kinds = game.facts().kinds;
    if (is_partizan(kind) != game.partizan() || std::ranges::find(kinds, kind) == kinds.end())
        throw_no_such_values(game, kind);
}

void require_values_that_add(const Game& game) {
    if (game.traits().stops)
        throw Error(ErrorCode::not_applicable,
                    std::string{game.family()} + " may end while moves are left: its positions have no value in a sum");
    if (is_cut_off(game))
        throw Error(ErrorCode::not_applicable, "play leaves the bound of this game of " + std::string{game.family()} +
                                                   ", so its values in sums are unknown: use outcome values");
}

void refuse_cut_off(const Game& game) {
    if (is_cut_off(game))
        throw Error(ErrorCode::not_applicable, "this game of " + std::string{game.family()} +
                                                   " has a bound, but partizan outcomes need the whole game");
}

}  // namespace detail

}  // namespace mexbase
