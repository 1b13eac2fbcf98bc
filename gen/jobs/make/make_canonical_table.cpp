#include "make_canonical_table.hpp"

#include <utility>
#include <vector>

#include "../../../lib/solve/colouring/canonical_board_sweep.hpp"
#include "../../../lib/solve/graph/order_of_moves.hpp"
#include "../values_that_add.hpp"
#include "canonical_job.hpp"

namespace mexbase {

namespace detail {

namespace {

/// All values of a game, by index.
std::vector<PartizanId> canonical_values_of(const Game& game, CanonicalJob& job, const JobOptions& options) {
    const CanonicalSweepOptions sweeping = job.sweep_options();
    if (const auto words = game.word_game(); words && has_canonical_board_sweep(*words))
        return sweep_canonical_board(*words, job.arena(), sweeping);
    if (has_order(game)) return sweep_canonical(game, job.arena(), sweeping);
    check_memory(game.size() * (sizeof(PartizanId) + sizeof(Index) + sizeof(std::uint32_t)), options);
    const auto order = order_of_either_player(game);
    if (!order) throw_loopy_canonical(game);
    return sweep_canonical(game, job.arena(), sweeping, *order);
}

}  // namespace

}  // namespace detail

JobReport make_canonical_table(const Game& game, Sink& sink, const JobOptions& options) {
    detail::refuse_misere_canonical(options);
    detail::require_values_that_add(game);
    detail::CanonicalJob job(game, options);
    auto values = detail::canonical_values_of(game, job, options);
    return job.write(sink, std::move(values));
}

}  // namespace mexbase
