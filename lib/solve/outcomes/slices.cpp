// SPDX-License-Identifier: MIT
#include "slices.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include "../../error.hpp"
#include "../../thread_team.hpp"
#include "../ownership.hpp"

namespace mexbase::detail {

std::vector<Slice> slices_of(const Moves& moves) {
    std::vector<Slice> slices = moves.traits().order.slices;
    if (slices.empty()) slices.push_back({0, moves.size(), false});
    return slices;
}

void check_restored(const Moves& moves, const SolverState& at, Index cells) {
    Index slices = 0, size = 0;
    bool right = cells == moves.size();
    for (const Slice& slice : slices_of(moves)) {
        const bool here = slices++ == at.slice;
        if (here) size = slice.size;
        if (here && at.begun) right = right && size != 0 && at.cells == slice.first + size;
        if (here && !at.begun) right = right && at.cells == slice.first;
    }
    right = right && (at.slice < slices || (at.slice == slices && !at.begun));
    for (const VertexRange& each : at.seen) right = right && at.begun && each.last <= size;
    if (!right) throw_foreign_checkpoint();
}

namespace {

/// Returns the counts of all shares together.
std::map<std::uint64_t, PlyCounts> sum_of(std::span<const SliceShare> shares) {
    std::map<std::uint64_t, PlyCounts> plies;
    for (const SliceShare& share : shares)
        for (const auto& [ply, counts] : share.plies) {
            plies[ply].wins += counts.wins;
            plies[ply].losses += counts.losses;
            plies[ply].ties += counts.ties;
        }
    return plies;
}

}  // namespace

void add_shares(Summary& summary, std::span<const SliceShare> shares, AnalysisListener& listener) {
    for (const auto& [ply, counts] : sum_of(shares)) {
        summary.add(ply, counts);
        listener.finish_ply(ply, counts);
    }
}

void throw_not_loop_free(Index i) {
    throw Error(ErrorCode::not_applicable,
                "index " + std::to_string(i) + " has an option in its own slice, which the rules declare loop-free");
}

Summary settle_slice(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                     const AnalysisOptions& options, RunContext& context) {
    const Index size = graph.size(), round = std::max<Index>(1, 256 * options.small_ply);
    ThreadTeam team(size < options.small_ply ? 1 : options.threads);
    SolverState& at = context.at;
    at.here.vertices = size;
    at.cells = graph.first_cell() + size;
    Index first = at.seen.empty() ? 0 : at.seen.front().last, last = first;
    std::vector<SliceShare> shares;
    const auto pass = [&](auto* all) {
        const Ownership ownership(last - first, team.size());
        shares.assign(team.size(), {});
        team.run([&](unsigned k) {
            using Code = CellCode<std::remove_cvref_t<decltype(*all)>>;
            SliceShare& share = shares[k];
            const auto settle = [&](Index v, Outcome outcome, std::uint64_t remoteness) {
                share.too_long = share.too_long || remoteness > Code::max_remoteness;
                all[graph.first_cell() + v] = Code::cell({outcome, remoteness});
                share.add({outcome, remoteness});
            };
            const auto refuse = [&](Index v, std::uint64_t options_inside) {
                if (options_inside != 0) throw_not_loop_free(graph.first_cell() + v);
            };
            share.positions = for_each_known(graph, first + ownership.first(k), first + ownership.last(k), options.play,
                                             settle, refuse);
        });
        return std::any_of(shares.begin(), shares.end(), [](const SliceShare& share) { return share.too_long; });
    };
    std::map<std::uint64_t, PlyCounts> plies;
    for (; first < size; first = last) {
        last = std::min(first + round, size);
        // If a remoteness does not fit, the cells are widened and the round is repeated. It writes its cells again.
        while (cells.visit(pass)) cells.widen();
        for (const SliceShare& share : shares) at.here.positions += share.positions;
        for (const auto& [ply, counts] : sum_of(shares)) {
            at.here.add(ply, counts);
            plies[ply].wins += counts.wins;
            plies[ply].losses += counts.losses;
            plies[ply].ties += counts.ties;
        }
        listener.scan(last, size);
        cells.let_go();
        if (last == size || !context.should_save()) continue;
        at.begun = at.passing = true;
        at.seen.assign(1, {0, last});
        context.save({.cells = cells});
    }
    for (const auto& [ply, counts] : plies) listener.finish_ply(ply, counts);
    return at.here;
}

}  // namespace mexbase::detail
