// SPDX-License-Identifier: MIT
/// \file
/// Partizan games for solvers without players: the player to move becomes part of the position.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lib/error.hpp"
#include "lib/rules/ruleset_check.hpp"
#include "lib/value/partizan_outcome.hpp"

namespace mexbase {

/// A position with its player to move.
template <class P>
struct Turn {
    P position;
    Player player = Player::left;
};

/// Impartial game of (position, player to move). From (i, player) that player's moves lead to (option, the other
/// player). A player without moves has lost, or won in misère play, as in `R`. So the impartial value of (i, player) is
/// that of i with the player to move first, draws of loopy games included.
///
/// Index 2 i + player is position i with `player` to move. Player arguments are ignored. The view has predecessors or
/// descending options if `R` does. `R` must have no bound, because this view does not see it. `terminal` throws
/// `Error{not_applicable}` for a tie.
template <Ruleset R>
class WithTurn {
    static_assert(check_ruleset<R>());

  public:
    using Position = Turn<typename R::Position>;
    static constexpr std::string_view family = R::family;
    static constexpr unsigned rules_version = R::rules_version;
    static constexpr Has has{.options_descend = mexbase::has<R>.options_descend,
                             .predecessors = mexbase::has<R>.predecessors,
                             .terminal = mexbase::has<R>.terminal,
                             .start = mexbase::has<R>.start,
                             .positions = true,
                             .option_count = true};
    static const FamilyHelp& help() { return R::help(); }
    static WithTurn make(const Parameters& p) { return WithTurn(R::make(p)); }

    /// Throws `Error{not_applicable}` for a game of 2^63 positions or more.
    explicit WithTurn(R rules) : rules_(std::move(rules)) {
        if (rules_.size() >> 63 != 0)
            throw Error(ErrorCode::not_applicable, "a game of 2^63 positions has too many of them for two players");
    }

    const R& rules() const { return rules_; }
    static constexpr Index index(Index i, Player player) { return 2 * i + static_cast<Index>(player); }

    Index size() const { return 2 * rules_.size(); }
    bool legal(Index v) const { return v < size() && rules_.legal(v / 2); }
    Position unrank(Index v) const { return {rules_.unrank(v / 2), player_of(v)}; }
    Index rank(const Position& p) const { return index(rules_.rank(p.position), p.player); }
    /// Parses `L` or `R` for the player to move, a space, and the position as `R` reads it.
    Position parse(std::string_view text) const {
        if (!text.starts_with("L ") && !text.starts_with("R "))
            throw Error(ErrorCode::bad_position, in_quotes(text) + " does not begin with L or R for whose turn it is");
        return {rules_.parse(text.substr(2)), text[0] == 'L' ? Player::left : Player::right};
    }
    std::string format(const Position& p) const {
        return (p.player == Player::left ? "L " : "R ") + rules_.format(p.position);
    }

    template <class F>
    void for_each_option(Index v, const Position& p, Player, F&& f) const {
        rules_.for_each_option(v / 2, p.position, p.player, [&](Index to) { f(index(to, other(p.player))); });
    }
    /// Hides a count of `R`, which would be for both players.
    std::uint64_t option_count(Index v, const Position& p) const {
        std::uint64_t n = 0;
        rules_.for_each_option(v / 2, p.position, p.player, [&n](Index) { ++n; });
        return n;
    }
    /// With Left to move, Right has moved last.
    template <class F>
        requires(has.predecessors)
    void for_each_predecessor(Index v, const Position& p, Player, F&& f) const {
        const Player mover = other(p.player);
        rules_.for_each_predecessor(v / 2, p.position, mover, [&](Index from) { f(index(from, mover)); });
    }
    std::optional<OutcomeValue> terminal(Index v, const Position& p, Player) const
        requires(has.terminal)
    {
        const auto value = rules_.terminal(v / 2, p.position, p.player);
        if (value && value->outcome == Outcome::tie)
            throw Error(ErrorCode::not_applicable, "play stops with a tie, and partizan outcomes have none");
        return value;
    }

    template <class F>
    void for_each_position(Index first, Index last, F&& f) const {
        // A range may begin or end between the two turns of a position.
        mexbase::for_each_position(rules_, first / 2, last / 2 + last % 2, [&](Index i, const auto& position) {
            Position p{position, Player::left};
            if (2 * i >= first && 2 * i < last) f(2 * i, std::as_const(p));
            p.player = Player::right;
            if (2 * i + 1 >= first && 2 * i + 1 < last) f(2 * i + 1, std::as_const(p));
        });
    }

    Position start() const
        requires(has.start)
    {
        return {rules_.start(), Player::left};
    }

  private:
    static Player player_of(Index v) { return v % 2 == 0 ? Player::left : Player::right; }

    R rules_;
};

/// Returns the value of position i for each first player, from the values of `WithTurn` by index.
template <class Values>
PartizanOutcome partizan_outcome(const Values& with_turn, Index i) {
    return {with_turn[2 * i], with_turn[2 * i + 1]};
}

}  // namespace mexbase
