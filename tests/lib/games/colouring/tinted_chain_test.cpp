// SPDX-License-Identifier: MIT
#include "lib/games/colouring/tinted_chain.hpp"

#include <tuple>

#include "../conformance.hpp"
#include "../split_conformance.hpp"
#include "lib/rules/registry.hpp"
#include "lib/solve/sweep/sweep.hpp"
#include "tests/lib/games/as_game.hpp"

namespace mexbase::tinted_chain_test {

using Rule = TintedChain::Rule;
using Tint = TintedChain::Tint;
constexpr std::array both_rules{Rule::col, Rule::snort};
constexpr std::string_view tints = "obw";

/// A path as letters, `.` open, `B` and `W` coloured. A chain with tints is a path with a coloured vertex beyond each
/// tinted end.
struct Path {
    Rule rule;
    std::string vertices;

    Path(Rule chosen, const std::string& chain) : rule(chosen) {
        vertices = beyond(chain[0]) + std::string(std::stoul(chain.substr(5)), '.') + beyond(chain[3]);
    }
    /// Returns the vertex that leaves only the colour `tint` to its neighbour.
    std::string beyond(char tint) const {
        if (tint == 'o') return "";
        return (tint == 'b') == (rule == Rule::snort) ? "B" : "W";
    }
    bool may(std::size_t at, char colour) const {
        if (vertices[at] != '.') return false;
        const char wrong = rule == Rule::col ? colour : colour == 'B' ? 'W' : 'B';
        return (at == 0 || vertices[at - 1] != wrong) && (at + 1 == vertices.size() || vertices[at + 1] != wrong);
    }
    template <class F>
    void for_each_move(F&& f) {
        for (std::size_t at = 0; at < vertices.size(); ++at)
            for (const char colour : {'B', 'W'})
                if (may(at, colour)) {
                    vertices[at] = colour;
                    f();
                    vertices[at] = '.';
                }
    }
    /// Returns the colour that the vertex leaves to its neighbour.
    std::size_t tint_from(std::size_t at) const {
        if (at >= vertices.size()) return 0;
        return (vertices[at] == 'B') == (rule == Rule::snort) ? 1 : 2;
    }
    /// Returns the runs of open vertices as chains, by length and then tints.
    std::string chains() const {
        std::multiset<std::tuple<std::size_t, std::size_t, std::size_t>> runs;
        for (std::size_t first = 0; first < vertices.size(); ++first) {
            std::size_t last = first;
            while (last < vertices.size() && vertices[last] == '.') ++last;
            if (last > first) runs.emplace(last - first, tint_from(first - 1), tint_from(last));
            first = last;
        }
        std::string text;
        for (const auto& [length, left, right] : runs)
            text += (text.empty() ? "" : "+") + std::string{tints[left]} + ".." + tints[right] + ":" +
                    std::to_string(length);
        return text.empty() ? "o..o:0" : text;
    }
};

TEST(TintedChain, KeepsItsPromises) {
    for (const Rule rule : both_rules) {
        const auto slow = [rule](const std::string& text) {
            std::multiset<std::string> options;
            Path path(rule, text);
            path.for_each_move([&] { options.insert(path.chains()); });
            return options;
        };
        for (const std::uint64_t max : {0U, 1U, 2U, 9U, 14U}) expect_split_conformance(TintedChain(rule, max), slow);
    }
}

/// Equation (1) of Uiterwijk for Col, (2) for Snort; they hold for a single vertex too. Empty chains are those of
/// theorems 3 and 6 and of table 2, which is the same for both games.
std::uint64_t by_equation(Rule rule, const TintedChain::Position& p) {
    const std::uint64_t odd = p.length % 2;
    if (p.length == 0) return 0;
    if (p.left == Tint::none && p.right == Tint::none) return odd;
    if (p.left == Tint::none || p.right == Tint::none) return p.length;
    const bool same = p.left == p.right;
    return rule == Rule::col ? (same ? 1 : 0) : same ? odd : 1 - odd;
}

TEST(TintedChain, FollowsTheEquationsOfUiterwijk) {
    for (const Rule rule : both_rules) {
        const TintedChain rules(rule, 600);
        const auto nimbers = sweep<NimberFold>(test::as_game(rules));
        for (Index i = 0; i < rules.size(); ++i)
            ASSERT_EQ(nimbers[i], by_equation(rule, rules.unrank(i))) << rules.format(rules.unrank(i));
    }
}

TEST(TintedChain, ReadsChainsWrittenOut) {
    const TintedChain rules(Rule::col, 20);
    const auto read = [&](std::string_view text) { return rules.format(rules.parse(text)); };
    EXPECT_EQ(read("boow"), "b..w:4");
    EXPECT_EQ(read("bow"), "b..w:3");
    EXPECT_EQ(read("ow"), "o..w:2");
    EXPECT_EQ(read("o"), "o..o:1");
    EXPECT_EQ(read("b"), "b..b:1");
    EXPECT_EQ(read("0"), "o..o:0");
    EXPECT_EQ(read("w..o:12"), "w..o:12");
    EXPECT_EQ(rules.unrank(rules.rank(rules.parse("w..b:20"))), (TintedChain::Position{20, Tint::white, Tint::black}));
    for (const char* bad : {"", "bbo", "x", "B", "b..w", "b..w:", "b..w:-1", "b..w:3 ", "b.w:3", "..:3", "o..x:3", "7",
                            "bo:3", "b..wo:3"})
        EXPECT_EQ(error_of([&] { rules.parse(bad); }).first, ErrorCode::bad_position) << bad;
    for (const char* far : {"b..w:68719476737", "b..w:99999999999999999999999"})
        EXPECT_EQ(error_of([&] { rules.parse(far); }).first, ErrorCode::out_of_domain) << far;
}

TEST(TintedChain, IsMadeFromItsSpec) {
    const Registry registry({family_of<TintedChain>()});
    const auto game = make_game(registry, "tinted-chain:max=9,game=snort");
    EXPECT_EQ(game->spec(), "tinted-chain:game=snort,max=9");
    EXPECT_EQ(game->size(), 90U);
    EXPECT_FALSE(game->whole());
    EXPECT_EQ(game->format(*game->start()), "o..o:9");
    EXPECT_EQ(game->format_sum(game->parse_sum("bow+o..o:2", game->size())), "b..w:3+o..o:2");
    EXPECT_EQ(error_of([&] { game->parse("o..o:10"); }).first, ErrorCode::out_of_domain);
    for (const char* bad : {"tinted-chain", "tinted-chain:game=go,max=3", "tinted-chain:game=col",
                            "tinted-chain:game=col,max=68719476737"})
        EXPECT_EQ(error_of([&] { make_game(registry, bad); }).first, ErrorCode::bad_spec) << bad;
    EXPECT_EQ(make_game(registry, "tinted-chain:game=col,max=68719476736")->size(), 9 * ((Index{1} << 36) + 1));
}

}  // namespace mexbase::tinted_chain_test
