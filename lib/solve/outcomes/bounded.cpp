// SPDX-License-Identifier: MIT
#include "bounded.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "../../error.hpp"
#include "../graph/turn_moves.hpp"

namespace mexbase {

namespace detail {

namespace {

/// Finds the positions from which play can leave the bound through positions that are neither won nor lost.
std::vector<bool> find_ties(const Moves& moves, const OutcomeCells& cells) {
    std::vector<bool> found(static_cast<std::size_t>(moves.size()));
    std::vector<Index> waiting;
    // Position i is not terminal: it can leave the bound or has an option. So a draw here is an undecided position.
    const auto find = [&](Index i) {
        if (OutcomeValue(cells[i]).outcome != Outcome::draw || found[static_cast<std::size_t>(i)]) return;
        found[static_cast<std::size_t>(i)] = true;
        waiting.push_back(i);
    };
    std::vector<Leaving> leaving;
    constexpr Index positions_per_call = 4096;
    for (Index first = 0; first < moves.size(); first += positions_per_call) {
        leaving.clear();
        moves.leaving(first, std::min(moves.size(), first + positions_per_call), leaving);
        for (const Leaving& each : leaving) find(each.position);
    }
    Flat back;
    std::vector<Index> part;
    while (!waiting.empty()) {
        part.assign(waiting.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(waiting.size(), 256)),
                    waiting.end());
        waiting.resize(waiting.size() - part.size());
        back.clear();
        moves.predecessors(part, Player::left, back);
        for (const Index from : back.span()) find(from);
    }
    return found;
}

/// Adds the results of the doubled pass to those of the plain pass.
void add_extremes(BoundedSolution& solution, const Moves& moves, const OutcomeCells& extremes,
                  const std::vector<bool>& may_tie) {
    constexpr std::size_t marks_per_call = 4096;
    constexpr Index kept_pages = Index{1} << 20;  // positions
    std::array<std::uint8_t, marks_per_call> marks{};
    const auto add = [&]<class T>(T* cells) {
        for (Index first = 0; first < moves.size(); first += marks_per_call) {
            const std::size_t count = std::min<Index>(marks_per_call, moves.size() - first);
            moves.mark_positions(first, std::span(marks).first(count));
            for (std::size_t k = 0; k < count; ++k) {
                if (marks[k] == 0) continue;
                const Index i = first + k;
                const OutcomeValue value = CellCode<T>::value(cells[i]), best = extremes[2 * i],
                                   worst = extremes[2 * i + 1];
                if (value.outcome != Outcome::draw) {
                    const bool exact = value == (value.outcome == Outcome::win ? best : worst);
                    if (!exact) solution.first_inexact = std::min(solution.first_inexact, i);
                    continue;
                }
                unsigned may = (best.outcome == Outcome::win ? BoundedSolution::may_win : 0) |
                               (worst.outcome == Outcome::loss ? BoundedSolution::may_lose : 0);
                if (may == 0 && !may_tie.empty() && may_tie[static_cast<std::size_t>(i)])
                    may = BoundedSolution::may_win;
                if (cells[i] != may) cells[i] = static_cast<T>(may);  // does not touch memory that was never written
                ++(may == 0 ? solution.draws : solution.unknown);
            }
            if ((first + count) % kept_pages != 0) continue;
            solution.cells.let_go();
            extremes.let_go();
        }
    };
    solution.cells.visit(add);
}

}  // namespace

}  // namespace detail

SolvingShapes bounded_shapes_of(const Moves& moves, unsigned threads, std::uint64_t packing) {
    SolvingShapes shapes{.in_memory = detail::shape_of(moves, {0, moves.size(), false}, threads)};
    shapes.in_memory.positions *= 2;
    shapes.in_ranges = shapes.in_memory;
    shapes.in_memory.below = moves.size();  // the cells of the plain pass
    shapes.set_packing(moves.size(), packing);
    return shapes;
}

BoundedSolution solve_bounded(const Moves& moves, SolveOptions options, AnalysisListener& listener,
                              Checkpointer* plain_checkpointer, Checkpointer* doubled_checkpointer) {
    if (options.strategy == Strategy::forward)
        throw Error(ErrorCode::not_applicable,
                    "cannot solve a bounded game with strategy forward: expected child-counters or automatic");
    options.strategy = Strategy::child_counters;
    strategy_for(bounded_shapes_of(moves, options.threads, options.packing), options);
    const detail::WithPredecessors back(moves, {0, moves.size(), false}, listener);
    const auto solve = [&](const Moves& graph, Checkpointer* checkpointer) {
        return solve_in_cells(graph, Strategy::child_counters, options, listener, checkpointer);
    };
    Solution plain = solve(back.moves(), plain_checkpointer);
    if (plain.summary.ties != 0)
        throw Error(ErrorCode::not_applicable,
                    "the result of a terminal position is a tie: a bounded game cannot have ties, because they cannot "
                    "be compared "
                    "with the unknown values past the bound");
    const Solution doubled = solve(detail::TurnMoves(back.moves()), doubled_checkpointer);
    BoundedSolution solution;
    solution.cells = std::move(plain.cells);
    solution.summary = plain.summary;
    const std::vector<bool> may_tie =
        moves.traits().ties_beyond ? detail::find_ties(back.moves(), solution.cells) : std::vector<bool>();
    detail::add_extremes(solution, moves, doubled.cells, may_tie);
    return solution;
}

}  // namespace mexbase
