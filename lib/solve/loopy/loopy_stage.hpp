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
#include "../graph/kept_moves.hpp"
#include "../retrograde/cells.hpp"
#include "../retrograde/solver_state.hpp"

namespace mexbase {

namespace detail {

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

/// What is known of the vertices between two stages.
struct LoopyState {
    explicit LoopyState(Index size);
    /// As it was in the stage that `from` has: moves its first words and its cells. Throws `Error{bad_usage}` where
    /// they are not as many.
    LoopyState(Index size, RestoredState& from);

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

/// The moves of a game among the positions that take part in a stage: those without a nimber. Borrows both. Has no
/// slices, layers, parts or lines.
class StageMoves final : public KeptMoves<StageMoves> {
  public:
    StageMoves(const Moves& moves, const LoopyState& state);

    bool keeps(Index i) const { return state_.is_left(i); }
    /// Of a position that is known to be infinite one more than all options, which stands for a drawn one: it is never
    /// lost.
    void count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const override;
    /// Positions with a nimber are listed too. They keep the cell of their stage, so that they are not decided again.
    void predecessors(std::span<const Index> of, Player, Flat& out) const override {
        moves_.predecessors(of, Player::left, out);
    }
    /// Where all options have smaller nimbers, play stops. Options of the others that wait are counted on the way.
    /// Throws `Error{not_applicable}` if play stops with anything but loss 0.
    Index starts(Index first, Index last, Play, Player, Starts& out) const override;

  private:
    const LoopyState& state_;
};

}  // namespace detail

}  // namespace mexbase
