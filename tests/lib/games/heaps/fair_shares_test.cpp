// SPDX-License-Identifier: MIT
#include "lib/games/heaps/fair_shares.hpp"

#include <sstream>

#include "../conformance.hpp"
#include "../naive_solver.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase::fair_shares_test {

/// Returns the heaps of a text, by size.
std::multiset<unsigned> heaps_of(const std::string& text) {
    std::multiset<unsigned> heaps;
    std::istringstream in(text);
    for (std::string heap; std::getline(in, heap, '+');) heaps.insert(static_cast<unsigned>(std::stoul(heap)));
    return heaps;
}

std::string text_of(const std::multiset<unsigned>& heaps) {
    std::string text;
    for (auto heap = heaps.rbegin(); heap != heaps.rend(); ++heap) {
        if (!text.empty()) text += '+';
        text += std::to_string(*heap);
    }
    return text;
}

/// Returns the options by the rules, on the heaps themselves.
std::multiset<std::string> slow_options(const std::string& text) {
    std::multiset<std::string> options;
    const auto heaps = heaps_of(text);
    const std::set<unsigned> sizes(heaps.begin(), heaps.end());
    for (const unsigned heap : sizes) {
        for (unsigned shares = 2; shares <= heap; ++shares) {
            if (heap % shares != 0) continue;
            auto after = heaps;
            after.erase(after.find(heap));
            for (unsigned share = 0; share < shares; ++share) after.insert(heap / shares);
            options.insert(text_of(after));
        }
        for (const unsigned other : sizes) {
            if (other <= heap) continue;
            auto after = heaps;
            after.erase(after.find(heap));
            after.erase(after.find(other));
            after.insert(heap + other);
            options.insert(text_of(after));
        }
    }
    return options;
}

bool is_prime(unsigned n) {
    for (unsigned d = 2; d * d <= n; ++d)
        if (n % d == 0) return false;
    return n > 1;
}

TEST(FairShares, KeepsItsPromisesOnAllSmallGames) {
    for (unsigned n = 1; n <= 18; ++n) expect_conformance(FairShares(n), slow_options);
}

TEST(FairShares, OptionsAndUnmovesMatchTheRulesFarUp) {
    // Every 997th position, because there are too many, with its moves and the predecessors of its options.
    for (const unsigned n : {40U, 53U}) {
        const FairShares rules(n);
        for (Index i = 0; i < rules.size(); i += 997) {
            const auto p = rules.unrank(i);
            std::multiset<std::string> options;
            rules.for_each_option(i, p, Player::left, [&](Index to) {
                const auto q = rules.unrank(to);
                options.insert(rules.format(q));
                int named = 0;
                rules.for_each_predecessor(to, q, Player::left, [&](Index from) { named += from == i ? 1 : 0; });
                EXPECT_EQ(named, 1) << rules.format(p) << " -> " << rules.format(q);
            });
            ASSERT_EQ(options, slow_options(rules.format(p)));
            ASSERT_EQ(rules.option_count(i, p), options.size());
        }
    }
}

TEST(FairShares, LargestGameRanksItsPositions) {
    const FairShares rules(FairShares::most_almonds);
    EXPECT_LE(rules.size(), Index{1} << 40);
    EXPECT_GT(PartitionRank(FairShares::most_almonds + 1).size(), Index{1} << 40);
    for (const Index i : {Index{0}, rules.size() / 3, rules.size() - 1}) {
        const auto p = rules.unrank(i);
        EXPECT_EQ(rules.rank(rules.parse(rules.format(p))), i);
        std::multiset<std::string> options;
        rules.for_each_option(i, p, Player::left, [&](Index to) { options.insert(rules.format(rules.unrank(to))); });
        EXPECT_EQ(options, slow_options(rules.format(p)));
    }
    EXPECT_EQ(rules.format(rules.start()), "185");
}

