// Published values of the loopy games, regenerated through the whole pipeline: rules, solver, encoder, reader,
// verification. Sources are named at each test; "the lesson" is lesson 5 of the notes on combinatorial game theory, on
// loopy games.
#include <map>
#include <set>

#include "tables.hpp"

namespace mexbase::test {
namespace {

std::vector<Index> up_to(std::vector<Index> list, Index last) {
    std::erase_if(list, [last](Index i) { return i > last; });
    return list;
}

// The lesson's text and its exercise 2.
TEST(SquareButOne, OnlyZeroAndFiveAreLostAndTheWonHeapsAreSquaresAndSquaresPlusFive) {
    const Table table = make_table("square-but-one:max=100000");
    EXPECT_EQ(indices_with(table, Outcome::loss), (std::vector<Index>{0, 5}));
    std::set<Index> won;
    for (Index k = 1; k * k <= 100000; ++k) {
        won.insert(k * k);
        if (k * k + 5 <= 100000) won.insert(k * k + 5);
    }
    EXPECT_EQ(indices_with(table, Outcome::win), std::vector<Index>(won.begin(), won.end()));
}

// The lesson, exercise 1.
TEST(SquareButOne, AddingToOddHeapsGivesTheListOfTheFirstExercise) {
    const Table table = make_table("square-but-one:max=39,add=odd");
    EXPECT_EQ(indices_with(table, Outcome::loss), (std::vector<Index>{0, 2, 5, 10, 15, 20}));
    EXPECT_EQ(indices_with(table, Outcome::win),
              (std::vector<Index>{1, 3, 4, 6, 9, 11, 14, 16, 18, 19, 21, 24, 25, 26, 27, 29, 30, 31, 35, 36, 38}));
}

TEST(SquareButOne, ALargerBoundChangesNoValue) {
    for (const std::string add : {"even", "odd"}) {
        const auto large = all_values(make_table("square-but-one:max=500,add=" + add));
        for (Index max = 0; max < 60; ++max) {
            const Table small = make_table("square-but-one:max=" + std::to_string(max) + ",add=" + add);
            for (Index i = 0; i <= max; ++i) EXPECT_EQ(small.at(i).value(), large[i]) << max << " " << i << " " << add;
        }
    }
}

std::map<std::uint64_t, std::uint64_t> by_remoteness(const Table& table) {
    std::map<std::uint64_t, std::uint64_t> counts;
    for (const Value& v : all_values(table))
        if (has_remoteness(v.outcome.outcome)) ++counts[v.outcome.remoteness];
    return counts;
}

std::map<std::uint64_t, std::uint64_t> counts_of(std::initializer_list<std::uint64_t> list) {
    std::map<std::uint64_t, std::uint64_t> counts;
    std::uint64_t r = 0;
    for (const auto n : list) counts[r++] = n;
    return counts;
}

// The lesson, exercises 4 and 5; the counts are three independent programs' (2026).
TEST(FairShares, ElevenPositionsForSixAlmonds) {
    EXPECT_EQ(make_table("fair-shares:n=6").info().positions, 11u);
}

TEST(FairShares, NoDrawUpToTenAlmondsAndDrawsFromElevenToThirty) {
    for (int n = 1; n <= 30; ++n) {
        const Table table = make_table("fair-shares:n=" + std::to_string(n));
        const auto draws = table.info().outcomes[static_cast<std::size_t>(Outcome::draw)];
        EXPECT_EQ(draws == 0, n <= 10) << n;
    }
}

TEST(FairShares, CountsByRemoteness) {
    EXPECT_EQ(by_remoteness(make_table("fair-shares:n=10")),
              counts_of({1, 9, 2, 5, 1, 3, 1, 2, 1, 5, 3, 3, 1, 2, 2, 1}));
    EXPECT_EQ(by_remoteness(make_table("fair-shares:n=12")), counts_of({1, 11, 1, 5, 1, 2}));
    EXPECT_EQ(by_remoteness(make_table("fair-shares:n=20")), counts_of({1, 19, 2, 16}));
    const Table fifty = make_table("fair-shares:n=50");
    EXPECT_EQ(by_remoteness(fifty), counts_of({1, 49, 4, 84}));
    EXPECT_EQ(fifty.info().outcomes[static_cast<std::size_t>(Outcome::draw)], 204088u);
}

bool is_prime(std::uint64_t n) {
    for (std::uint64_t d = 2; d * d <= n; ++d)
        if (n % d == 0) return false;
    return n >= 2;
}

// docs/results/fair-shares.md has the proof.
TEST(FairShares, LostInTwoAreTheSumsOfTwoPrimes) {
    for (std::uint64_t n = 1; n <= 45; ++n) {
        const Table table = make_table("fair-shares:n=" + std::to_string(n));
        std::set<std::string> expected, found;
        for (std::uint64_t p = 1; 2 * p <= n; ++p)
            if (is_prime(p) && is_prime(n - p)) expected.insert(std::to_string(n - p) + "+" + std::to_string(p));
        const auto values = all_values(table);
        for (Index i = 0; i < values.size(); ++i)
            if (values[i].outcome == OutcomeValue{Outcome::loss, 2}) found.insert(table.text_of(i).value());
        EXPECT_EQ(found, expected) << n;
        if (expected.empty()) {
            EXPECT_EQ(table.info().outcomes[static_cast<std::size_t>(Outcome::loss)], 1u) << n;
            EXPECT_EQ(table.info().outcomes[static_cast<std::size_t>(Outcome::win)], n - 1) << n;
        }
    }
}

// Epstein's game: the list three independent programs agree on (2026); the lesson, exercise 6, has 92.
TEST(PutOrTakeASquare, LostHeapsUpTo700) {
    const std::vector<Index> lost = {0,   5,   20,  29,  45,  80,  101, 116, 135, 145, 165, 173,
                                     236, 257, 397, 404, 445, 477, 540, 565, 580, 585, 629, 666};
    const Table table = make_table("put-or-take-a-square:max=666,bound=100000");
    EXPECT_EQ(indices_with(table, Outcome::loss), lost);
    EXPECT_EQ(to_string(table.probe("92").value()), "win 11");
}

TEST(PutOrTakeASquare, LargerBoundsProveTheSameHeapsUpTo2000) {
    const Table small = make_table("put-or-take-a-square:max=2000,bound=100000");
    const Table large = make_table("put-or-take-a-square:max=2000,bound=1000000");
    EXPECT_EQ(indices_with(small, Outcome::loss), indices_with(large, Outcome::loss));
    EXPECT_EQ(indices_with(small, Outcome::win), indices_with(large, Outcome::win));
}

TEST(PutOrTakeASquare, LostInTwoAndWonInThree) {
    const Table table = make_table("put-or-take-a-square:max=1000,bound=100000");
    const auto values = all_values(table);
    std::vector<Index> lost_in_two, won_in_three;
    for (Index i = 0; i <= 1000; ++i) {
        if (values[i].outcome == OutcomeValue{Outcome::loss, 2}) lost_in_two.push_back(i);
        if (values[i].outcome == OutcomeValue{Outcome::win, 3}) won_in_three.push_back(i);
    }
    EXPECT_EQ(lost_in_two, (std::vector<Index>{5, 20, 45, 80, 145, 580, 949}));
    EXPECT_EQ(up_to(won_in_three, 105), (std::vector<Index>{11, 14, 21, 30, 41, 44, 54, 69, 86, 105}));
}

TEST(PutOrTakeASquare, WhatLiesNearTheBoundIsUnknownAndNeverWronglyProven) {
    const Table small = make_table("put-or-take-a-square:max=300,bound=300");
    const Table large = make_table("put-or-take-a-square:max=300,bound=100000");
    EXPECT_GT(small.info().outcomes[static_cast<std::size_t>(Outcome::unknown)], 0u);
    for (Index i = 0; i <= 300; ++i) {
        const Value s = small.at(i).value(), l = large.at(i).value();
        if (s.outcome.outcome != Outcome::unknown) {
            EXPECT_EQ(s.outcome.outcome, l.outcome.outcome) << i;
        }
        if (s.cannot_win) {
            EXPECT_NE(l.outcome.outcome, Outcome::win) << i;
        }
        if (s.cannot_lose) {
            EXPECT_NE(l.outcome.outcome, Outcome::loss) << i;
        }
    }
}

// A bounded game in general: six vertices, of which 0 and 5 lie past the bound.
TEST(Graph, PositionsThatDependOnWhoWinsPastTheBoundAreUnknown) {
    const Table table = make_table(std::string("graph:file=") + MEXBASE_DATA + "/boards/bounded.dot");
    for (const char* position : {"3", "4"}) EXPECT_EQ(to_string(table.probe(position).value()), "unknown") << position;
}

TEST(Subtraction, OneFourNineReachesRemoteness400001) {
    const Table table = make_table("subtraction:set=1-4-9,max=1000000");
    EXPECT_EQ(table.info().longest_remoteness, 400001u);
}

// Bouton (1901): a position of Nim is lost exactly when the exclusive or of its piles is 0.
TEST(Nim, LostIffTheExclusiveOrIsZero) {
    const Table table = make_table("nim:piles=3,max=15");
    for (unsigned a = 0; a < 16; ++a)
        for (unsigned b = 0; b < 16; ++b)
            for (unsigned c = 0; c < 16; ++c) {
                const std::string text = std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(c);
                EXPECT_EQ(table.probe(text).value().outcome.outcome == Outcome::loss, (a ^ b ^ c) == 0) << text;
            }
}

}  // namespace
}  // namespace mexbase::test
