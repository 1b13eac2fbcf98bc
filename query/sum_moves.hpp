/// \file
/// The moves of a sum, for the two ways of adding: nimbers and partizan values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "../lib/error.hpp"
#include "sums.hpp"

namespace mexbase::detail {

/// Refuses sums that would take too long to look through.
class Effort {
  public:
    void spend(std::size_t steps) {
        spent_ += steps;
        if (spent_ > most)
            throw Error(ErrorCode::out_of_domain, "the sum has too many moves to look through for the best one");
    }

  private:
    static constexpr std::size_t most = std::size_t{1} << 26;
    std::size_t spent_ = 0;
};

/// Calls `f(option)` for the options of a position. Beyond a table whose values repeat, those of a position one or more
/// periods before stand for them: a part that lies far enough on is moved on by as much. That leaves out moves, and no
/// value that a move leads to: the table is as long as the proof of the period needs it.
template <class F>
void for_each_representative_option(const Table& table, Index part, Player mover, const F& f) {
    const Game& game = table.game().value();
    const TableInfo& info = table.info();
    const auto repetition = info.repetition();
    Index moved = 0;
    if (repetition && part >= info.indices + repetition->period)
        moved = (part - info.indices) / repetition->period * repetition->period;
    std::vector<Index> option;
    game.for_each_option(part - moved, mover, [&](std::span<const Index> to) {
        option.assign(to.begin(), to.end());
        if (moved != 0) *std::ranges::max_element(option) += moved;
        f(std::span<const Index>(option));
    });
}

/// Calls `f(component, part, option)` for the moves of the sum that `mover` has.
template <class F>
void for_each_move(std::span<const SumComponent> sum, Player mover, Effort& effort, const F& f) {
    for (std::size_t c = 0; c < sum.size(); ++c)
        for (std::size_t k = 0; k < sum[c].parts.size(); ++k) {
            for (const SumComponent& component : sum) effort.spend(component.parts.size());
            for_each_representative_option(*sum[c].table, sum[c].parts[k], mover, [&](std::span<const Index> option) {
                effort.spend(1);
                f(c, k, option);
            });
        }
}

/// The parts that a component has after the move of part `k` to `option`.
inline std::vector<Index> parts_after(const SumComponent& component, std::size_t k, std::span<const Index> option) {
    std::vector<Index> parts = component.parts;
    const auto at = parts.begin() + static_cast<std::ptrdiff_t>(k);
    parts.insert(parts.erase(at), option.begin(), option.end());
    return parts;
}

}  // namespace mexbase::detail
