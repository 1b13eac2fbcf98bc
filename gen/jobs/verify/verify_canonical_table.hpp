/// \file
/// Verification of a table of canonical forms: every stored value is derived again from those of its options, by the
/// definitions of equality, canonical form and atomic weight. Nothing of the solver takes part, only the rules and the
/// reader.
#pragma once

#include "../../../lib/error.hpp"
#include "../../../lib/solve/graph/topological_order.hpp"
#include "../parallel_for_ranges.hpp"
#include "../table_job.hpp"
#include "../values_that_add.hpp"
#include "canonical_verification.hpp"

namespace mexbase {

/// Checks every stored value of a table of canonical forms against the rules, the forms and atomic weights in its list,
/// and all that its header says of them. Returns the number of positions checked. Throws `Error{verification_failed}`
/// at the first that is wrong, and what reading the table throws.
template <HasPartizan R>
    requires Ruleset<R>
std::uint64_t verify_canonical_table(const R& rules, const Game& game, const Table& table, const JobOptions& options) {
    detail::check_table(table, game);
    detail::require_values_that_add(rules);
    if constexpr (!OrderedRuleset<R>) {
        if (!order_of_either_player(rules))
            throw Error(ErrorCode::verification_failed, "the game is loopy, and has no canonical forms");
    }
    detail::CanonicalVerification verification(game, table, options);
    parallel_for_ranges(
        rules.size(), options.threads, options.progress, "verifying", [&](unsigned thread, Index first, Index last) {
            for_each_position(rules, first, last, [&](Index i, const typename R::Position& p) {
                if (!verification.passes(thread)) return;
                for (const Player player : {Player::left, Player::right})
                    rules.for_each_option(i, p, player, [&](Index to) { verification.add(thread, player, to); });
                verification.check(thread, i);
            });
            return verification.passes(thread);
        });
    return verification.finish();
}

}  // namespace mexbase
