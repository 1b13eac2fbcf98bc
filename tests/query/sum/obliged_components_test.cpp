// SPDX-License-Identifier: MIT
// Obliged sums of components, some already begun, compared with play; and the examples of the paper.
#include <array>
#include <random>

#include "../../lib/value/obliged_play.hpp"
#include "query/best_play.hpp"
#include "sums.hpp"

namespace mexbase::test::obliged_components_test {

/// Converts a part of a component to numbers below 2^32.
ObligedParts narrow(const std::vector<Index>& parts) {
    return {parts.begin(), parts.end()};
}

/// Compares value and moves of an obliged sum with play. `games` lists the games of all tables in sequence; `first[c]`
/// is the number of component c's game 0.
void expect_as_played(ObligedPlay& play, const Components& sum, const std::vector<unsigned>& first, std::size_t begun,
                      std::array<int, 4>& seen) {
    const auto named = [&](std::size_t c, const std::vector<Index>& parts) {
        ObligedParts games = narrow(parts);
        for (unsigned& game : games) game += first[c];
        return games;
    };
    ObligedState state;
    for (std::size_t c = 0; c < sum.size(); ++c)
        (c < begun ? state.begun : state.free).push_back(named(c, sum[c].parts));
    const Obliged expected = play.outcome(state);
    ASSERT_EQ(pair_of_sum(sum, begun), expected);
    ++seen[expected.code()];
    const ObligedMoves moves = moves_in_obliged_sum(sum, begun);
    const bool over = std::ranges::all_of(state.begun, [&play](const auto& parts) { return play.is_over(parts); }) &&
                      std::ranges::all_of(state.free, [&play](const auto& parts) { return play.is_over(parts); });
    ASSERT_EQ(moves.normal.has_value(), expected.normal && !over);
    ASSERT_EQ(moves.misere.has_value(), expected.misere && !over);
    for (const bool misere : {false, true}) {
        const auto& move = misere ? moves.misere : moves.normal;
        if (!move) continue;
        // Begun components come first, in order, except finished ones.
        std::size_t forced = 0;
        while (forced < begun && play.is_over(state.begun[forced])) ++forced;
        if (forced < begun) {
            ASSERT_EQ(move->component, forced);
        }
        ASSERT_GE(move->component, forced);
        ASSERT_LT(move->component, sum.size());
        // It is one of the legal moves, and it wins.
        bool legal = false, wins = false;
        const ObligedParts from = named(move->component, sum[move->component].parts);
        for (std::size_t k = 0; k < from.size(); ++k)
            for (const ObligedParts& left : play.games()[from[k]]) {
                ObligedParts becomes = from, others = from;
                others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
                becomes = others;
                becomes.insert(becomes.end(), left.begin(), left.end());
                ObligedParts claimed = named(move->component, move->parts);
                std::ranges::sort(becomes);
                std::ranges::sort(claimed);
                if (becomes != claimed) continue;
                legal = true;
                ObligedState then = state;
                if (move->component < begun)
                    then.begun.erase(then.begun.begin(),
                                     then.begun.begin() + static_cast<std::ptrdiff_t>(move->component + 1));
                else
                    then.begun.clear(),
                        then.free.erase(then.free.begin() + static_cast<std::ptrdiff_t>(move->component - begun));
                then.begun.insert(then.begun.begin(), {left, others});
                const Obliged reply = play.outcome(then);
                wins = wins || !(misere ? reply.misere : reply.normal);
            }
        ASSERT_TRUE(legal);
        ASSERT_TRUE(wins);
    }
}

TEST(ObligedSums, ValuesAndMovesAgreeWithPlayOnGraphs) {
    std::mt19937_64 random(4);
    std::array<int, 4> seen{};
    for (int sums = 0; sums < 9000;) {
        // Two graphs in sequence.
        const ObligedGames a = random_obliged_graph(random), b = random_obliged_graph(random);
        ObligedGames both = a;
        for (auto game : b) {
            for (ObligedParts& left : game) left.front() += static_cast<unsigned>(a.size());
            both.push_back(std::move(game));
        }
        std::vector<Table> tables;
        for (const ObligedGames& games : {a, b}) {
            std::vector<std::vector<Index>> options(games.size());
            for (std::size_t v = 0; v < games.size(); ++v)
                for (const ObligedParts& left : games[v]) options[v].push_back(left.front());
            tables.push_back(table_of_graph(options, ValueKind::obliged));
        }
        ObligedPlay play(both);
        for (int round = 0; round < 60; ++round, ++sums) {
            Components sum;
            std::vector<unsigned> first;
            for (std::uint64_t k = 1 + random() % 4; k > 0; --k) {
                const Table& table = tables[random() % 2];
                sum.push_back({&table, {random() % table.info().queryable_size}});
                first.push_back(&table == tables.data() ? 0 : static_cast<unsigned>(a.size()));
            }
            ASSERT_NO_FATAL_FAILURE(expect_as_played(play, sum, first, random() % (sum.size() + 1), seen)) << sums;
        }
    }
    for (const int n : seen) EXPECT_GT(n, 300);
}

// Heaps that break, and components that are sums: one is finished before the next is begun.
TEST(ObligedSums, ValuesAndMovesAgreeWithPlayOnHeapsThatBreak) {
    std::mt19937_64 random(5);
    std::array<int, 4> seen{};
    const Table table = table_of_values("octal:code=0.77,max=8", ValueKind::obliged);
    ObligedGames games;
    for (Index heap = 0; heap <= 8; ++heap) {
        games.emplace_back();
        for (const auto& left : kayles(heap)) games.back().push_back(narrow(left));
    }
    ObligedPlay play(games);
    for (Index heap = 0; heap <= 8; ++heap)
        ASSERT_EQ(table.at(heap)->obliged, play.alone(static_cast<unsigned>(heap))) << heap;
    for (int sums = 0; sums < 1600; ++sums) {
        Components sum;
        for (std::uint64_t k = 1 + random() % 3; k > 0; --k) {
            Component component{&table, {}};
            for (std::uint64_t n = 1 + random() % 2; n > 0; --n) component.parts.push_back(random() % 7);
            sum.push_back(component);
        }
        const std::size_t begun = random() % (sum.size() + 1);
        const std::vector<unsigned> first(sum.size());
        ASSERT_NO_FATAL_FAILURE(expect_as_played(play, sum, first, begun, seen)) << sums;
    }
    for (const int n : seen) EXPECT_GT(n, 100);
}

/// Returns the parts of one position.
Component at(const Table& table, const std::string& position) {
    return {&table, table.parts_of(position).value()};
}

/// Returns the options of a position that leave a lost obliged sum in that play; `rest` is the other components.
std::vector<std::string> winning_moves(const Table& table, const std::string& position, const Components& rest,
                                       bool misere) {
    std::vector<std::string> found;
    for (const Option& option : best_options(table, table.index_of(position).value()).value()) {
        Components sum = {{&table, option.parts}};
        sum.insert(sum.end(), rest.begin(), rest.end());
        const Obliged value = pair_of_sum(sum, 1);
        if (!(misere ? value.misere : value.normal)) found.push_back(table.text_of(option.parts).value());
    }
    return found;
}

// T. S. Ferguson, "Obliged sums of games", example 1 and Figure 2.
TEST(ObligedSums, TheFiveQueensOfFigure2) {
    const Table table = table_of_values("wythoff:max=7", ValueKind::obliged);
    const char* squares[] = {"0,1", "1,4", "2,1", "2,2", "5,3"};
    const char* printed[] = {"10", "11", "01", "10", "00"};
    Components sum;
    for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_EQ(to_string(table.probe(squares[k]).value()), printed[k]);
        sum.push_back(at(table, squares[k]));
    }
    EXPECT_EQ(to_string(pair_of_sum(sum)), "11");
    Components rest = sum;
    rest.erase(rest.begin() + 1);
    EXPECT_EQ(to_string(pair_of_sum(rest)), "00");
    // The unique move from (1,4), in either play.
    for (const bool misere : {false, true})
        EXPECT_EQ(winning_moves(table, "1,4", rest, misere), std::vector<std::string>{"1,2"});
    const ObligedMoves moves = moves_in_obliged_sum(sum);
    EXPECT_TRUE(moves.normal && moves.misere);
    // Without the queen on (5,3) the plays differ.
    rest.pop_back();
    EXPECT_EQ(to_string(pair_of_sum(rest)), "01");
    EXPECT_EQ(winning_moves(table, "1,4", rest, false), std::vector<std::string>{"1,2"});
    for (const std::string& to : winning_moves(table, "1,4", rest, true))
        EXPECT_FALSE(table.probe(to)->obliged.misere) << to;
    EXPECT_FALSE(winning_moves(table, "1,4", rest, true).empty());
}

