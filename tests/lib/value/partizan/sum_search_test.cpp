// SPDX-License-Identifier: MIT
#include "lib/value/partizan/sum_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "lib/error.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "tests/refusal.hpp"

namespace mexbase::partizan_sum_search_test {

using Ids = std::vector<PartizanId>;

/// Decides sums by play without shortcuts: every option of every game, numbers too.
class PlayedGames {
  public:
    explicit PlayedGames(GameArena& arena) : arena_(arena) {}
    bool wins(Ids sum, Player mover) {
        std::ranges::sort(sum);
        const auto key = std::pair(sum, mover);
        if (const auto it = known_.find(key); it != known_.end()) return it->second;
        bool result = false;
        for (std::size_t i = 0; i < sum.size() && !result; ++i) {
            const auto options = mover == Player::left ? arena_.left_options(sum[i]) : arena_.right_options(sum[i]);
            for (const PartizanId option : Ids(options.begin(), options.end())) {
                Ids next = sum;
                next[i] = option;
                if (wins(next, mover == Player::left ? Player::right : Player::left)) continue;
                result = true;
                break;
            }
        }
        return known_[key] = result;
    }

  private:
    GameArena& arena_;
    std::map<std::pair<Ids, Player>, bool> known_;
};

/// Returns games of about birthday 3, hot ones and infinitesimals.
Ids some_games(GameArena& arena, std::mt19937& random, std::size_t count) {
    Ids games{arena.number(0), arena.number(1), arena.number(-1), arena.nimber(1), arena.number({1, 1})};
    while (games.size() < count) {
        Ids left, right;
        for (Ids* side : {&left, &right})
            for (std::size_t n = 1 + random() % 2; n > 0; --n) side->push_back(games[random() % games.size()]);
        const PartizanId g = arena.make(left, right);
        if (arena.depth(g) <= 4) games.push_back(g);
    }
    return games;
}

TEST(SumSearch, SumsOfTwoAndThreeAgreeWithPlay) {
    GameArena arena;
    std::mt19937 random(1);
    const Ids games = some_games(arena, random, 24);
    PlayedGames played(arena);
    SumSearch search(arena);
    SumSearch bare(arena, SumSearch::most_steps, 0);
    for (std::size_t i = 0; i < games.size(); ++i)
        for (std::size_t j = i; j < games.size(); ++j)
            for (std::size_t k = j; k < games.size(); k += 5)
                for (const Player mover : {Player::left, Player::right}) {
                    const Ids sum{games[i], games[j], games[k]};
                    ASSERT_EQ(bare.wins(sum, mover), played.wins(sum, mover));
                    ASSERT_EQ(search.wins(sum, mover), played.wins(sum, mover))
                        << to_text(arena, games[i]) << " + " << to_text(arena, games[j]) << " + "
                        << to_text(arena, games[k]);
                }
}

TEST(SumSearch, LongerSumsAgreeWithAddition) {
    GameArena arena;
    std::mt19937 random(2);
    const Ids games = some_games(arena, random, 60);
    SumSearch search(arena);
    SumSearch bare(arena, SumSearch::most_steps, 0);
    std::map<OutcomeClass, int> seen;
    for (int round = 0; round < 400; ++round) {
        Ids sum;
        PartizanId total = GameArena::zero;
        for (std::size_t n = 2 + random() % 5; n > 0; --n) {
            sum.push_back(games[random() % games.size()]);
            total = arena.sum(total, sum.back());
        }
        // Near zero, for the hardest comparisons.
        for (const Dyadic& back : {arena.left_stop(total), arena.right_stop(total)}) {
            sum.push_back(arena.number(-back));
            const PartizanId moved = arena.sum(total, sum.back());
            ASSERT_EQ(search.outcome(sum), arena.outcome(moved)) << to_text(arena, moved);
            ASSERT_EQ(bare.outcome(sum), arena.outcome(moved)) << to_text(arena, moved);
            ++seen[arena.outcome(moved)];
            sum.pop_back();
        }
    }
    EXPECT_GT(seen[OutcomeClass::next], 50);
    EXPECT_GT(seen[OutcomeClass::left], 50);
    EXPECT_GT(seen[OutcomeClass::right], 50);
    EXPECT_GT(seen[OutcomeClass::previous], 5);
}

TEST(SumSearch, WhatCancelsIsNotPlayed) {
    GameArena arena;
    std::mt19937 random(3);
    const Ids games = some_games(arena, random, 200);
    Ids sum;
    for (const PartizanId g : games) {
        sum.push_back(g);
        sum.push_back(arena.negative(g));
    }
    SumSearch search(arena, 200'000);
    EXPECT_EQ(search.outcome(sum), OutcomeClass::previous);
    sum.push_back(arena.nimber(1));
    EXPECT_EQ(search.outcome(sum), OutcomeClass::next);
    sum.push_back(arena.uptimal({0, 1, 1}));
    EXPECT_EQ(search.outcome(sum), OutcomeClass::left);
    sum.push_back(arena.number(-1));
    EXPECT_EQ(search.outcome(sum), OutcomeClass::right);
}

TEST(SumSearch, ManySwitchesAreMovedInByTemperature) {
    GameArena arena;
    Ids sum;
    for (int n = 40; n > 0; --n) {
        const PartizanId left = arena.number(n);
        sum.push_back(arena.switch_of({&left, 1}));
    }
    // Left takes the hottest, Right the next, and so on: 40 - 39 + 38 - ... = 20.
    SumSearch search(arena);
    EXPECT_EQ(search.outcome(sum), OutcomeClass::next);
    sum.push_back(arena.number(-20));
    EXPECT_FALSE(search.wins(sum, Player::left)) << "the last move gets to 0";
    sum.back() = arena.number({-39, 1});
    EXPECT_TRUE(search.wins(sum, Player::left));
}

TEST(SumSearch, ASumThatIsTooLargeIsRefused) {
    GameArena arena;
    std::mt19937 random(4);
    const Ids games = some_games(arena, random, 300);
    SumSearch search(arena, 500);
    EXPECT_EQ(test::error_code_of([&] { (void)search.outcome(games); }), ErrorCode::not_applicable);
}

TEST(SumSearch, ThousandsOfMovesNeedNoStack) {
    GameArena arena;
    // Games with a long series of threats that must be answered, against a slightly different one.
    const auto tower = [&arena](int height, PartizanId top) {
        PartizanId g = top;
        for (int i = 0; i < height; ++i) {
            const PartizanId right = arena.make({}, {});
            g = arena.make({&g, 1}, {&right, 1});
        }
        return g;
    };
    SumSearch search(arena);
    const Ids sum{tower(300, arena.number(3)), arena.negative(tower(298, arena.number(3))), tower(150, arena.nimber(2)),
                  arena.negative(tower(152, arena.nimber(2)))};
    const PartizanId total = arena.sum(arena.sum(sum[0], sum[1]), arena.sum(sum[2], sum[3]));
    EXPECT_EQ(search.outcome(sum), arena.outcome(total));
}

}  // namespace mexbase::partizan_sum_search_test
