/// \file
/// Values of board games by their definition, for tests: positions are texts, or a ruleset's indices, and sweeps over
/// all of them go on until nothing changes. It shares no code with lib/solve.
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

/// How many positions have each outcome, and the longest remoteness of a win or a loss.
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

/// A game as lists: where play stops, and what each move leads to.
class Graph {
  public:
    /// Adds the next position, at which play has stopped.
    void add_stopped(const OutcomeValue& value) { add({}, {}, value); }
    /// Adds the next position, with the numbers of its options and the values of options that have no number.
    void add(const std::vector<std::uint32_t>& options, const std::vector<OutcomeValue>& settled = {},
             const std::optional<OutcomeValue>& stopped = {}) {
        options_.insert(options_.end(), options.begin(), options.end());
        settled_.insert(settled_.end(), settled.begin(), settled.end());
        first_option_.push_back(options_.size());
        first_settled_.push_back(settled_.size());
        stopped_.push_back(stopped);
    }
    std::size_t size() const { return stopped_.size(); }

    /// The value of every position for its mover: win before tie before draw before loss; a tie is neither won nor
    /// lost, and some option is tied. Who wins hurries, who loses delays, and ties come as soon as they can.
    /// Where nobody can move although play has not stopped, normal play is lost and misère play is won.
    std::vector<OutcomeValue> solve(Play play = Play::normal) const {
        std::vector<std::optional<OutcomeValue>> value = stopped_;
        std::uint64_t latest = 0;  // no value comes from outside after this round
        for (std::size_t i = 0; i < size(); ++i) {
            if (!value[i] && option_count(i) == 0)
                value[i] = OutcomeValue{play == Play::normal ? Outcome::loss : Outcome::win, 0};
            if (value[i]) latest = std::max(latest, value[i]->remoteness);
        }
        for (const OutcomeValue& each : settled_) latest = std::max(latest, each.remoteness);
        // In each round what is decided in exactly that many plies, by what takes fewer.
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
    /// Rounds until one brings nothing and none can.
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

/// The texts of the options of a position given as text.
using TextOptions = std::function<std::vector<std::string>(const std::string&)>;
/// The value for the player to move of a position where play has stopped, or nothing.
using TextStopped = std::function<std::optional<OutcomeValue>(const std::string&)>;

/// What can be reached from a start, and what it is worth.
struct Solved {
    std::unordered_map<std::string, OutcomeValue> values;
    Totals totals;
};

/// Everything that play from `start` can reach.
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

/// The value of every index of a ruleset by its own options; illegal ones count as draws.
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

/// The value of a position, which has an index or is settled, by the values of all indices.
template <Ruleset R>
OutcomeValue value_of(const R& rules, const std::vector<OutcomeValue>& values, const typename R::Position& p) {
    if constexpr (has<R>.settled_options) {
        if (const auto settled = rules.settled(p)) return *settled;
    }
    return values.at(rules.rank(p));
}

}  // namespace mexbase::brute
