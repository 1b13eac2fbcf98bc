/// \file
/// Nimbers of loopy impartial games: for every vertex of a graph the value it has in disjunctive sums, a nimber with a
/// counter or inf{K} (Smith, "Graphs and composite games", J. Combin. Theory 1, 1966; Fraenkel and Perl, "Constructions
/// in combinatorial games with cycles", 1975; Fraenkel and Yesha, "The generalized Sprague-Grundy function and its
/// invariance under certain mappings", J. Combin. Theory A 43, 1986). Normal play.
///
/// Stage m = 0, 1, 2, … finds the vertices with nimber m, by retrograde analysis of the graph without the vertices of
/// smaller nimbers. A vertex that is lost in it has nimber m, and its remoteness there is its counter; one that is
/// drawn is infinite for good; one that is won waits for the next stage. Vertices found infinite earlier take part as
/// if each had one more option, a drawn one: they may be won, so that a move to them is taken back, and are never lost.
/// The last stage is the one that leaves no vertex waiting. K of an infinite vertex is the set of nimbers of its finite
/// options: of the stages in which it was won.
///
/// A vertex has nimber m if and only if m is the least nimber that none of its options has, and every option that is
/// infinite or has a greater nimber has itself an option of nimber m with a smaller counter. The counter is 0 where no
/// such option exists, or else 2 + the greatest, over these options, of the least counter of a reply.
#pragma once

#include <algorithm>
#include <boost/concept/assert.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../error.hpp"
#include "../../value/nimber.hpp"
#include "../graph/graph.hpp"
#include "../graph/indexed_view.hpp"
#include "../graph/ruleset_graph.hpp"
#include "../graph/transpose.hpp"
#include "../graph/visitor.hpp"
#include "../outcomes/solve.hpp"
#include "../retrograde/cells.hpp"
#include "../retrograde/child_counters.hpp"
#include "../retrograde/erased_view.hpp"
#include "../retrograde/strategy.hpp"
#include "loopy_stage.hpp"

namespace mexbase {

namespace detail {

template <OptionGraph G>
using OwnView = IndexedView<G, decltype(get(boost::vertex_index, std::declval<const G&>())), DefaultTerminal>;

template <OptionGraph G>
OwnView<G> own_view(const G& g) {
    return OwnView<G>(g, get(boost::vertex_index, g), DefaultTerminal{});
}

/// The number of edges of a view, from the options of vertices that are spread evenly, plus a quarter.
template <class View>
std::uint64_t estimated_edges(const View& view) {
    constexpr Index samples = 4096;
    const Index size = view.size();
    const Index step = size / samples + 1;
    std::uint64_t edges = 0, looked = 0;
    for (Index i = step / 2; i < size; i += step, ++looked) view.options(i, [&edges](Index) { ++edges; });
    return looked == 0 ? 0 : edges * (size / looked + 1) / 4 * 5;
}

template <class View>
GraphShape shape_of(const View& view, unsigned threads) {
    GraphShape shape;
    shape.positions = view.size();
    shape.has_predecessors = View::has_predecessors;
    shape.edges = View::has_predecessors ? 0 : estimated_edges(view);
    shape.threads = threads;
    return shape;
}

template <class View, class Visitor>
class LoopyStages;
}  // namespace detail

/// What the values of a graph amount to. The same for any number of threads, but for `edges`.
struct LoopySummary {
    Index vertices = 0;         ///< of the graph, indices that are no position included
    Index positions = 0;        ///< those that are positions
    Index finite = 0;           ///< positions with a nimber
    Index infinite = 0;         ///< positions without
    std::uint32_t largest = 0;  ///< the greatest nimber; 0 too where none is finite
    std::uint64_t longest = 0;  ///< the greatest counter
    std::uint32_t stages = 0;   ///< until no vertex was left waiting
    std::uint64_t edges = 0;    ///< moves looked at backwards: work done
    friend bool operator==(const LoopySummary&, const LoopySummary&) = default;
};

/// The values of all vertices, by index. Movable; any number of threads may read. Indices that are no position read as
/// 0 with counter 0; which those are the graph knows.
///
/// Memory: 4 bytes a vertex for the value, 2 bytes for the counter (4 or 8 where one counter needs that, or needed it
/// while the values were found), 4 bytes for each number of each distinct set K.
class LoopyNimbers {
  public:
    LoopyNimbers() = default;

