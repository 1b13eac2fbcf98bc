/// \file
/// From the rules of a loop-free partizan game to a table of canonical forms.
#pragma once

#include <utility>
#include <vector>

#include "../../../lib/solve/colouring/canonical_board_sweep.hpp"
#include "../../../lib/solve/graph/order_of_moves.hpp"
#include "../../../lib/solve/sweep/sweep.hpp"
#include "canonical_job.hpp"
#include "make_value_table.hpp"

namespace mexbase {

namespace detail {

/// All values of a game, by index.
template <HasPartizan R>
    requires Ruleset<R>
std::vector<PartizanId> canonical_values_of(const R& rules, const Game& game, CanonicalJob& job,
                                            const JobOptions& options) {
    const CanonicalSweepOptions sweeping = job.sweep_options();
    GameArena& arena = job.arena();
    if constexpr (requires { sweep_canonical_board(rules, arena, sweeping); }) {
        return sweep_canonical_board(rules, arena, sweeping);
    } else if constexpr (OrderedRuleset<R>) {
        return sweep_canonical(rules, arena, sweeping);
    } else {
        check_memory(rules.size() * (sizeof(PartizanId) + sizeof(Index) + sizeof(std::uint32_t)), options);
        const auto order = order_of_either_player(game);
        if (!order) throw_loopy_canonical(game);
        return sweep_canonical(rules, arena, sweeping, *order);
    }
}

}  // namespace detail

/// Makes a table of the canonical forms of a partizan game. Four bytes a position, and what the distinct values take.
/// Throws `Error{not_applicable}` for loopy games and for misere play, `Error{out_of_memory}`.
template <HasPartizan R>
    requires Ruleset<R>
JobReport make_canonical_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    detail::refuse_misere_canonical(options);
    detail::require_values_that_add(game);
    detail::CanonicalJob job(game, options);
    auto values = detail::canonical_values_of(rules, game, job, options);
    return job.write(sink, std::move(values));
}

}  // namespace mexbase