TEST(FairShares, TextsComeInAnyOrder) {
    const FairShares rules(6);
    EXPECT_EQ(rules.format(rules.parse("1+4+1")), "4+1+1");
    EXPECT_EQ(rules.format(rules.parse("6")), "6");
    EXPECT_EQ(rules.rank(rules.start()), rules.rank(rules.parse("6")));
    EXPECT_EQ(rules.rank(rules.parse("1+1+1+1+1+1")), 0U);
}

TEST(FairShares, BadTextsAreNamed) {
    const FairShares rules(6);
    const auto message = [&](const char* text) {
        const auto [code, what] = error_of([&] { rules.parse(text); });
        EXPECT_EQ(code, ErrorCode::bad_position);
        return what;
    };
    EXPECT_EQ(message("4+1"), "\"4+1\" has 5 almonds, not 6");
    EXPECT_EQ(message("4+4"), "\"4+4\" has 8 almonds, not 6");
    EXPECT_EQ(message("1"), "\"1\" has 1 almond, not 6");
    EXPECT_EQ(message("5+1+0"), "\"5+1+0\" has an empty heap: every heap has at least one almond");
    EXPECT_EQ(message("99999999999999999999999"), "\"99999999999999999999999\" has a heap of more than 6 almonds");
    for (const char* text : {"", "+", "6+", "+6", "3++3", "3+x", "3 + 3", "-6", "3-3", "0x6"})
        EXPECT_EQ(message(text),
                  std::string{"\""} + text + "\" is not a position: expected heaps joined by +, such as 4+1+1");
}

TEST(FairShares, BadSpecsNameTheKeyAndItsRange) {
    for (const char* n : {"0", "186", "1000000", "-1", "x", "", "99999999999999999999999"}) {
        const auto [code, what] = spec_error<FairShares>(std::string{"fair-shares:n="} + n);
        EXPECT_EQ(code, ErrorCode::bad_spec);
        EXPECT_EQ(what, std::string{"n="} + n + " is out of range: n must be a number in 1..185");
    }
    EXPECT_EQ(spec_error<FairShares>("fair-shares").second, "fair-shares needs key \"n\" (1..185)");
}

TEST(FairShares, DrawsBeginAtElevenAlmonds) {
    for (unsigned n = 1; n <= 30; ++n) {
        const auto values = naive::solve(FairShares(n));
        const bool draws = std::ranges::count(values, Outcome::draw, &OutcomeValue::outcome) > 0;
        EXPECT_EQ(draws, n >= 11) << n;
    }
}

// The theorem of docs/results/fair-shares.md, both parts.
TEST(FairShares, LostInTwoAreExactlyTheSumsOfTwoPrimes) {
    for (unsigned n = 1; n <= 36; ++n) {
        const FairShares rules(n);
        const auto values = naive::solve(rules);
        std::set<std::string> lost_in_two;
        std::uint64_t lost = 0;
        std::uint64_t won = 0;
        for (Index i = 0; i < rules.size(); ++i) {
            lost += values[i].outcome == Outcome::loss ? 1U : 0U;
            won += values[i].outcome == Outcome::win ? 1U : 0U;
            if (values[i] == OutcomeValue{Outcome::loss, 2}) lost_in_two.insert(rules.format(rules.unrank(i)));
        }
        std::set<std::string> sums;
        for (unsigned p = 2; 2 * p <= n; ++p)
            if (is_prime(p) && is_prime(n - p)) sums.insert(std::to_string(n - p) + "+" + std::to_string(p));
        EXPECT_EQ(lost_in_two, sums) << n;
        EXPECT_EQ(std::ranges::count(values, OutcomeValue{Outcome::win, 1}), n - 1) << n;
        if (sums.empty()) {
            EXPECT_EQ(lost, 1U) << n;
            EXPECT_EQ(won, n - 1) << n;
        }
    }
}

}  // namespace mexbase::fair_shares_test
