// SPDX-License-Identifier: MIT
// Queries for a position are answered in that position, though its index covers others too.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "query/best_play.hpp"
#include "strip_game.hpp"
#include "test_tables.hpp"

namespace mexbase::asked_positions_test {

using namespace test;

struct Variant {
    std::string keys, start;
    StripTexts texts;
};
const std::vector<Variant> variants = {{"n=5", "X:.....", {}},
                                       {"n=6", "X:......", {}},
                                       {"n=7,early=1", "X:.......", {false, true}},
                                       {"n=5,pass=1", "X:.....", {true, false}},
                                       {"n=6,pass=1,early=1", "X:......", {true, true}}};

TEST(AskedPositions, EveryTextHasItsOwnValueAndItsOwnMoves) {
    for (const auto& [keys, start, texts] : variants) {
        const StripTable strip(keys);
        const auto solved = texts.solved(start);
        for (const auto& [text, value] : solved.values) {
            ASSERT_EQ(to_string(strip.table.probe(text).value()), to_string(value)) << keys << ' ' << text;
            const ResolvedPosition asked = strip.table.resolve(text).value();
            ASSERT_EQ(asked.text, text);
            ASSERT_EQ(to_string(strip.table.at(asked).value()), to_string(value));
            std::multiset<std::pair<std::string, std::string>> expected, got;
            for (const auto& move : texts.moves(text)) expected.insert(move);
            const auto moves = best_moves(strip.table, asked).value();
            for (std::size_t n = 0; n < moves.size(); ++n) {
                const Move& move = moves[n];
                got.emplace(move.to.text, move.name);
                ASSERT_EQ(to_string(move.value), to_string(solved.values.at(move.to.text))) << text << ' ' << move.name;
                ASSERT_EQ(move.to, strip.table.resolve(move.to.text).value());
                if (n == 0) continue;
                ASSERT_FALSE(better_option(move.value, moves[n - 1].value)) << "best first: " << text;
                if (move.value == moves[n - 1].value) {
                    ASSERT_LE(moves[n - 1].to.index(), move.to.index()) << "equals by index";
                }
            }
            ASSERT_EQ(got, expected) << keys << ' ' << text;
        }
        EXPECT_GT(solved.values.size(), 50U);
    }
}

TEST(AskedPositions, ALineEndsAfterAsManyPliesAsItsValueSays) {
    for (const auto& [keys, start, texts] : variants) {
        const StripTable strip(keys);
        int ties = 0, early = 0, draws = 0;
        for (const auto& [text, value] : texts.solved(start).values) {
            const auto line = best_line(strip.table, strip.table.resolve(text).value(), 1000).value();
            ASSERT_EQ(line.moves.front().to.text, text);
            ASSERT_EQ(line.moves.front().name, "");
            // Every position is an option of the one before it, by the named move.
            for (std::size_t n = 1; n < line.moves.size(); ++n) {
                const auto moves = texts.moves(line.moves[n - 1].to.text);
                const std::pair<std::string, std::string> made(line.moves[n].to.text, line.moves[n].name);
                ASSERT_NE(std::ranges::find(moves, made), moves.end()) << text << ' ' << made.second;
            }
            if (value.outcome == Outcome::draw) {
                ++draws;
                ASSERT_EQ(line.end, LineEnd::repeated) << text;
                const std::string last = line.moves.back().to.text;
                ASSERT_EQ(std::ranges::count_if(line.moves, [&](const Move& m) { return m.to.text == last; }), 2);
                continue;
            }
            ASSERT_EQ(line.end, LineEnd::finished) << text;
            const auto end = texts.stopped(line.moves.back().to.text);
            ASSERT_TRUE(end) << "play has stopped: " << line.moves.back().to.text;
            ASSERT_EQ(line.moves.size() - 1 + end->remoteness, value.remoteness) << keys << ' ' << text;
            ties += value.outcome == Outcome::tie && line.moves.size() > 2 ? 1 : 0;
            early += end->remoteness != 0 ? 1 : 0;
        }
        EXPECT_GT(ties, 0) << keys;
        EXPECT_EQ(early != 0, texts.early) << keys;
        EXPECT_TRUE(draws == 0 || texts.pass) << keys;
    }
}

TEST(AskedPositions, WhereAPositionWithoutAnIndexIsAskedItIsWorthWhatTheRulesSay) {
    const StripTable strip("n=5");
    const auto value = [&](const char* text) { return to_string(strip.table.probe(text).value()); };
    EXPECT_EQ(value("O:XXX.O"), "loss 0");
    EXPECT_EQ(value("X:XXX.O"), "win 0");
    EXPECT_EQ(value("O:XOXOX"), "tie 0");
    const Value tie = strip.table.probe("O:XOXOX").value();
    EXPECT_TRUE(tie.cannot_win && tie.cannot_lose);
    const Value loss = strip.table.probe("O:XXX.O").value();
    EXPECT_TRUE(loss.cannot_win && !loss.cannot_lose);
    const ResolvedPosition asked = strip.table.resolve("O:XXX.O").value();
    EXPECT_EQ(asked.index(), no_index);
    EXPECT_TRUE(best_moves(strip.table, asked)->empty());
    EXPECT_EQ(best_line(strip.table, asked, 10)->moves.size(), 1U);
    for (const auto& failed : {strip.table.index_of("O:XXX.O").error(), strip.table.parts_of("O:XXX.O").error()}) {
        EXPECT_EQ(failed.code, ErrorCode::out_of_domain);
        EXPECT_EQ(failed.message, "position \"O:XXX.O\" has the value loss 0, but no index");
    }
}

TEST(AskedPositions, NumbersAndTheStartAreAskedAsTheyAreWritten) {
    const StripTable strip("n=5");
    EXPECT_EQ(strip.table.resolve("start")->text, "X:.....");
    const Index i = strip.table.index_of("O:..X.O").value();
    EXPECT_NE(strip.game->format(i), "O:..X.O");
    EXPECT_EQ(strip.table.resolve("#" + std::to_string(i))->text, strip.game->format(i));
    EXPECT_EQ(strip.table.resolve("O:..X.O")->index(), i);
    std::set<std::string> images;
    for (unsigned g = 0; g < 4; ++g) images.insert(strip.game->format(i, g));
    EXPECT_EQ(images, (std::set<std::string>{"O:..X.O", "O:O.X..", "X:..O.X", "X:X.O.."}));
    EXPECT_EQ(strip.game->format(i, 99), strip.game->format(i)) << "an image that there is not";
    for (const std::string text : {"#243", "#999999", "#1000000000000000000000"})
        EXPECT_EQ(strip.table.resolve(text).error().code, ErrorCode::out_of_domain) << text;
    for (const std::string text : {"", "X", "X:", "X:....", "X:......", "Y:.....", "X:..\x01..", "O:\xff....", "#"})
        EXPECT_EQ(strip.table.resolve(text).error().code, ErrorCode::bad_position) << text;
    // A hole: #2 is the mirror image of a lower one.
    Index hole = 0;
    while (strip.rules.legal(hole)) ++hole;
    EXPECT_EQ(strip.table.resolve("#" + std::to_string(hole)).error().code, ErrorCode::out_of_domain);
    EXPECT_THROW(strip.game->resolve("#243", no_index), Error) << "past the table, whatever the limit";
}

TEST(AskedPositions, OptionsByIndexHaveWhatIsSettledOnceForEachValue) {
    const StripTable strip("n=5");
    const Index i = strip.table.index_of("X:XX.O.").value();
    const auto options = best_options(strip.table, i).value();
    ASSERT_FALSE(options.empty());
    EXPECT_TRUE(options.front().parts.empty());
    EXPECT_EQ(options.front().index(), no_index);
    EXPECT_EQ(to_string(options.front().value), "loss 0");
    EXPECT_EQ(std::ranges::count_if(options, [](const Option& o) { return o.parts.empty(); }), 1);
    const Line line = best_line(strip.table, i, 10).value();
    EXPECT_EQ(line.positions, std::vector<Index>{i});
    EXPECT_EQ(line.end, Line::End::finished);
    ASSERT_TRUE(line.settled);
    EXPECT_EQ(to_string(*line.settled), "loss 0");
    // By index and by text, lines have the same length.
    for (Index k = 0; k < strip.rules.size(); ++k) {
        if (!strip.rules.legal(k)) continue;
        const Line by_index = best_line(strip.table, k, 100).value();
        const auto by_text = best_line(strip.table, strip.table.resolve("#" + std::to_string(k)).value(), 100).value();
        EXPECT_EQ(by_index.positions.size() + (by_index.settled ? 1 : 0), by_text.moves.size()) << k;
    }
}

TEST(AskedPositions, PlayThatHasStoppedHasNoMovesThoughThereAreSome) {
    const StripTable strip("n=5,early=1");
    const ResolvedPosition asked = strip.table.resolve("X:XX...").value();
    EXPECT_EQ(to_string(strip.table.at(asked).value()), "win 1");
    EXPECT_TRUE(best_moves(strip.table, asked)->empty());
    EXPECT_TRUE(best_options(strip.table, asked.index())->empty());
    const auto line = best_line(strip.table, asked, 10).value();
    EXPECT_EQ(line.moves.size(), 1U);
    EXPECT_EQ(line.end, LineEnd::finished);
}

TEST(AskedPositions, WithoutNamesMovesAreTheOptionsByIndex) {
    const Table table = opened(steps_bytes(10));
    const ResolvedPosition asked = table.resolve("7").value();
    EXPECT_EQ(asked, (ResolvedPosition{"7", {{7}, {}}}));
    const auto moves = best_moves(table, asked).value();
    ASSERT_EQ(moves.size(), 2U);
    EXPECT_EQ(moves[0].to, (ResolvedPosition{"6", {{6}, {}}}));
    EXPECT_EQ(moves[0].name, "");
    const auto line = best_line(table, asked, 100).value();
    EXPECT_EQ(line.moves.size(), table.at(7)->outcome.remoteness + 1);
    EXPECT_EQ(line.moves.back().to.text, "0");
    EXPECT_EQ(table.resolve("10").error().code, ErrorCode::out_of_domain) << "stored, and not to be asked for";
    EXPECT_EQ(best_line(table, asked, 1)->end, LineEnd::cut);
    EXPECT_EQ(best_line(table, asked, 0)->moves.size(), 1U);
}

TEST(AskedPositions, StoredValuesInABatchAreThoseOneByOne) {
    const StripTable strip("n=6");
    std::vector<Index> indices;
    for (Index i = strip.rules.size(); i-- > 0;)
        if (strip.rules.legal(i)) indices.push_back(i);
    std::vector<Value> values(indices.size());
    ASSERT_TRUE(strip.table.stored_at(indices, values));
    for (std::size_t k = 0; k < indices.size(); ++k) EXPECT_EQ(values[k], strip.table.stored_at(indices[k]).value());
    indices.push_back(strip.rules.size());
    EXPECT_EQ(strip.table.stored_at(indices, values).error().code, ErrorCode::bad_usage);
    values.resize(indices.size());
    EXPECT_EQ(strip.table.stored_at(indices, values).error().code, ErrorCode::out_of_domain);
}

}  // namespace mexbase::asked_positions_test
