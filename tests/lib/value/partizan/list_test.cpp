// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "lib/error.hpp"
#include "lib/value/partizan/list/game_list.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "tests/refusal.hpp"

namespace mexbase::partizan_list_test {

using Ids = std::vector<PartizanId>;

/// Returns random values of a few days, including numbers, uptimals and powers of up.
std::vector<std::string> random_texts(unsigned seed, std::size_t count) {
    GameArena arena;
    Ids games{
        GameArena::zero,         arena.number(-3),  arena.number(Dyadic(11, 3)),         arena.nimber(4),
        arena.number(40),        arena.up_power(3), arena.uptimal({Dyadic(1, 1), 2, 1}), arena.uptimal({0, -3, 0}),
        arena.uptimal({0, 0, 1})};
    std::mt19937 random(seed);
    const auto draw = [&] { return games[random() % games.size()]; };
    std::vector<std::string> texts;
    std::set<PartizanId> known(games.begin(), games.end());
    while (texts.size() < count) {
        const Ids left{draw(), draw(), draw()};
        const Ids right{draw(), draw(), draw()};
        const PartizanId g = random() % 4 == 0 ? arena.switch_of(left) : arena.make(left, right);
        if (arena.depth(g) > 6 || !known.insert(g).second) continue;
        games.push_back(g);
        texts.push_back(to_text(arena, g));
    }
    return texts;
}

std::string text_of_list(GameArena& arena, const Ids& ids) {
    std::string text;
    for (const PartizanId g : ids) text += to_text(arena, g) + '\n';
    return text;
}

TEST(PartizanLists, AreTheSameWhateverTheArenaAndWhateverCameBefore) {
    const auto texts = random_texts(1, 300);
    std::vector<GameList> lists;
    for (unsigned round = 0; round < 4; ++round) {
        GameArena arena;
        auto made = texts;
        std::mt19937 random(round);
        if (round > 0) std::ranges::shuffle(made, random);
        if (round == 2) arena.up_power(5);
        for (const auto& text : made) parse_game(arena, text);
        GameNumbering numbering(arena);
        for (const auto& text : texts) numbering.number(parse_game(arena, text));
        lists.push_back(numbering.list());
    }
    EXPECT_GT(lists[0].games.size(), 300U);
    for (const GameList& list : lists) EXPECT_EQ(list, lists[0]);
}

TEST(PartizanLists, LoadedAreTheGamesAndListedAgainTheSame) {
    GameArena arena;
    GameNumbering numbering(arena);
    Ids games;
    std::vector<std::uint32_t> numbers;
    for (const auto& text : random_texts(2, 300)) {
        games.push_back(parse_game(arena, text));
        numbers.push_back(numbering.number(games.back()));
        EXPECT_EQ(numbering.number(games.back()), numbers.back());
        EXPECT_EQ(numbering.game(numbers.back()), games.back());
    }
    const GameList list = numbering.take();
    EXPECT_TRUE(numbering.list().games.empty());

    GameArena other;
    other.nimber(7);
    const Ids loaded = load_games(other, list);
    ASSERT_EQ(loaded.size(), list.games.size());
    for (std::size_t i = 0; i < games.size(); ++i)
        EXPECT_EQ(to_text(other, loaded[numbers[i]]), to_text(arena, games[i]));
    EXPECT_EQ(load_games(arena, list)[numbers[7]], games[7]);

    GameNumbering again(other);
    for (const std::uint32_t n : numbers) EXPECT_EQ(again.number(loaded[n]), n);
    EXPECT_EQ(again.list(), list);
}

TEST(PartizanLists, HoldCanonicalOptionsAndAtomicWeights) {
    GameArena arena;
    GameNumbering numbering(arena);
    for (const auto& text : random_texts(3, 400)) numbering.number(parse_game(arena, text));
    const GameList& list = numbering.list();
    int weights = 0;
    int later = 0;
    for (std::uint32_t n = 0; n < list.games.size(); ++n) {
        const PartizanId g = numbering.game(n);
        for (const bool left : {true, false}) {
            const auto options = left ? list.left(n) : list.right(n);
            EXPECT_TRUE(std::ranges::is_sorted(options));
            Ids ids;
            for (const std::uint32_t option : options) {
                EXPECT_LT(option, n);
                ids.push_back(numbering.game(option));
            }
            EXPECT_TRUE(std::ranges::is_permutation(ids, left ? arena.left_options(g) : arena.right_options(g)));
        }
        ASSERT_EQ(list.games[n].weight != GameList::none, arena.is_all_small(g));
        if (!arena.is_all_small(g)) continue;
        EXPECT_EQ(numbering.game(list.games[n].weight), *arena.atomic_weight(g));
        ++weights;
        later += list.games[n].weight > n;
    }
    EXPECT_GT(weights, 20);
    EXPECT_GT(later, 0);
}

TEST(PartizanLists, OfOneGameAreTheseNumbers) {
    GameArena arena;
    GameNumbering numbering(arena);
    EXPECT_EQ(numbering.number(arena.uptimal({0, 1, 0})), 2U);
    const GameList& list = numbering.list();
    Ids ids;
    for (std::uint32_t n = 0; n < list.games.size(); ++n) ids.push_back(numbering.game(n));
    EXPECT_EQ(text_of_list(arena, ids), "0\n*\n^\n1\n");
    EXPECT_EQ(list.games[0].weight, 0U);
    EXPECT_EQ(list.games[1].weight, 0U);
    EXPECT_EQ(list.games[2].weight, 3U);
    EXPECT_EQ(list.games[3].weight, GameList::none);
    EXPECT_EQ(numbering.number(arena.number(3)), 5U);
    EXPECT_EQ(numbering.number(arena.number(Dyadic(-3, 2))), 8U);  // after -1 and -1/2
}

TEST(PartizanLists, TakeLongChainsOfNumbersAndRefuseLongerOnes) {
    GameArena arena;
    GameNumbering numbering(arena);
    const std::uint32_t star = numbering.number(arena.nimber(1));
    const GameList before = numbering.list();
    const auto refused = [&](PartizanId g) {
        EXPECT_EQ(test::error_code_of([&] { numbering.number(g); }), ErrorCode::not_applicable);
    };
    const PartizanId huge = arena.number((std::int64_t{1} << 20) + 1);
    const PartizanId all_small = arena.up_power(3);
    refused(huge);
    refused(arena.make({&huge, 1}, {&all_small, 1}));
    const PartizanId low = arena.number(-(std::int64_t{1} << 20) - 1);
    refused(arena.make({&all_small, 1}, {&low, 1}));  // the Left option is listed before the refusal
    refused(arena.number(Dyadic(std::int64_t{1} << 61, 1)));
    EXPECT_EQ(numbering.list(), before);
    EXPECT_EQ(numbering.number(arena.nimber(1)), star);

    EXPECT_EQ(numbering.number(arena.number(-200000)), 200001U);
    numbering.number(arena.number(Dyadic(1, 62)));
    GameArena other;
    const Ids ids = load_games(other, numbering.list());
    EXPECT_EQ(to_text(other, ids[200001]), "-200000");
}

TEST(PartizanLists, ThatAreNoneAreRefused) {
    using Game = GameList::Game;
    constexpr std::uint32_t none = GameList::none;
    const Game zero{0, 0, 0, none};
    const auto refused = [&](const GameList& list) {
        GameArena arena;
        const std::string said = test::fault_of([&] { load_games(arena, list); }, ErrorCode::corrupt);
        return said.empty() ? "taken" : said;
    };
    const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
    EXPECT_EQ(refused({}), "taken");
    EXPECT_EQ(refused({{zero, {0, 1, 1, none}}, {0, 0}}), "taken");
    EXPECT_TRUE(has(refused({{zero, {1, 1, 1, none}}, {0, 0}}), "out of range"));
    EXPECT_TRUE(has(refused({{zero, {~std::uint64_t{0}, 1, 1, none}}, {0, 0}}), "out of range"));
    EXPECT_TRUE(has(refused({{zero, {0, 0xffffffff, 0xffffffff, none}}, {0, 0}}), "out of range"));
    EXPECT_TRUE(has(refused({{zero, {0, 1, 1, none}}, {0, 1}}), "before it"));
    EXPECT_TRUE(has(refused({{zero, {0, 1, 1, none}}, {0xffffffff, 0}}), "before it"));
    EXPECT_TRUE(has(refused({{{0, 1, 0, none}}, {0}}), "before it"));
    EXPECT_TRUE(has(refused({{zero, {0, 2, 0, none}}, {0, 0}}), "ascending"));
    EXPECT_TRUE(has(refused({{zero, {0, 1, 1, none}, {2, 2, 1, none}}, {0, 0, 1, 0, 0}}), "ascending"));
    EXPECT_TRUE(has(refused({{zero, zero}, {}}), "repeats an earlier value"));
    EXPECT_TRUE(has(refused({{zero, {0, 1, 1, none}, {0, 1, 1, none}}, {0, 0}}), "repeats an earlier value"));
    EXPECT_TRUE(has(refused({{zero, {0, 1, 0, 0}}, {0}}), "all-small"));
    EXPECT_TRUE(has(refused({{zero, {0, 1, 1, 2}}, {0, 0}}), "weight out of range"));
    // {*|} is 0, {0,*|*} is ^*, {0|2} is 1, {0,1|} is 2, {1|} where 1 is {0|2}.
    EXPECT_TRUE(has(refused({{zero, {0, 1, 1, none}, {2, 1, 0, none}}, {0, 0, 1}}), "canonical"));
    EXPECT_TRUE(has(refused({{zero, {0, 1, 1, none}, {0, 1, 1, none}, {2, 2, 1, none}}, {0, 0, 0, 1, 1}}), "earlier"));
    EXPECT_TRUE(has(refused({{zero, {0, 1, 1, none}, {2, 2, 1, none}}, {0, 0, 0, 1, 1}}), "canonical"));
    EXPECT_TRUE(has(refused({{zero, {0, 1, 0, none}, {1, 2, 0, none}}, {0, 0, 1}}), "canonical"));
    EXPECT_TRUE(has(refused({{zero, {0, 1, 0, none}, {0, 1, 0, none}}, {0}}), "repeats an earlier value"));
    EXPECT_TRUE(has(refused({{zero, {0, 1, 1, none}, {0, 1, 1, none}}, {0, 0, 1}}), "repeats an earlier value"));
}

TEST(PartizanLists, ChangedAtRandomAreRefusedOrAreListsStill) {
    GameArena arena;
    GameNumbering numbering(arena);
    for (const auto& text : random_texts(5, 40)) numbering.number(parse_game(arena, text));
    const GameList whole = numbering.take();
    std::mt19937 random(6);
    int refused = 0;
    constexpr int times = 2000;
    for (int i = 0; i < times; ++i) {
        GameList list = whole;
        for (auto changes = random() % 2; changes < 2; ++changes) {
            GameList::Game& game = list.games[random() % list.games.size()];
            const auto near = [&](std::uint32_t n) { return n + static_cast<std::uint32_t>(random() % 5) - 2; };
            switch (random() % 5) {
                case 0:
                    game.lefts = near(game.lefts);
                    break;
                case 1:
                    game.rights = near(game.rights);
                    break;
                case 2:
                    game.first = near(static_cast<std::uint32_t>(game.first));
                    break;
                case 3:
                    game.weight = static_cast<std::uint32_t>(random() % list.games.size());
                    break;
                default:
                    list.options[random() % list.options.size()] = near(list.options[random() % 20]);
            }
        }
        GameArena other;
        try {
            const Ids ids = load_games(other, list);
            for (std::uint32_t n = 0; n < ids.size(); ++n) {
                Ids left;
                for (const std::uint32_t option : list.left(n)) left.push_back(ids[option]);
                ASSERT_TRUE(std::ranges::is_permutation(left, other.left_options(ids[n])));
            }
            ASSERT_EQ(std::set<PartizanId>(ids.begin(), ids.end()).size(), ids.size());
        } catch (const Error& error) {
            ASSERT_EQ(error.code(), ErrorCode::corrupt);
            ++refused;
        }
    }
    EXPECT_GT(refused, times / 2);
    EXPECT_LT(refused, times);
}

TEST(PartizanLists, DeeperThanAnArenaGoesAreRefused) {
    GameArena arena;
    GameNumbering numbering(arena);
    numbering.number(arena.number(-2));
    GameList list = numbering.take();
    const auto lengthen = [&](unsigned moves) {  // {0|{0|{0|...-2}}}
        for (unsigned n = 0; n < moves; ++n) {
            list.games.push_back({list.options.size(), 1, 1, GameList::none});
            list.options.push_back(0);
            list.options.push_back(static_cast<std::uint32_t>(list.games.size() - 2));
        }
    };
    lengthen(GameArena::deepest);
    const Ids ids = load_games(arena, list);
    EXPECT_EQ(arena.depth(ids.back()), GameArena::deepest);
    const std::uint32_t last = numbering.number(ids.back());
    EXPECT_EQ(last + 1, numbering.list().games.size());
    EXPECT_EQ(last + 1, list.games.size());
    lengthen(1);
    EXPECT_THROW(load_games(arena, list), Error);
}

TEST(PartizanLists, WithTooManyOptionsToCompareAreRefusedAtOnce) {
    // 0; 1, -1, 2, -2, ...; the switches of 1, 2, ...; and a value with all of the switches as Left options.
    const auto list_with = [](std::uint32_t most) {
        GameList list;
        list.games.push_back({0, 0, 0, GameList::none});
        const auto append = [&list](const Ids& left, const Ids& right) {
            list.games.push_back({list.options.size(), static_cast<std::uint32_t>(left.size()),
                                  static_cast<std::uint32_t>(right.size()), GameList::none});
            list.options.insert(list.options.end(), left.begin(), left.end());
            list.options.insert(list.options.end(), right.begin(), right.end());
        };
        for (std::uint32_t n = 1; n <= most; ++n) {
            append({n == 1 ? 0 : 2 * n - 3}, {});
            append({}, {n == 1 ? 0 : 2 * n - 2});
        }
        Ids switches;
        for (std::uint32_t n = 1; n <= most; ++n) {
            switches.push_back(static_cast<std::uint32_t>(list.games.size()));
            append({2 * n - 1}, {2 * n});
        }
        append(switches, {2 * most});  // so low that no switch is reversible
        return list;
    };
    GameArena arena;
    EXPECT_EQ(load_games(arena, list_with(100)).size(), 302u);
    EXPECT_EQ(test::refusal_of([&] { load_games(arena, list_with(9000)); }, ErrorCode::corrupt),
              "value 27001 of the table's list of values has so many options that the list is too costly to check");
}

}  // namespace mexbase::partizan_list_test
