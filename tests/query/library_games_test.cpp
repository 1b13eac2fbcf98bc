// SPDX-License-Identifier: MIT
// Libraries of tables of real games.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "../gen/jobs/tables.hpp"
#include "query/best_play.hpp"
#include "query/library.hpp"
#include "tests/refusal.hpp"
#include "tests/scratch.hpp"

namespace mexbase::library_games_test {

using namespace test;

TEST(Library, TakesKeysAsGivenThatGoWithTheValues) {
    const Scratch folder;
    JobOptions job = job_of(ValueKind::obliged);
    folder.write("strips", make_table_bytes("treblecross:max=6", job));
    job.value = ValueKind::nimber;
    folder.write("zones", make_table_bytes("treblecross:max=9", job));
    const Library library = Library::open(folder.path()).value();
    const std::string strips = "treblecross:max=6,form=strips", zones = "treblecross:max=9,form=zones";
    const auto spec_of = [&](std::string_view asked, const TableChoice& choice = {}) {
        const auto table = library.table(asked, choice);
        return table ? table->info().spec : table.error().message;
    };
    EXPECT_EQ(spec_of("treblecross:max=6"), strips);
    EXPECT_EQ(spec_of(strips), strips);
    EXPECT_EQ(spec_of("treblecross:max=9"), zones);
    EXPECT_EQ(spec_of("treblecross"), zones);
    EXPECT_EQ(spec_of("treblecross", {ValueKind::obliged, {}}), strips);
    EXPECT_EQ(spec_of("treblecross:form=strips"), strips);
    EXPECT_EQ(library.table_for("treblecross:max=5", "X..", {ValueKind::obliged, {}})->info().spec, strips);
    EXPECT_EQ(library.table_for("treblecross:max=5", "...")->info().spec, zones);
    EXPECT_EQ(code_of(library.table("treblecross:max=6,form=zones")), ErrorCode::not_found);
}

TEST(Library, AnExplicitLimitIsNotAnsweredByATableOfAnotherKind) {
    const Scratch folder;
    folder.write("heaps", make_table_bytes("octal:code=kayles,max=50", job_of(ValueKind::nimber)));
    folder.write("pairs", make_table_bytes("octal:code=kayles,max=20", job_of(ValueKind::obliged)));
    folder.write("whole", make_table_bytes("octal:code=kayles,total=15"));
    folder.write("squares", make_table_bytes("wythoff:max=9"));
    folder.write("nimbers", make_table_bytes("wythoff:max=5", job_of(ValueKind::nimber)));
    const Library library = Library::open(folder.path()).value();
    const auto answer = [&](std::string_view spec, std::string_view position, const TableChoice& choice = {}) {
        const auto found = library.probe(spec, position, choice);
        return found ? to_string(found->value) : found.error().message;
    };
    EXPECT_EQ(answer("octal:code=kayles", "3+5"), "win 7") << "without a limit, outcomes come first";
    EXPECT_EQ(answer("octal:code=kayles,max=30", "3+5"), "*7");
    EXPECT_EQ(answer("octal:code=kayles,max=30", "30"), "*7");
    EXPECT_EQ(answer("octal:code=kayles,total=9", "3+5"), "win 7");
    EXPECT_EQ(answer("octal:code=kayles,max=20", "3+5"), "11");
    // The error names the table of another kind that has the position.
    const std::string has_it = " with nimber values and normal play has it";
    EXPECT_EQ(
        answer("octal:code=kayles,total=9", "9+8"),
        "\"9+8\" is not in this table: a position has at most 15 tokens; the table of octal:code=0.77,max=50" + has_it);
    EXPECT_EQ(
        answer("wythoff:max=5", "3,7"),
        "\"3,7\" is not in this table: coordinates must be in 0..5; the table of wythoff:max=9 with outcome values "
        "and normal play has it");
    EXPECT_EQ(answer("wythoff:max=5", "3,77"), "\"3,77\" is not in this table: coordinates must be in 0..5");
    EXPECT_TRUE(answer("octal:code=kayles", "30", {{}, Play::misere}).ends_with(has_it));
    EXPECT_EQ(code_of(library.table("octal:code=kayles,max=30")), ErrorCode::not_found);
}

TEST(Library, FindsTablesWhoseValuesAdd) {
    const Scratch folder;
    folder.write("squares", make_table_bytes("wythoff:max=9"));
    folder.write("nimbers", make_table_bytes("wythoff:max=5", job_of(ValueKind::nimber)));
    folder.write("pairs", make_table_bytes("wythoff:max=4", job_of(ValueKind::obliged)));
    folder.write("dominoes", make_table_bytes("toppling-dominoes:max=3", job_of(ValueKind::canonical)));
    folder.write("winners", make_table_bytes("toppling-dominoes:max=3", job_of(ValueKind::partizan_outcome)));
    folder.write("outcomes", make_table_bytes("tic-tac-toe"));
    const Library library = Library::open(folder.path()).value();
    const auto kind = [&](std::string_view spec, std::string_view position, bool obliged = false,
                          const TableChoice& choice = {}) {
        return library.table_for_sum(spec, position, obliged, choice).value().info().value;
    };
    EXPECT_EQ(library.table_for("wythoff", "1,2")->info().value, ValueKind::outcome);
    EXPECT_EQ(kind("wythoff", "1,2"), ValueKind::nimber);
    EXPECT_EQ(kind("wythoff:max=9", "1,2"), ValueKind::nimber);
    EXPECT_EQ(kind("wythoff", "1,2", true), ValueKind::obliged);
    EXPECT_EQ(kind("wythoff", "1,2", false, {ValueKind::outcome, {}}), ValueKind::outcome);
    EXPECT_EQ(library.table_for("toppling-dominoes", "BW")->info().value, ValueKind::partizan_outcome);
    EXPECT_EQ(kind("toppling-dominoes", "BW"), ValueKind::canonical);
    EXPECT_EQ(kind("tic-tac-toe", "start"), ValueKind::outcome) << "no table of the game has values that add";
    const auto far = library.table_for_sum("wythoff", "8,9", false);
    EXPECT_TRUE(!far &&
                far.error().message.ends_with("the table of wythoff:max=9 with outcome values and normal play has it"));
    EXPECT_EQ(code_of(library.table_for_sum("nim:piles=2", "1,2", false)), ErrorCode::not_found);
}

TEST(Library, HasChessEndingsInFilesOfTheirOwn) {
    const Scratch apart, together;
    for (const std::string material : {"KQK", "KRK", "KBK"})
        apart.write(material, make_table_bytes("chess:" + material));
    together.write("all", make_table_bytes("chess:men=3"));
    std::filesystem::copy_file(apart.path("KRK"), together.path("KRK"));
    const std::string kings = "8/8/8/8/8/2k5/8/K7 w", rook = "8/8/8/8/8/2k5/8/K6R w", taken = "8/8/8/8/8/8/1k6/K6R w",
                      queen = "8/8/8/8/8/2K5/8/k6q b", pawn = "8/P7/8/8/8/2k5/8/K7 w";
    const auto answer = [](const Library& library, const std::string& position) {
        const auto found = library.probe("chess", position);
        return found ? found->table.info().spec + ' ' + to_string(found->value) : found.error().message;
    };
    const Library one = Library::open(apart.path()).value();
    EXPECT_EQ(answer(one, rook), "chess:KRK win 27");
    EXPECT_EQ(one.open_tables(), 1U);
    EXPECT_EQ(answer(one, queen), "chess:KQK win 11");
    EXPECT_EQ(one.open_tables(), 2U);
    // Every file has the targets of the capture; the smallest one is used.
    EXPECT_EQ(answer(one, kings), "chess:KBK draw");
    EXPECT_EQ(code_of(one.probe("chess", pawn)), ErrorCode::out_of_domain);
    EXPECT_EQ(one.probe("chess:KQK", rook)->table.info().spec, "chess:KRK");
    // A file of many materials and one for a single material: the exact material first, then the smaller file.
    const Library two = Library::open(together.path()).value();
    EXPECT_EQ(answer(two, rook), "chess:KRK win 27");
    EXPECT_EQ(answer(two, queen), "chess:men=3 win 11");
    EXPECT_EQ(answer(two, pawn), "chess:men=3 win 17");
    EXPECT_EQ(two.probe("chess:men=3", rook)->table.info().spec, "chess:men=3");
    EXPECT_EQ(two.table("chess:KRKR").error().message,
              "the library has no table of \"chess:KRKR\"; did you mean chess:KRK?");
    // The moves of each table lead to positions of the same table.
    const Table rooks = one.table("chess:KRK").value(), all = two.table("chess:men=3").value();
    for (const std::string& position : {rook, taken, std::string("8/8/8/8/8/1k6/7R/K7 b")}) {
        const auto asked = rooks.resolve(position);
        ASSERT_EQ(code_of(asked), code_of(all.resolve(position))) << position;
        if (!asked) continue;
        std::map<std::string, std::string> moves, others;
        for (const Move& move : best_moves(rooks, *asked).value()) moves[move.name] = to_string(move.value);
        for (const Move& move : best_moves(all, all.resolve(position).value()).value())
            others[move.name] = to_string(move.value);
        EXPECT_EQ(moves, others) << position;
        EXPECT_GT(moves.size(), 2U) << position;
    }
}

TEST(Library, ACaptureLeadsFromAFileOfFourMenIntoOneOfThree) {
    const Scratch folder;
    std::filesystem::copy_file(std::string(MEXBASE_DATA) + "/frozen/krkr-1.6.mxb", folder.path("four"));
    folder.write("three", make_table_bytes("chess:KRK"));
    const Library library = Library::open(folder.path()).value();
    unsigned captures = 0;
    for (const std::string& position :
         {std::string("8/8/8/8/8/2k5/8/K4rR1 w - -"), std::string("8/8/8/4k3/8/8/R6r/K7 w - -"),
          std::string("8/8/8/8/3rk3/8/3R4/3K4 b - -"), std::string("8/8/2k5/8/8/5K2/8/r2R4 b - -")}) {
        const Table four = library.table_for("chess", position).value();
        ASSERT_EQ(four.info().spec, "chess:KRKR") << position;
        for (const Move& move : best_moves(four, four.resolve(position).value()).value()) {
            const Table next = library.table_for("chess", move.to.text).value();
            const bool capture = move.name.find('x') != std::string::npos;
            ASSERT_EQ(next.info().spec, capture ? "chess:KRK" : "chess:KRKR") << move.name;
            if (!capture) continue;
            EXPECT_EQ(to_string(next.probe(move.to.text).value()), to_string(move.value))
                << position << ' ' << move.name;
            ++captures;
        }
    }
    EXPECT_EQ(captures, 4U);
}

}  // namespace mexbase::library_games_test
