// SPDX-License-Identifier: MIT
/// \file
/// Nimbers of loopy impartial games: the value of every vertex of a graph in disjunctive sums, a nimber with a counter
/// or inf{K} (Smith, "Graphs and composite games", J. Combin. Theory 1, 1966; Fraenkel and Perl, "Constructions in
/// combinatorial games with cycles", 1975; Fraenkel and Yesha, "The generalized Sprague-Grundy function and its
/// invariance under certain mappings", J. Combin. Theory A 43, 1986). Normal play.
///
/// Stage m = 0, 1, 2, … finds the vertices with nimber m, by retrograde analysis of the graph without the vertices of
/// smaller nimbers. A vertex that is lost in this graph has nimber m, and its remoteness there is its counter. A drawn
/// vertex is infinite. A won vertex waits for the next stage. Infinite vertices stay in the graph with one extra, drawn
/// option, so that they are never lost. They may be won; then a move to them can be reverted. The last stage leaves no
/// vertex waiting. K of an infinite vertex is the set of nimbers of its finite options: the stages in which it was won.
///
/// A vertex has nimber m if and only if m is the smallest nimber that none of its options has, and every option that is
/// infinite or has a greater nimber has itself an option of nimber m with a smaller counter. The counter is 0 if there
/// is no such option. Otherwise it is 2 + the greatest, over these options, of the smallest counter of a reply.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "../../value/nimber.hpp"
#include "../outcomes/solve.hpp"
#include "../retrograde/numbered_graph.hpp"

namespace mexbase {

namespace detail {
class LoopyStages;

/// Value of a vertex in 32 bits. If the top bit is 0, the value is a nimber. If the top bit is 1, the rest is the
/// number of a set K, which contains the nimbers of the options of an infinite vertex.
struct LoopyWord {
    static constexpr std::uint32_t infinite_flag = std::uint32_t{1} << 31;
    static constexpr std::uint32_t waiting = infinite_flag - 1;  ///< no value yet
    static constexpr bool is_infinite(std::uint32_t word) { return word >= infinite_flag; }
    static constexpr std::uint32_t set(std::uint32_t word) { return word & waiting; }
    static constexpr std::uint32_t infinite(std::uint32_t set) { return infinite_flag | set; }
};
}  // namespace detail

/// Summary of the values of a graph. Only `edges` depends on the number of threads.
struct LoopySummary {
    Index vertices = 0;         ///< indices of the graph, positions or not
    Index positions = 0;        ///< vertices that are positions
    Index finite = 0;           ///< positions with a nimber
    Index infinite = 0;         ///< positions without a nimber
    std::uint32_t largest = 0;  ///< greatest nimber; 0 also if no position has a nimber
    std::uint64_t longest = 0;  ///< greatest counter
    std::uint32_t stages = 0;   ///< stages until no vertex was left waiting
    std::uint64_t edges = 0;    ///< moves read backwards: work done
    friend bool operator==(const LoopySummary&, const LoopySummary&) = default;
};

/// Nimbers of all vertices by index. Movable; safe to read from several threads. An index that is not a position has
/// nimber 0 and counter 0; only the graph can distinguish it from a position.
///
/// Memory per vertex: 4 bytes for the value and 2 for the counter (4 or 8 if any counter needed that). A set K has the
/// nimbers of the options of an infinite vertex. Each different set takes 4 bytes per nimber.
class LoopyNimbers {
  public:
    LoopyNimbers() = default;

    Index size() const { return words_.size(); }
    bool infinite(Index i) const { return detail::LoopyWord::is_infinite(words_[i]); }
    /// Returns the nimber; 0 if infinite.
    std::uint32_t nimber(Index i) const { return infinite(i) ? 0 : words_[i]; }
    /// Returns the counter, which is even: the remoteness of the loss that gave the nimber. Returns 0 if infinite.
    std::uint64_t counter(Index i) const { return counters_[i].remoteness; }
    /// Returns the number of the set K of an infinite vertex, less than `set_count()`. Sets are numbered by their first
    /// use in index order.
    std::uint32_t set_id(Index i) const { return detail::LoopyWord::set(words_[i]); }
    std::uint32_t set_count() const { return static_cast<std::uint32_t>(sets_.size()); }
    /// Returns the elements of the set K with number `id`, in ascending order.
    std::span<const std::uint32_t> set(std::uint32_t id) const { return sets_[id]; }
    /// Returns the nimber or set K of index i. The set is borrowed from this object.
    NimberValue operator[](Index i) const {
        if (infinite(i)) return {true, 0, 0, set(set_id(i))};
        return {false, nimber(i), counter(i), {}};
    }
    const LoopySummary& summary() const { return summary_; }

