/// \file
/// One stage of the labelling of loopy games: what it keeps between stages, and the graph that its retrograde analysis
/// sees. See loopy_nimbers.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "../../error.hpp"
#include "../../index.hpp"
#include "../graph/visitor.hpp"
#include "../retrograde/cells.hpp"
#include "../retrograde/standing.hpp"

namespace mexbase {

/// What one stage found; an argument of the event `finish_stage(m, counts)`, which is called once a stage.
struct StageCounts {
    Index finite = 0;           ///< vertices with nimber m
    Index infinite = 0;         ///< vertices found to be infinite in this stage
    Index left = 0;             ///< vertices of which neither is known yet; 0 after the last stage
    std::uint64_t longest = 0;  ///< the greatest counter of those with nimber m
};

namespace detail {

template <class V>
void event_finish_stage(V& visitor, std::uint32_t nimber, const StageCounts& counts) {
    if constexpr (hears<V>(Event::finish_stage)) {
        constexpr bool right = requires { visitor.finish_stage(nimber, counts); };
        static_assert(
            right,
            "visitor: finish_stage must be a public void finish_stage(std::uint32_t nimber, const StageCounts&)");
        if constexpr (right) visitor.finish_stage(nimber, counts);
    }
}

/// How a value fits into 32 bits: a nimber; or, with the top bit, the number of a set K.
struct LoopyWord {
    static constexpr std::uint32_t infinite_flag = std::uint32_t{1} << 31;
    static constexpr std::uint32_t waiting = infinite_flag - 1;  ///< no value yet
    static constexpr bool is_infinite(std::uint32_t word) { return word >= infinite_flag; }
    static constexpr std::uint32_t set(std::uint32_t word) { return word & waiting; }
    static constexpr std::uint32_t infinite(std::uint32_t set) { return infinite_flag | set; }
};

/// Sets K one after another: set k is numbers[ends[k-1]] … numbers[ends[k]-1].
struct LoopySets {
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint64_t> ends;
};

/// The sets that stage after stage builds: a tree in which a node stands for the set of the numbers on the path to it.
/// Numbers come in ascending order, so that a set has one node, and a node grows one child in a stage: no hashing.
class LoopySetTree {
  public:
    static constexpr std::uint32_t empty = 0;

    /// The node of the set of `node` and `number`, the number of the present stage. Numbers never go down from one call
    /// to the next.
    std::uint32_t with(std::uint32_t node, std::uint32_t number) {
        if (nodes_[node].latest == number) return nodes_[node].child;
        return grow(node, number);
    }
    /// Replaces the node in every infinite word by the number of the set, by first use. Nodes that no word has are left
    /// out.
    LoopySets renumber(std::vector<std::uint32_t>& words) const;

    /// The whole tree in words, to be saved, and back. Throws `Error{bad_usage}` for what is no tree.
    std::vector<std::uint32_t> words() const;
    void put_back(std::span<const std::uint32_t> words);
    std::size_t size() const { return nodes_.size(); }

  private:
    struct Node {
        std::uint32_t parent, number;
        std::uint32_t latest = LoopyWord::waiting;  // the stage in which `child` grew
        std::uint32_t child = empty;
    };
    std::uint32_t grow(std::uint32_t node, std::uint32_t number);

    std::vector<Node> nodes_{Node{empty, LoopyWord::waiting}};
};

/// What is known of the vertices between two stages.
struct LoopyState {
    explicit LoopyState(Index size);
    /// As it was in the stage that `from` has: moves its first words and its cells. Throws `Error{bad_usage}` where
    /// they are not as many.
    LoopyState(Index size, Resumption& from);

