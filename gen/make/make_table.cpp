// SPDX-License-Identifier: MIT
#include "make_table.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>

#include "../../lib/rules/take_and_break.hpp"
#include "../../lib/rules/word_game.hpp"
#include "../../lib/solve/graph/order_of_moves.hpp"
#include "../jobs/make/make_tables.hpp"
#include "../jobs/make/marked_moves.hpp"
#include "../jobs/table_job.hpp"

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
    /// Throws the error with which `make` would refuse the job, except for its memory.
    void (*check)(const Game&, const JobOptions&);
    JobMemory (*memory)(const Game&, const JobOptions&);
    /// Makes the table from the moves of the game. Returns `std::nullopt` if this method cannot solve the game.
    std::optional<JobReport> (*make)(const Game&, const Moves&, Sink&, const JobOptions&);
};

template <JobReport (*make)(const Game&, const Moves&, Sink&, const JobOptions&)>
std::optional<JobReport> always(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options) {
    return make(game, moves, sink, options);
}
/// Overload for methods that do not read moves through `Moves`.
template <JobReport (*make)(const Game&, Sink&, const JobOptions&)>
std::optional<JobReport> always(const Game& game, const Moves&, Sink& sink, const JobOptions& options) {
    return make(game, sink, options);
}

/// Returns all methods of solving. The first that can solve a game is used.
std::span<const Solver> all_solvers() {
    using enum ValueKind;
    static constexpr Solver solvers[] = {
        // For heap games.
        {set_of(nimber, obliged), [](const Game& game) { return game.heap_game().has_value(); },
         detail::check_values_that_add, detail::heaps_memory, always<detail::make_heaps_table>},
        // For colouring games.
        {set_of(outcome, nimber, obliged), [](const Game& game) { return game.word_game().has_value(); },
         detail::check_board_table, detail::board_memory, always<detail::make_board_table>},
        // For loop-free games: one sweep, which computes a position after its options.
        {set_of(canonical), can_all, detail::check_values_that_add, detail::canonical_memory,
         always<detail::make_canonical_table>},
        {set_of(nimber, obliged), counts_to_end, detail::check_values_that_add, detail::swept_memory,
         detail::make_swept_table},
        {set_of(outcome, partizan_outcome),
         [](const Game& game) { return has_order(game) && !game.traits().bounded && counts_to_end(game); },
         check_nothing, detail::swept_outcome_memory, always<detail::sweep_outcome_table>},
        // For loopy games: retrograde analysis.
        {set_of(nimber), can_all, check_nothing, detail::loopy_memory, always<detail::make_loopy_table>},
        {set_of(outcome), [](const Game& game) { return is_cut_off(game); }, check_nothing, detail::bounded_memory,
         always<detail::make_bounded_table>},
        {set_of(outcome, partizan_outcome), can_all, check_nothing, detail::outcome_memory,
         always<detail::solve_outcome_table>},
    };
    return solvers;
}

}  // namespace

JobReport make_table(const Game& game, Sink& sink, const JobOptions& wanted) {
    const auto begun = JobClock::now();
    JobOptions options = wanted;
    // The stack and the heap of a thread, and its buffers for packing.
    constexpr std::uint64_t memory_of_thread = std::uint64_t{4} << 20;
    if (options.memory != 0)
        options.threads = static_cast<unsigned>(
            std::clamp<std::uint64_t>(options.memory / memory_of_thread, 1, std::max(options.threads, 1U)));
    const JobMemory memory = check_job(game, options);
    if (!memory.may_end_early) detail::check_memory(memory.least, options);
    // Several processes have a part of the values each, in which they mark the holes.
    std::optional<detail::MarkedMoves> marked;
    if (!is_shared(game, options) && (options.memory == 0 || memory.fastest <= options.memory) &&
        detail::has_holes(game)) {
        marked.emplace(game, options);
        if (options.memory != 0) options.memory -= detail::MarkedMoves::bytes(game.size());
    }
    const Moves& moves = marked ? static_cast<const Moves&>(*marked) : game;
    for (const Solver& solver : all_solvers()) {
        if ((solver.kinds & set_of(options.value)) == 0 || !solver.can(game)) continue;
        auto report = solver.make(game, moves, sink, options);
        if (!report) continue;
        report->set_times(begun, begun);
        return *std::move(report);
    }
    detail::throw_no_such_values(game, options.value);
}

JobMemory check_job(const Game& game, const JobOptions& options) {
    require_table(game, options.value);
    JobMemory memory;
    for (const Solver& solver : all_solvers()) {
        if ((solver.kinds & set_of(options.value)) == 0 || !solver.can(game)) continue;
        solver.check(game, options);
        // `make_swept_table` leaves the nimbers of a loopy game to the next solver. Rules that have predecessors are
        // those of games that may be loopy.
        const JobMemory needed = solver.memory(game, options);
        const bool is_last = solver.make != detail::make_swept_table || has_order(game);
        if (!is_last && game.traits().has_predecessors && options.value == ValueKind::nimber) continue;
        memory = {std::max(memory.fastest, needed.fastest), needed.least, needed.scratch, needed.may_end_early};
        if (is_last || options.value != ValueKind::nimber) break;
    }
    if (detail::has_holes(game)) memory.fastest += detail::MarkedMoves::bytes(game.size());
    return memory;
}

}  // namespace mexbase
