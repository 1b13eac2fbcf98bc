// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "lib/value/partizan/arena.hpp"
#include "lib/value/partizan/notation/text.hpp"

namespace mexbase::partizan_import_test {

using Ids = std::vector<PartizanId>;

/// Game n of a fixed list, made from earlier games of it: the work of a thread.
struct Recipe {
    std::vector<std::size_t> left, right;
};

std::vector<Recipe> random_recipes(unsigned seed, std::size_t count) {
    std::mt19937 random(seed);
    std::vector<Recipe> recipes(count);
    for (std::size_t n = 0; n < count; ++n)
        for (auto* side : {&recipes[n].left, &recipes[n].right})
            for (auto options = n == 0 ? 0 : random() % 4; options > 0; --options)
                side->push_back(random() % std::min<std::size_t>(n, 8 + n / 4));
    return recipes;
}

constexpr std::size_t first_recipes = 12;

/// Makes the games of the recipes that are `part` modulo `parts`, in a random order; makes their ingredients when first
/// needed.
Ids cook(GameArena& arena, const std::vector<Recipe>& recipes, std::size_t part, std::size_t parts, unsigned seed) {
    Ids made(recipes.size(), ~PartizanId{0});
    const auto make = [&](auto&& self, std::size_t n) -> PartizanId {
        if (made[n] != ~PartizanId{0}) return made[n];
        Ids left;
        Ids right;
        for (const std::size_t i : recipes[n].left) left.push_back(self(self, i));
        for (const std::size_t i : recipes[n].right) right.push_back(self(self, i));
        if (n >= first_recipes) return made[n] = arena.make(left, right);
        const Dyadic number(static_cast<int>(n) - 5, static_cast<unsigned>(n % 3));
        return made[n] = arena.uptimal({number, static_cast<int>(n % 5) - 2, static_cast<unsigned>(n % 4)});
    };
    std::vector<std::size_t> order(recipes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937 random(seed);
    if (seed > 0) std::ranges::shuffle(order, random);
    for (const std::size_t n : order)
        if (n % parts == part) make(make, n);
    return made;
}

TEST(PartizanImport, OfArenasFilledOnThreadsIsTheSameAsOfOne) {
    const auto recipes = random_recipes(1, 600);
    GameArena alone;
    const Ids expected = cook(alone, recipes, 0, 1, 0);
    std::vector<Ids> ids_of_orders;
    for (unsigned seed = 1; seed <= 3; ++seed) {
        constexpr std::size_t parts = 4;
        std::vector<GameArena> arenas(parts);
        std::vector<Ids> made(parts);
        {
            std::vector<std::thread> threads;
            for (std::size_t part = 0; part < parts; ++part)
                threads.emplace_back([&, part] {
                    made[part] = cook(arenas[part], recipes, part, parts, seed * 10 + static_cast<unsigned>(part));
                });
            for (std::thread& thread : threads) thread.join();
        }
        GameArena merged;
        std::vector<GameImport> imports;
        for (const GameArena& arena : arenas) imports.emplace_back(arena, merged);
        Ids ids;
        for (std::size_t n = 0; n < recipes.size(); ++n) ids.push_back(imports[n % parts](made[n % parts][n]));
        for (std::size_t n = 0; n < recipes.size(); ++n) {
            EXPECT_EQ(imports[n % parts](made[n % parts][n]), ids[n]);
            EXPECT_EQ(merged.fingerprint(ids[n]), alone.fingerprint(expected[n]));
            EXPECT_EQ(to_text(merged, ids[n]), to_text(alone, expected[n]));
        }
        ids_of_orders.push_back(ids);
    }
    for (std::size_t a = 0; a < recipes.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            for (const Ids& ids : ids_of_orders) ASSERT_EQ(ids[a] == ids[b], expected[a] == expected[b]);
}

TEST(PartizanImport, ThereAndBackIsTheIdentity) {
    GameArena from;
    const Ids made = cook(from, random_recipes(2, 1500), 0, 1, 0);
    GameArena to;
    GameImport there(from, to);
    GameImport back(to, from);
    const std::size_t before = from.size();
    for (const PartizanId g : made) {
        const PartizanId h = there(g);
        EXPECT_EQ(back(h), g);
        EXPECT_EQ(there(g), h);
        EXPECT_EQ(to.outcome(h), from.outcome(g));
        EXPECT_EQ(to.left_stop(h), from.left_stop(g));
        EXPECT_EQ(to.birthday(h), from.birthday(g));
    }
    EXPECT_EQ(from.size(), before);
    EXPECT_GT(to.size(), 300U);
    EXPECT_LE(to.size(), from.size());
    EXPECT_EQ(GameImport(from, from)(made.back()), made.back());
}

TEST(PartizanImport, GoesOnWhereAnArenaHasGrown) {
    GameArena from;
    GameArena to;
    GameImport there(from, to);
    EXPECT_EQ(there(from.number(Dyadic(-7, 5))), to.number(Dyadic(-7, 5)));
    EXPECT_EQ(there(from.number(std::int64_t{1} << 50)), to.number(std::int64_t{1} << 50));
    PartizanId chain = from.number(-2);  // {0|{0|{0|...-2}}}
    for (unsigned i = 0; i < GameArena::deepest; ++i) chain = from.make({&GameArena::zero, 1}, {&chain, 1});
    EXPECT_EQ(to.depth(there(chain)), GameArena::deepest);
    EXPECT_EQ(there(from.negative(chain)), to.negative(there(chain)));
    EXPECT_EQ(there(from.up_power(9)), to.up_power(9));
}

}  // namespace mexbase::partizan_import_test
