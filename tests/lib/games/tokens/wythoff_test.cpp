// SPDX-License-Identifier: MIT
#include "lib/games/tokens/wythoff.hpp"

#include "../conformance.hpp"
#include "../whole_obliged.hpp"
#include "lib/rules/registry.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::wythoff_test {

std::multiset<std::string> slow_options(const std::string& text) {
    const int x = std::stoi(text);
    const int y = std::stoi(text.substr(text.find(',') + 1));
    std::multiset<std::string> options;
    for (int a = 0; a <= x; ++a)
        for (int b = 0; b <= y; ++b)
            if ((a < x || b < y) && (a == x || b == y || x - a == y - b))
                options.insert(std::to_string(a) + ',' + std::to_string(b));
    return options;
}

TEST(Wythoff, KeepsItsPromises) {
    for (const std::uint64_t max : {0U, 1U, 2U, 3U, 9U}) expect_conformance(Wythoff(max), slow_options);
}

/// Returns the obliged values by the paper's formula.
std::vector<Obliged> formula(const Wythoff& rules, std::uint64_t max) {
    std::vector<Obliged> values(rules.size(), Obliged{true, true});
    const auto set = [&](std::uint64_t x, std::uint64_t y, Obliged value) {
        if (x > max || y > max) return;
        values[rules.rank({x, y})] = values[rules.rank({y, x})] = value;
    };
    // The pairs (floor(n tau), floor(n tau^2)): the n-th is (a, a + n), a the least number in no pair before it.
    std::set<std::uint64_t> used;
    for (std::uint64_t n = 0, a = 0; a <= max; ++n) {
        while (used.contains(a)) ++a;
        used.insert({a, a + n});
        set(a, a + n, n < 2 ? Obliged{false, true} : Obliged{false, false});
    }
    set(0, 1, {true, false});
    set(2, 2, {true, false});
    return values;
}

// T. S. Ferguson, "Obliged sums of games", example 1 and figure 1; Wythoff 1907 for normal play.
TEST(Wythoff, HasThePublishedObligedValues) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Wythoff rules(100);
    EXPECT_EQ(whole_obliged_of(rules), formula(rules, 100));
}

TEST(Wythoff, BadTextsAndSpecsAreNamed) {
    const auto game = make_game(Registry({family_of<Wythoff>()}), "wythoff:max=8");
    EXPECT_EQ(game->spec(), "wythoff:max=8");
    EXPECT_EQ(game->parse("3,5"), 32U);
    for (const char* text : {"", "3", ",", "3,", ",5", "3,5,7", "3, 5", "a,b", "-1,2", "3+5", "start"})
        EXPECT_EQ(error_of([&] { game->parse(text); }).first, ErrorCode::bad_position) << text;
    EXPECT_EQ(
        error_of([&] { game->parse("3,9"); }),
        std::pair(ErrorCode::out_of_domain, std::string{"\"3,9\" is not in this table: coordinates must be in 0..8"}));
    for (const char* text : {"9,0", "99999999999999999999,1", "#81"})
        EXPECT_EQ(error_of([&] { game->parse(text); }).first, ErrorCode::out_of_domain) << text;
    EXPECT_EQ(spec_error<Wythoff>("wythoff:max=1048576").second,
              "max=1048576 is out of range: max must be a number in 0..1048575");
    const Wythoff largest(Wythoff::largest);
    EXPECT_EQ(largest.size(), Index{1} << 40);
    EXPECT_EQ(largest.format(largest.unrank(largest.size() - 1)), "1048575,1048575");
}

}  // namespace mexbase::wythoff_test