    Index size() const { return words_.size(); }
    /// True where the vertex has no nimber.
    bool infinite(Index i) const { return detail::LoopyWord::is_infinite(words_[i]); }
    /// The nimber; 0 where infinite.
    std::uint32_t nimber(Index i) const { return infinite(i) ? 0 : words_[i]; }
    /// The remoteness within the stage of the nimber, an even number; 0 where infinite.
    std::uint64_t counter(Index i) const { return counters_[i].remoteness; }
    /// Of an infinite vertex only: the number of its K, 0..set_count-1. Sets are numbered by their first use in index
    /// order.
    std::uint32_t set_id(Index i) const { return detail::LoopyWord::set(words_[i]); }
    /// How many different sets K there are.
    std::uint32_t set_count() const { return static_cast<std::uint32_t>(sets_.ends.size()); }
    /// The numbers of a set K, ascending.
    std::span<const std::uint32_t> set(std::uint32_t id) const {
        const std::uint64_t first = id == 0 ? 0 : sets_.ends[id - 1];
        return {sets_.numbers.data() + first, static_cast<std::size_t>(sets_.ends[id] - first)};
    }
    /// The whole value; it borrows K from here.
    NimberValue operator[](Index i) const {
        if (infinite(i)) return {true, 0, 0, set(set_id(i))};
        return {false, nimber(i), counter(i), {}};
    }
    const LoopySummary& summary() const { return summary_; }
    /// Bytes in use.
    std::uint64_t bytes() const {
        return 4 * words_.size() + counters_.cell_bytes() * counters_.size() + 8 * sets_.ends.size() +
               4 * sets_.numbers.size();
    }

  private:
    template <class View, class Visitor>
    friend class detail::LoopyStages;
    LoopyNimbers(std::vector<std::uint32_t> words, OutcomeCells counters, detail::LoopySets sets,
                 const LoopySummary& summary)
        : words_(std::move(words)), counters_(std::move(counters)), sets_(std::move(sets)), summary_(summary) {}

    std::vector<std::uint32_t> words_;
    OutcomeCells counters_;  // of a finite vertex: loss, with the counter as remoteness
    detail::LoopySets sets_;
    LoopySummary summary_;
};

/// Peak memory in bytes that `loopy_nimbers` uses on a graph of that shape, unless counters are longer than 16383: what
/// the kernel uses with child counters, and 4 bytes and a bit a vertex.
std::uint64_t loopy_memory_needed(const GraphShape&);

namespace detail {

/// Keeps what is known between stages with what the kernel keeps in one.
class StageKeeper final : public KeeperAround {
  public:
    using KeeperAround::KeeperAround;
    /// `numbers` as `LoopyStages` has them. Borrows the words of the state.
    void begin_stage(std::vector<std::uint64_t> numbers, std::vector<std::uint32_t> tree,
                     std::span<const std::uint32_t> words) {
        numbers_ = std::move(numbers);
        tree_ = std::move(tree);
        words_ = words;
    }
    void keep(const Standing& at, const Kept& kept) override {
        Standing whole = at;
        whole.numbers = numbers_;
        whole.below.positions = numbers_[4] + numbers_[5];
        Kept all = kept;
        all.words = {words_, tree_};
        inner().keep(whole, all);
    }

  private:
    std::vector<std::uint64_t> numbers_;
    std::vector<std::uint32_t> tree_;
    std::span<const std::uint32_t> words_;
};

/// All stages, one after another, over a view with predecessors.
template <class View, class Visitor>
class LoopyStages {
  public:
    LoopyStages(const View& view, Visitor& visitor, const AnalysisOptions& options, Keeper* keeper)
        : LoopyStages(view, visitor, options, keeper, keeper != nullptr ? keeper->resume() : std::nullopt) {}

    LoopyNimbers run() {
        while (waiting_ != 0) {
            if (state_.stage == LoopyWord::waiting)
                throw Error(ErrorCode::not_applicable, "nimbers of 2^31 - 1 and more are not supported");
            if (course_.keeper != nullptr) keeper_.begin_stage(numbers(), tree_.words(), state_.words);
            const LoopyStageView<View> stage(view_, state_);
            const Summary kernel = count_down(ErasedView(stage, visitor_), state_.cells, options_, 0, course_);
            course_.at = {};
            summary_.edges += kernel.edges;
            if (state_.stage == 0) summary_.positions = kernel.positions;
            StageCounts counts = state_.cells.visit([this](auto* cells) { return this->close_stage(cells); });
            waiting_ -= counts.finite + counts.infinite + std::exchange(outside_, 0);
            counts.left = waiting_;
            if (counts.finite != 0) summary_.largest = state_.stage;
            summary_.finite += counts.finite;
            summary_.infinite += counts.infinite;
            summary_.longest = std::max(summary_.longest, counts.longest);
            event_finish_stage(visitor_.visitor, state_.stage, counts);
            summary_.stages = ++state_.stage;
            prefix_ = tree_.with(prefix_, state_.stage - 1);
        }
        LoopySets sets = tree_.renumber(state_.words);
        return {std::move(state_.words), std::move(state_.cells), std::move(sets), summary_};
    }

