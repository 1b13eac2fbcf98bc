/// \file
/// Partizan games as if either player could make all moves: for the order of their positions.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "../rules/ruleset.hpp"
#include "ruleset_graph.hpp"
#include "topological_order.hpp"

namespace mexbase {

/// The impartial game whose options are those of both players in `R`. A partizan game is loop-free if and only if this
/// one is: in a sum the players need not take turns in one component.
template <Ruleset R>
class EitherPlayer : public R {
  public:
    static EitherPlayer make(const Parameters& p) { return EitherPlayer(R::make(p)); }
    explicit EitherPlayer(R rules) : R(std::move(rules)) {}

    bool partizan() const { return false; }
    template <class F>
    void for_each_option(Index i, const typename R::Position& p, Player, F&& f) const {
        R::for_each_option(i, p, Player::left, f);
        R::for_each_option(i, p, Player::right, f);
    }
    template <class F>
        requires HasPredecessors<R>
    void for_each_predecessor(Index i, const typename R::Position& p, Player, F&& f) const {
        R::for_each_predecessor(i, p, Player::left, f);
        R::for_each_predecessor(i, p, Player::right, f);
    }
    std::uint64_t option_count(Index i, const typename R::Position& p) const {
        std::uint64_t n = 0;
        for_each_option(i, p, Player::left, [&n](Index) { ++n; });
        return n;
    }
};

/// All indices of a partizan game in an order in which the options of either player come first; nothing if it is loopy.
/// Costs and errors: `topological_order`.
template <Ruleset R>
std::optional<std::vector<Index>> order_of_either_player(const R& rules) {
    return topological_order(RulesetGraph<EitherPlayer<R>>(EitherPlayer<R>(rules)));
}

}  // namespace mexbase
