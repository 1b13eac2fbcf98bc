// SPDX-License-Identifier: MIT
/// \file
/// Values of board games by their definition, for tests: sweeps over all positions, given as texts or as a ruleset's
/// indices, until nothing changes. Shares no code with lib/solve.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lib/rules/ruleset.hpp"

namespace mexbase::brute {

/// Number of positions per outcome, and the longest remoteness of a win or a loss.
struct Totals {
    std::uint64_t positions = 0, wins = 0, losses = 0, ties = 0, draws = 0, longest = 0;
    friend bool operator==(const Totals&, const Totals&) = default;

    void add(const OutcomeValue& value) {
        ++positions;
        if (value.outcome == Outcome::win) ++wins;
        if (value.outcome == Outcome::loss) ++losses;
        if (value.outcome == Outcome::tie) ++ties;
        if (value.outcome == Outcome::draw) ++draws;
        if (value.outcome == Outcome::win || value.outcome == Outcome::loss)
            longest = std::max(longest, value.remoteness);
    }
};
inline std::ostream& operator<<(std::ostream& out, const Totals& t) {
    return out << t.positions << " positions: " << t.wins << " win, " << t.losses << " loss, " << t.ties << " tie, "
               << t.draws << " draw, longest " << t.longest;
}

/// A game as lists of terminal positions and of the targets of moves.
class Graph {
  public:
    /// Adds the next position, a terminal one.
    void add_stopped(const OutcomeValue& value) { add({}, {}, value); }
    /// Adds the next position, with the numbers of its options and the values of unnumbered options.
    void add(const std::vector<std::uint32_t>& options, const std::vector<OutcomeValue>& settled = {},
             const std::optional<OutcomeValue>& stopped = {}) {
        options_.insert(options_.end(), options.begin(), options.end());
        settled_.insert(settled_.end(), settled.begin(), settled.end());
        first_option_.push_back(options_.size());
        first_settled_.push_back(settled_.size());
        stopped_.push_back(stopped);
    }
    std::size_t size() const { return stopped_.size(); }

    /// Returns the value of every position for its mover: win before tie before draw before loss. A tie is neither won
    /// nor lost, and some option is tied. The winner hurries, the loser delays, and ties come as soon as they can. A
    /// position without moves that is not terminal is lost in normal play and won in misère play.
    std::vector<OutcomeValue> solve(Play play = Play::normal) const {
        std::vector<std::optional<OutcomeValue>> value = stopped_;
        std::uint64_t latest = 0;  // no value of an unnumbered option comes after this round
        for (std::size_t i = 0; i < size(); ++i) {
            if (!value[i] && option_count(i) == 0)
                value[i] = OutcomeValue{play == Play::normal ? Outcome::loss : Outcome::win, 0};
            if (value[i]) latest = std::max(latest, value[i]->remoteness);
        }
        for (const OutcomeValue& each : settled_) latest = std::max(latest, each.remoteness);
        // Each round decides the positions of exactly that many plies.
        decide(value, latest, [&](std::size_t i, std::uint64_t round) -> std::optional<Outcome> {
            bool some_lost = false, all_won = true;
            for_each_option_value(i, value, [&](const std::optional<OutcomeValue>& option) {
                const bool due = option && option->remoteness < round;
                some_lost = some_lost || (due && option->outcome == Outcome::loss);
                all_won = all_won && due && option->outcome == Outcome::win;
            });
            if (some_lost) return Outcome::win;
            if (all_won) return Outcome::loss;
            return std::nullopt;
        });
        decide(value, latest, [&](std::size_t i, std::uint64_t round) -> std::optional<Outcome> {
            bool some_tied = false;
            for_each_option_value(i, value, [&](const std::optional<OutcomeValue>& option) {
                some_tied = some_tied || (option && option->outcome == Outcome::tie && option->remoteness < round);
            });
            if (some_tied) return Outcome::tie;
            return std::nullopt;
        });
        std::vector<OutcomeValue> all(size());
        for (std::size_t i = 0; i < size(); ++i) all[i] = value[i].value_or(OutcomeValue{Outcome::draw, 0});
        return all;
    }