  private:
    LoopyStages(const View& view, Visitor& visitor, const AnalysisOptions& options, Keeper* keeper,
                std::optional<Resumption> from)
        : view_(view),
          visitor_{visitor},
          options_(options),
          keeper_(keeper),
          course_{keeper != nullptr ? &keeper_ : nullptr, {}, {}},
          state_(from ? LoopyState(view.size(), *from) : LoopyState(view.size())),
          waiting_(view.size()) {
        summary_.vertices = view.size();
        if (!from) return;
        const std::vector<std::uint64_t>& n = from->at.numbers;
        tree_.put_back(from->words[1]);
        if (n.size() != 9 || n[1] >= tree_.size()) throw_not_ours();
        summary_.stages = state_.stage;
        prefix_ = static_cast<std::uint32_t>(n[1]);
        waiting_ = n[2];
        summary_.positions = n[3];
        summary_.finite = n[4];
        summary_.infinite = n[5];
        summary_.largest = static_cast<std::uint32_t>(n[6]);
        summary_.longest = n[7];
        summary_.edges = n[8];
        course_.at = std::move(from->at);
        course_.due = std::move(from->due);
    }

    // The events of the kernel that mean the same here.
    struct KernelEvents {
        using hears = Events<Event::scan, Event::finish_ply>;
        Visitor& visitor;
        void scan(Index done, Index total) { event_scan(visitor, done, total); }
        void finish_ply(std::uint64_t ply, const PlyCounts& counts) { event_finish_ply(visitor, ply, counts); }
    };

    // What is not in the words, as numbers.
    std::vector<std::uint64_t> numbers() const {
        const LoopySummary& s = summary_;
        return {state_.stage, prefix_, waiting_, s.positions, s.finite, s.infinite, s.largest, s.longest, s.edges};
    }

    // Reads what the kernel found, and leaves the cells of vertices without a nimber undecided.
    template <class T>
    StageCounts close_stage(T* cells) {
        using Code = CellCode<T>;
        StageCounts counts;
        state_.for_each_left(0, view_.size(), [&](Index v) {
            const T cell = cells[v];
            std::uint32_t& word = state_.words[v];
            if (word == LoopyWord::waiting) {
                if (Code::is_loss(cell)) {
                    word = state_.stage;
                    ++counts.finite;
                    counts.longest = std::max(counts.longest, Code::remoteness(cell));
                    state_.remove(v);
                    return;
                }
                if (!Code::is_decided(cell)) {
                    if (cell == 0 && outside(v)) {
                        word = 0;
                        cells[v] = Code::loss(0);
                        ++outside_;
                        state_.remove(v);
                        return;
                    }
                    word = LoopyWord::infinite(prefix_);
                    ++counts.infinite;
                }
            } else if (Code::is_win(cell)) {
                word = LoopyWord::infinite(tree_.with(LoopyWord::set(word), state_.stage));
            }
            cells[v] = 0;
        });
        return counts;
    }

    // True where an undecided vertex is none: it has no options and yet is not terminal.
    bool outside(Index v) const {
        if (state_.stage != 0 || summary_.positions == summary_.vertices) return false;
        bool any = false;
        view_.options(v, [&any](Index) { any = true; });
        return !any;
    }

