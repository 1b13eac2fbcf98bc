/// \file
/// From rules to a table of values that add: nimbers, finite and loopy, and obliged pairs.
#pragma once

#include <optional>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/rules/adaptors/race.hpp"
#include "../../../lib/solve/graph/order_of_moves.hpp"
#include "../../../lib/solve/loopy/loopy_nimbers.hpp"
#include "../../../lib/solve/sweep/sweep.hpp"
#include "../../../query/format/format.hpp"
#include "../../order/digit_search.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"
#include "../take_and_break_jobs.hpp"
#include "../values_that_add.hpp"
#include "solving_keeper.hpp"

namespace mexbase {

namespace detail {

/// A source of `number(i)` for each position; nobody cares for indices that are none.
template <AnyRuleset R, class F>
StreamSource values_of(const R& rules, StreamKind kind, F number) {
    return {kind, [&rules, number](Index first, std::span<std::uint32_t> out) {
                for (std::size_t k = 0; k < out.size(); ++k)
                    out[k] = rules.legal(first + k) ? number(first + k) : dont_care;
            }};
}

/// Makes the table store the digits of its indices in the orders that pack best, where the rules say what they are.
template <AnyRuleset R>
void order_digits(const R& rules, TableContents& contents, const JobOptions& options) {
    if constexpr (HasDigits<R>) {
        const auto fill = contents.streams.front().fill;
        const auto at = [&fill](std::span<const Index> indices, std::span<std::uint32_t> values) {
            for (std::size_t k = 0; k < indices.size(); ++k) fill(indices[k], values.subspan(k, 1));
        };
        store_in_orders(contents, choose_orders(rules.digit_ranges(), at, rules.size(), options.threads));
    }
}

/// All indices, options first; nothing where the game is loopy.
inline std::optional<std::vector<Index>> order_of(const Game& game, const JobOptions& options) {
    check_memory(game.size() * (sizeof(Index) + sizeof(std::uint32_t)), options);
    return topological_order(game);
}

template <AnyRuleset R>
SweepOptions sweep_options(const JobOptions& options) {
    SweepOptions sweeping;
    sweeping.threads = options.threads;
    sweeping.memory = options.memory;
    if (options.progress)
        sweeping.progress = [&options](Index done, Index total) { options.progress("sweeping", done, total); };
    return sweeping;
}

/// Turns the events of the staged algorithm into progress.
class StagesProgress final : public AnalysisListener {
  public:
    explicit StagesProgress(const ProgressSink& sink) : sink_(sink) {}
    void scan(Index done, Index total) override {
        if (sink_) sink_("scanning", done, total);
    }
    void finish_stage(std::uint32_t, const StageCounts& counts) override {
        labelled_ += counts.finite + counts.infinite;
        if (sink_) sink_("labelling", labelled_, labelled_ + counts.left);
    }

