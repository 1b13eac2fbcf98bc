/// \file
/// From rules to a table of outcomes with remoteness.
#pragma once

#include <chrono>
#include <limits>

#include "../../lib/error.hpp"
#include "../../lib/solve/solve.hpp"
#include "../memory.hpp"
#include "jobs.hpp"

namespace mexbase {

namespace detail {

/// Turns the solver's events into progress: vertices looked at, then positions decided.
struct SolvingProgress {
    const ProgressSink& sink;
    Index positions;
    Index decided = 0;

    void scan(Index done, Index total) const {
        if (sink) sink("scanning", done, total);
    }
    void finish_ply(std::uint64_t, const PlyCounts& counts) {
        decided += counts.wins + counts.losses;
        if (sink) sink("solving", decided, positions);
    }
};

/// A value's number in a stream; what does not fit into 32 bits has no place in a table.
inline std::uint32_t stream_value(std::uint64_t remoteness) {
    if (remoteness >= dont_care)
        throw Error(ErrorCode::not_applicable, "a remoteness of 2^32 or more has no place in a table");
    return static_cast<std::uint32_t>(remoteness);
}

/// A source that asks `value(i)` for each legal position and cares for no other index.
template <Ruleset R, class F>
StreamSource source_of(const R& rules, StreamKind kind, F value) {
    return {kind, [&rules, value](Index first, std::span<std::uint32_t> out) {
                for (std::size_t k = 0; k < out.size(); ++k) {
                    const Index i = first + k;
                    out[k] = rules.legal(i) ? value(i) : dont_care;
                }
            }};
}

}  // namespace detail

/// Solves `rules` and writes the table to `sink`. Throws `Error`.
template <Ruleset R>
JobReport make_outcome_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    SolveOptions solving;
    solving.play = options.play;
    solving.threads = options.threads;
    solving.memory = options.memory;
    detail::SolvingProgress progress{options.progress, rules.size()};

    TableContents contents;
    contents.info.spec = game.spec();
    contents.info.play = options.play;
    contents.info.rules_version = R::rules_version;
    contents.info.indices = rules.size();
    contents.info.admitted = admitted(rules);
    contents.board = game.board().get();

    const Solution solution = solve(rules, solving, progress);
    const OutcomeCells& cells = solution.cells;
    contents.streams.push_back(detail::source_of(rules, StreamKind::outcome, [&cells](Index i) {
        return static_cast<std::uint32_t>(cells[i].outcome);
    }));
    contents.streams.push_back(detail::source_of(rules, StreamKind::remoteness, [&cells](Index i) {
        const OutcomeValue value = cells[i];
        return has_remoteness(value.outcome) ? detail::stream_value(value.remoteness) : dont_care;
    }));

    EncodeOptions encoding;
    encoding.codec = options.codec;
    encoding.level = options.level.value_or(0);
    encoding.threads = options.threads;
    if (options.progress)
        encoding.progress = [&options](std::uint64_t done, std::uint64_t total) { options.progress("writing", done, total); };

    JobReport report;
    report.encoding = write_table(sink, contents, encoding);
    report.info = report.encoding.info;
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    report.peak_bytes = peak_memory();
    return report;
}

}  // namespace mexbase
