// SPDX-License-Identifier: MIT
#include "lib/games/heaps/nim.hpp"

#include <sstream>

#include "../conformance.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase::nim_test {

std::multiset<std::string> slow_nim_options(const std::string& text) {
    std::vector<unsigned> piles;
    std::istringstream in(text);
    for (std::string pile; std::getline(in, pile, ',');) piles.push_back(static_cast<unsigned>(std::stoul(pile)));
    std::multiset<std::string> options;
    for (std::size_t i = 0; i < piles.size(); ++i) {
        for (unsigned left = 0; left < piles[i]; ++left) {
            std::string option;
            for (std::size_t j = 0; j < piles.size(); ++j)
                option += (j == 0 ? "" : ",") + std::to_string(j == i ? left : piles[j]);
            options.insert(option);
        }
    }
    return options;
}

TEST(Nim, KeepsItsPromisesOnAllSmallGames) {
    for (std::size_t piles = 1; piles <= 4; ++piles)
        for (std::uint64_t max = 0; max <= 4; ++max) expect_conformance(Nim(piles, max), slow_nim_options);
    expect_conformance(Nim(1, 30), slow_nim_options);
    expect_conformance(Nim(8, 1), slow_nim_options);
}

TEST(Nim, BadTextsAndSpecsAreNamed) {
    const Nim rules(3, 7);
    const auto bad = [&](const char* text) { return error_of([&] { rules.parse(text); }); };
    EXPECT_EQ(bad("3,5").second, "\"3,5\" has 2 piles, not 3");
    EXPECT_EQ(bad("3").second, "\"3\" has 1 pile, not 3");
    EXPECT_EQ(bad("3,5,7,0").second, "\"3,5,7,0\" has 4 piles, not 3");
    EXPECT_EQ(bad("3,5,8"), std::pair(ErrorCode::out_of_domain,
                                      std::string{"\"3,5,8\" is not in this table: a pile has at most 7 stones"}));
    for (const char* text : {"", ",", "3,5,", "3,,7", "a,b,c", "3, 5,7", "-3,5,7"})
        EXPECT_EQ(bad(text).first, ErrorCode::bad_position) << text;
    EXPECT_EQ(spec_error<Nim>("nim:piles=41,max=1").second,
              "piles=41 is out of range: piles must be a number in 1..40");
    EXPECT_EQ(spec_error<Nim>("nim:piles=3,max=10321").second,
              "max=10321 is out of range: with piles=3, max must be a number in 0..10320");
    EXPECT_EQ(spec_error<Nim>("nim:piles=40,max=2").second,
              "max=2 is out of range: with piles=40, max must be a number in 0..1");
    const auto largest = make_game(Registry({family_of<Nim>()}), "nim:piles=40,max=1");
    EXPECT_EQ(largest->size(), Index{1} << 40);
    EXPECT_EQ(largest->parse(largest->format(largest->size() - 1)), largest->size() - 1);
}

}  // namespace mexbase::nim_test
