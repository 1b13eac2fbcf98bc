// SPDX-License-Identifier: MIT
/// \file
/// Checks on a sample that `canonical` merges only symmetric positions, and finds other faults of rules.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "../../lib/error.hpp"
#include "rules_answers.hpp"

namespace mexbase {

namespace detail {

/// Checker of the function `canonical` of rules `R`, which returns one representative for all symmetric positions. The
/// checker visits all positions that play reaches, not only representatives.
template <class R>
class SymmetryCheck {
  public:
    using Position = typename R::Position;

    SymmetryCheck(const R& rules, std::uint64_t most) : rules_(rules), answers_(rules), most_(most) {}

    /// Checks up to `most` positions, nearest to the starts first. Returns true if it checked all reachable positions.
    bool by_levels() {
        std::unordered_set<std::string> seen;
        std::vector<Position> open;
        const auto reach = [&](const std::vector<Position>& positions) {
            for (const Position& p : positions)
                if (open.size() <= most_ && seen.insert(text(p)).second) open.push_back(p);
        };
        reach(rules_.starts());
        for (std::size_t at = 0; at < open.size(); ++at) {
            if (at == most_) return false;
            reach(look_at(Position(open[at])));
        }
        return true;
    }
    /// Checks `most` positions of random games. The random numbers are the same in every call.
    void at_random() const {
        constexpr int longest = 100;  // plies; after that many, a new play begins
        const std::vector<Position> starts = rules_.starts();
        std::mt19937_64 random(1);
        for (std::uint64_t asked = 0; asked < most_;) {
            std::vector<Position> open = starts;
            for (int ply = 0; ply < longest && !open.empty() && asked < most_; ++ply, ++asked)
                open = look_at(Position(open[static_cast<std::size_t>(random() % open.size())]));
        }
    }

  private:
    static constexpr std::array players{Player::left, Player::right};

    struct Side {
        std::optional<OutcomeValue> stop;
        std::vector<std::string> options;  // texts of canonical positions, ascending, each once
    };

    std::string text(const Position& p) const { return answers_.text(p); }
    std::size_t sides() const { return answers_.partizan() ? 2 : 1; }
    /// Returns the result for `player` if p is terminal. Otherwise returns the texts of the canonical positions of the
    /// options, and appends the options themselves to `options`.
    Side side(const Position& p, Player player, std::vector<Position>& options) const {
        Side side;
        if constexpr (requires { rules_.terminal(p, player); }) side.stop = rules_.terminal(p, player);
        if (side.stop) return side;
        rules_.for_each_option(p, player, [&](const Position& q) {
            side.options.push_back(text(rules_.canonical(q)));
            options.push_back(q);
        });
        std::ranges::sort(side.options);
        side.options.erase(std::unique(side.options.begin(), side.options.end()), side.options.end());
        return side;
    }
    /// Describes a difference between positions a and b for one player, or returns an empty text if there is none.
    std::string difference(const std::string& a, const Side& at_a, const std::string& b, const Side& at_b,
                           std::size_t player) const {
        const std::string of = sides() == 1 ? "" : player == 0 ? " of Left" : " of Right";
        if (at_a.stop != at_b.stop) return "play" + of + " does not end in both in the same way";
        const auto [in_a, in_b] = std::ranges::mismatch(at_a.options, at_b.options);
        if (in_a == at_a.options.end() && in_b == at_b.options.end()) return "";
        const bool of_a = in_b == at_b.options.end() || (in_a != at_a.options.end() && *in_a < *in_b);
        return "a move" + of + " to " + in_quotes(of_a ? *in_a : *in_b) + " is only in " + in_quotes(of_a ? a : b);
    }
    /// Compares p with its canonical position and returns the options of p.
    std::vector<Position> look_at(const Position& p) const {
        const Position canonical = rules_.canonical(p);
        const std::string name = text(p), kept = text(canonical);
        if (const std::string again = text(rules_.canonical(canonical)); again != kept)
            throw Error(ErrorCode::verification_failed, "canonical(" + in_quotes(name) + ") is " + in_quotes(kept) +
                                                            ", but canonical(" + in_quotes(kept) + ") is " +
                                                            in_quotes(again));
        std::vector<Position> options, others;
        for (std::size_t k = 0; k < sides(); ++k) {
            const Side here = side(p, players[k], options);
            if (name == kept) continue;
            const Side there = side(canonical, players[k], others);
            if (const std::string why = difference(name, here, kept, there, k); !why.empty())
                throw Error(ErrorCode::verification_failed,
                            "canonical(" + in_quotes(name) + ") is " + in_quotes(kept) + ", but " + why);
        }
        return options;
    }

    const R& rules_;
    RulesAnswers<R> answers_;
    std::uint64_t most_;
};

}  // namespace detail

/// Checks `canonical` of `ExploredRules` (rules_answers.hpp) and returns true if it checked every reachable position.
/// If there are more than `most`, it checks the `most` positions nearest to the starts, and `most` positions of random
/// games. Every call checks the same positions.
///
/// For each reachable position p and c = canonical(p), it checks these conditions:
/// - canonical(c) is c;
/// - p and c are terminal for the same players with the same result, or both are not terminal;
/// - each player's options at c are the canonical positions of the options at p. They are compared as sets, because
///   values do not depend on how many moves lead to one position.
///
/// Then p and c have the same value of any kind, because the pairs (p, c) are a bisimulation. Throws
/// `Error{verification_failed}` with a message that names p, and any exception of the rules.
template <class R>
    requires requires(const R& rules, const typename R::Position& p) { rules.canonical(p); }
bool check_canonical(const R& rules, std::uint64_t most = 1'000'000) {
    detail::SymmetryCheck<R> check(rules, most);
    const bool all = check.by_levels();
    if (!all) check.at_random();
    return all;
}

/// Checks a sample of the positions before rules are explored. If the rules have `canonical`, checks it on a hundred
/// positions near the start and a hundred positions of random games. If the rules have no `partizan()`, checks that
/// both players have the same options and the same results. Throws `Error{verification_failed}`.
template <ExploredRules R>
void sample_rules(const R& rules) {
    static_assert(check_explored_rules<R>());
    constexpr std::size_t some = 100;
    if constexpr (requires { check_canonical(rules, some); }) check_canonical(rules, some);
    if constexpr (!requires { rules.partizan(); }) {
        const detail::RulesAnswers<R> answer(rules);
        std::vector<typename R::Position> seen = rules.starts();
        for (std::size_t k = 0; k < std::min(seen.size(), some); ++k) {
            const auto p = seen[k];
            if constexpr (requires { rules.terminal(p, Player::left); })
                if (rules.terminal(p, Player::left) != rules.terminal(p, Player::right))
                    throw Error(ErrorCode::verification_failed, "the results for Left and Right differ at " +
                                                                    in_quotes(answer.text(p)) +
                                                                    ", but the rules have no partizan()");
            if (answer.mark(p) != Board::plain) continue;
            std::set<std::string> left, right;
            rules.for_each_option(p, Player::left, [&](const typename R::Position& q) {
                left.insert(answer.text(q));
                if (seen.size() < some) seen.push_back(q);
            });
            rules.for_each_option(p, Player::right,
                                  [&](const typename R::Position& q) { right.insert(answer.text(q)); });
            if (left != right)
                throw Error(ErrorCode::verification_failed, "the players' options differ at " +
                                                                in_quotes(answer.text(p)) +
                                                                ", but the rules have no partizan()");
        }
    }
}

}  // namespace mexbase
