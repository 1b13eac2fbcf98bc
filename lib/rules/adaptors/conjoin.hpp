// SPDX-License-Identifier: MIT
/// \file
/// A conjoined game: when a first game has no moves left, play continues in a second game.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "../../error.hpp"
#include "../ruleset_check.hpp"

namespace mexbase {

/// A position of the first or the second phase of a conjoined game.
template <class First, class Second>
struct ConjoinedPosition {
    bool second_phase = false;
    First first{};
    Second second{};
    friend bool operator==(const ConjoinedPosition&, const ConjoinedPosition&) = default;
};

/// The conjoined game of two rulesets (Huggan and Nowakowski, "Conjoined games: GO-CUT and SNO-GO", definition 1). The
/// first game is played until its position p has no moves. Play then continues in `handover(p)`, a position of the
/// second game.
///
/// A first-phase position p without moves is replaced by `handover(p)`, and has the index of that position. The indices
/// of the second ruleset come first. If options have smaller indices in both rulesets, they also do in the conjoined
/// game. Both rulesets must be impartial, with options that are single positions, and without `terminal` and
/// `leaves_bound`.
template <Ruleset First, Ruleset Second, class Handover>
    requires(!has<First>.terminal && !has<Second>.terminal && !has<First>.leaves_bound && !has<Second>.leaves_bound)
class Conjoined {
    static_assert(check_ruleset<First>() && check_ruleset<Second>());

  public:
    using Position = ConjoinedPosition<typename First::Position, typename Second::Position>;
    static constexpr unsigned rules_version = First::rules_version * 1000 + Second::rules_version;
    static constexpr Has has{
        .options_descend = mexbase::has<First>.options_descend && mexbase::has<Second>.options_descend,
        .start = mexbase::has<First>.start,
        .picture = mexbase::has<First>.picture && mexbase::has<Second>.picture,
        .graph_drawing = mexbase::has<First>.graph_drawing && mexbase::has<Second>.graph_drawing};

    /// Throws `Error{bad_spec}` if a game is partizan, because the end of its first phase is not defined.
    Conjoined(First first, Second second, Handover handover)
        : first_(std::move(first)), second_(std::move(second)), handover_(std::move(handover)) {
        if (is_partizan(first_) || is_partizan(second_))
            throw Error(ErrorCode::bad_spec, "cannot conjoin a partizan game: both games must be impartial");
    }

    const First& first() const { return first_; }
    const Second& second() const { return second_; }
    /// Returns the second-phase position in which play continues after p, a first-phase position without moves.
    typename Second::Position hand_over(const typename First::Position& p) const { return handover_(p); }

    Index size() const { return second_.size() + first_.size(); }
    bool legal(Index i) const {
        if (i < second_.size()) return second_.legal(i);
        const Index in_first = i - second_.size();
        return first_.legal(in_first) && can_move(in_first, first_.unrank(in_first));
    }
    Position unrank(Index i) const {
        if (i < second_.size()) return {true, {}, second_.unrank(i)};
        return {false, first_.unrank(i - second_.size()), {}};
    }
    Index rank(const Position& p) const {
        return p.second_phase ? second_.rank(p.second) : second_.size() + first_.rank(p.first);
    }

    /// Converts a position of the first ruleset. If p has no moves, the result is in the second phase.
    Position from_first(const typename First::Position& p) const {
        if (can_move(first_.rank(p), p)) return {false, p, {}};
        return {true, {}, handover_(p)};
    }
    /// Reads the text of a position. If the first ruleset refuses the text, the second ruleset reads it.
    Position parse(std::string_view text) const {
        try {
            return from_first(first_.parse(text));
        } catch (const Error& of_first) {
            try {
                return {true, {}, second_.parse(text)};
            } catch (const Error& of_second) {
                throw Error(of_second.code(), std::string{"not a position of either phase; first phase: "} +
                                                  of_first.what() + "; second phase: " + of_second.what());
            }
        }
    }
    std::string format(const Position& p) const {
        return p.second_phase ? second_.format(p.second) : first_.format(p.first);
    }
    Position start() const
        requires(has.start)
    {
        return from_first(first_.start());
    }
    std::string picture(const Position& p) const
        requires(has.picture)
    {
        return p.second_phase ? second_.picture(p.second) : first_.picture(p.first);
    }
    GraphDrawing graph_drawing(const Position& p) const
        requires(has.graph_drawing)
    {
        return p.second_phase ? second_.graph_drawing(p.second) : first_.graph_drawing(p.first);
    }

    template <class F>
    void for_each_option(Index i, const Position& p, Player player, F&& f) const {
        if (p.second_phase) {
            second_.for_each_option(i, p.second, player, f);
        } else if constexpr (mexbase::has<First>.moves) {
            first_.for_each_move(p.first, player, [&](const typename First::Position& to) {
                f(first_.can_move(to) ? second_.size() + first_.rank(to) : second_.rank(handover_(to)));
            });
        } else {
            first_.for_each_option(i - second_.size(), p.first, player, [&](Index to) {
                const auto position = first_.unrank(to);
                f(can_move(to, position) ? second_.size() + to : second_.rank(handover_(position)));
            });
        }
    }

  private:
    bool can_move(Index i, const typename First::Position& p) const {
        if constexpr (mexbase::has<First>.moves)
            return first_.can_move(p);
        else
            return option_count(first_, i, p) != 0;
    }

    First first_;
    Second second_;
    Handover handover_;
};

/// Returns the game that plays `first` until it has no moves left, and then `second` from the position of `handover`.
template <Ruleset First, Ruleset Second, class Handover>
Conjoined<First, Second, Handover> conjoin(First first, Second second, Handover handover) {
    return {std::move(first), std::move(second), std::move(handover)};
}

}  // namespace mexbase
