// SPDX-License-Identifier: MIT
/// \file
/// Events and results of the algorithms that solve games.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../../index.hpp"
#include "../../rules/moves.hpp"
#include "../../value/outcome.hpp"

namespace mexbase {

/// Numbers of vertices decided in one ply. `edges` is the number of moves read so far, in all plies.
struct PlyCounts {
    Index wins = 0;
    Index losses = 0;
    Index ties = 0;
    std::uint64_t edges = 0;
};

/// The results of a finished analysis. Only `edges` depends on the strategy and the number of threads.
struct Summary {
    Index vertices = 0;   ///< indices of the graph, positions or not
    Index positions = 0;  ///< vertices that are positions
    Index wins = 0;
    Index losses = 0;
    Index ties = 0;
    std::uint64_t longest = 0;  ///< greatest remoteness; 0 also if nothing is decided
    std::uint64_t edges = 0;    ///< moves read: work done
    Index draws() const { return positions - wins - losses - ties; }
    /// Adds the vertices decided in ply `ply`. Does not add `counts.edges`.
    void add(std::uint64_t ply, const PlyCounts& counts) {
        wins += counts.wins;
        losses += counts.losses;
        ties += counts.ties;
        longest = std::max(longest, ply);
    }
    Summary& operator+=(const Summary& more) {
        vertices += more.vertices;
        positions += more.positions;
        wins += more.wins;
        losses += more.losses;
        ties += more.ties;
        longest = std::max(longest, more.longest);
        edges += more.edges;
        return *this;
    }
    friend bool operator==(const Summary&, const Summary&) = default;
};

struct AnalysisOptions {
    Play play = Play::normal;
    unsigned threads = 1;
    /// A ply with fewer vertices than this uses one thread, because waking other threads would take longer.
    Index small_ply = 16384;
};

/// Results of stage m of `loopy_nimbers`, which finds the vertices with nimber m.
struct StageCounts {
    Index finite = 0;           ///< vertices with nimber m
    Index infinite = 0;         ///< vertices found to be infinite in this stage
    Index left = 0;             ///< vertices not yet decided; 0 after the last stage
    std::uint64_t longest = 0;  ///< greatest counter of a vertex with nimber m
};

/// Receives events from an algorithm, on the thread that called it. The functions of this base class do nothing. A
/// function may throw to stop the algorithm. The values found so far then remain.
///
/// Example:
///
///     struct Bar : AnalysisListener {
///         void finish_ply(std::uint64_t ply, const PlyCounts& counts) override { … }
///     };
class AnalysisListener {
  public:
    virtual ~AnalysisListener() = default;
    /// Returns true if the algorithm must call `finish_vertex`.
    virtual bool has_vertex_events() const { return false; }
    /// Called before each slice of a game in slices. The next events are about its vertices.
    virtual void begin_slice(const Slice&) {}
    /// Called periodically during a pass over all vertices, with the number of vertices done.
    virtual void scan(Index /*done*/, Index /*total*/) {}
    /// Called for each ply in ascending order when all its wins and losses are known, and later again for its ties.
    /// Plies without such vertices are skipped. The slices of a game are reported one after another.
    virtual void finish_ply(std::uint64_t /*ply*/, const PlyCounts&) {}
    /// Called once per decided vertex, in order of remoteness, if `has_vertex_events()` returns true.
    virtual void finish_vertex(Index /*v*/, const OutcomeValue&) {}
    /// Called after each stage of `loopy_nimbers`.
    virtual void finish_stage(std::uint32_t /*nimber*/, const StageCounts&) {}
};

}  // namespace mexbase
