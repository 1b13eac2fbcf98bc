// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "lib/error.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::partizan_fingerprint_test {

std::string hex(std::uint64_t print) {
    std::string text(17, '\0');
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(print));
    text.pop_back();
    return text;
}

/// Computes the fingerprint by the definition, as text.
std::string slow_fingerprint(GameArena& arena, PartizanId g) {
    const auto side = [&](std::span<const PartizanId> span) {
        const std::vector<PartizanId> options(span.begin(), span.end());
        std::vector<std::string> prints;
        for (const PartizanId option : options) prints.push_back(slow_fingerprint(arena, option));
        std::ranges::sort(prints);
        std::string text;
        for (const std::string& print : prints) text += (text.empty() ? "" : ",") + print;
        return text;
    };
    const std::string left = side(arena.left_options(g));
    const std::string text = '{' + left + '|' + side(arena.right_options(g)) + '}';
    std::uint64_t hash = 14695981039346656037U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return hex(hash);
}

TEST(PartizanFingerprints, AreThePublishedOnes) {
    MEXBASE_SKIP_IN_SANITIZERS();
    GameArena arena;
    EXPECT_EQ(hex(arena.fingerprint(GameArena::zero)), "c731da1983d8e17d");
    EXPECT_EQ(hex(arena.fingerprint(arena.nimber(1))), "ec28e0d614691dcb");
    EXPECT_EQ(hex(arena.fingerprint(arena.uptimal({0, 1, 0}))), "4dfecc55bd76caed");
    EXPECT_EQ(hex(arena.fingerprint(arena.number(1))), "33af04a371a73676");
}

TEST(PartizanFingerprints, FollowTheDefinitionInEveryArena) {
    GameArena arena;
    std::vector<PartizanId> games{GameArena::zero,          arena.number(-3),  arena.number(Dyadic(11, 3)),
                                  arena.nimber(4),          arena.up_power(3), arena.uptimal({Dyadic(1, 1), 2, 1}),
                                  arena.uptimal({0, -3, 0})};
    std::mt19937 random(3);
    while (games.size() < 300) {
        const std::vector<PartizanId> left{games[random() % games.size()], games[random() % games.size()]};
        const PartizanId right = games[random() % games.size()];
        const PartizanId g = arena.make(left, {&right, 1});
        if (arena.depth(g) < 6) games.push_back(g);
    }
    std::set<PartizanId> values(games.begin(), games.end());
    std::set<std::uint64_t> prints;
    GameArena other;
    for (auto g = values.rbegin(); g != values.rend(); ++g) {
        const std::uint64_t print = arena.fingerprint(*g);
        prints.insert(print);
        EXPECT_EQ(hex(print), slow_fingerprint(arena, *g));
        EXPECT_EQ(other.fingerprint(parse_game(other, to_text(arena, *g))), print);
    }
    EXPECT_EQ(prints.size(), values.size());
}

TEST(PartizanFingerprints, OfHugeNumbersAreRefused) {
    GameArena arena;
    EXPECT_NO_THROW(arena.fingerprint(arena.number(1 << 16)));
    EXPECT_NO_THROW(arena.fingerprint(arena.number(Dyadic(1, 62))));
    EXPECT_THROW(arena.fingerprint(arena.number(std::int64_t{1} << 40)), Error);
}

}  // namespace mexbase::partizan_fingerprint_test
