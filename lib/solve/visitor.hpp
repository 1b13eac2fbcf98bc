/// \file
/// What an algorithm tells while it works, and what it says at the end.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../index.hpp"
#include "../value/outcome.hpp"

namespace mexbase {

/// The vertices decided in one ply. `edges` counts the moves looked at so far, in this ply and before.
struct PlyCounts {
    Index wins = 0;
    Index losses = 0;
    std::uint64_t edges = 0;
};

/// What a finished analysis amounts to. The same for every strategy and number of threads, but for `edges`.
struct Summary {
    Index vertices = 0;   ///< of the graph, indices that are no position included
    Index positions = 0;  ///< those that are positions
    Index wins = 0;
    Index losses = 0;
    std::uint64_t longest = 0;  ///< the greatest remoteness; 0 too where nothing is decided
    std::uint64_t edges = 0;    ///< moves looked at: work done
    Index draws() const { return positions - wins - losses; }
    friend bool operator==(const Summary&, const Summary&) = default;
};

/// How an analysis is run.
struct AnalysisOptions {
    Play play = Play::normal;
    unsigned threads = 1;
    /// Plies with fewer vertices than this are done by one thread: waking the others costs more than it saves.
    Index small_ply = 16384;
};

/// The events of an analysis. A visitor is any object with some of these members; an event it lacks costs nothing. All
/// are called on the thread that called the algorithm, one at a time. An event may throw to stop: the exception leaves
/// the algorithm, and what was decided until then is right.
///
/// - `scan(done, total)`: from time to time while all vertices are looked at for terminal ones, or in a pass over them
/// all.
/// - `seed_vertex(v, value)`: v is terminal.
/// - `finish_vertex(v, value)`: v is decided, once a vertex, in order of remoteness; terminal vertices too.
/// - `finish_ply(ply, counts)`: all vertices with remoteness `ply` are known; called for ply 0, 1, … until none is
/// left.
///
/// Example: `struct Bar { void finish_ply(std::uint64_t ply, const PlyCounts& c) { … } };`
struct NullVisitor {};

namespace detail {

template <class V>
void event_scan(V& visitor, Index done, Index total) {
    if constexpr (requires { visitor.scan(done, total); }) visitor.scan(done, total);
}
template <class V>
void event_finish_ply(V& visitor, std::uint64_t ply, const PlyCounts& counts) {
    if constexpr (requires { visitor.finish_ply(ply, counts); }) visitor.finish_ply(ply, counts);
}
template <class V, class Vertex>
void event_seed_vertex(V& visitor, Vertex v, const OutcomeValue& value) {
    if constexpr (requires { visitor.seed_vertex(v, value); }) visitor.seed_vertex(v, value);
}
template <class V, class Vertex>
inline constexpr bool has_vertex_events = requires(V& visitor, Vertex v, const OutcomeValue& value) {
    visitor.seed_vertex(v, value);
}
|| requires(V& visitor, Vertex v, const OutcomeValue& value) {
    visitor.finish_vertex(v, value);
};
template <class V, class Vertex>
void event_finish_vertex(V& visitor, Vertex v, const OutcomeValue& value) {
    if constexpr (requires { visitor.finish_vertex(v, value); }) visitor.finish_vertex(v, value);
}

}  // namespace detail

}  // namespace mexbase
