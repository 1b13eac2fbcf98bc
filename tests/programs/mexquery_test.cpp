// SPDX-License-Identifier: MIT
// Output and exit status of mexquery.
#include "program.hpp"

namespace mexbase::test {
namespace mexquery_test {

using Mexquery = Programs;

TEST_F(Mexquery, ProbesByNameByNumberAndFromStandardInput) {
    const std::string t = table("square-but-one:max=100");
    EXPECT_EQ(query({"probe", t, "0", "6", "#2"}).out, "0: loss 0\n6: win 3\n#2: draw\n");
    EXPECT_EQ(query({"probe", t}, "5\r\n\n1\n").out, "5: loss 2\n1: win 1\n");
    const auto line = parsed({"probe", t, "--json", "6"});
    expect_fields(line, {{"position", "6"}, {"index", 6}, {"outcome", "win"}, {"remoteness", 3}});
    EXPECT_EQ(query({"probe", t, "--read", "6"}).out, "6: win 3\n");
}

TEST_F(Mexquery, ABadPositionAmongManyIsReportedAfterTheGoodOnesAreAnswered) {
    const std::string t = table("fair-shares:n=6");
    const Ran ran = query({"probe", t, "4+2", "4+1", "6", "almonds"});
    EXPECT_EQ(ran.out, "4+2: loss 6\n6: win 1\n");
    EXPECT_EQ(ran.status, 2);
    const Words refused = lines_of(ran.err);
    ASSERT_EQ(refused.size(), 2U) << ran.err;
    EXPECT_TRUE(refused[0].starts_with("mexquery: error: \"4+1\" ")) << ran.err;
    EXPECT_TRUE(refused[1].starts_with("mexquery: error: \"almonds\" ")) << ran.err;
}

TEST_F(Mexquery, EachBadLineIsReportedWithItsNumberAndInJsonAnsweredInOrder) {
    const std::string t = table("fair-shares:n=6"), lines = "banana\n\n6\r\n4+1\n4+2\n";
    for (const bool as_json : {false, true})
        for (const std::string command : {"probe", "best", "line"}) {
            Words words{command, t, "--stdin"};
            if (as_json) words.push_back("--json");
            const Ran ran = query(words, lines);
            EXPECT_EQ(ran.status, 2);
            const Words refused = lines_of(ran.err);
            ASSERT_EQ(refused.size(), 2U) << ran.err;
            EXPECT_TRUE(refused[0].starts_with("mexquery: error: standard input:1: \"banana\" is not ")) << ran.err;
            EXPECT_TRUE(refused[1].starts_with("mexquery: error: standard input:4: \"4+1\" has 5 almonds")) << ran.err;
            if (!as_json) continue;
            const Words answers = lines_of(ran.out);
            ASSERT_EQ(answers.size(), 4U) << ran.out;
            for (const auto& [at, position] : std::vector<std::pair<int, std::string>>{{0, "banana"}, {2, "4+1"}}) {
                const json answer = json::parse(answers[static_cast<std::size_t>(at)]);
                expect_fields(answer, {{"position", position}, {"error", "bad_position"}});
                expect_contains(refused[at == 0 ? 0 : 1], answer["message"]);
            }
            EXPECT_EQ(json::parse(answers[1])["position"], "6");
            EXPECT_EQ(json::parse(answers[3])["position"], "4+2");
        }
    EXPECT_EQ(query({"probe", t}, "banana\n6\n").out, "6: win 1\n");
}

TEST_F(Mexquery, WordsThatAreNotPositionsGetAHint) {
    const std::string pawn = table("chess:KPK");
    expect_refusal(query({"probe", pawn, "8/8/8/8/8/2k5/7P/K7", "w", "-", "-", "0", "1"}), 2,
                   "is one position: a position with spaces needs quotes");
    const std::string file = scratch.write("a.epd", "8/8/8/8/8/2k5/7P/K7 w - -\n");
    for (const char* command : {"probe", "best"})
        expect_refusal(query({command, pawn, file}), 2, "to read the lines of this file write --stdin < " + file);
    expect_refusal(query({"probe", table("octal:code=kayles,max=9"), "5, 3"}), 2, "or a sum such as 5+3");
    const std::string nim = table("nim:piles=2,max=3");
    expect_refusal(query({"sum", nim, "1,2", nim, "3,3"}), 2, "a table of nimbers is made with --value nimber");
}

TEST_F(Mexquery, BestListsEveryOptionOnceBestFirst) {
    const std::string t = table("square-but-one:max=100");
    // From 6 one may take 1 or 4, or add 1: 5 is lost, 2 and 7 are drawn.
    EXPECT_EQ(query({"best", t, "6"}).out, "5: loss 2\n2: draw\n7: draw\n");
    const std::string s = table("subtraction:set=1-2,max=20");
    EXPECT_EQ(query({"best", s, "6"}).out, "4: win 3\n5: win 3\n");
}

TEST_F(Mexquery, BestSaysHowPlayStoppedWhereThereIsNoMove) {
    spill(scratch.path("cut.dot"), "digraph g {\n  a; b; out [beyond=true];\n  a -> b; b -> out;\n}\n");
    const std::string lost = "play is over, and the player to move has lost\n";
    const struct {
        std::string spec;
        std::vector<std::string> options, asked;
        std::string said;
    } cases[] = {
        {"square:max=9", {}, {"0"}, lost},
        {"square:max=9", {"--play", "misere"}, {"0"}, "play is over, and the player to move has won\n"},
        {"square:max=9", {"--value", "nimber"}, {"0"}, lost},
        {"square:max=9",
         {"--value", "obliged"},
         {"0"},
         "play is over, and the player to move has lost in normal play and won in misere play\n"},
        // There is room for vertical dominoes only, and then for no vertical one.
        {"domineering:board=grid-3x1",
         {},
         {"start", "--first", "right"},
         "play is over, and Right, who is to move, has lost\n"},
        {"domineering:board=grid-1x3",
         {"--value", "partizan-outcome"},
         {"start"},
         "play is over, and Left, who is to move, has lost\n"},
        {"chess:KQK", {}, {"7k/6Q1/6K1/8/8/8/8/8 b - -"}, lost},
        {"chess:KQK", {}, {"7k/5Q2/6K1/8/8/8/8/8 b - -"}, "play is over, and nobody has won\n"},
        {"tic-tac-toe", {}, {"O:XOX/XOO/OXX"}, "play is over, and nobody has won\n"},
        // o is blocked, which is forbidden.
        {"dodgem", {}, {"o:ox./x../..."}, "play is over, and the player to move has won\n"},
        {"graph:file=" + scratch.path("cut.dot"),
         {},
         {"b"},
         "every move leads past the bound of the table, so nothing is proven\n"},
    };
    for (const auto& c : cases) {
        std::vector<std::string> asked = {"best", table(c.spec, c.options)};
        asked.insert(asked.end(), c.asked.begin(), c.asked.end());
        EXPECT_EQ(query(asked).out, c.said) << c.spec;
        asked.emplace_back("--json");
        EXPECT_EQ(parsed(asked)["moves"], json::array()) << c.spec;
    }
}

TEST_F(Mexquery, LineIsPlayedToTheEnd) {
    const std::string t = table("subtraction:set=1-4-9,max=100");
    const std::string line = query({"line", t, "10"}).out;
    EXPECT_TRUE(line.starts_with("10: ")) << line;
    EXPECT_TRUE(line.ends_with("0: loss 0\n")) << line;
    const std::string d = table("square-but-one:max=100");
    expect_contains(query({"line", d, "2"}).out, "has occurred before");
}

TEST_F(Mexquery, DumpIsCsvWithQuotedFields) {
    const std::string t = table("nim:piles=2,max=1");
    EXPECT_EQ(query({"dump", t, "--csv", "--count", "2"}).out.substr(0, 33), "position,outcome,remoteness\n\"0,0\"");
    const std::string s = table("square-but-one:max=100");
    EXPECT_EQ(query({"dump", s, "--csv", "--from", "1", "--count", "2"}).out,
              "position,outcome,remoteness\n1,win,1\n2,draw,\n");
    const std::string all = query({"dump", s, "--csv"}).out;
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 102);
    EXPECT_EQ(query({"dump", s}).out, all);
    EXPECT_EQ(query({"dump", s, "--index", "--from", "1", "--count", "2"}).out,
              "position,index,outcome,remoteness\n1,1,win,1\n2,2,draw,\n");
    EXPECT_EQ(query({"dump", t, "--index", "--from", "3"}).out,
              "position,index,outcome,remoteness\n\"1,1\",3,loss,2\n");
    EXPECT_EQ(query({"dump", t, "--index", "--json"}).out, query({"dump", t, "--json"}).out) << "JSON has the index";
    expect_refusal(query({"dump", s, "--csv", "--from", "101"}), 2, "101");
}

TEST_F(Mexquery, PlaysToTheEnd) {
    const std::string t = table("subtraction:set=1-2,max=20");
    const Ran ran = query({"play", t, "4"}, "hint\n9\n3\n1\n0\n");
    EXPECT_EQ(ran.status, 0);
    expect_contains(ran.out, "no move leads to this position");
    expect_contains(ran.out, "you win");
    EXPECT_EQ(query({"play", t, "5"}, "").status, 0);
}

TEST_F(Mexquery, TheTableMayMoveFirst) {
    const std::string t = table("subtraction:set=1-2,max=20");
    const std::string out = query({"play", t, "4", "--second"}, "2\n").out;
    EXPECT_TRUE(out.starts_with("4   win 3 for the player to move\nthe table moves to 3\n")) << out;
    expect_contains(out, "play is over: the table wins\n");
    expect_refusal(query({"play", t, "4", "--first", "right"}, ""), 2, "--second");
    const std::string partizan = table("domineering:board=grid-2x3");
    expect_contains(query({"play", partizan, "--first", "right"}, "").out, ", Right to move\nyour move>");
    const std::string second = query({"play", partizan, "--first", "right", "--second"}, "").out;
    expect_contains(second, ", Right to move\nthe table moves to ");
    expect_contains(second, ", Left to move\n");
}

TEST_F(Mexquery, PlayGoesOnPastWhatMayBeAskedFor) {
    // From 7 one may put 4, and from 11 one may put 9: 20 is stored but not queryable.
    const std::string t = table("put-or-take-a-square:max=11,bound=100000");
    const Ran ran = query({"play", t, "11"}, "20\r\nquit\r\n");
    EXPECT_EQ(ran.status, 0) << ran.err;
    expect_contains(ran.out, "the table moves to");
    EXPECT_EQ(query({"play", t, "7"}, "11\n").status, 0);
}

TEST_F(Mexquery, PlayNamesNoWinnerPastTheBound) {
    const std::string graph = "digraph g {\n  a; b; out [beyond=true];\n  a -> b; b -> out;\n}\n";
    const std::string t = table("graph:file=" + scratch.write("cut.dot", graph));
    expect_contains(query({"play", t, "a"}, "b\n").out, "nothing is proven");
}

TEST_F(Mexquery, EveryCommandHasHelpAndTakesItsOwnOptionsOnly) {
    const std::string t = table("nim:piles=1,max=3");
    for (const char* command :
         {"info", "probe", "best", "line", "dump", "play", "stats", "find", "check", "draw", "bench"}) {
        const Ran help = query({command, "--help"});
        EXPECT_EQ(help.status, 0);
        EXPECT_TRUE(help.out.starts_with(std::string("usage: mexquery ") + command)) << help.out;
        expect_contains(help.out, "example:");
    }
    expect_refusal(query({"nonsense", "--help"}), 2, "nonsense");
    expect_refusal(query({"info", t, "--csv"}), 2, "--csv");
    expect_refusal(query({"dump", t, "--csv", "--json"}), 2, "--json");
}

TEST_F(Mexquery, InfoAndBenchAnswer) {
    const std::string t = table("fair-shares:n=20");
    const auto info = parsed({"info", t, "--json"});
    expect_fields(info, {{"spec", "fair-shares:n=20"}, {"positions", 627}});
    EXPECT_TRUE(info.contains("format_version"));
    const std::string text = query({"info", t}).out;
    expect_contains(text, "627 positions");
    const Ran bench = query({"bench", t, "--probes", "1000"});
    EXPECT_EQ(bench.status, 0) << bench.err;
    expect_contains(bench.out, "median");
}

TEST_F(Mexquery, InfoSaysWhatEachCodecWouldHaveCostAndWhyOneWasTaken) {
    const std::string t = table("col:board=grid-3x5,play=impartial");  // in blocks
    const auto info = parsed({"info", t, "--streams", "--json"});
    const auto& stream = info["streams"][0];
    const auto& costs = stream["choice"]["costs"];
    EXPECT_EQ(costs.size(), 4u);
    const std::string taken = stream["codec"];
    ASSERT_TRUE(costs.contains(taken)) << taken;
    for (const auto& [codec, cost] : costs.items()) {
        EXPECT_GT(cost["bytes"], 0) << codec;
        EXPECT_GT(cost["nanoseconds"], 0) << codec;
    }
    const double estimated = costs[taken]["bytes"], bytes = stream["bytes"];
    EXPECT_GT(estimated, 0.8 * bytes);
    EXPECT_LT(estimated, 1.25 * bytes);
    const std::string text = query({"info", t, "--streams"}).out;
    for (const char* said : {"raw", "palette", "zstd", "pairs", "* ", "chosen because"}) expect_contains(text, said);
    EXPECT_EQ(query({"info", t}).out.find("taken"), std::string::npos);
    // A table stored in one piece, and one that does not record the choice of codecs.
    expect_contains(query({"info", table("fair-shares:n=20"), "--streams"}).out,
                    "a short stream, stored in its smallest form");
    const Ran old = query({"info", std::string(MEXBASE_DATA) + "/frozen/square-but-one-zstd-1.1.mxb", "--streams"});
    expect_contains(old.out, "the table does not store the costs of the other codecs");
}

TEST_F(Mexquery, BadInputGetsOneLine) {
    const std::string t = table("square-but-one:max=100");
    const std::string bytes = slurp(t);
    expect_refusals(
        "mexquery",
        {
            {{"probe", t, "101"}, 2, "101"},
            {{"probe", t, "banana"}, 2, "banana"},
            {{"probe", t, "-3"}, 2, "-3"},
            {{"probe", t, "#102"}, 2, "102"},
            {{"probe", t, "#99999999999999999999999"}, 2, "#9999"},
            {{"probe", t, "start"}, 2, "start"},
            {{"probe", t, ""}, 2, "\"\""},
            {{"probe", t, "5\n6"}, 2, "\\x0a"},
            {{"best", t, "\x1b[2J"}, 2, "\\x1b"},
            {{"probe", scratch.path("two\nlines"), "1"}, 1, "two\\x0alines"},
            {{"two\nlines"}, 2, "two\\x0alines"},
            {{"frobnicate"}, 2, "frobnicate"},
            {{}, 2, "--help"},
            {{"probe"}, 2, "usage"},
            {{"best", t}, 2, "usage"},
            {{"best", t, "6", "w", "-"}, 2, "a position with spaces needs quotes; usage: mexquery best"},
            {{"info", t, "6"}, 2, "unexpected word \"6\"; the command takes one FILE; usage: mexquery info"},
            {{"play", t}, 2, "square-but-one has no start position: give a position"},
            {{"best", t, "6", "--first", "middle"}, 2, "--first"},
            {{"bench", t, "--probes", "none"}, 2, "--probes"},
            {{"probe", scratch.path("absent.mxb"), "1"}, 1, "absent.mxb"},
            {{"probe", scratch.write("notes.txt", "this is not a table\n"), "1"}, 1, "notes.txt"},
            {{"probe", scratch.write("empty.mxb", ""), "1"}, 1, "empty.mxb"},
            {{"probe", scratch.write("short.mxb", bytes.substr(0, bytes.size() - 1)), "1"}, 1, "short.mxb"},
            {{"probe", scratch.path(), "1"}, 1, scratch.path()},
            {{"sum", t, "1", t, "2"}, 2, "sum"},
        });
}

TEST_F(Mexquery, AWordThatBeginsWithADashIsAPosition) {
    spill(scratch.path("dashes.dot"),
          "digraph g {\n  \"-.B\"; \"--\"; home;\n  \"-.B\" -> home;\n  \"--\" -> \"-.B\";\n}\n");
    const std::string t = table("graph:file=" + scratch.path("dashes.dot"));
    EXPECT_EQ(query({"probe", t, "-.B"}).out, "-.B: win 1\n");
    EXPECT_EQ(query({"probe", t, "--", "--", "-.B"}).out, "--: loss 2\n-.B: win 1\n");
}

}  // namespace mexquery_test
}  // namespace mexbase::test
