
#include "../../../lib/error.hpp"
#include "../../../lib/solve/graph/order_of_moves.hpp"
#include "../parallel_for_ranges.hpp"
#include "../table_job.hpp"
#include "../values_that_add.hpp"
#include "canonical_verification.hpp"
#include "verify_positions.hpp"
#include "verify_tables.hpp"

namespace mexbase {

std::uint64_t verify_canonical_table(const Game& game, const Table& table, const JobOptions& options) {
    detail::check_table(table, game);
    detail::require_values_that_add(game);
    if (!has_order(game) && !order_of_either_player(game))
        throw Error(ErrorCode::verification_failed, "the game is loopy, and has no canonical forms");
    detail::CanonicalVerification verification(game, table, options);
    parallel_for_ranges(
        game.size(), options.threads, options.progress, "verifying", [&](unsigned thread, Index first, Index last) {
            Options left, right;
            while (first < last && verification.passes(thread)) {
                left.clear();
                right.clear();
                const Index to = game.options(first, last, Player::left, detail::options_per_call, left);
                while (first < to) first = game.options(first, to, Player::right, Moves::no_limit, right);
                OptionRows of_left(left), of_right(right);
                while (of_left.next() && of_right.next() && verification.passes(thread)) {
                    for (const Index option : of_left.targets()) verification.add(thread, Player::left, option);
                    for (const Index option : of_right.targets()) verification.add(thread, Player::right, option);
                    verification.check(thread, of_left.position());
                }
            }
            return verification.passes(thread);
        });
    return verification.finish();
}

}  // namespace mexbase