// The same paper, example 2. It states that (3,4) is the only knight with a winning move; (4,9) has two as well.
TEST(ObligedSums, TheFourKnightsOfExample2) {
    const Table table = table_of_values("knight:size=12", ValueKind::obliged);
    const char* squares[] = {"3,4", "5,3", "4,9", "6,4"};
    const char* printed[] = {"11", "10", "01", "10"};
    Components sum;
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(to_string(table.probe(squares[k]).value()), printed[k]);
        sum.push_back(at(table, squares[k]));
    }
    EXPECT_EQ(to_string(pair_of_sum(sum)), "11");
    const std::size_t expected[] = {1, 0, 2, 0};
    for (std::size_t k = 0; k < 4; ++k) {
        Components rest = sum;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
        for (const bool misere : {false, true})
            EXPECT_EQ(winning_moves(table, squares[k], rest, misere).size(), expected[k]) << squares[k];
        if (k != 0) continue;
        EXPECT_EQ(to_string(pair_of_sum(rest)), "01");
        EXPECT_EQ(winning_moves(table, "3,4", rest, false), std::vector<std::string>{"1,5"});
        EXPECT_EQ(winning_moves(table, "3,4", rest, true), std::vector<std::string>{"1,3"});
    }
}

}  // namespace mexbase::test::obliged_components_test