  private:
    friend class detail::LoopyStages;
    LoopyNimbers(std::vector<std::uint32_t> words, OutcomeCells counters, NimberSets sets, const LoopySummary& summary)
        : words_(std::move(words)), counters_(std::move(counters)), sets_(std::move(sets)), summary_(summary) {}

    std::vector<std::uint32_t> words_;
    OutcomeCells counters_;  // for a finite vertex a loss, with the counter as remoteness
    NimberSets sets_;
    LoopySummary summary_;
};

/// Returns the peak memory of `loopy_nimbers` in bytes, if no counter exceeds 16383: that of the kernel with child
/// counters, and a little over 4 bytes per vertex.
std::uint64_t loopy_memory_needed(const GraphShape&);

/// Returns the nimbers of all positions of a game. The only strategy is child counters.
///
/// Stage m finds the positions with nimber m. In each stage, `listener` receives `scan` and `finish_ply`, with plies
/// from 0 on, and then `finish_stage(m, counts)`. Any of them may throw to stop. `checkpointer` may be null. Otherwise
/// it is called for every ply of every stage, and its saved state of the same game is resumed.
///
/// Time is O(positions + moves) of the positions without a nimber, in each stage. There are at most one more stages
/// than the maximum number of options. Games without predecessors are transposed first (4 bytes per move and per
/// position). Memory is a little over 6 bytes per position, or more for large counters (`LoopyNimbers`). Each position
/// decided in one ply and the next takes 4 bytes, and each set K that a position ever had takes 16 bytes. Values do not
/// depend on the number of threads.
///
/// Throws `Error{not_applicable}` unless play is normal and stops only with a loss of remoteness 0. Also throws it if
/// options are past a bound, for a game in slices or too large to transpose, and for any other strategy. Throws
/// `Error{out_of_memory}` if the options allow too little memory, and any exception of a listener.
LoopyNimbers loopy_nimbers(const Moves& moves, SolveOptions options, AnalysisListener& listener,
                           Checkpointer* checkpointer = nullptr);

/// Overload for a graph. `index` maps vertices to 0..num_vertices-1, the indices of the result. `rule(g, v, play)`
/// returns the value of v if play stops there. It may be called on any thread.
template <OptionGraph G, class IndexMap, class Terminal>
LoopyNimbers loopy_nimbers(const G& g, IndexMap index, Terminal rule, AnalysisListener& listener,
                           const AnalysisOptions& options) {
    const detail::NumberedGraph<G, IndexMap, Terminal> graph(g, index, rule);
    const SolveOptions solving{.play = options.play, .threads = options.threads, .small_ply = options.small_ply};
    return loopy_nimbers(detail::MovesOfGraph(graph), solving, listener);
}

/// Overload with the graph's own `vertex_index` and `terminal`, without a listener.
template <OptionGraph G>
LoopyNimbers loopy_nimbers(const G& g, const AnalysisOptions& options = {}) {
    AnalysisListener quiet;
    return loopy_nimbers(g, get(boost::vertex_index, g), DefaultTerminal{}, quiet, options);
}

template <Ruleset R>
LoopyNimbers loopy_nimbers(const R& rules, const SolveOptions& options, AnalysisListener& listener,
                           Checkpointer* checkpointer = nullptr) {
    return loopy_nimbers(GameOf<R>(rules, "", nullptr), options, listener, checkpointer);
}
template <Ruleset R>
LoopyNimbers loopy_nimbers(const R& rules, const SolveOptions& options = {}) {
    AnalysisListener quiet;
    return loopy_nimbers(rules, options, quiet);
}

}  // namespace mexbase
