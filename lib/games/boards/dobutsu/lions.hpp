// SPDX-License-Identifier: MIT
/// \file
/// Pairs of lions in Dōbutsu shōgi, and tables of the moves with each.
///
/// The mover plays up the board: cells 0..11 are counted from his left corner, row by row. A *pair* is the two lions'
/// cells, up to the mirror. The ten squares of a placement are the cells without a lion: first those near the lion of
/// the player who does not move, because tables pack better that way.
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

/// Number of non-terminal pairs: no lion is on its far rank or next to the other. Symmetric pairs come last.
inline constexpr unsigned pair_count = 21, symmetric_pair_count = 3;
inline constexpr unsigned first_symmetric_pair = pair_count - symmetric_pair_count;
inline constexpr unsigned all_pair_count = 72;

/// The lions' cells of a pair, and the numbering of the squares of placements.
struct PairCells {
    std::uint8_t own = 0, others = 0;
    std::array<std::uint8_t, square_count> cell{};  ///< cell of each square
    std::array<std::uint8_t, cell_count> square{};  ///< the inverse; `square_count` for a lion's cell
};

/// A step of a piece, a reverse step, or a drop: the change in the state of its kind if nothing is captured.
struct Step {
    std::uint32_t bits = 0;

    Step(unsigned state, unsigned empty, unsigned code, unsigned square, bool drops)
        : bits(state | empty << 10 | code << 20 | square << 26 | (drops ? 1U << 30 : 0)) {}
    State state() const { return static_cast<State>(bits & 1023); }
    /// Returns the square that the piece goes to, as a bit; for a reverse step the square it came from, or 0 for the
    /// hand.
    unsigned to() const { return bits >> 10 & 1023; }
    /// Returns the code of the piece there.
    unsigned code() const { return bits >> 20 & 63; }
    /// Returns the square of the piece after the move, for captures.
    unsigned square() const { return bits >> 26 & 15; }
    bool drops() const { return (bits >> 30) != 0; }
};

/// The steps with each state of one kind.
struct StepLists {
    std::array<std::uint16_t, state_count + 1> first{};
    std::vector<Step> steps;
    const Step* begin(State s) const { return steps.data() + first[s]; }
    const Step* end(State s) const { return steps.data() + first[s + 1]; }
};

struct LionStep {
    std::uint16_t to = 0;                    ///< the square, as a bit
    std::uint8_t square = 0;                 ///< the same square's number
    std::uint8_t pair = 0;                   ///< the pair after the step
    std::uint8_t left = 0;                   ///< number of the square that the lion leaves, after the step
    bool mirrored = false;                   ///< the pair after the step is the mirror image
    std::array<Code, code_count> code{};     ///< codes of the pieces after the step
    std::array<State, state_count> state{};  ///< states after the step; none has a piece on `square`
};

struct PairMoves {
    std::uint8_t turned = 0;                        ///< the pair seen by the other player
    std::array<State, state_count> turned_state{};  ///< states seen by the other player
    /// Flags by kind and state: bit 0 if a piece of the mover attacks the lion; bit 1 + file if a square of the far
    /// rank is held by the mover or attacked by the other player.
    std::array<std::array<std::uint8_t, state_count>, kind_count> marks{};
    /// Bits of a mark that win: bit 0 if it is set, each other bit if it is clear. The other bits are the squares that
    /// the mover's lion can step to and the other lion does not attack.
    std::uint8_t wins = 0;

    /// Steps of the other player, and last steps of the mover. Normal steps include squares that his own pieces hold.
    /// Reverse steps from squares that attacked the lion are left out.
    std::array<StepLists, kind_count> others_steps, own_steps_back;
    std::vector<LionStep> others_lion_steps, own_lion_steps;  ///< steps to non-terminal positions
    std::vector<LionStep> others_settled_lion_steps;          ///< steps to terminal positions

    std::array<std::array<std::uint16_t, code_count>, kind_count> own_targets{};  ///< by code, for counting
    std::uint16_t own_lion_targets = 0;                                           ///< targets of `own_lion_steps`
    std::uint16_t settled_lion_targets = 0;  ///< its other targets: on the far rank, or next to the other lion
};

/// The tables of lions and moves. Immutable.
class Lions {
  public:
    explicit Lions(const Placements& placements);

    std::array<PairCells, all_pair_count> cells{};
    std::array<std::array<std::uint8_t, cell_count>, cell_count> pair_of{};  ///< by the cells of the two lions
    std::array<std::array<bool, cell_count>, cell_count> mirrored{};  ///< these cells are the pair's mirror image
    std::vector<PairMoves> moves;                                     ///< for the first `pair_count`
    /// Returns the mirror images of states, or null for a pair that is not its own mirror image.
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
