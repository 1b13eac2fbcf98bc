// SPDX-License-Identifier: MIT
/// \file
/// Events and results of the algorithms that solve games.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../../index.hpp"
#include "../../value/outcome.hpp"

namespace mexbase {

/// The vertices decided in one ply. `edges` counts the moves read so far, in this ply and before.
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
    /// Adds the vertices decided in a ply, without their edges.
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

/// Options of an analysis.
struct AnalysisOptions {
    Play play = Play::normal;
    unsigned threads = 1;
    /// Plies with fewer vertices than this are done by one thread: waking more threads costs more than it saves.
    Index small_ply = 16384;
};

/// Counts of stage m of `loopy_nimbers`, which finds the vertices with nimber m.
struct StageCounts {
    Index finite = 0;           ///< vertices with nimber m
    Index infinite = 0;         ///< vertices found to be infinite in this stage
    Index left = 0;             ///< vertices not yet decided; 0 after the last stage
    std::uint64_t longest = 0;  ///< greatest counter of a vertex with nimber m
};

/// A receiver of events; this base class ignores them. Its functions are called one at a time, on the thread that
/// called the algorithm. A function may throw to stop the algorithm; cells then hold the values decided so far.
///
/// Example:
///
///     struct Bar : AnalysisListener {
///         void finish_ply(std::uint64_t ply, const PlyCounts& counts) override { … }
///     };
class AnalysisListener {
  public:
    virtual ~AnalysisListener() = default;
    /// Returns true if `finish_vertex` does anything.
    virtual bool has_vertex_events() const { return false; }
    /// Called periodically in a pass over all vertices.
    virtual void scan(Index /*done*/, Index /*total*/) {}
    /// Called when all vertices won or lost with remoteness `ply` are known, in ascending order of plies; later in the
    /// same way for ties. Plies without such vertices are skipped. Slices of a ruleset are reported one after another.
    virtual void finish_ply(std::uint64_t /*ply*/, const PlyCounts&) {}
    /// Called once per decided vertex, terminal or not, in order of remoteness. Only if `has_vertex_events()` is true.
    virtual void finish_vertex(Index /*v*/, const OutcomeValue&) {}
    /// Called after each stage of `loopy_nimbers`.
    virtual void finish_stage(std::uint32_t /*nimber*/, const StageCounts&) {}
};

}  // namespace mexbase
