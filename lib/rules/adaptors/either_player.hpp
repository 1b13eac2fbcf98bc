/// \file
/// Partizan games as if either player could make all moves: for the order of their positions.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "../ruleset_check.hpp"

namespace mexbase {

/// The impartial game whose options are those of both players in `R`. A partizan game is loop-free if and only if this
/// one is: in a sum the players need not take turns in one component. Where play of `R` stops does not matter here.
template <Ruleset R>
class EitherPlayer {
    static_assert(ruleset_is_checked<R>);

  public:
    using Position = typename R::Position;
    static constexpr std::string_view family = R::family;
    static constexpr unsigned rules_version = R::rules_version;
    static constexpr std::array<std::string_view, 1> constrained_members{"for_each_predecessor"};
    static const FamilyHelp& help() { return R::help(); }
    static EitherPlayer make(const Parameters& p) { return EitherPlayer(R::make(p)); }
    explicit EitherPlayer(R rules) : rules_(std::move(rules)) {}

    Index size() const { return rules_.size(); }
    bool legal(Index i) const { return rules_.legal(i); }
    Position unrank(Index i) const { return rules_.unrank(i); }
    Index rank(const Position& p) const { return rules_.rank(p); }
    Position parse(std::string_view text) const { return rules_.parse(text); }
    std::string format(const Position& p) const { return rules_.format(p); }

    template <class F>
    void for_each_option(Index i, const Position& p, Player, F&& f) const {
        rules_.for_each_option(i, p, Player::left, f);
        rules_.for_each_option(i, p, Player::right, f);
    }
    template <class F>
        requires HasPredecessors<R>
    void for_each_predecessor(Index i, const Position& p, Player, F&& f) const {
        rules_.for_each_predecessor(i, p, Player::left, f);
        rules_.for_each_predecessor(i, p, Player::right, f);
    }
    template <class F>
    void for_each_position(Index first, Index last, F&& f) const {
        mexbase::for_each_position(rules_, first, last, f);
    }

  private:
    R rules_;
};

}  // namespace mexbase
