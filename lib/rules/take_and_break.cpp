// SPDX-License-Identifier: MIT
#include "take_and_break.hpp"

#include <functional>

#include "../error.hpp"

namespace mexbase {

void TakeAndBreak::check() const {
    for (const TakeAndBreakMove& move : moves) {
        if (move.heaps > 3)
            throw Error(ErrorCode::bad_spec, "a move leaves more than three heaps, which is not supported");
        if (move.taken == 0 && move.heaps < 2)
            throw Error(ErrorCode::bad_spec,
                        "a move takes nothing and leaves fewer than two heaps, which is not allowed");
    }
    if (std::adjacent_find(moves.begin(), moves.end(), std::greater_equal<>()) != moves.end())
        throw Error(ErrorCode::bad_spec, "the moves are not in ascending order, or a move is listed twice");
}

TakeAndBreak take_and_break_code(std::span<const std::uint8_t> digits) {
    TakeAndBreak game;
    for (std::size_t taken = 0; taken < digits.size(); ++taken) {
        if (digits[taken] > 15)
            throw Error(ErrorCode::bad_spec,
                        "a digit of the code is " + std::to_string(digits[taken]) + ", expected 0..15");
        for (std::uint8_t heaps = 0; heaps <= 3; ++heaps)
            if ((digits[taken] >> heaps & 1) != 0) game.moves.push_back({taken, heaps});
    }
    game.check();
    return game;
}

TakeAndBreak grundys_game() {
    return {{{0, 2}}, true};
}

std::optional<PeriodTheorem> period_theorem(const TakeAndBreak& game) {
    PeriodTheorem theorem;
    theorem.most_taken = game.most_taken();
    // The theorem assumes that some move leaves a heap. If no move does, the theorem holds with `most_heaps` = 1.
    theorem.most_heaps = std::max(1U, game.most_heaps());
    if (game.distinct) {
        if (theorem.most_heaps > 2 || theorem.most_taken > 0) return std::nullopt;
        theorem.kind = PeriodTheorem::Kind::unequal_heaps;
    }
    return theorem;
}

}  // namespace mexbase
