// SPDX-License-Identifier: MIT
#include "sweep.hpp"

#include <algorithm>
#include <utility>

namespace mexbase {

namespace {

/// Sets the values of the positions in `options`. Must not be inlined, so that its variables can use all registers.
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

/// Sets the values of the positions in `run`. `rows` is a buffer for their options, which are positions or sums.
template <class Fold, class Rows>
void sweep_run(const detail::SweepRun& run, typename Fold::Value* values, Rows& rows) {
    Fold fold;
    for (Index from = run.first; from < run.last;) {
        from = run.read(from, Player::left, rows);
        fold_rows(rows, fold, values);
    }
}

}  // namespace

template <class Fold>
PagedArray<typename Fold::Value> sweep(const Moves& moves, const SweepOptions& options, std::span<const Index> order) {
    PagedArray<typename Fold::Value> values(moves.size(), options.scratch);
    std::vector<std::pair<Options, SplitOptions>> lists(std::max(1U, options.threads));
    const auto report = [&](Index done) {
        values.let_go();
        if (options.progress) options.progress(done, moves.size());
        return true;
    };
    const auto visit = [&](unsigned thread, const detail::SweepRun& run) {
        if (moves.traits().splits)
            sweep_run<Fold>(run, values.data(), lists[thread].second);
        else
            sweep_run<Fold>(run, values.data(), lists[thread].first);
    };
    detail::for_each_in_order(moves, order, options.threads, 0, visit, report);
    report(moves.size());
    return values;
}

template PagedArray<NimberFold::Value> sweep<NimberFold>(const Moves&, const SweepOptions&, std::span<const Index>);
template PagedArray<ObligedFold::Value> sweep<ObligedFold>(const Moves&, const SweepOptions&, std::span<const Index>);

}  // namespace mexbase
