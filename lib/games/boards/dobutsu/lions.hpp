// SPDX-License-Identifier: MIT
/// \file
/// Pairs of lions in Dōbutsu shōgi, and tables of the moves with each pair.
///
/// The mover plays up the board: cells 0..11 are counted from his left corner, row by row. A *pair* is the two cells of
/// the lions; mirror images count as one pair. The ten *squares* are the cells without a lion, numbered 0..9. Cells
/// near the lion of the player who does not move come first, because tables pack better that way.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "placements.hpp"

namespace mexbase::dobutsu {

inline constexpr unsigned files = 3, ranks = 4, cell_count = 12;
/// Returns the cell on the other side of the middle file.
constexpr unsigned mirror_of(unsigned cell) {
    return cell + 2 - 2 * (cell % files);
}

/// Number of pairs of lions in positions that have an index. The lions are not adjacent, and neither is on its far
/// rank. The pairs that are their own mirror image come last.
inline constexpr unsigned pair_count = 21, symmetric_pair_count = 3;
inline constexpr unsigned first_symmetric_pair = pair_count - symmetric_pair_count;
inline constexpr unsigned all_pair_count = 72;

/// The cells of a pair of lions, and the numbers of the other ten cells, the squares of the other pieces.
struct PairCells {
    std::uint8_t own = 0, others = 0;
    std::array<std::uint8_t, square_count> cell{};  ///< cell of each square
    std::array<std::uint8_t, cell_count> square{};  ///< square of each cell; `square_count` for a lion's cell
};

/// A step or drop of a piece, or its reverse. `state` gives both pieces of this kind after the move, unless one is
/// captured.
struct Step {
    std::uint32_t bits = 0;

    Step(unsigned state, unsigned empty, unsigned code, unsigned square, bool drops)
        : bits(state | empty << 10 | code << 20 | square << 26 | (drops ? 1U << 30 : 0)) {}
    State state() const { return static_cast<State>(bits & 1023); }
    /// Returns the destination square as a bit: for a reverse step, where the piece came from; for a reverse drop, 0.
    unsigned to() const { return bits >> 10 & 1023; }
    /// Returns the code (owner and place) of the piece after the step or the reverse step.
    unsigned code() const { return bits >> 20 & 63; }
    /// Returns the number of the square where the step ends, and where it may capture.
    unsigned square() const { return bits >> 26 & 15; }
    bool drops() const { return (bits >> 30) != 0; }
};

/// The steps of one kind of piece, grouped by the state of the two pieces.
struct StepLists {
    std::array<std::uint16_t, state_count + 1> first{};
    std::vector<Step> steps;
    const Step* begin(State s) const { return steps.data() + first[s]; }
    const Step* end(State s) const { return steps.data() + first[s + 1]; }
};

struct LionStep {
    std::uint16_t to = 0;                    ///< the square that the lion goes to, as a bit
    std::uint8_t square = 0;                 ///< the number of that square
    std::uint8_t pair = 0;                   ///< the pair after the step
    std::uint8_t left = 0;                   ///< the square that the lion leaves, as numbered after the step
    bool mirrored = false;                   ///< the board after the step is the mirror image of `pair`
    std::array<Code, code_count> code{};     ///< code after the step, by code before it
    std::array<State, state_count> state{};  ///< state after it, by state before; 0 if a piece is on `square`
};

struct PairMoves {
    std::uint8_t turned = 0;                        ///< the pair as the other player sees it
    std::array<State, state_count> turned_state{};  ///< the states as the other player sees them
    /// Flags per kind of piece and state of its two pieces. Bit 0: a piece of the mover attacks the other lion. Bit 1 +
    /// file: on this file, the mover holds the square of the far rank, or the other player attacks it.
    std::array<std::array<std::uint8_t, state_count>, kind_count> marks{};
    /// The mover wins at once if bit 0 is set in `marks` of some kind, or if another bit of `wins` is clear in `marks`
    /// of all kinds. These other bits are the far squares that his lion can enter and the other lion does not attack.
    std::uint8_t wins = 0;

    /// Steps of the other player, and reverse steps of the mover. Steps may lead to squares that the other player's own
    /// pieces hold. Reverse steps from squares where the piece attacked the lion are left out.
    std::array<StepLists, kind_count> others_steps, own_steps_back;
    std::vector<LionStep> others_lion_steps, own_lion_steps;  ///< steps to pairs below `pair_count`
    std::vector<LionStep> others_settled_lion_steps;          ///< steps to the other pairs

    std::array<std::array<std::uint16_t, code_count>, kind_count> own_targets{};  ///< attacked squares, by code
    std::uint16_t own_lion_targets = 0;                                           ///< targets of `own_lion_steps`
    std::uint16_t settled_lion_targets = 0;  ///< other targets of the lion: on the far rank, or next to the other lion
};

/// The tables of pairs of lions, and of moves with each pair. Immutable.
class Lions {
  public:
    explicit Lions(const Placements& placements);

    std::array<PairCells, all_pair_count> cells{};
    std::array<std::array<std::uint8_t, cell_count>, cell_count> pair_of{};  ///< by the cells of the two lions
    std::array<std::array<bool, cell_count>, cell_count> mirrored{};  ///< these cells are the mirror image of the pair
    std::vector<PairMoves> moves;                                     ///< for pairs below `pair_count`
    /// Returns the mirror image of each state, or null for a pair that is not its own mirror image.
    const State* mirror_of_states(unsigned pair) const {
        return mirror_number_[pair] < 0 ? nullptr : mirrors_[static_cast<std::size_t>(mirror_number_[pair])].data();
    }

  private:
    void number_pairs();
    void fill_moves(const Placements& placements, unsigned pair);

    std::array<std::int8_t, all_pair_count> mirror_number_{};
    std::vector<std::array<State, state_count>> mirrors_;
};

}  // namespace mexbase::dobutsu
