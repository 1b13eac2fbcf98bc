// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "lib/games/colouring/conjoined_boards.hpp"
#include "lib/games/colouring/deletion_games.hpp"
#include "lib/games/colouring/placement_games.hpp"
#include "tests/lib/games/small_graphs.hpp"
#include "tests/lib/games/swept.hpp"

namespace mexbase::colouring_threads_test {

using test::board_of;
using test::swept;

TEST(ColouringGames, AreTheSameForAnyNumberOfThreads) {
    const auto same = [](const auto& rules, const Words& words) {
        ASSERT_GE(words.size(), Index{1} << 14) << "too few for threads";
        const auto nimbers = swept(rules, WordNimberFold{});
        EXPECT_EQ(swept(rules, WordNimberFold{}, 3), nimbers);
        EXPECT_EQ(swept(rules, WordRemotenessFold(Play::misere), 2), swept(rules, WordRemotenessFold(Play::misere)));
    };
    const auto of_one = [&](const auto& rules) { same(rules, rules.words()); };
    of_one(Col(board_of(small::grid(3, 5)), Symmetry::colours));
    of_one(Col(board_of(small::grid(3, 5)), Symmetry::all));
    of_one(Snort(board_of(small::cycle(12))));
    of_one(NoGo(board_of(small::path(11))));
    of_one(Cutthroat(board_of(small::cycle(9)), Symmetry::none, true));
    const auto of_two = [&](const auto& rules) {
        same(rules, rules.first().words());
        same(rules, rules.second().words());
    };
    of_two(GoCut(board_of(small::path(12)), Symmetry::colours));
    of_two(SnoGo(board_of(small::path(13)), Symmetry::colours));
    of_two(ConjoinedFamily<test::PairGame<NoGoRule, ColRule>>(board_of(small::path(10))));
}

}  // namespace mexbase::colouring_threads_test
