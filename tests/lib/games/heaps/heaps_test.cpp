// SPDX-License-Identifier: MIT
#include "lib/games/heaps/heaps.hpp"

#include "../conformance.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase::heaps_test {

bool is_square(std::uint64_t n) {
    for (std::uint64_t r = 0; r * r <= n; ++r)
        if (r * r == n) return true;
    return false;
}

TEST(Subtraction, KeepsItsPromises) {
    for (const std::vector<std::uint64_t>& set : {std::vector<std::uint64_t>{1, 4, 9}, {2}, {3, 5, 100}}) {
        for (const std::uint64_t max : {0U, 1U, 40U}) {
            expect_conformance(Subtraction(max, set), [&](const std::string& text) {
                std::multiset<std::string> options;
                for (std::uint64_t to = 0; to < std::stoull(text); ++to)
                    if (std::ranges::count(set, std::stoull(text) - to) > 0) options.insert(std::to_string(to));
                return options;
            });
        }
    }
}

TEST(Subtraction, SpecIsNormalised) {
    const auto game = make_game(Registry({family_of<Subtraction>()}), "subtraction:max=20,set=9-1-4");
    EXPECT_EQ(game->spec(), "subtraction:set=1-4-9,max=20");
    EXPECT_EQ(spec_error<Subtraction>("subtraction:set=1-4-4,max=20").second, "set=1-4-4 has a number twice");
    EXPECT_EQ(spec_error<Subtraction>("subtraction:set=0-4,max=20").second,
              "set=0-4 is out of range: set must be numbers separated by -, each in 1..1099511627774");
}

TEST(Square, KeepsItsPromises) {
    for (const std::uint64_t max : {0U, 1U, 2U, 150U})
        expect_conformance(Square(max), [](const std::string& text) {
            std::multiset<std::string> options;
            for (std::uint64_t to = 0; to < std::stoull(text); ++to)
                if (is_square(std::stoull(text) - to)) options.insert(std::to_string(to));
            return options;
        });
}

TEST(SquareButOne, KeepsItsPromises) {
    for (const bool even : {true, false}) {
        for (std::uint64_t max = 0; max <= 60; ++max)
            expect_conformance(SquareButOne(max, even), [&](const std::string& text) {
                const std::uint64_t heap = std::stoull(text);
                std::multiset<std::string> options;
                for (std::uint64_t to = 0; to < heap; ++to)
                    if (is_square(heap - to)) options.insert(std::to_string(to));
                if (heap > 0 && (heap % 2 == 0) == even) options.insert(std::to_string(heap + 1));
                return options;
            });
    }
}

TEST(SquareButOne, OneHeapFurtherThanAskedForIsReachedExactlyWhenTheLargestMayGrow) {
    EXPECT_TRUE(SquareButOne(10, true).legal(11));
    EXPECT_FALSE(SquareButOne(11, true).legal(12));
    EXPECT_FALSE(SquareButOne(10, false).legal(11));
    EXPECT_TRUE(SquareButOne(11, false).legal(12));
    EXPECT_FALSE(SquareButOne(0, true).legal(1));
    EXPECT_EQ(queryable_size(SquareButOne(10, true)), 11U);
}

TEST(SquareButOne, BadTextsAndSpecsAreNamed) {
    const Registry registry({family_of<SquareButOne>()});
    const auto game = make_game(registry, "square-but-one:max=100");
    EXPECT_EQ(game->spec(), "square-but-one:max=100,add=even");
    for (const char* text : {"", "x", "1x", "-1", "+1", " 1", "start"})
        EXPECT_EQ(error_of([&] { game->parse(text); }).first, ErrorCode::bad_position) << text;
    for (const char* text : {"101", "102", "99999999999999999999", "#101", "#99999999999999999999"})
        EXPECT_EQ(error_of([&] { game->parse(text); }).first, ErrorCode::out_of_domain) << text;
    EXPECT_EQ(spec_error<SquareButOne>("square-but-one:max=1,add=both").second,
              "add=both is not allowed: add must be even or odd");
    EXPECT_EQ(spec_error<SquareButOne>("square-but-one:max=1099511627775").second,
              "max=1099511627775 is out of range: max must be a number in 0..1099511627774");
}

}  // namespace mexbase::heaps_test