    /// True where a vertex takes part in the stage: it has no nimber.
    bool is_left(Index v) const { return (left[v / 64] >> (v % 64) & 1U) != 0; }
    void remove(Index v) { left[v / 64] &= ~(std::uint64_t{1} << (v % 64)); }
    /// Calls `f(v)` for the vertices in [first, last) that take part, in order; f may remove v.
    template <class F>
    void for_each_left(Index first, Index last, F&& f) const {
        for (Index block = first / 64; 64 * block < last; ++block) {
            std::uint64_t bits = left[block];
            if (64 * block < first) bits &= ~std::uint64_t{0} << (first % 64);
            for (; bits != 0; bits &= bits - 1) {
                const Index v = 64 * block + static_cast<Index>(std::countr_zero(bits));
                if (v >= last) return;
                f(v);
            }
        }
    }

    std::vector<std::uint32_t> words;  ///< `LoopyWord`; of infinite vertices the node of the set so far
    std::vector<std::uint64_t> left;   ///< one bit a vertex
    /// The kernel's. A vertex with a nimber keeps its loss, which is its counter: messages to it go nowhere.
    OutcomeCells cells;
    std::uint32_t stage = 0;
};

/// The graph that the kernel sees in a stage.
template <class View>
class LoopyStageView {
  public:
    using vertex_type = typename View::vertex_type;
    static constexpr bool has_predecessors = true;
    static constexpr bool names_options = false;
    static constexpr bool goes_forward = false;
    static constexpr bool has_exits = false;
    static constexpr bool may_tie = false;
    static constexpr bool prefetches = View::prefetches;

    LoopyStageView(const View& view, LoopyState& state) : view_(view), state_(state) {}

    Index size() const { return view_.size(); }
    vertex_type vertex(Index i) const { return view_.vertex(i); }
    /// Those that do not take part are named too: their cells are decided.
    template <class F>
    void predecessors(Index i, F&& f) const {
        view_.predecessors(i, f);
    }
    void prefetch(Index i) const { view_.prefetch(i); }
    void prefetch_soon(Index i) const
        requires requires(const View& v) { v.prefetch_soon(Index{0}); }
    {
        view_.prefetch_soon(i);
    }

    /// A vertex with a nimber keeps the cell of its stage.
    bool takes_part(Index i) const { return state_.is_left(i); }
    /// Options that take part; more for an infinite vertex, that it may never count down to nothing.
    std::uint64_t count_options(Index i) const {
        if (LoopyWord::is_infinite(state_.words[i])) return view_.count_options(i) + 1;
        return state_.stage == 0 ? view_.count_options(i) : count_left(i);
    }

    /// Where all options have smaller nimbers, play stops. The others are counted on the way.
    template <class F>
    Index terminals(Index first, Index last, Play play, F&& f) const {
        if (state_.stage == 0)
            return view_.terminals(first, last, play, [&f](Index v, const OutcomeValue& value) {
                check_loss(value);
                f(v, value);
            });
        state_.cells.visit([&](auto* cells) { count_range(cells, first, last, f); });
        return last - first;
    }

  private:
    std::uint64_t count_left(Index i) const {
        std::uint64_t count = 0;
        view_.options(i, [&](Index w) { count += state_.is_left(w) ? 1 : 0; });
        return count;
    }
    template <class T, class F>
    void count_range(T* cells, Index first, Index last, const F& f) const {
        state_.for_each_left(first, last, [&](Index v) {
            if (state_.words[v] != LoopyWord::waiting) return;
            const std::uint64_t count = count_left(v);
            if (count == 0)
                f(v, OutcomeValue{Outcome::loss, 0});
            else if (count <= CellCode<T>::max_counter)
                cells[v] = static_cast<T>(count);
        });
    }
    static void check_loss(const OutcomeValue& value) {
        if (value != OutcomeValue{Outcome::loss, 0})
            throw Error(ErrorCode::not_applicable,
                        "play stops with \"" + to_string(value) + "\": only where it stops with loss 0 do nimbers add");
    }

    const View& view_;
    LoopyState& state_;
};

/// Throws `Error{out_of_memory}` where less is allowed than is needed for that many positions.
void check_memory(Index positions, std::uint64_t needed, std::uint64_t allowed);

}  // namespace detail

}  // namespace mexbase
