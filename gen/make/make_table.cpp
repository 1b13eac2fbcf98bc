// SPDX-License-Identifier: MIT
#include "make_table.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>

#include "../../lib/rules/take_and_break.hpp"
#include "../../lib/rules/word_game.hpp"
#include "../../lib/solve/graph/order_of_moves.hpp"
#include "../jobs/make/make_tables.hpp"

namespace mexbase {

namespace {

using KindSet = std::uint32_t;
constexpr KindSet set_of(std::same_as<ValueKind> auto... kinds) {
    return (KindSet{0} | ... | (KindSet{1} << static_cast<unsigned>(kinds)));
}
constexpr KindSet all_kinds = ~KindSet{0};

bool can_all(const Game&) {
    return true;
}

bool counts_to_end(const Game& game) {
    return game.traits().distance == Distance::end;
}

/// Throws the error with the reason if the game cannot have a table of this kind.
void require_table(const Game& game, ValueKind kind) {
    detail::require_kind(game, kind);
    if (kind != ValueKind::outcome && !counts_to_end(game))
        throw Error(ErrorCode::not_applicable, "only outcome values have a distance to an exit");
}

void check_nothing(const Game&, const JobOptions&) {}

/// A method of solving, and the games for which it is used.
struct Solver {
    KindSet kinds;
    bool (*can)(const Game&);
    /// Throws the error with which `make` would refuse the job.
    void (*check)(const Game&, const JobOptions&);
    /// Makes the table. Returns `std::nullopt` if this method cannot solve the game.
    std::optional<JobReport> (*make)(const Game&, Sink&, const JobOptions&);
};

template <JobReport (*make)(const Game&, Sink&, const JobOptions&)>
std::optional<JobReport> always(const Game& game, Sink& sink, const JobOptions& options) {
    return make(game, sink, options);
}

/// Returns all methods of solving. The first that can solve a game is used.
std::span<const Solver> all_solvers() {
    using enum ValueKind;
    static constexpr Solver solvers[] = {
        // For heap games.
        {set_of(nimber, obliged), [](const Game& game) { return game.heap_game().has_value(); },
         detail::check_values_that_add, always<detail::make_heaps_table>},
        // For colouring games.
        {set_of(outcome, nimber, obliged), [](const Game& game) { return game.word_game().has_value(); },
         detail::check_board_table, always<detail::make_board_table>},
        // For loop-free games: one sweep, which computes a position after its options.
        {set_of(canonical), can_all, detail::check_values_that_add, always<detail::make_canonical_table>},
        {all_kinds, counts_to_end, detail::check_swept_table, detail::make_swept_table},
        {set_of(outcome, partizan_outcome),
         [](const Game& game) { return has_order(game) && !game.traits().bounded && counts_to_end(game); },
         detail::check_swept_outcome_table, always<detail::sweep_outcome_table>},
        // For loopy games: retrograde analysis.
        {set_of(nimber), can_all, check_nothing, always<detail::make_loopy_table>},
        {set_of(outcome), [](const Game& game) { return is_cut_off(game); }, check_nothing,
         always<detail::make_bounded_table>},
        {set_of(outcome, partizan_outcome), can_all, detail::check_outcome_table, always<detail::solve_outcome_table>},
    };
    return solvers;
}

}  // namespace

JobReport make_table(const Game& game, Sink& sink, const JobOptions& options) {
    require_table(game, options.value);
    const auto begun = JobClock::now();
    for (const Solver& solver : all_solvers()) {
        if ((solver.kinds & set_of(options.value)) == 0 || !solver.can(game)) continue;
        auto report = solver.make(game, sink, options);
        if (!report) continue;
        report->set_times(begun, begun);
        return *std::move(report);
    }
    detail::throw_no_such_values(game, options.value);
}

void check_job(const Game& game, const JobOptions& options) {
    require_table(game, options.value);
    for (const Solver& solver : all_solvers()) {
        if ((solver.kinds & set_of(options.value)) == 0 || !solver.can(game)) continue;
        solver.check(game, options);
        if (solver.make != detail::make_swept_table) return;  // `make_swept_table` may leave the job to the next solver
    }
}

}  // namespace mexbase
