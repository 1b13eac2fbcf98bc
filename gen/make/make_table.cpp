#include "make_table.hpp"

#include <optional>

#include "../../lib/solve/graph/order_of_moves.hpp"
#include "../../query/kinds/kind.hpp"
#include "../jobs/make/make_tables.hpp"

namespace mexbase {

namespace {

/// One method of solving.
struct Solver {
    bool (*can)(const Game&, ValueKind);
    /// Makes the table. Nothing if the game turns out to be one that it cannot solve.
    std::optional<JobReport> (*make)(const Game&, Sink&, const JobOptions&);
};

bool adds(ValueKind kind) {
    return kind == ValueKind::nimber || kind == ValueKind::obliged;
}

template <JobReport (*make)(const Game&, Sink&, const JobOptions&)>
std::optional<JobReport> always(const Game& game, Sink& sink, const JobOptions& options) {
    return make(game, sink, options);
}

/// In the order in which they are tried.
constexpr Solver solvers[] = {
    // heaps
    {[](const Game& game, ValueKind kind) { return adds(kind) && game.heap_game().has_value(); },
     always<detail::make_heaps_table>},
    // words on a board
    {[](const Game& game, ValueKind kind) { return !is_partizan(kind) && game.word_game().has_value(); },
     always<detail::make_board_table>},
    // one sweep, options first
    {[](const Game&, ValueKind kind) { return kind == ValueKind::canonical; }, always<detail::make_canonical_table>},
    {[](const Game&, ValueKind) { return true; }, detail::make_swept_table},
    {[](const Game& game, ValueKind kind) {
         return kind_of(kind).has_plies && has_order(game) && !game.traits().bounded;
     },
     always<detail::sweep_outcome_table>},
    // retrograde analysis: in stages, within a bound, and by what the memory allows
    {[](const Game&, ValueKind kind) { return kind == ValueKind::nimber; }, always<detail::make_loopy_table>},
    {[](const Game& game, ValueKind kind) { return kind == ValueKind::outcome && is_cut_off(game); },
     always<detail::make_bounded_table>},
    {[](const Game&, ValueKind kind) { return kind_of(kind).has_plies; }, always<detail::solve_outcome_table>},
};

}  // namespace

JobReport make_table(const Game& game, Sink& sink, const JobOptions& options) {
    detail::require_kind(game, options.value);
    for (const Solver& solver : solvers)
        if (solver.can(game, options.value))
            if (auto report = solver.make(game, sink, options)) return *std::move(report);
    detail::throw_no_such_values(game, options.value);
}

}  // namespace mexbase
