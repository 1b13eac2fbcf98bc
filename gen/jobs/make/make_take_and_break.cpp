// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/solve/heaps/find_period.hpp"
#include "../../../lib/solve/heaps/nimber_sweep.hpp"
#include "../../../lib/solve/heaps/obliged_sweep.hpp"
#include "../../save/snapshot.hpp"
#include "../table_job.hpp"
#include "make_tables.hpp"

namespace mexbase::detail {

namespace {

std::string identity_of(const HeapGame& heaps, ValueKind kind) {
    // The text omits the number of heaps, so a job for a larger table can resume from this checkpoint.
    std::string text = std::string(to_string(kind)) + (heaps.game.distinct ? " distinct" : "");
    for (const TakeAndBreakMove& move : heaps.game.moves)
        text += ' ' + std::to_string(move.taken) + ':' + std::to_string(move.heaps);
    return text;
}

void append(NimberCells& cells, std::uint32_t value) {
    cells.push(value);
}
void append(std::vector<std::uint8_t>& cells, std::uint32_t value) {
    cells.push_back(static_cast<std::uint8_t>(value));
}

/// Returns the period of the computed values. It is counted in indices, not in tokens.
template <class Sweep>
std::optional<Period> period_of(const Sweep& sweep, const Game& game, Index shift) {
    auto period = sweep.visit([&sweep](const auto& values) { return find_period(values, sweep.game()); });
    if (!period) return period;
    period->preperiod -= std::min<std::uint64_t>(period->preperiod, shift);
    // The table must hold the values before the period and the first repetition.
    if (period->preperiod + period->period > game.size()) return std::nullopt;
    // A table stores a proof only if readers will accept it. `proves` is the test that readers make.
    const auto theorem = game.period_theorem();
    period->proven = period->proven && theorem && proves(*theorem, *period, sweep.heaps() - shift);
    return period;
}

/// Bytes per heap for the values and for the search for a period. Moves that leave three heaps need more, which is not
/// counted. Tables of such games are small.
template <class Sweep>
inline constexpr std::uint64_t bytes_a_heap = std::is_same_v<Sweep, NimberSweep> ? 5 : 4;

/// Computes the values of `wanted` heaps, or fewer if a period is proved. Calls `save()` periodically.
template <class Sweep, class Save>
std::optional<Period> sweep_heaps(Sweep& sweep, const Game& game, Index shift, const Save& save,
                                  const JobOptions& options) {
    const std::uint64_t wanted = game.size() + shift;
    constexpr std::uint64_t first_look = 64;
    for (std::uint64_t goal = std::max(first_look, sweep.heaps());; goal += goal / 2) {
        goal = std::min(goal, wanted);
        check_memory(goal * bytes_a_heap<Sweep> + least_packing_memory(game), options);
        sweep.extend(goal, [&](std::uint64_t heaps) {
            if (options.progress) options.progress("sweeping", heaps, wanted);
            save();
        });
        save();
        const auto period = period_of(sweep, game, shift);
        if (goal == wanted || (period && period->proven)) return period;
    }
}

template <class Sweep>
JobReport sweep_table(const HeapGame& heaps, StreamKind kind, std::uint32_t offset, const Game& game, Sink& sink,
                      const JobOptions& options) {
    Snapshot snapshot(options.checkpoint, identity_of(heaps, options.value), options.checkpoint_seconds,
                      options.resumable);
    std::conditional_t<std::is_same_v<Sweep, NimberSweep>, NimberCells, std::vector<std::uint8_t>> known;
    snapshot.load([&, most = game.size() + heaps.shift](const SavedPart& part) {
        for (const std::uint64_t value : part.numbers())
            if (known.size() < most) append(known, static_cast<std::uint32_t>(value));
    });
    const Index resumed_from = known.size();
    Sweep sweep = resumed_from == 0 ? Sweep(heaps.game) : Sweep(heaps.game, std::move(known));
    const auto save = [&] {
        const std::uint64_t saved = snapshot.size("values");
        if (!snapshot.is_due() || sweep.heaps() <= saved) return;
        sweep.visit([&](const auto& values) {
            snapshot.append([&](Snapshot::Writer& writer) {
                writer.put("values", values.subspan(static_cast<std::size_t>(saved)));
            });
        });
    };
    const auto period = sweep_heaps(sweep, game, heaps.shift, save, options);

    TableContents contents = contents_for(game, options);
    contents.info.period = period;
    if (period && period->proven) contents.info.theorem = game.period_theorem();
    // Values of larger heaps follow from the period.
    const auto repetition = contents.info.repetition();
    JobReport report = sweep.visit([&](const auto& values) {
        const std::uint64_t swept = values.size() - heaps.shift;
        contents.streams.push_back({kind, [&, swept](Index first, std::span<std::uint32_t> out) {
                                        for (std::size_t k = 0; k < out.size(); ++k) {
                                            const Index i =
                                                first + k < swept ? first + k : repetition->reduce(first + k);
                                            out[k] = stream_value(std::uint64_t{values[i + heaps.shift]} + offset);
                                        }
                                    }});
        return finish_job(sink, contents, options, values.size() * bytes_a_heap<Sweep>);
    });
    sink.commit();  // before the checkpoint is deleted, so that a killed job leaves the table or the checkpoint
    snapshot.remove();
    report.resumed_from = resumed_from;
    report.checkpoint_failure = snapshot.failure();
    report.checkpoint_damage = snapshot.damage();
    return report;
}

}  // namespace

void check_values_that_add(const Game& game, const JobOptions& options) {
    refuse_misere(options);
    require_values_that_add(game);
}

JobMemory heaps_memory(const Game& game, const JobOptions& options) {
    const std::uint64_t heaps = game.size() + game.heap_game().value().shift;
    const std::uint64_t values =
        heaps * (options.value == ValueKind::nimber ? bytes_a_heap<NimberSweep> : bytes_a_heap<ObligedSweep>);
    JobMemory memory = job_memory(game, options, values, values);
    memory.may_end_early = true;
    return memory;
}

JobReport make_heaps_table(const Game& game, Sink& sink, const JobOptions& options) {
    check_values_that_add(game, options);
    const HeapGame heaps = game.heap_game().value();
    if (options.value == ValueKind::nimber)
        return sweep_table<NimberSweep>(heaps, StreamKind::nimber, 1, game, sink, options);
    return sweep_table<ObligedSweep>(heaps, StreamKind::obliged, 0, game, sink, options);
}

}  // namespace mexbase::detail
