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
