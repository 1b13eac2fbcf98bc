// SPDX-License-Identifier: MIT
#include "bounded.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "../../error.hpp"
#include "../graph/turn_moves.hpp"

namespace mexbase {

namespace detail {

namespace {

/// Finds remotenesses that both passes of `solve_bounded` agree on. The doubled pass stores no remotenesses, so this
/// class receives its results while they are found.
class ExactRemotenessCheck {
  public:
    ExactRemotenessCheck(const OutcomeCells& plain, Index size) : plain_(plain), proven_((size + 31) / 32) {}

    void operator()(std::uint64_t ply, Outcome outcome, std::span<const Index> vertices) {
        for (const Index v : vertices) {
            const Index i = v / 2;
            const bool extreme = outcome == (v % 2 == 0 ? Outcome::win : Outcome::loss);
            if (extreme && plain_[i] == OutcomeValue{outcome, ply}) proven_[i / 32] |= 1U << i % 32;
        }
    }
    bool proven(Index i) const { return (proven_[i / 32] >> (i % 32) & 1U) != 0; }

    std::span<const std::uint32_t> words() const { return proven_; }
    void restore(std::vector<std::uint32_t> words) {
        if (words.size() != proven_.size()) throw_foreign_checkpoint();
        proven_ = std::move(words);
    }

  private:
    const OutcomeCells& plain_;
    std::vector<std::uint32_t> proven_;
};

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
    if (!moves.traits().has_predecessors) {
        // Without predecessors, repeats passes over all positions. Each pass goes back by at least one move.
        Options options;
        constexpr std::size_t options_per_call = 4096;
        while (!waiting.empty()) {
            waiting.clear();
            for (Index first = 0; first < moves.size();) {
                options.clear();
                first = moves.options(first, moves.size(), Player::left, options_per_call, options);
                for (OptionRows row(options); row.next();)
                    if (std::ranges::any_of(row.targets(),
                                            [&found](Index to) { return found[static_cast<std::size_t>(to)]; }))
                        find(row.position());
            }
        }
        return found;
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

}  // namespace

}  // namespace detail

BoundedSolution solve_bounded(const Moves& moves, const SolveOptions& options, AnalysisListener& listener,
                              Checkpointer* plain_checkpointer, Checkpointer* doubled_checkpointer) {
    Solution plain = solve(moves, options, listener, plain_checkpointer);
    if (plain.summary.ties != 0)
        throw Error(ErrorCode::not_applicable,
                    "the result of a terminal position is a tie: a bounded game cannot have ties, because they cannot "
                    "be compared "
                    "with the unknown values past the bound");
    BoundedSolution solution;
    solution.cells = std::move(plain.cells);
    solution.summary = plain.summary;
    solution.strategy = plain.strategy;
    detail::ExactRemotenessCheck exact(solution.cells, moves.size());
    const detail::TurnMoves doubled(moves);
    if (plain.strategy == Strategy::forward) {
        // Solves the doubled graph forward too: transposing it takes more memory than transposing the plain graph.
        const OutcomeCells cells =
            solve_in_cells(doubled, Strategy::forward, options, listener, doubled_checkpointer).cells;
        solution.extremes = TwoBitStates(doubled.size());
        for (Index v = 0; v < doubled.size(); ++v) {
            const OutcomeValue value = cells[v];
            if (!has_remoteness(value.outcome)) continue;
            solution.extremes.decide(v, value.outcome == Outcome::win ? TwoBitStates::win : TwoBitStates::loss);
            exact(value.remoteness, value.outcome, std::span<const Index>(&v, 1));
        }
    } else {
        detail::RunContext context(Strategy::two_bit, doubled_checkpointer);
        if (context.resumed) {
            if (context.words.empty()) detail::throw_foreign_checkpoint();
            exact.restore(std::move(context.words.back()));
            context.words.pop_back();
        }
        context.add = [&exact](SolverState&, StateView& kept) { kept.words.push_back(exact.words()); };
        solution.extremes = solve_spooled(doubled, options, std::ref(exact), listener, std::move(context)).states;
    }
    if (moves.traits().ties_beyond) solution.may_tie = detail::find_ties(moves, solution.cells);
    constexpr std::size_t marks_per_call = 4096;
    std::array<std::uint8_t, marks_per_call> marks{};
    for (Index first = 0; first < moves.size(); first += marks_per_call) {
        const std::size_t count = std::min<Index>(marks_per_call, moves.size() - first);
        moves.mark_positions(first, std::span(marks).first(count));
        for (std::size_t k = 0; k < count; ++k) {
            if (marks[k] == 0) continue;
            const Index i = first + k;
            const OutcomeValue value = solution[i];
            if (value.outcome == Outcome::draw) ++solution.draws;
            if (value.outcome == Outcome::unknown) ++solution.unknown;
            if (has_remoteness(value.outcome) && solution.first_inexact == no_index && !exact.proven(i))
                solution.first_inexact = i;
        }
    }
    return solution;
}

}  // namespace mexbase
