/// \file
/// From rules to a table of partizan outcomes: who wins when Left begins and when Right does, with remoteness.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "../../lib/solve/partizan_outcomes.hpp"
#include "../../lib/solve/solve.hpp"
#include "../../lib/solve/with_turn.hpp"
#include "../spool/outcome_spool.hpp"
#include "jobs.hpp"
#include "make_outcome_table.hpp"
#include "proven_bits.hpp"
#include "table_job.hpp"

namespace mexbase {

namespace detail {

/// Throws `Error{not_applicable}` for a game that is known up to a bound only: values that hold whatever lies there are
/// stored for impartial games.
[[noreturn]] void throw_cut_off_partizan(const Game& game);

template <Ruleset R>
void refuse_cut_off(const R& rules, const Game& game) {
    if (is_cut_off(rules)) throw_cut_off_partizan(game);
}

/// The values of `player` as starter, a stretch at a time, of a solved `WithTurn` or of a sweep.
template <class Solved>
void read_starter(const Solved& solved, Player player, Index first, std::span<OutcomeValue> out) {
    std::array<OutcomeValue, 512> both;
    while (!out.empty()) {
        const std::size_t n = std::min(both.size() / 2, out.size());
        read_values(solved, 2 * first, std::span(both).first(2 * n));
        for (std::size_t k = 0; k < n; ++k) out[k] = both[2 * k + static_cast<std::size_t>(player)];
        first += n;
        out = out.subspan(n);
    }
}
inline void read_starter(const PartizanCells& solved, Player player, Index first, std::span<OutcomeValue> out) {
    for (std::size_t k = 0; k < out.size(); ++k) {
        const PartizanOutcome value = solved[first + k];
        out[k] = player == Player::left ? value.left : value.right;
    }
}

/// One starter's values, to be read by index.
template <class Solved>
struct StarterValues {
    const Solved& solved;
    Player player;
};
template <class Solved>
void read_values(const StarterValues<Solved>& values, Index first, std::span<OutcomeValue> out) {
    read_starter(values.solved, values.player, first, out);
}

template <Ruleset R, class Solved>
EncodeReport write_partizan_outcomes(Sink& sink, TableContents& contents, const R& rules, const Solved& solved,
                                     const JobOptions& options) {
    const StarterValues<Solved> left{solved, Player::left};
    const StarterValues<Solved> right{solved, Player::right};
    const auto outcome = [](Index, const OutcomeValue& value) { return static_cast<std::uint32_t>(value.outcome); };
    const auto remoteness = [](Index, const OutcomeValue& value) {
        return has_remoteness(value.outcome) ? stream_value(value.remoteness) : dont_care;
    };
    contents.streams.push_back(source_of(rules, left, StreamKind::left_outcome, outcome));
    contents.streams.push_back(source_of(rules, left, StreamKind::left_remoteness, remoteness));
    contents.streams.push_back(source_of(rules, right, StreamKind::right_outcome, outcome));
    contents.streams.push_back(source_of(rules, right, StreamKind::right_remoteness, remoteness));
    return write_job(sink, contents, options);
}

}  // namespace detail

/// Solves `rules` for either starter, in the play that the options name, and writes the table to `sink`. Loop-free
/// games whose options come first are swept, in four bytes a position whatever strategy the options name; all others
/// are solved as outcomes over (position, whose turn). Throws `Error`; `not_applicable` for a game that is cut off at a
/// bound, and where play stops with a tie.
template <Ruleset R>
JobReport make_partizan_outcome_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    const auto start = detail::JobClock::now();
    detail::refuse_cut_off(rules, game);
    TableContents contents = detail::contents_for(game, options);
    JobReport report;
    const auto write = [&](const auto& solved) {
        report.encoding = detail::write_partizan_outcomes(sink, contents, rules, solved, options);
        detail::finish_report(report, start);
        return report;
    };
    if constexpr (HasNaturalOrder<R>) {
        detail::check_memory(rules.size() * sizeof(detail::SweptPair<std::uint16_t>), options);
        return write(sweep_partizan_outcomes(rules, options.play, detail::sweep_options<R>(options)));
    } else {
        const WithTurn<R> turns(rules);
        SolveOptions solving;
        solving.play = options.play;
        solving.threads = options.threads;
        solving.memory = options.memory;
        solving.strategy = options.strategy;
        detail::SolvingProgress progress{options.progress};
        if (strategy_for(turns, solving) != Strategy::two_bit) return write(solve(turns, solving, progress).cells);
        OutcomeSpool spool(turns.size(), options.scratch);
        const auto keep = [&spool](std::uint64_t ply, Outcome outcome, std::span<const Index> positions) {
            spool.add(ply, outcome, positions);
        };
        solve_spooled(turns, solving, keep, progress);
        spool.finish();
        return write(spool);
    }
}

}  // namespace mexbase
