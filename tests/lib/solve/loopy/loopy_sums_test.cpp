// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "loopy_reference.hpp"

namespace mexbase::loopy_sums_test {

using namespace test;

// Compares the rule for sums with the sum as one game. Returns the first difference, or an empty text. Counts wins,
// losses and draws.
struct Tally {
    std::uint64_t loss = 0, win = 0, draw = 0;
};
std::string mismatch(const PlayedSum& sum, Tally& tally) {
    const std::vector<Outcome> played = test::outcomes(sum.whole());
    for (Index s = 0; s < sum.whole().size(); ++s) {
        ++(played[s] == Outcome::loss ? tally.loss : played[s] == Outcome::win ? tally.win : tally.draw);
        if (played[s] == sum.outcome(s)) continue;
        std::string text = std::string(to_string(played[s])) + " is said to be " +
                           std::string(to_string(sum.outcome(s))) + " at " + std::to_string(s) + ":";
        for (const NimberValue& value : sum.values(s)) text += ' ' + to_string(value);
        return text;
    }
    return "";
}

TEST(LoopySums, OfTwoGamesOfUpToThreeVerticesAreWonAndDrawnAsTheRecipeSays) {
    // Every digraph of up to three vertices, self-loops included.
    std::vector<ListGraph> games;
    for (Index n = 1; n <= 3; ++n)
        for (unsigned edges = 0; edges < 1U << (n * n); ++edges) {
            ListGraph game(n);
            for (Index e = 0; e < n * n; ++e)
                if ((edges >> e & 1U) != 0) game.options[e / n].push_back(e % n);
            games.push_back(std::move(game));
        }
    ASSERT_EQ(games.size(), 530U);
    std::vector<LoopyNimbers> values;
    for (const ListGraph& game : games) values.push_back(loopy_nimbers(test::ListRulesBack(game)));
    Tally tally;
    for (std::size_t a = 0; a < games.size(); ++a)
        for (std::size_t b = a; b < games.size(); ++b)
            ASSERT_EQ(mismatch(PlayedSum({&games[a], &games[b]}, {&values[a], &values[b]}), tally), "")
                << a << ' ' << b;
    EXPECT_GT(std::min({tally.loss, tally.win, tally.draw}), 10'000U);
}

// Components and their values, which a sum can borrow.
struct Parts {
    std::vector<ListGraph> games;
    std::vector<LoopyNimbers> values;

    Parts(std::mt19937_64& random, std::size_t count, Index most_vertices) {
        for (std::size_t k = 0; k < count; ++k) {
            games.push_back(random() % 2 == 0 ? random_graph(random, most_vertices, false)
                                              : random_descent(random, most_vertices));
            values.push_back(loopy_nimbers(test::ListRulesBack(games.back())));
        }
    }
    PlayedSum sum() const {
        std::vector<const ListGraph*> g;
        std::vector<const LoopyNimbers*> v;
        for (const ListGraph& game : games) g.push_back(&game);
        for (const LoopyNimbers& value : values) v.push_back(&value);
        return PlayedSum(g, v);
    }
};

TEST(LoopySums, OfRandomGamesAreWonAndDrawnAsTheRecipeSays) {
    std::mt19937_64 random(19);
    Tally tally;
    for (int round = 0; round < 20'000; ++round) {
        const Parts parts(random, round % 10 == 0 ? 3 : 2, 6);
        ASSERT_EQ(mismatch(parts.sum(), tally), "") << round;
    }
    EXPECT_GT(std::min({tally.loss, tally.win, tally.draw}), 10'000U);
}

// The measure that every move of the winner decreases: the sum of nimbers, then the sum of counters.
using Height = std::pair<std::uint64_t, std::uint64_t>;
Height height(const PlayedSum& sum, Index s) {
    Height h{0, 0};
    for (const NimberValue& value : sum.values(s)) {
        EXPECT_FALSE(value.infinite);
        h.first += value.nimber;
        h.second += value.counter;
    }
    return h;
}

// Returns the winner's move from a won sum: to a lost sum of least height.
Index winning_move(const PlayedSum& sum, Index s) {
    Index best = no_index;
    for (const Index to : sum.whole().options[s])
        if (sum.outcome(to) == Outcome::loss && (best == no_index || height(sum, to) < height(sum, best))) best = to;
    return best;
}

// Plays from the won sum `s` to the end against `opponent(s)`, which returns a move; -1 if it was not won as promised.
template <class Opponent>
int plies_to_win(const PlayedSum& sum, Index s, const Opponent& opponent) {
    Height last{~std::uint64_t{0}, 0};
    for (int plies = 1;; plies += 2) {
        s = winning_move(sum, s);
        if (s == no_index || height(sum, s) >= last) return -1;
        last = height(sum, s);
        if (sum.whole().options[s].empty()) return plies;
        s = opponent(s);
    }
}

// The longest play from a lost sum, in plies, over all opponents of the strategy.
class Stubborn {
  public:
    explicit Stubborn(const PlayedSum& sum) : sum_(sum), plies_(sum.whole().size(), unknown) {}

    // Ends because heights decrease.
    int longest(Index s) {
        if (plies_[s] != unknown) return plies_[s];
        int most = 0;
        for (const Index to : sum_.whole().options[s]) most = std::max(most, 2 + after(to));
        return plies_[s] = most;
    }
    Index move(Index s) {
        const auto& options = sum_.whole().options[s];
        return *std::ranges::max_element(options, {}, [this](Index to) { return after(to); });
    }

  private:
    static constexpr int unknown = -1;
    int after(Index s) { return longest(winning_move(sum_, s)); }

    const PlayedSum& sum_;
    std::vector<int> plies_;
};

TEST(LoopySums, TheLeastNimbersAndCountersWinInFinitelyManyMovesAgainstAnybody) {
    std::mt19937_64 random(77);
    int games = 0, longest = 0, starts_at_infinity = 0;
    for (int round = 0; round < 2000; ++round) {
        const Parts parts(random, 3, 8);
        const PlayedSum sum = parts.sum();
        Stubborn stubborn(sum);
        std::vector<Index> starts;
        for (Index s = 0; s < sum.whole().size(); ++s)
            if (sum.outcome(s) == Outcome::win) starts.push_back(s);
        for (int game = 0; game < 4 && !starts.empty(); ++game, ++games) {
            const Index start = starts[random() % starts.size()];
            const int against_chance = plies_to_win(sum, start, [&](Index s) {
                const auto& options = sum.whole().options[s];
                return options[random() % options.size()];
            });
            ASSERT_GT(against_chance, 0) << round;
            const int against_the_best = plies_to_win(sum, start, [&stubborn](Index s) { return stubborn.move(s); });
            ASSERT_GE(against_the_best, against_chance) << round;
            // An opponent that always leaves the sum least finite, without looking further.
            const int against_the_wild = plies_to_win(sum, start, [&](Index s) {
                return *std::ranges::max_element(sum.whole().options[s], {}, [&sum](Index to) {
                    std::uint64_t wildness = 0;
                    for (const NimberValue& value : sum.values(to)) wildness += value.infinite ? 1000 : value.nimber;
                    return wildness;
                });
            });
            ASSERT_GT(against_the_wild, 0) << round;
            longest = std::max(longest, against_the_best);
            starts_at_infinity += std::ranges::any_of(sum.values(start), &NimberValue::infinite) ? 1 : 0;
        }
    }
    EXPECT_GT(games, 2000);
    EXPECT_GT(longest, 12);
    EXPECT_GT(starts_at_infinity, 20);
}

TEST(LoopySums, WhoNeverLeavesAWonSumDrawsForever) {
    std::mt19937_64 random(10);
    int endless = 0;
    for (int round = 0; round < 20; ++round) {
        const Parts parts(random, 3, 8);
        const PlayedSum sum = parts.sum();
        for (Index start = 0; start < sum.whole().size(); ++start) {
            if (sum.outcome(start) != Outcome::draw || random() % 16 != 0) continue;
            Index s = start;
            int plies = 0;
            for (; plies < 10'000; plies += 2) {
                const auto& moves = sum.whole().options[s];
                const auto kept =
                    std::ranges::find_if(moves, [&](Index to) { return sum.outcome(to) != Outcome::win; });
                ASSERT_NE(kept, moves.end());
                s = *kept;
                const auto& replies = sum.whole().options[s];
                if (replies.empty()) break;  // won, after a mistake of the opponent
                // Half of the replies are the best ones.
                Index reply = replies[random() % replies.size()];
                if (random() % 2 == 0)
                    for (const Index to : replies)
                        if (sum.outcome(to) == Outcome::draw) reply = to;
                s = reply;
            }
            endless += plies == 10'000 ? 1 : 0;
            break;
        }
    }
    EXPECT_GT(endless, 5);
}

}  // namespace mexbase::loopy_sums_test
