#include "sweep.hpp"

#include <algorithm>

#include "../../value/nimber.hpp"
#include "../../value/obliged.hpp"

namespace mexbase {

namespace {

/// Lists of one thread, reused from run to run.
struct SweepLists {
    Options options;
    SplitOptions sums;
};

/// Sets the values of rows. Not inlined: what it uses has all the registers.
template <class Fold>
[[gnu::noinline]] void fold_rows(const Options& options, Fold& fold, typename Fold::Value* values) {
    const Index* target = options.targets.data();
    const Index* const begin = target;
    for (std::size_t row = 0; row < options.size(); ++row) {
        const Index* const end = begin + options.ends[row];
        fold.clear();
        fold.add_each({target, end}, values);
        values[options.positions[row]] = fold.value();
        target = end;
    }
}

template <class Fold>
[[gnu::noinline]] void fold_rows(const SplitOptions& sums, Fold& fold, typename Fold::Value* values) {
    const Index* part = sums.parts.data();
    const Index* const begin = part;
    std::size_t option = 0;
    for (std::size_t row = 0; row < sums.size(); ++row) {
        fold.clear();
        for (; option < sums.ends[row]; ++option) {
            const Index* const end = begin + sums.parts_end[option];
            fold.add(Player::left, std::span(part, end), [values](Index i) { return values[i]; });
            part = end;
        }
        values[sums.positions[row]] = fold.value();
    }
}

/// Sets the values of a run. `rows` is a list for its options, whole or split.
template <class Fold, class Rows>
void sweep_run(const detail::SweepRun& run, typename Fold::Value* values, Rows& rows) {
    Fold fold;
    for (Index from = run.first; from < run.last;) {
        from = run.read(from, Player::left, rows);
        fold_rows(rows, fold, values);
    }
}

/// The values that `Fold` gives, by index; 0 for indices that are not positions.
template <class Fold>
std::vector<typename Fold::Value> sweep(const Moves& moves, const SweepOptions& options, std::span<const Index> order) {
    std::vector<typename Fold::Value> values(static_cast<std::size_t>(moves.size()));
    std::vector<SweepLists> lists(std::max(1U, options.threads));
    const auto go_on = [&](Index done) {
        if (options.progress) options.progress(done, moves.size());
        return true;
    };
    const auto visit = [&](unsigned thread, const detail::SweepRun& run) {
        if (moves.traits().splits)
            sweep_run<Fold>(run, values.data(), lists[thread].sums);
        else
            sweep_run<Fold>(run, values.data(), lists[thread].options);
    };
    detail::for_each_in_order(moves, order, options.threads, 0, visit, go_on);
    go_on(moves.size());
    return values;
}

}  // namespace

std::vector<std::uint32_t> sweep_nimbers(const Moves& moves, const SweepOptions& options,
                                         std::span<const Index> order) {
    return sweep<NimberFold>(moves, options, order);
}

std::vector<std::uint8_t> sweep_obliged(const Moves& moves, const SweepOptions& options, std::span<const Index> order) {
    return sweep<ObligedFold>(moves, options, order);
}

}  // namespace mexbase
