// SPDX-License-Identifier: MIT
/// \file
/// The first scan of one rank's part of a graph.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../thread_team.hpp"
#include "../graph/listener.hpp"
#include "engine_graph.hpp"
#include "rank_part.hpp"

namespace mexbase::detail {

/// A graph that may be one rank's part of a larger graph (`MovesGraph::part`). Its predecessors are then indices.
template <class G>
concept SharedGraph = requires(const G& g) { g.part(); };

/// Finds the facts that are known at the start about all vertices of a part. Calls `taker(k)(v, outcome, remoteness)`
/// and `count(v, options)` as `KnownValues` does, on the thread k that owns v. Reads the vertices in rounds, in which
/// the ranks exchange the values of exits. All ranks must call it at once. Returns the number of positions of this
/// rank. An exception of a function becomes an exception on all ranks in the next exchange.
template <SharedGraph Graph, class Taker, class Count>
Index scan_part(const Graph& graph, ThreadTeam& team, Play play, AnalysisListener& listener, const Taker& taker,
                const Count& count) {
    constexpr Index stretch = Index{1} << 15;  // vertices of a thread per round
    RankPart& part = *graph.part();
    std::vector<PendingStarts> pending(team.size());
    std::vector<Index> positions(team.size());
    bool more = true;
    for (Index done = 0; more; done += stretch) {
        const auto stop = [&](unsigned k, Index at) { return std::min(part.own.start(k) + at, part.own.start(k + 1)); };
        part.rounds.attempt([&] {
            team.run([&](unsigned k) {
                positions[k] += graph.collect_starts(stop(k, done), stop(k, done + stretch), play, pending[k]);
            });
        });
        bool more_here = false;
        for (unsigned k = 0; k < team.size(); ++k)
            more_here = more_here || stop(k, done + stretch) < part.own.start(k + 1);
        more = graph.fetch_exits(pending, more_here);
        part.rounds.attempt([&] {
            team.run([&](unsigned k) {
                const auto known = taker(k);
                KnownValues sink(known, count);
                graph.take_starts(pending[k], play, sink);
            });
            listener.scan(std::min((done + stretch) * team.size(), graph.size()), graph.size());
        });
    }
    Index all = 0;
    for (const Index each : positions) all += each;
    return all;
}

}  // namespace mexbase::detail