  private:
    const ProgressSink& sink_;
    Index labelled_ = 0;
};

/// The streams of loopy nimbers; `first` stands for 0 in the stream of nimbers.
struct LoopyStreams {
    StreamKind nimber, counter, k_set;
    std::uint32_t first;
};
inline constexpr LoopyStreams plain_streams{StreamKind::nimber, StreamKind::counter, StreamKind::k_set, 1};
inline constexpr LoopyStreams race_streams{StreamKind::race_nimber, StreamKind::race_counter, StreamKind::race_k_set,
                                           format::first_race_nimber};

/// Adds the streams of `nimbers`, and its sets after those in `sets`. Borrows everything.
template <Ruleset R>
void add_loopy_streams(TableContents& contents, const R& rules, const LoopyNimbers& nimbers, NimberSets& sets,
                       const LoopyStreams& kinds) {
    const auto before = static_cast<std::uint32_t>(sets.size());
    for (std::uint32_t id = 0; id < nimbers.set_count(); ++id) sets.add(nimbers.set(id));
    contents.streams.push_back(values_of(rules, kinds.nimber, [&nimbers, first = kinds.first](Index i) {
        return nimbers.infinite(i) ? 0 : stream_value(nimbers.nimber(i) + std::uint64_t{first});
    }));
    contents.streams.push_back(values_of(rules, kinds.counter, [&nimbers](Index i) {
        return nimbers.infinite(i) ? dont_care : stream_value(nimbers.counter(i));
    }));
    if (nimbers.set_count() == 0) return;
    contents.sets = &sets;
    contents.streams.push_back(values_of(rules, kinds.k_set, [&nimbers, before](Index i) {
        return nimbers.infinite(i) ? before + nimbers.set_id(i) : dont_care;
    }));
}

inline LoopyNimbers solve_loopy(const Moves& moves, const JobOptions& options, Keeper& keeper) {
    StagesProgress progress(options.progress);
    SolveOptions solving;
    solving.threads = options.threads;
    solving.memory = options.memory;
    return loopy_nimbers(moves, solving, progress, &keeper);
}

/// Writes the table, with the streams of races where sums of these games are races.
template <AnyRuleset R>
EncodeReport write_values(const R& rules, Sink& sink, TableContents& contents, NimberSets& sets,
                          const JobOptions& options, JobKeepers& keepers) {
    if constexpr (HasRace<R>) {
        const RaceRules<R> race(rules);
        const LoopyNimbers nimbers = solve_loopy(GameOf<RaceRules<R>>(race, "", nullptr), options, keepers.next());
        const std::size_t first = contents.streams.size();
        add_loopy_streams(contents, race, nimbers, sets, race_streams);
        // The stream of nimbers also says which positions end a race.
        StreamSource& head = contents.streams[first];
        head.fill = [&rules, &race, open = head.fill](Index i, std::span<std::uint32_t> out) {
            open(i, out);
            for (std::uint32_t& value : out) {
                if (rules.legal(i) && race.state(i) != RaceRules<R>::open) value = race.state(i);
                ++i;
            }
        };
        return write_job(sink, contents, options);
    } else {
        return write_job(sink, contents, options);
    }
}

}  // namespace detail

/// Positions up to which it is tried whether a game without a natural order is loop-free after all.
inline constexpr Index most_ordered = Index{1} << 26;

/// Makes a table of nimbers: by one sweep where the game is loop-free, in stages where it is loopy. Throws `Error`.
template <AnyRuleset R>
JobReport make_nimber_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    detail::refuse_misere(options);
    detail::require_values_that_add(game);
    if constexpr (HeapRuleset<R>) {
        return make_take_and_break_table(rules.heap_game(), game, sink, options);
    } else {
        const auto start = detail::JobClock::now();
        TableContents contents = detail::contents_for(game, options);
        JobReport report;
        NimberSets sets;
        detail::JobKeepers keepers(game, options);
        const auto write_swept = [&](const std::vector<std::uint32_t>& nimbers) {
            contents.streams.push_back(detail::values_of(rules, StreamKind::nimber, [&nimbers](Index i) {
                return detail::stream_value(nimbers[i] + std::uint64_t{1});
            }));
            detail::order_digits(rules, contents, options);
            report.encoding = detail::write_values(rules, sink, contents, sets, options, keepers);
        };
        detail::check_memory(rules.size() * sizeof(std::uint32_t), options);
        if constexpr (OrderedRuleset<R>) {
            write_swept(sweep_nimbers(rules, detail::sweep_options<R>(options)));
        } else {
            std::optional<std::vector<Index>> order;
            if (rules.size() <= most_ordered) order = detail::order_of(game, options);
            if (order) {
                auto nimbers = sweep_nimbers(rules, detail::sweep_options<R>(options), *order);
                order.reset();
                write_swept(std::move(nimbers));
            } else {
                const LoopyNimbers nimbers = detail::solve_loopy(game, options, keepers.next());
                detail::add_loopy_streams(contents, rules, nimbers, sets, detail::plain_streams);
                report.encoding = detail::write_values(rules, sink, contents, sets, options, keepers);
            }
        }
        keepers.finish(sink, report);
        detail::finish_report(report, start);
        return report;
    }
}

/// Makes a table of obliged pairs of a loop-free game. Throws `Error{not_applicable}` where it is loopy.
template <AnyRuleset R>
JobReport make_obliged_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    detail::refuse_misere(options);
    detail::require_values_that_add(game);
    if constexpr (HeapRuleset<R>) {
        return make_take_and_break_table(rules.heap_game(), game, sink, options);
    } else {
        const auto start = detail::JobClock::now();
        TableContents contents = detail::contents_for(game, options);
        std::vector<std::uint8_t> pairs;
        detail::check_memory(rules.size(), options);
        if constexpr (OrderedRuleset<R>) {
            pairs = sweep_obliged(rules, detail::sweep_options<R>(options));
        } else {
            const auto order = detail::order_of(game, options);
            if (!order)
                throw Error(
                    ErrorCode::not_applicable,
                    std::string{R::family} + " is loopy here: an obliged sum needs components that come to an end");
            pairs = sweep_obliged(rules, detail::sweep_options<R>(options), *order);
        }
        contents.streams.push_back(
            detail::values_of(rules, StreamKind::obliged, [&pairs](Index i) { return std::uint32_t{pairs[i]}; }));
        detail::order_digits(rules, contents, options);
        return detail::finish_job(sink, contents, options, start);
    }
}

}  // namespace mexbase
