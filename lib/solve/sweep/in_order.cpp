// SPDX-License-Identifier: MIT
#include "in_order.hpp"

#include <algorithm>
#include <vector>

#include "../../thread_team.hpp"

namespace mexbase::detail {

namespace {

constexpr Index progress_interval = Index{1} << 16;
constexpr Index listed_per_run = 256;

using Visit = std::function<void(unsigned thread, const SweepRun& run)>;
using Report = std::function<bool(Index done)>;

void visit_layers(const Moves& moves, unsigned threads, const Visit& visit, const Report& report) {
    constexpr Index small_layer = 4096;
    const std::vector<Index>& layers = moves.traits().order.layers;
    ThreadTeam team(threads);
    Index done = 0, reported = 0;
    for (Index layer = 0; layer < layers.size(); ++layer) {
        for (Index first = 0; first < layers[layer];) {
            const Index count = std::min(layers[layer] - first, progress_interval * team.size());
            if (count < small_layer || team.size() == 1)
                visit(0, {moves, first, first + count, layer});
            else
                team.run([&](unsigned k) {
                    visit(k, {moves, first + count * k / team.size(), first + count * (k + 1) / team.size(), layer});
                });
            first += count;
            done += count;
            if (done - reported >= progress_interval && !report(reported = done)) return;
        }
    }
}

void visit_indices(const Moves& moves, Index first, const Visit& visit, const Report& report) {
    while (first < moves.size()) {
        const Index last = std::min(moves.size(), first + progress_interval);
        visit(0, {moves, first, last});
        if (!report(first = last)) return;
    }
}

void visit_list(const Moves& moves, std::span<const Index> order, const Visit& visit, const Report& report) {
    std::vector<Index> run;
    for (Index from = 0; from < order.size();) {
        const Index to = std::min<Index>(order.size(), from + listed_per_run);
        run.clear();
        for (const Index i : order.subspan(from, to - from))
            if (moves.is_position(i)) run.push_back(i);
        if (!run.empty()) visit(0, {moves, 0, run.size(), std::nullopt, run});
        from = to;
        if (from % progress_interval == 0 && !report(from)) return;
    }
}

}  // namespace

Index SweepRun::append(Index from, Index to, Player mover, std::size_t enough, Options& out) const {
    if (layer) return moves.options_in_layer(*layer, from, to, mover, enough, out);
    if (!listed.empty()) return from + moves.options(listed.subspan(from, to - from), mover, enough, out);
    return moves.options(from, to, mover, enough, out);
}

Index SweepRun::read(Index from, Player mover, Options& out) const {
    out.clear();
    return append(from, last, mover, targets_per_call, out);
}

void SweepRun::read_all(Index from, Index to, Player mover, Options& out) const {
    out.clear();
    while (from < to) from = append(from, to, mover, Moves::no_limit, out);
}

Index SweepRun::read(Index from, Player mover, SplitOptions& out) const {
    out.clear();
    if (layer) {
        // `parts` cannot read a layer. `append` lists the positions of the layer, with options that are not used.
        Options positions;
        const Index to = append(from, last, mover, targets_per_call, positions);
        for (std::span<const Index> rest = positions.positions; !rest.empty();)
            rest = rest.subspan(moves.parts(rest, mover, Moves::no_limit, out));
        return to;
    }
    if (!listed.empty()) return from + moves.parts(listed.subspan(from, last - from), mover, targets_per_call, out);
    return moves.parts(from, last, mover, targets_per_call, out);
}

void for_each_in_order(const Moves& moves, std::span<const Index> order, unsigned threads, Index first,
                       const Visit& visit, const Report& report) {
    const Order& of = moves.traits().order;
    if (!of.layers.empty() && (!of.descending || threads > 1))
        visit_layers(moves, threads, visit, report);
    else if (of.descending)
        visit_indices(moves, first, visit, report);
    else
        visit_list(moves, order, visit, report);
}

}  // namespace mexbase::detail
