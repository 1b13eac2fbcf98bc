/// \file
/// Rulesets that number all that a move leads to.
#pragma once

#include <concepts>

#include "ruleset.hpp"

namespace mexbase {

namespace detail {
struct IgnoreNumberedMove {
    void operator()(Index, unsigned) const {}
};
}  // namespace detail

/// A ruleset with images that compose and with a number for everything that a move leads to, so that what play reaches
/// is counted without texts and names (`reachable.cpp`). There are `numbers()`: those below `size()` are the indices,
/// each of the others stands for settled positions that are images of each other. `numbered(n, g)` is one of them, as
/// `position` gives it for an index; `least_image(n, g)` is the least h with numbered(n, h) == numbered(n, g), and
/// `numbered_value(n)` the value of a settled position that a move leads to. `for_each_numbered_move(i, p, player, f)`
/// calls `f(n, h)` for each move of p, which is unrank(i) and has play going on: it leads to numbered(n, h). Moves that
/// lead to one position may count as one. Images of settled positions compose as those of others do (`HasImages`).
///
/// Example: `lib/games/boards/dobutsu_shogi.hpp`.
template <class R>
concept NumbersMoves =
    HasImages<R> && detail::composes<R> && requires(const R& r, Index n, unsigned g, const typename R::Position& p) {
        { r.numbers() } -> std::same_as<Index>;
        { r.numbered(n, g) } -> std::same_as<typename R::Position>;
        { r.least_image(n, g) } -> std::same_as<unsigned>;
        { r.numbered_value(n) } -> std::same_as<OutcomeValue>;
        r.for_each_numbered_move(n, p, Player::left, detail::IgnoreNumberedMove{});
    };

}  // namespace mexbase
