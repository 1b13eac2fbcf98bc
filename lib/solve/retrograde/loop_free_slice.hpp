/// \file
/// A slice whose positions lead only below it: one pass.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "../../error.hpp"
#include "../graph/graph.hpp"
#include "../graph/visitor.hpp"
#include "../team.hpp"
#include "cells.hpp"

namespace mexbase::detail {

/// Gives every position of `graph`, which has no edges, its value: that of cell `first_cell` + v. Throws
/// `Error{not_applicable}` for a position that has an option inside.
template <HasExits G, class Visitor>
Summary settle_slice(const G& graph, OutcomeCells& cells, Index first_cell, Visitor& visitor,
                     const AnalysisOptions& options) {
    struct Share {
        std::map<std::uint64_t, PlyCounts> plies;
        Index positions = 0;
        bool too_long = false;
    };
    const Index size = num_vertices(graph);
    Team team(size < options.small_ply ? 1 : options.threads);
    const Ownership ownership(size, team.size());
    std::vector<Share> shares;
    const auto pass = [&](auto* all) {
        using Code = CellCode<std::remove_cvref_t<decltype(*all)>>;
        shares.assign(team.size(), {});
        team.run([&](unsigned k) {
            Share& share = shares[k];
            share.positions = for_each_start(
                graph, ownership.first(k), ownership.last(k), options.play, [&](Index v, const Start& start) {
                    if (!start.value)
                        throw Error(ErrorCode::not_applicable, "index " + std::to_string(first_cell + v) +
                                                                   " has an option in its loop-free slice");
                    check_terminal(*start.value);
                    share.too_long = share.too_long || start.value->remoteness > Code::max_remoteness;
                    all[first_cell + v] = Code::cell(*start.value);
                    if (!has_remoteness(start.value->outcome)) return;
                    PlyCounts& counts = share.plies[start.value->remoteness];
                    ++(start.value->outcome == Outcome::win    ? counts.wins
                       : start.value->outcome == Outcome::loss ? counts.losses
                                                               : counts.ties);
                });
        });
        return std::any_of(shares.begin(), shares.end(), [](const Share& share) { return share.too_long; });
    };
    // The cells of this slice are written again: whatever a first pass put there, cut off, means nothing.
    while (cells.visit(pass)) cells.widen();

    Summary summary;
    summary.vertices = size;
    std::map<std::uint64_t, PlyCounts> plies;
    for (const Share& share : shares) {
        summary.positions += share.positions;
        for (const auto& [ply, counts] : share.plies) {
            plies[ply].wins += counts.wins;
            plies[ply].losses += counts.losses;
            plies[ply].ties += counts.ties;
        }
    }
    for (const auto& [ply, counts] : plies) {
        summary.wins += counts.wins;
        summary.losses += counts.losses;
        summary.ties += counts.ties;
        summary.longest = ply;
        event_finish_ply(visitor, ply, counts);
    }
    return summary;
}

}  // namespace mexbase::detail
