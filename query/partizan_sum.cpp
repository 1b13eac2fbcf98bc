// SPDX-License-Identifier: MIT
// Sums of partizan values.
#include <set>

#include "../lib/value/partizan/list/canonical_values.hpp"
#include "kinds/kind.hpp"
#include "sum_state.hpp"

namespace mexbase {

namespace {

using Ids = std::vector<PartizanId>;

Ids ids_of(const auto& values) {
    Ids ids;
    for (const auto& value : values) ids.push_back(value.game);
    return ids;
}

}  // namespace

PartizanId Sum::State::import(const Table& table, const Value& known) {
    if (kind_of(known.kind).has_forms) {
        const auto [list, number] = known.canonical;
        return list->import(partizan->imports.try_emplace(list, list->arena(), partizan->arena).first->second, number);
    }
    if (known.nimber.infinite || known.nimber.nimber > GameArena::largest_nimber)
        throw Error(ErrorCode::not_applicable, "a sum with partizan values takes nimbers up to *" +
                                                   std::to_string(GameArena::largest_nimber) + ", but a position of " +
                                                   table.info().spec + " has " + to_string(known));
    return partizan->arena.nimber(static_cast<unsigned>(known.nimber.nimber));
}

PartizanId Sum::State::import_written(PartizanId game) {
    return partizan->imports.try_emplace(nullptr, written, partizan->arena).first->second(game);
}

OutcomeClass Sum::State::partizan_outcome() {
    return partizan->search.outcome(ids_of(values));
}

std::optional<SumMove> Sum::State::partizan_move(Player mover) {
    const Ids all = ids_of(values);
    if (!partizan->search.wins(all, mover)) return std::nullopt;
    for (std::size_t c = 0; c < components.size(); ++c) {
        const Ids here = ids_of(of(c, values));
        Ids rest = all;
        const auto first = rest.begin() + static_cast<std::ptrdiff_t>(components[c].first);
        rest.erase(first, first + static_cast<std::ptrdiff_t>(here.size()));
        std::set<Ids> tried;  // values after the moves tried so far in the component
        Ids best;
        std::optional<SumMove> found;
        for_each_move(c, mover, [&](std::size_t k, const std::vector<Index>& option, const auto& made) {
            Ids after = ids_of(made);
            after.insert(after.end(), here.begin(), here.end());
            after.erase(after.begin() + static_cast<std::ptrdiff_t>(made.size() + k));
            std::sort(after.begin(), after.end());
            if (!tried.insert(after).second) return;
            Ids whole = rest;
            whole.insert(whole.end(), after.begin(), after.end());
            if (partizan->search.wins(whole, other(mover)) || (found && !is_better(after, best, mover))) return;
            found = move(c, k, option);
            best = after;
        });
        if (found) return found;
    }
    throw Error(ErrorCode::corrupt, "the tables contradict each other: the sum is won, but none of its moves wins");
}

/// Returns true if a search proves that `mover` prefers the sum of `a` to the sum of `b`. Left prefers the greater sum,
/// Right the lesser. Returns false if the search reaches its limit. The two lists must differ.
bool Sum::State::is_better(const Ids& a, const Ids& b, Player mover) {
    try {
        Ids difference = a;
        for (const PartizanId g : b) difference.push_back(partizan->arena.negative(g));
        return partizan->choice.wins(difference, mover) && !partizan->choice.wins(difference, other(mover));
    } catch (const Error& e) {
        if (e.code() == ErrorCode::interrupted) throw;
        return false;
    }
}

}  // namespace mexbase
