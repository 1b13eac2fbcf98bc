/// \file
/// From rules to a table of outcomes with remoteness.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "../../lib/error.hpp"
#include "../../lib/solve/bounded.hpp"
#include "../../lib/solve/outcome_sweep.hpp"
#include "../../lib/solve/solve.hpp"
#include "../spool/outcome_spool.hpp"
#include "jobs.hpp"
#include "make_value_table.hpp"
#include "proven_bits.hpp"
#include "table_job.hpp"

namespace mexbase {

namespace detail {

/// Turns the solver's events into progress: positions looked at, then positions decided. How many will be is not known.
struct SolvingProgress {
    const ProgressSink& sink;
    Index decided = 0;

    void scan(Index done, Index total) const {
        if (sink) sink("scanning", done, total);
    }
    void finish_ply(std::uint64_t, const PlyCounts& counts) {
        decided += counts.wins + counts.losses;
        if (sink) sink("deciding", decided, 0);
    }
};

/// Solved values, a stretch at a time: from cells, from a cut-off game's solution, or from a spool.
template <class Solved>
void read_values(const Solved& solved, Index first, std::span<OutcomeValue> out) {
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = solved[first + k];
}
inline void read_values(const OutcomeSpool& spool, Index first, std::span<OutcomeValue> out) {
    spool.read(first, out);
}

/// A source of `number(i, value)` for each position i; nobody cares for indices that are none.
template <Ruleset R, class Solved, class F>
StreamSource source_of(const R& rules, const Solved& solved, StreamKind kind, F number) {
    return {kind, [&rules, &solved, number](Index first, std::span<std::uint32_t> out) {
                std::array<OutcomeValue, 512> values;
                while (!out.empty()) {
                    const auto stretch = std::span(values).first(std::min(values.size(), out.size()));
                    read_values(solved, first, stretch);
                    for (std::size_t k = 0; k < stretch.size(); ++k)
                        out[k] = rules.legal(first + k) ? number(first + k, stretch[k]) : dont_care;
                    first += stretch.size();
                    out = out.subspan(stretch.size());
                }
            }};
}

template <Ruleset R, class Solved>
void add_outcome_streams(TableContents& contents, const R& rules, const Solved& solved) {
    contents.streams.push_back(source_of(rules, solved, StreamKind::outcome, [](Index, const OutcomeValue& value) {
        return static_cast<std::uint32_t>(value.outcome);
    }));
    contents.streams.push_back(source_of(rules, solved, StreamKind::remoteness, [](Index, const OutcomeValue& value) {
        return has_remoteness(value.outcome) ? stream_value(value.remoteness) : dont_care;
    }));
}

/// What is proven of the positions whose value is unknown; of the others it follows from the value.
template <HasBound R>
void add_proven_streams(TableContents& contents, const R& rules, const BoundedSolution& solved) {
    const auto unknown = [](const OutcomeValue& value) { return value.outcome == Outcome::unknown; };
    contents.streams.push_back(
        source_of(rules, solved, StreamKind::cannot_win, [&solved, unknown](Index i, const OutcomeValue& value) {
            return unknown(value) ? std::uint32_t{solved.cannot_win(i)} : dont_care;
        }));
    contents.streams.push_back(
        source_of(rules, solved, StreamKind::cannot_lose, [&solved, unknown](Index i, const OutcomeValue& value) {
            return unknown(value) ? std::uint32_t{solved.cannot_lose(i)} : dont_care;
        }));
}

}  // namespace detail

/// Solves `rules` and writes the table to `sink`: by one sweep where the rules order the positions, else by
/// retrograde analysis. Throws `Error`.
template <Ruleset R>
JobReport make_outcome_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    TableContents contents = detail::contents_for(game, options);
    JobReport report;
    const auto write = [&](const auto& solved) {
        detail::add_outcome_streams(contents, rules, solved);
        report.encoding = detail::write_job(sink, contents, options);
        detail::finish_report(report, start);
        return report;
    };
    if constexpr (HasOutcomeSweep<R>) {
        detail::check_memory(rules.size() * sizeof(std::uint16_t), options);
        return write(sweep_outcomes(rules, options.play, detail::sweep_options<R>(options)));
    } else {
        SolveOptions solving;
        solving.play = options.play;
        solving.threads = options.threads;
        solving.memory = options.memory;
        solving.strategy = options.strategy;
        detail::SolvingProgress progress{options.progress};
        if constexpr (HasBound<R>) {
            if (is_cut_off(rules)) {
                const BoundedSolution solved = solve_bounded(rules, solving, progress);
                contents.info.remoteness_exact = solved.first_inexact >= contents.info.admitted;
                if (solved.unknown != 0) detail::add_proven_streams(contents, rules, solved);
                return write(solved);
            }
        }
        if (strategy_for(rules, solving) != Strategy::two_bit) return write(solve(rules, solving, progress).cells);
        OutcomeSpool spool(rules.size(), options.scratch);
        const auto keep = [&spool](std::uint64_t ply, Outcome outcome, std::span<const Index> positions) {
            spool.add(ply, outcome, positions);
        };
        solve_spooled(rules, solving, keep, progress);
        spool.finish();
        return write(spool);
    }
}

}  // namespace mexbase
