// SPDX-License-Identifier: MIT
// Published values of the loopy games, regenerated through the whole pipeline: rules, solver, encoder, reader,
// verification. Sources are named at each test, or in data/reference; "the lesson" is lesson 5 of the notes on
// combinatorial game theory, on loopy games.
#include <map>
#include <set>

#include "../../lib/games/reference.hpp"
#include "tables.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test::published_facts_test {

/// Returns the values of a fact from the finished table of its spec. The file explains the kinds.
std::vector<std::string> found_in_table(const Table& table, const ReferenceFact& fact) {
    const TableInfo& info = table.info();
    if (fact.kind == "positions") return {std::to_string(info.positions)};
    if (fact.kind == "draws") return {std::to_string(info.outcomes[static_cast<std::size_t>(Outcome::draw)])};
    const auto values = all_values(table);
    std::vector<std::string> found;
    if (fact.kind == "counts") {
        std::map<std::uint64_t, std::uint64_t> counts;
        for (const Value& v : values)
            if (has_remoteness(v.outcome.outcome)) ++counts[v.outcome.remoteness];
        for (std::uint64_t r = 0; r <= counts.rbegin()->first; ++r) found.push_back(std::to_string(counts[r]));
    } else if (fact.kind.starts_with("value ")) {
        for (const auto& position : fact.values)
            if (to_string(table.probe(position).value()) == fact.kind.substr(6)) found.push_back(position);
    } else if (fact.kind.starts_with("lost") || fact.kind.starts_with("won")) {
        const Outcome outcome = fact.kind.starts_with("lost") ? Outcome::loss : Outcome::win;
        const std::size_t space = fact.kind.find(' ');
        for (const Index i : indices_with(table, outcome))
            if (space == std::string::npos || values[i].outcome.remoteness == std::stoull(fact.kind.substr(space)))
                found.push_back(table.text_of(i).value());
    } else {
        ADD_FAILURE() << "no such kind of fact: " << fact.kind;
    }
    return found;
}

// data/reference/loopy-games.txt: Square-But-One, Fair Shares and Varied Pairs, Put-or-Take-a-Square.
TEST(LoopyGames, EveryPublishedFactComesOutOfATable) {
    MEXBASE_SKIP_IN_SANITIZERS();
    std::map<std::string, Table> tables;
    std::set<std::string> kinds;
    for (const ReferenceFact& fact : reference_facts("loopy-games.txt")) {
        auto table = tables.find(fact.spec);
        if (table == tables.end()) table = tables.emplace(fact.spec, make_table(fact.spec)).first;
        EXPECT_EQ(found_in_table(table->second, fact), fact.values) << fact.spec << ' ' << fact.kind;
        kinds.insert(fact.kind);
    }
    EXPECT_EQ(kinds, (std::set<std::string>{"positions", "lost", "won", "counts", "draws", "lost 2", "won 3",
                                            "value win 11"}));
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

TEST(SquareButOne, ALargerBoundChangesNoValue) {
    for (const std::string add : {"even", "odd"}) {
        const auto large = all_values(make_table("square-but-one:max=500,add=" + add));
        for (Index max = 0; max < 60; ++max) {
            const Table small = make_table("square-but-one:max=" + std::to_string(max) + ",add=" + add);
            for (Index i = 0; i <= max; ++i) EXPECT_EQ(small.at(i).value(), large[i]) << max << " " << i << " " << add;
        }
    }
}

TEST(PutOrTakeASquare, LargerBoundsProveTheSameHeapsUpTo2000) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Table small = make_table("put-or-take-a-square:max=2000,bound=100000");
    const Table large = make_table("put-or-take-a-square:max=2000,bound=1000000");
    EXPECT_EQ(indices_with(small, Outcome::loss), indices_with(large, Outcome::loss));
    EXPECT_EQ(indices_with(small, Outcome::win), indices_with(large, Outcome::win));
}

TEST(PutOrTakeASquare, ItsLargestHeapsLeaveTheBound) {
    for (const char* bound : {"1", "100", "1099511627774"})
        EXPECT_TRUE(is_cut_off(*make_game(stock_registry(), std::string("put-or-take-a-square:max=0,bound=") + bound)));
    EXPECT_FALSE(is_cut_off(*make_game(stock_registry(), "put-or-take-a-square:max=0,bound=0")));
    EXPECT_FALSE(is_cut_off(*make_game(stock_registry(), "square-but-one:max=1000")));
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

// A bounded game in general: six vertices, with 0 and 5 past the bound.
TEST(Graph, PositionsThatDependOnWhoWinsPastTheBoundAreUnknown) {
    const Table table = make_table(std::string("graph:file=") + MEXBASE_DATA + "/boards/bounded.dot");
    for (const char* position : {"3", "4"}) EXPECT_EQ(to_string(table.probe(position).value()), "unknown") << position;
}

}  // namespace mexbase::test::published_facts_test
