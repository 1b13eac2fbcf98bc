/// \file
/// Games in whose sums the first component to end decides.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../ruleset_check.hpp"

namespace mexbase {

/// What is left of a race when everything is taken away that ends it at once: the positions at which it has ended, and
/// those from which a move ends it (Combinatorial Game Theory, lesson 5, exercise 7). Whoever moves to one of the
/// latter loses, and so does whoever has no move left but to one; the sum of what is left is won and lost as the race.
///
/// A ruleset with the indices of R, of which fewer are positions. One byte a position.
template <HasRace R>
class RaceRules {
    static_assert(ruleset_is_checked<R>);

  public:
    using Position = typename R::Position;
    /// How far a position is from the end of the race; the numbers are those of `RaceValue::State`.
    enum State : std::uint8_t { open, near, over };
    static constexpr std::string_view family = R::family;
    static constexpr unsigned rules_version = R::rules_version;
    static constexpr std::array<std::string_view, 1> constrained_members{"for_each_predecessor"};
    static const FamilyHelp& help() { return R::help(); }
    static RaceRules make(const Parameters& p) { return RaceRules(R::make(p)); }

    explicit RaceRules(R rules) : rules_(std::move(rules)) {
        auto states = std::make_shared<std::vector<State>>(static_cast<std::size_t>(rules_.size()), open);
        mexbase::for_each_position(rules_, 0, rules_.size(), [&](Index i, const Position& p) {
            if (rules_.ends_race(p)) (*states)[i] = over;
        });
        mexbase::for_each_position(rules_, 0, rules_.size(), [&](Index i, const Position& p) {
            if ((*states)[i] == over) return;
            rules_.for_each_option(i, p, Player::left, [&](Index to) {
                if ((*states)[to] == over) (*states)[i] = near;
            });
        });
        states_ = std::move(states);
    }

    State state(Index i) const { return (*states_)[i]; }
    Index size() const { return rules_.size(); }
    bool legal(Index i) const { return rules_.legal(i) && state(i) == open; }
    Position unrank(Index i) const { return rules_.unrank(i); }
    Index rank(const Position& p) const { return rules_.rank(p); }
    Position parse(std::string_view text) const { return rules_.parse(text); }
    std::string format(const Position& p) const { return rules_.format(p); }

    template <class F>
    void for_each_option(Index i, const Position& p, Player player, F&& f) const {
        rules_.for_each_option(i, p, player, [&](Index to) {
            if (state(to) == open) f(to);
        });
    }
    template <class F>
        requires HasPredecessors<R>
    void for_each_predecessor(Index i, const Position& p, Player player, F&& f) const {
        rules_.for_each_predecessor(i, p, player, [&](Index from) {
            if (state(from) == open) f(from);
        });
    }

  private:
    R rules_;
    std::shared_ptr<const std::vector<State>> states_;
};

}  // namespace mexbase
