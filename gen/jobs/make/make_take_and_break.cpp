#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/solve/heaps/find_period.hpp"
#include "../../../lib/solve/heaps/nimber_sweep.hpp"
#include "../../../lib/solve/heaps/obliged_sweep.hpp"
#include "../../checkpoint/checkpoint.hpp"
#include "../table_job.hpp"
#include "make_tables.hpp"

namespace mexbase::detail {

namespace {

/// What a checkpoint belongs to.
std::string identity_of(const HeapGame& heaps, ValueKind kind) {
    // However many heaps are asked for, the values are the same.
    std::string text = std::string(to_string(kind)) + (heaps.game.distinct ? " distinct" : "");
    for (const TakeAndBreakMove& move : heaps.game.moves)
        text += ' ' + std::to_string(move.taken) + ':' + std::to_string(move.heaps);
    return text;
}

/// The values in a checkpoint, in the cells of a sweep.
NimberCells load(Checkpoint& checkpoint, std::uint64_t most, const NimberSweep*) {
    NimberCells cells;
    checkpoint.load([&](std::uint32_t value) {
        if (cells.size() < most) cells.push(value);
    });
    return cells;
}
std::vector<std::uint8_t> load(Checkpoint& checkpoint, std::uint64_t most, const ObligedSweep*) {
    std::vector<std::uint8_t> values;
    checkpoint.load([&](std::uint32_t value) {
        if (values.size() < most) values.push_back(static_cast<std::uint8_t>(value));
    });
    return values;
}

/// Saves what a sweep knows from time to time.
template <class Sweep>
class Saver {
  public:
    Saver(std::optional<Checkpoint>& checkpoint, double seconds)
        : checkpoint_(checkpoint), seconds_(seconds), last_(JobClock::now()) {}

    void operator()(const Sweep& sweep) {
        if (!checkpoint_) return;
        const auto now = JobClock::now();
        if (std::chrono::duration<double>(now - last_).count() < seconds_) return;
        try {
            sweep.visit([this](const auto& values) { checkpoint_->save(values); });
        } catch (const Error& e) {
            // What is there to protect the job must not end it.
            checkpoint_->remove();
            checkpoint_.reset();
            failure_ = e.what();
        }
        last_ = JobClock::now();
    }

    /// Why nothing is saved any more; empty if all is well.
    const std::string& failure() const { return failure_; }

  private:
    std::string failure_;
    std::optional<Checkpoint>& checkpoint_;
    double seconds_;
    JobClock::time_point last_;
};

/// The period by index that the values of a sweep show.
template <class Sweep>
std::optional<Period> period_of(const Sweep& sweep, const Game& game, Index shift) {
    auto period = sweep.visit([&sweep](const auto& values) { return find_period(values, sweep.game()); });
    if (!period) return period;
    period->preperiod -= std::min<std::uint64_t>(period->preperiod, shift);
    // A table too short to hold what repeats does not say so.
    if (period->preperiod + period->period > game.size()) return std::nullopt;
    // What a reader would not take for a proof is none, such as one that begins at a heap that has no index.
    const auto theorem = game.period_theorem();
    period->proven = period->proven && theorem && proves(*theorem, *period, sweep.heaps() - shift);
    return period;
}

/// Cells as they grow, and what looking for a period takes. Moves that leave three heaps take a set of nimbers a heap
/// more, and are for small tables.
template <class Sweep>
inline constexpr std::uint64_t bytes_a_heap = std::is_same_v<Sweep, NimberSweep> ? 5 : 4;

/// Sweeps until all `wanted` heaps are known, or a period is proven that gives the rest.
template <class Sweep>
std::optional<Period> sweep_heaps(Sweep& sweep, const Game& game, Index shift, Saver<Sweep>& save,
                                  const JobOptions& options) {
    const std::uint64_t wanted = game.size() + shift;
    constexpr std::uint64_t first_look = 64;
    for (std::uint64_t goal = std::max(first_look, sweep.heaps());; goal += goal / 2) {
        goal = std::min(goal, wanted);
        check_memory(goal * bytes_a_heap<Sweep>, options);
        sweep.extend(goal, [&](std::uint64_t heaps) {
            if (options.progress) options.progress("sweeping", heaps, wanted);
            save(sweep);
        });
        save(sweep);
        const auto period = period_of(sweep, game, shift);
        if (goal == wanted || (period && period->proven)) return period;
    }
}

template <class Sweep>
JobReport sweep_table(const HeapGame& heaps, StreamKind kind, std::uint32_t offset, const Game& game, Sink& sink,
                      const JobOptions& options) {
    const auto start = JobClock::now();
    JobReport report;
    std::optional<Checkpoint> checkpoint;
    if (!options.checkpoint.empty()) checkpoint.emplace(options.checkpoint, identity_of(heaps, options.value));
    std::optional<Sweep> sweep;
    if (checkpoint) {
        auto known = load(*checkpoint, game.size() + heaps.shift, static_cast<const Sweep*>(nullptr));
        report.resumed_from = known.size();
        if (known.size() != 0) sweep.emplace(heaps.game, std::move(known));
    }
    if (!sweep) sweep.emplace(heaps.game);
    Saver<Sweep> save(checkpoint, options.checkpoint_seconds);
    const auto period = sweep_heaps(*sweep, game, heaps.shift, save, options);

    TableContents contents = contents_for(game, options);
    contents.info.period = period;
    if (period && period->proven) contents.info.theorem = game.period_theorem();
    // What lies past the sweep is worth what the period says.
    const auto repetition = contents.info.repetition();
    sweep->visit([&](const auto& values) {
        const std::uint64_t known = values.size() - heaps.shift;
        contents.streams.push_back({kind, [&, known](Index first, std::span<std::uint32_t> out) {
                                        for (std::size_t k = 0; k < out.size(); ++k) {
                                            const Index i =
                                                first + k < known ? first + k : repetition->reduce(first + k);
                                            out[k] = stream_value(std::uint64_t{values[i + heaps.shift]} + offset);
                                        }
                                    }});
        report.encoding = write_job(sink, contents, options);
    });
    sink.commit();  // a kill leaves the one or the other
    if (checkpoint) checkpoint->remove();
    report.checkpoint_failure = save.failure();
    finish_report(report, start);
    return report;
}

}  // namespace

JobReport make_heaps_table(const Game& game, Sink& sink, const JobOptions& options) {
    refuse_misere(options);
    require_values_that_add(game);
    const HeapGame heaps = game.heap_game().value();
    if (options.value == ValueKind::nimber)
        return sweep_table<NimberSweep>(heaps, StreamKind::nimber, 1, game, sink, options);
    return sweep_table<ObligedSweep>(heaps, StreamKind::obliged, 0, game, sink, options);
}

}  // namespace mexbase::detail