  private:
    std::size_t option_count(std::size_t i) const {
        return first_option_[i + 1] - first_option_[i] + first_settled_[i + 1] - first_settled_[i];
    }
    template <class F>
    void for_each_option_value(std::size_t i, const std::vector<std::optional<OutcomeValue>>& value, F&& f) const {
        for (std::size_t at = first_option_[i]; at < first_option_[i + 1]; ++at) f(value[options_[at]]);
        for (std::size_t at = first_settled_[i]; at < first_settled_[i + 1]; ++at)
            f(std::optional<OutcomeValue>(settled_[at]));
    }
    /// Repeats rounds until one changes nothing and no later one can.
    template <class Rule>
    void decide(std::vector<std::optional<OutcomeValue>>& value, std::uint64_t latest, Rule&& rule) const {
        std::vector<std::pair<std::size_t, Outcome>> news;
        for (std::uint64_t round = 1; round <= latest + 1 || !news.empty(); ++round) {
            news.clear();
            for (std::size_t i = 0; i < size(); ++i)
                if (!value[i])
                    if (const auto outcome = rule(i, round)) news.emplace_back(i, *outcome);
            for (const auto& [i, outcome] : news) value[i] = OutcomeValue{outcome, round};
        }
    }

    std::vector<std::uint32_t> options_;
    std::vector<OutcomeValue> settled_;
    std::vector<std::size_t> first_option_{0}, first_settled_{0};
    std::vector<std::optional<OutcomeValue>> stopped_;
};

/// Returns the texts of the options of a position given as text.
using TextOptions = std::function<std::vector<std::string>(const std::string&)>;
/// Returns the value of a terminal position for the player to move, or `std::nullopt`.
using TextStopped = std::function<std::optional<OutcomeValue>(const std::string&)>;

/// Positions reachable from a start, with their values.
struct Solved {
    std::unordered_map<std::string, OutcomeValue> values;
    Totals totals;
};

/// Solves all positions reachable from `start`.
inline Solved solve(const std::string& start, const TextOptions& options, const TextStopped& stopped,
                    Play play = Play::normal) {
    std::vector<std::string> texts{start};
    std::unordered_map<std::string, std::uint32_t> number{{start, 0}};
    Graph graph;
    std::vector<std::uint32_t> to;
    for (std::size_t at = 0; at < texts.size(); ++at) {
        if (const auto value = stopped(texts[at])) {
            graph.add_stopped(*value);
            continue;
        }
        to.clear();
        for (std::string& text : options(texts[at])) {
            const auto [entry, is_new] = number.emplace(text, static_cast<std::uint32_t>(texts.size()));
            if (is_new) texts.push_back(std::move(text));
            to.push_back(entry->second);
        }
        graph.add(to);
    }
    const std::vector<OutcomeValue> values = graph.solve(play);
    Solved solved;
    for (std::size_t at = 0; at < texts.size(); ++at) {
        solved.values.emplace(texts[at], values[at]);
        solved.totals.add(values[at]);
    }
    return solved;
}

/// Returns the value of every index of a ruleset by its own options; illegal ones count as draws.
template <Ruleset R>
std::vector<OutcomeValue> solve(const R& rules, Play play = Play::normal) {
    Graph graph;
    std::vector<std::uint32_t> to;
    std::vector<OutcomeValue> settled;
    for (Index i = 0; i < rules.size(); ++i) {
        if (!rules.legal(i)) {
            graph.add_stopped({});
            continue;
        }
        const auto p = rules.unrank(i);
        if constexpr (has<R>.terminal) {
            if (const auto value = rules.terminal(i, p, Player::left)) {
                graph.add_stopped(*value);
                continue;
            }
        }
        to.clear();
        settled.clear();
        rules.for_each_option(i, p, Player::left, [&](Index option) {
            if (option >= rules.size()) throw std::logic_error("an option is no index");
            to.push_back(static_cast<std::uint32_t>(option));
        });
        if constexpr (has<R>.settled_options)
            rules.for_each_settled_option(i, p, Player::left,
                                          [&](const OutcomeValue& value) { settled.push_back(value); });
        graph.add(to, settled);
    }
    return graph.solve(play);
}

/// Returns the value of an indexed or unindexed position from the values of all indices.
template <Ruleset R>
OutcomeValue value_of(const R& rules, const std::vector<OutcomeValue>& values, const typename R::Position& p) {
    if constexpr (has<R>.settled_options) {
        if (const auto settled = rules.settled(p)) return *settled;
    }
    return values.at(rules.rank(p));
}

}  // namespace mexbase::brute
