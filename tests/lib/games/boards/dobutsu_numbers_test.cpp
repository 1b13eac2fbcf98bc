// SPDX-License-Identifier: MIT
// Targets of moves of Dōbutsu shōgi by numbers, compared with those by texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "lib/games/boards/dobutsu_shogi.hpp"

namespace mexbase::dobutsu_numbers_test {

/// Made at first use, because most processes of the program run other tests.
const DobutsuShogi& rules() {
    static const DobutsuShogi made;
    return made;
}

/// Targets of moves as texts, with the values of unindexed ones.
using Places = std::map<std::string, std::optional<OutcomeValue>>;

Places by_names(const DobutsuShogi::Position& p) {
    Places places;
    rules().for_each_named_move(
        p, Player::left, [&](const auto& to, std::string_view) { places[rules().format(to)] = rules().settled(to); });
    return places;
}

/// Returns the targets from image `g` of an index; `g` must be the least image with that position.
Places by_numbers(Index i, unsigned g) {
    Places places;
    rules().for_each_numbered_move(i, rules().unrank(i), Player::left, [&](Index n, unsigned h) {
        const unsigned image = rules().compose(g, h);
        const std::string text = rules().format(rules().numbered(n, image));
        places[text] = n < rules().size() ? std::nullopt : std::optional(rules().numbered_value(n));
        ASSERT_LT(n, rules().numbers());
        if (n < rules().size()) {
            ASSERT_TRUE(rules().legal(n)) << text;
        }
        unsigned least = 0;
        while (rules().format(rules().numbered(n, least)) != text) ++least;
        ASSERT_EQ(rules().least_image(n, image), least) << text;
    });
    return places;
}

struct Looked {
    int positions = 0, settled = 0, symmetric = 0;
};

void expect_the_same(Index i, Looked& looked) {
    const auto first = rules().unrank(i);
    if (!rules().legal(i) || rules().terminal(i, first, Player::left)) return;
    for (unsigned g = 0; g < rules().images(); ++g) {
        const auto p = rules().position(i, g);
        if (rules().image(p) != g) {
            ++looked.symmetric;
            continue;
        }
        const Places expected = by_names(p);
        ASSERT_EQ(by_numbers(i, g), expected) << rules().format(p);
        ++looked.positions;
        for (const auto& [text, value] : expected) looked.settled += value ? 1 : 0;
    }
}

TEST(DobutsuNumbers, AreThoseOfWhatMovesLeadTo) {
    std::mt19937_64 random(11);
    Looked looked;
    for (int round = 0; round < 800; ++round)
        ASSERT_NO_FATAL_FAILURE(expect_the_same(random() % rules().size(), looked));
    // Both lions on the middle file.
    for (int round = 0; round < 400; ++round)
        ASSERT_NO_FATAL_FAILURE(expect_the_same(rules().size() - 1 - random() % (rules().size() / 7), looked));
    EXPECT_GT(looked.positions, 1000);
    EXPECT_GT(looked.settled, 1000);
}

TEST(DobutsuNumbers, OfSymmetricPositionsComeOnce) {
    Looked looked;
    for (const std::string_view text :
         {"S/-l-/---/---/-L-/EEGGCC", "S/-l-/---/-C-/-L-/EGegc", "S/-l-/---/---/-L-/EEGgcc", "S/-l-/---/c-c/-L-/EEGg",
          "S/glg/---/---/ELE/Cc", "S/elE/-C-/---/-L-/GGC", "S/-l-/e-e/---/GLG/Cc", "S/-l-/---/-L-/---/ECegcg"})
        ASSERT_NO_FATAL_FAILURE(expect_the_same(rules().rank(rules().parse(text)), looked)) << text;
    EXPECT_GT(looked.symmetric, 8);
    EXPECT_GT(looked.settled, 4);
}

}  // namespace mexbase::dobutsu_numbers_test
