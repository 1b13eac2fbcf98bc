// SPDX-License-Identifier: MIT
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/solve/graph/order_of_moves.hpp"
#include "../../../lib/solve/graph/race_moves.hpp"
#include "../../../lib/solve/loopy/loopy_nimbers.hpp"
#include "../../../lib/solve/sweep/sweep.hpp"
#include "../../../query/format/format.hpp"
#include "../../../query/kinds/list.hpp"
#include "../../order/digit_search.hpp"
#include "../table_job.hpp"
#include "make_tables.hpp"
#include "outcome_streams.hpp"
#include "solving_checkpointer.hpp"
#include "values_on_disk.hpp"

namespace mexbase::detail {

namespace {

/// Returns a stream that has `number(i)` for each position i, and `dont_care` for other indices. Borrows the moves.
template <class F>
StreamSource values_of(const Moves& moves, StreamKind kind, F number) {
    return {kind, [holes = holes_of(moves), number](Index first, std::span<std::uint32_t> out) {
                holes(first, out);
                for (std::size_t k = 0; k < out.size(); ++k)
                    if (out[k] != dont_care) out[k] = number(first + k);
            }};
}

/// If indices are mixed-radix numbers, chooses the order of their digits in which the first stream compresses best.
void order_digits_of(const Game& game, TableContents& contents, const JobOptions& options) {
    const std::vector<DigitRange> digits = game.digit_ranges();
    if (digits.empty()) return;
    const auto fill = contents.streams.front().fill;
    const auto at = [&fill](std::span<const Index> indices, std::span<std::uint32_t> values) {
        for (std::size_t k = 0; k < indices.size(); ++k) fill(indices[k], values.subspan(k, 1));
    };
    store_in_orders(contents, choose_orders(digits, at, game.size(), options.threads));
}

/// The streams in which nimbers of loopy games are stored. The stored number is the nimber plus `first`.
struct LoopyStreams {
    StreamKind nimber, counter, k_set;
    std::uint32_t first;
};
constexpr LoopyStreams plain_streams{StreamKind::nimber, StreamKind::counter, StreamKind::k_set, 1};
constexpr LoopyStreams race_streams{StreamKind::race_nimber, StreamKind::race_counter, StreamKind::race_k_set,
                                    format::first_race_nimber};

/// Adds streams for `nimbers` to `contents`, and appends their sets to `sets`. Borrows all arguments.
void add_loopy_streams(TableContents& contents, const Moves& moves, const LoopyNimbers& nimbers, NimberSets& sets,
                       const LoopyStreams& kinds) {
    const auto before = static_cast<std::uint32_t>(sets.size());
    for (std::uint32_t id = 0; id < nimbers.set_count(); ++id) sets.add(nimbers.set(id));
    contents.streams.push_back(values_of(moves, kinds.nimber, [&nimbers, first = kinds.first](Index i) {
        return nimbers.infinite(i) ? 0 : stream_value(nimbers.nimber(i) + std::uint64_t{first});
    }));
    contents.streams.push_back(values_of(moves, kinds.counter, [&nimbers](Index i) {
        return nimbers.infinite(i) ? dont_care : stream_value(nimbers.counter(i));
    }));
    if (nimbers.set_count() == 0) return;
    contents.sets = &sets;
    contents.streams.push_back(values_of(moves, kinds.k_set, [&nimbers, before](Index i) {
        return nimbers.infinite(i) ? before + nimbers.set_id(i) : dont_care;
    }));
}

/// Reports the progress of the solver for loopy nimbers.
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

/// Bytes per position that the nimbers of loopy games take: a word and a cell.
constexpr std::uint64_t loopy_bytes = 6;

/// `others` is the memory that other values or packing take, in bytes.
LoopyNimbers solve_loopy(const Moves& moves, const JobOptions& options, Checkpointer& checkpointer,
                         std::uint64_t others) {
    StagesProgress progress(options.progress);
    SolveOptions solving;
    solving.threads = options.threads;
    if (options.memory != 0)
        solving.memory = std::max<std::uint64_t>(1, options.memory - std::min(options.memory, others));
    return loopy_nimbers(moves, solving, progress, &checkpointer);
}

/// Writes the table. If sums of this game are races (the first component to end decides), also stores race nimbers.
/// `held` is the size of the values computed so far, in bytes.
JobReport write_values(const Game& game, Sink& sink, TableContents& contents, NimberSets& sets,
                       const JobOptions& options, JobCheckpointers& checkpointers, std::uint64_t held) {
    std::optional<RaceMoves> race;
    LoopyNimbers nimbers;
    if (game.traits().races && kind_of(options.value).has(StreamKind::race_nimber)) {
        race.emplace(game);
        nimbers = solve_loopy(*race, options, checkpointers.next(), held);
        const std::size_t first = contents.streams.size();
        add_loopy_streams(contents, *race, nimbers, sets, race_streams);
        // Positions in the states `near` and `over` have no nimber. This stream stores their state instead.
        StreamSource& head = contents.streams[first];
        head.fill = [&race, open = head.fill](Index i, std::span<std::uint32_t> out) {
            open(i, out);
            for (std::uint32_t& value : out) {
                if (race->state(i) != RaceMoves::open) value = race->state(i);
                ++i;
            }
        };
    }
    JobReport report = finish_job(sink, contents, options, held + (race ? loopy_bytes * game.size() : 0));
    checkpointers.finish(sink, report);
    return report;
}

/// Larger games are not tested for loops. The test is only needed if the rules give no order of the positions.
constexpr Index most_ordered = Index{1} << 26;

bool fits(const JobMemory& memory, const JobOptions& options) {
    return options.memory == 0 || memory.least <= options.memory;
}

template <class K>
SweepMemory folded_memory(const Game& game) {
    const std::uint64_t order = has_order(game) ? 0 : sizeof(Index) + sizeof(std::uint32_t);
    return {game.size() * sizeof(typename K::Fold::Value), game.size() * order};
}

template <class K>
std::optional<JobReport> make_folded_table(const Game& game, const Moves& moves, Sink& sink,
                                           const JobOptions& options) {
    using Value = typename K::Fold::Value;
    const bool loop_free = traits_of(options.value).loop_free;
    check_values_that_add(game, options);
    std::optional<std::vector<Index>> order;
    if (has_order(game)) {
        check_memory(swept_memory(game, options).least, options);
        order.emplace();  // the sweep needs no list
    } else if (loop_free || (game.size() <= most_ordered && fits(swept_memory(game, options), options))) {
        check_memory(swept_memory(game, options).least, options);
        order = topological_order(moves);
    }
    if (!order && !loop_free) return std::nullopt;
    if (!order)
        throw Error(ErrorCode::not_applicable, std::string(game.family()) + " is loopy here, but play must end for " +
                                                   std::string(to_string(options.value)) + " values");
    TableContents contents = contents_for(game, options);
    NimberSets sets;
    JobCheckpointers checkpointers(game, options);
    const PagedArray<Value> values =
        sweep<typename K::Fold>(moves, sweep_options(game, options, folded_memory<K>(game)), *order);
    order.reset();
    const auto count = reading_from_file(values.size(), [&values] { values.let_go(); });
    contents.streams.push_back(values_of(moves, kind_of(options.value).streams.front().kind,
                                         [&values](Index i) { return stream_value(K::stored(values[i])); }));
    if (values.in_file())
        contents.streams.back().fill = [count, fill = contents.streams.back().fill](Index first,
                                                                                    std::span<std::uint32_t> out) {
            count(out.size());
            fill(first, out);
        };
    const auto begun = JobClock::now();
    order_digits_of(game, contents, options);
    const auto ordering = JobClock::now() - begun;
    const std::uint64_t bytes = values.size() * sizeof(Value);
    const std::uint64_t held = values.in_file() ? mapped_memory(bytes) : bytes;
    JobReport report = write_values(game, sink, contents, sets, options, checkpointers, held);
    report.solved -= ordering;  // the search for an order of the digits is a part of packing
    return report;
}

}  // namespace

JobMemory swept_memory(const Game& game, const JobOptions& options) {
    return with_kind(options.value, [&]<class K>(std::type_identity<K>) -> JobMemory {
        if constexpr (requires { typename K::Fold; }) {
            return job_memory(game, options, folded_memory<K>(game));
        } else {
            return {};
        }
    });
}

JobMemory loopy_memory(const Game& game, const JobOptions& options) {
    const Moves& moves = game;
    GraphShape shape = shape_of(moves, {0, moves.size(), false}, options.threads);
    const bool race = game.traits().races && kind_of(options.value).has(StreamKind::race_nimber);
    const std::uint64_t before = race ? loopy_bytes * game.size() : 0, packing = before + loopy_bytes * game.size();
    JobMemory memory = job_memory(game, options, before + loopy_memory_needed(shape), packing);
    shape.threads = 1;
    memory.least = job_memory(game, options, before + loopy_memory_needed(shape), packing).least;
    return memory;
}

std::optional<JobReport> make_swept_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options) {
    return with_kind(options.value, [&]<class K>(std::type_identity<K>) -> std::optional<JobReport> {
        if constexpr (requires { typename K::Fold; })
            return make_folded_table<K>(game, moves, sink, options);
        else
            return std::nullopt;
    });
}

JobReport make_loopy_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options) {
    TableContents contents = contents_for(game, options);
    NimberSets sets;
    JobCheckpointers checkpointers(game, options);
    check_memory(loopy_memory(game, options).least, options);
    const LoopyNimbers nimbers = solve_loopy(moves, options, checkpointers.next(), 0);
    add_loopy_streams(contents, moves, nimbers, sets, plain_streams);
    return write_values(game, sink, contents, sets, options, checkpointers, loopy_bytes * game.size());
}

}  // namespace mexbase::detail