    const View& view_;
    KernelEvents visitor_;
    AnalysisOptions options_;
    StageKeeper keeper_;
    Course course_;
    LoopyState state_;
    LoopySetTree tree_;
    Index waiting_;
    std::uint32_t prefix_ = LoopySetTree::empty;  // {0, …, stage - 1}: what a vertex that waited until now reaches
    Index outside_ = 0;
    LoopySummary summary_;
};

/// Throws `Error{not_applicable}` where a position has options without a vertex.
template <OptionGraph G, class Terminal, class Visitor>
void check_all_options_named(const G& g, const Terminal& rule, Visitor& visitor) {
    const auto [first, last] = vertices(g);
    Index done = 0;
    for (auto v = first; v != last; ++v) {
        if (done++ % (Index{1} << 16) == 0) event_scan(visitor, done - 1, static_cast<Index>(num_vertices(g)));
        if constexpr (requires { g.rules().legal(*v); })
            if (!g.rules().legal(*v)) continue;
        if (rule(g, *v, Play::normal)) continue;
        std::uint64_t named = 0;
        for_each_option(g, *v, [&named](const vertex_of<G>&) { ++named; });
        if (option_count(g, *v) != named)
            throw Error(ErrorCode::not_applicable,
                        "moves lead past the bound, where values are unknown: no nimber is known within it");
    }
}

}  // namespace detail

/// The core: the values of all vertices of `g`.
///
/// - `index` maps vertices to 0..num_vertices-1, which is the order of the values.
/// - `rule(g, v, play)` says where play stops; it is called on any thread.
/// - Graphs without predecessors are transposed first (`Transpose`: 4 bytes an edge and a vertex).
/// - `visitor` hears `scan` and `finish_ply` of every stage's analysis, whose plies begin again at 0, and
///   `finish_stage(m, counts)` after each. Any of them may throw to stop.
///
/// Complexity: time O(vertices + edges that leave or reach them) of what is left, in each stage; there are at most as
/// many stages as the most options of a vertex, and one more. `keeper` is told of every ply of every stage, or nobody
/// is (null); what it kept of the same graph is gone on from. Memory: 6 bytes and a bit a vertex, more where counters
/// need it (`LoopyNimbers`), 4 bytes for each vertex decided in one ply and the next, 16 bytes for each set K that a
/// vertex ever had. Values do not depend on the number of threads.
///
/// Throws `Error{not_applicable}` unless play is normal and stops with loss 0 only; where options lie past a bound; for
/// a graph too large to transpose; `Error{out_of_memory}`, and whatever a visitor throws.
template <OptionGraph G, class IndexMap, class Terminal, class Visitor>
LoopyNimbers loopy_nimbers(const G& g, IndexMap index, Terminal rule, Visitor& visitor, const AnalysisOptions& options,
                           Keeper* keeper = nullptr) {
    BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<G>));
    BOOST_CONCEPT_ASSERT((boost::ReadablePropertyMapConcept<IndexMap, vertex_of<G>>));
    static_assert(detail::check_visitor<Visitor, Events<Event::scan, Event::finish_ply, Event::finish_stage>>());
    if (options.play != Play::normal) throw Error(ErrorCode::not_applicable, "nimbers are values of normal play");
    if constexpr (!names_all_options<G>()) detail::check_all_options_named(g, rule, visitor);
    const detail::IndexedView<G, IndexMap, Terminal> view(g, index, rule);
    return detail::with_predecessors(view, visitor, [&](const auto& v) {
        return detail::LoopyStages<std::remove_cvref_t<decltype(v)>, Visitor>(v, visitor, options, keeper).run();
    });
}

/// The same with the graph's own `vertex_index` and `terminal`.
template <OptionGraph G, class Visitor>
LoopyNimbers loopy_nimbers(const G& g, const AnalysisOptions& options, Visitor& visitor, Keeper* keeper = nullptr) {
    return loopy_nimbers(g, get(boost::vertex_index, g), DefaultTerminal{}, visitor, options, keeper);
}

/// The same, without a visitor.
template <OptionGraph G>
LoopyNimbers loopy_nimbers(const G& g, const AnalysisOptions& options = {}) {
    NullVisitor quiet;
    return loopy_nimbers(g, options, quiet);
}

/// The values of all positions of a ruleset. There is one strategy, child counters: throws `Error{not_applicable}`
/// where the options ask for another, and `Error{out_of_memory}` where they allow less memory than it needs.
template <Ruleset R, class Visitor>
LoopyNimbers loopy_nimbers(const R& rules, SolveOptions options, Visitor& visitor, Keeper* keeper = nullptr) {
    if (options.strategy != Strategy::automatic && options.strategy != Strategy::child_counters)
        throw Error(ErrorCode::not_applicable,
                    "nimbers are found by child counters, not by " + std::string(to_string(options.strategy)));
    const RulesetGraph<R> graph(rules);
    if (options.memory != 0) {
        GraphShape shape = detail::shape_of(detail::own_view(graph), options.threads);
        while (shape.threads > 1 && loopy_memory_needed(shape) > options.memory) --shape.threads;
        detail::check_memory(rules.size(), loopy_memory_needed(shape), options.memory);
        options.threads = shape.threads;
    }
    return loopy_nimbers(graph, options.analysis(), visitor, keeper);
}

/// The same, without a visitor.
template <Ruleset R>
LoopyNimbers loopy_nimbers(const R& rules, const SolveOptions& options = {}) {
    NullVisitor quiet;
    return loopy_nimbers(rules, options, quiet);
}

}  // namespace mexbase
