/// \file
/// Events and results of the algorithms that solve games.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../../index.hpp"
#include "../../value/outcome.hpp"

namespace mexbase {

/// The vertices decided in one ply. `edges` counts the moves looked at so far, in this ply and before.
struct PlyCounts {
    Index wins = 0;
    Index losses = 0;
    Index ties = 0;
    std::uint64_t edges = 0;
};

/// The results of a finished analysis. Only `edges` depends on the strategy and the number of threads.
struct Summary {
    Index vertices = 0;   ///< of the graph, indices that are no position included
    Index positions = 0;  ///< those that are positions
    Index wins = 0;
    Index losses = 0;
    Index ties = 0;
    std::uint64_t longest = 0;  ///< the greatest remoteness; 0 too where nothing is decided
    std::uint64_t edges = 0;    ///< moves looked at: work done
    Index draws() const { return positions - wins - losses - ties; }
    /// Adds the vertices decided in a ply; their edges are not added.
    void add(std::uint64_t ply, const PlyCounts& counts) {
        wins += counts.wins;
        losses += counts.losses;
        ties += counts.ties;
        longest = std::max(longest, ply);
    }
    /// Both together, of two parts of a graph.
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

/// How an analysis is run.
struct AnalysisOptions {
    Play play = Play::normal;
    unsigned threads = 1;
    /// Plies with fewer vertices than this are done by one thread: waking the others costs more than it saves.
    Index small_ply = 16384;
};

/// The results of one stage of `loopy_nimbers`.
struct StageCounts {
    Index finite = 0;           ///< vertices with nimber m
    Index infinite = 0;         ///< vertices found to be infinite in this stage
    Index left = 0;             ///< vertices of which neither is known yet; 0 after the last stage
    std::uint64_t longest = 0;  ///< the greatest counter of those with nimber m
};

/// A receiver of events. This base class ignores them. They are called on the thread that
/// called the algorithm, one at a time, and may throw to stop: the exception leaves the algorithm, and cells hold what
/// was decided until then.
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
    /// Now and then in a pass over all vertices.
    virtual void scan(Index /*done*/, Index /*total*/) {}
    /// All vertices won or lost with remoteness `ply` are known; for ply 0, 1, … until none is left, and then the same
    /// for ties. Plies without any are left out. A ruleset that comes in slices is told slice by slice.
    virtual void finish_ply(std::uint64_t /*ply*/, const PlyCounts&) {}
    /// Vertex v is decided; once a vertex, terminal ones too, by remoteness. Only if `has_vertex_events` is overridden
    /// too.
    virtual void finish_vertex(Index /*v*/, const OutcomeValue&) {}
    /// A stage of `loopy_nimbers` is done.
    virtual void finish_stage(std::uint32_t /*nimber*/, const StageCounts&) {}
};

}  // namespace mexbase
