// SPDX-License-Identifier: MIT
/// \file
/// One stage of the labelling of loopy games: the state between stages, and the graph for its retrograde analysis. See
/// loopy_nimbers.hpp.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "../../error.hpp"
#include "../../value/nimber.hpp"
#include "../graph/kept_moves.hpp"
#include "../retrograde/cells.hpp"
#include "../retrograde/solver_state.hpp"

namespace mexbase {

namespace detail {

/// The encoding of a value in 32 bits: a nimber; or, with the top bit, the number of a set K.
struct LoopyWord {
    static constexpr std::uint32_t infinite_flag = std::uint32_t{1} << 31;
    static constexpr std::uint32_t waiting = infinite_flag - 1;  ///< no value yet
    static constexpr bool is_infinite(std::uint32_t word) { return word >= infinite_flag; }
    static constexpr std::uint32_t set(std::uint32_t word) { return word & waiting; }
    static constexpr std::uint32_t infinite(std::uint32_t set) { return infinite_flag | set; }
};

/// The sets built stage by stage: a tree in which a node represents the set of the numbers on the path to it. Numbers
/// come in ascending order, so a set has one node, and a node grows one child per stage: no hashing.
class LoopySetTree {
  public:
    static constexpr std::uint32_t empty = 0;

    /// Returns the node of the set of `node` and `number`, the number of the current stage. Numbers never decrease from
    /// one call to the next.
    std::uint32_t with(std::uint32_t node, std::uint32_t number) {
        if (nodes_[node].latest == number) return nodes_[node].child;
        return grow(node, number);
    }
    /// Replaces the node in every infinite word by the number of the set, by first use. Unused nodes are dropped.
    NimberSets renumber(std::vector<std::uint32_t>& words) const;

    /// Returns the whole tree in words, for saving; the next function restores it. Throws `Error{bad_usage}` for words
    /// that are not a tree.
    std::vector<std::uint32_t> words() const;
    void restore(std::span<const std::uint32_t> words);
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

/// The state of the vertices between two stages.
struct LoopyState {
    explicit LoopyState(Index size);
    /// Restores the state at the stage that `from` has: moves its first words and its cells. Throws `Error{bad_usage}`
    /// if their number differs.
    LoopyState(Index size, RestoredState& from);

    /// Returns true if a vertex is in the stage's graph: it has no nimber.
    bool is_left(Index v) const { return (left[v / 64] >> (v % 64) & 1U) != 0; }
    void remove(Index v) { left[v / 64] &= ~(std::uint64_t{1} << (v % 64)); }
    /// Calls `f(v)` for the vertices in [first, last) of the stage's graph, in order; f may remove v.
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

    std::vector<std::uint32_t> words;  ///< `LoopyWord`; for infinite vertices the node of the set so far
    std::vector<std::uint64_t> left;   ///< one bit per vertex
    /// Cells of the kernel. A vertex with a nimber keeps its loss, which is its counter, so messages to it are ignored.
    OutcomeCells cells;
    std::uint32_t stage = 0;

  private:
    void leave_all();
};

/// The moves of a game among the positions without a nimber, which form the stage's graph. Borrows both. Has no slices,
/// layers, parts or lines.
class StageMoves final : public KeptMoves<StageMoves> {
  public:
    StageMoves(const Moves& moves, const LoopyState& state);

    bool keeps(Index i) const { return state_.is_left(i); }
    /// Adds a drawn option to a position that is known to be infinite: it is never lost.
    void count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const override;
    /// Lists positions with a nimber too. They keep the cell of their stage, so they are not decided again.
    void predecessors(std::span<const Index> of, Player, Flat& out) const override {
        moves_.predecessors(of, Player::left, out);
    }
    /// Positions whose options all have smaller nimbers are terminal. Counts the options of the other waiting
    /// positions. Throws `Error{not_applicable}` if play stops with anything but loss 0.
    Index starts(Index first, Index last, Play, Player, Starts& out) const override;

  private:
    const LoopyState& state_;
};

}  // namespace detail

}  // namespace mexbase
