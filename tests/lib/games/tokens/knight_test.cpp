// SPDX-License-Identifier: MIT
#include "lib/games/tokens/knight.hpp"

#include "../conformance.hpp"
#include "../reference.hpp"
#include "../whole_obliged.hpp"
#include "lib/rules/registry.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::knight_test {

std::multiset<std::string> slow_options(const std::string& text) {
    const int x = std::stoi(text);
    const int y = std::stoi(text.substr(text.find(',') + 1));
    std::multiset<std::string> options;
    for (int a = 0; a <= x + 2; ++a)
        for (int b = 0; b <= y + 2; ++b)
            if ((a - x) * (a - x) + (b - y) * (b - y) == 5 && a + b < x + y)
                options.insert(std::to_string(a) + ',' + std::to_string(b));
    return options;
}

TEST(Knight, KeepsItsPromises) {
    for (const std::uint64_t size : {1U, 2U, 3U, 4U, 9U}) expect_conformance(Knight(size), slow_options);
}

TEST(Knight, AdmitsTheSquareAndStoresTheTriangle) {
    for (std::uint64_t size = 1; size <= 12; ++size) {
        const Knight rules(size);
        EXPECT_EQ(rules.size(), rules.layers() * (rules.layers() + 1) / 2);
        for (Index i = 0; i < rules.size(); ++i) {
            const auto p = rules.unrank(i);
            EXPECT_LE(p.x + p.y, 2 * (size - 1));
            EXPECT_EQ(p.x < size && p.y < size, i < queryable_size(rules)) << i;
            if (i < queryable_size(rules)) {
                EXPECT_EQ(i, p.x * size + p.y);
            }
        }
    }
}

TEST(Knight, HasThePublishedObligedValues) {
    MEXBASE_SKIP_IN_SANITIZERS();
    int rows = 0;
    for (const auto& fact : reference_facts("knight-obliged.txt")) {
        const auto game = make_game(Registry({family_of<Knight>()}), fact.spec);
        const auto values = whole_obliged_of(Knight(11));
        ASSERT_TRUE(fact.kind.starts_with("row ")) << fact.kind;
        const std::string row = fact.kind.substr(4);
        ASSERT_EQ(fact.values.size(), 11U);
        for (std::size_t x = 0; x < 11; ++x)
            EXPECT_EQ(to_string(values[game->parse(std::to_string(x) + ',' + row)]), fact.values[x]) << x << ',' << row;
        ++rows;
    }
    EXPECT_EQ(rows, 11);
}

// "Obliged sums of games", example 2; the period holds on the unbounded board.
TEST(Knight, RepeatsEveryFourSquares) {
    const Knight rules(40);
    const auto values = whole_obliged_of(rules);
    for (std::uint64_t a = 3; a + 4 < 40; ++a)
        for (std::uint64_t b = 0; b < 40; ++b)
            EXPECT_EQ(values[rules.rank({a + 4, b})], values[rules.rank({a, b})]) << a << ',' << b;
    for (Index i = 0; i < rules.size(); ++i) {
        const auto p = rules.unrank(i);
        EXPECT_EQ(values[i], values[rules.rank({p.y, p.x})]);
    }
}

TEST(Knight, BadTextsAndSpecsAreNamed) {
    const auto game = make_game(Registry({family_of<Knight>()}), "knight:size=8");
    EXPECT_EQ(game->spec(), "knight:size=8");
    EXPECT_EQ(game->parse("3,4"), 28U);
    EXPECT_EQ(game->format(28), "3,4");
    for (const char* text : {"", "3", ",", "3,", "3,4,5", "3;4", "-1,2", "start"})
        EXPECT_EQ(error_of([&] { game->parse(text); }).first, ErrorCode::bad_position) << text;
    for (const char* text : {"8,0", "0,8", "14,0", "15,0", "7,8", "4294967296,0", "4294967295,4294967295", "#64"})
        EXPECT_EQ(error_of([&] { game->parse(text); }).first, ErrorCode::out_of_domain) << text;
    EXPECT_EQ(spec_error<Knight>("knight:size=0").second, "size=0 is out of range: size must be a number in 1..741455");
    EXPECT_EQ(spec_error<Knight>("knight:size=741456").second,
              "size=741456 is out of range: size must be a number in 1..741455");
    const Knight largest(Knight::largest);
    EXPECT_LE(largest.size(), Index{1} << 40);
    EXPECT_GT(Knight(Knight::largest + 1).size(), Index{1} << 40);
    for (Index i = largest.size() - 1; i > 12345678901; i -= 12345678901) EXPECT_EQ(largest.rank(largest.unrank(i)), i);
}

}  // namespace mexbase::knight_test
