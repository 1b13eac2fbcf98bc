// SPDX-License-Identifier: MIT
// Output of mexquery for board games: moves by name in the given position; pictures and drawings; counts.
#include <map>

#include "program.hpp"
#include "tests/query/format/format_by_hand.hpp"
#include "tests/texts.hpp"

namespace mexbase::test {
namespace board_games_test {

using BoardGames = Programs;

TEST_F(BoardGames, BestNamesTheMovesOfThePositionThatWasAsked) {
    const std::string t = table("tic-tac-toe");
    EXPECT_EQ(query({"best", t, "X:XX./OO./..."}).out,
              "O:XXX/OO./...: loss 0 (c3)\nO:XX./OOX/...: tie 4 (c2)\nO:XX./OO./X..: win 1 (a1)\n"
              "O:XX./OO./.X.: win 1 (b1)\nO:XX./OO./..X: win 1 (c1)\n");
    EXPECT_EQ(query({"best", t, "O:XXX/OO./..."}).out, "play is over, and the player to move has lost\n");
    // An index of Quixo covers up to 16 positions: all four corners are answered in their own orientation.
    const std::string q = table("quixo:size=3");
    for (const char* position : {"O:X../.../...", "O:..X/.../...", "O:.../.../X..", "O:.../.../..X"}) {
        const json best = parsed({"best", q, position, "--json"});
        expect_fields(best,
                      {{"position", position}, {"index", parsed({"best", q, "X:O../.../...", "--json"})["index"]}});
        std::size_t at = 0;
        std::istringstream lines(query({"best", q, position}).out);
        for (std::string line; std::getline(lines, line); ++at) {
            const json& move = best["moves"][at];
            const std::string text = move["position"], name = move["move"], outcome = move["outcome"];
            EXPECT_EQ(line,
                      text + ": " + outcome + ' ' + std::to_string(move["remoteness"].get<int>()) + " (" + name + ')');
            EXPECT_EQ(text.substr(0, 2), "X:");
            EXPECT_NE(text.find('X', 2), std::string::npos) << "the mark that was there stays";
            EXPECT_EQ(query({"probe", q, text}).out, line.substr(0, line.find(" (")) + '\n');
        }
        EXPECT_EQ(at, best["moves"].size());
        EXPECT_GT(at, 10U);
    }
}

TEST_F(BoardGames, LineNamesTheMoveThatLedToEachPosition) {
    const std::string t = table("tic-tac-toe");
    EXPECT_EQ(query({"line", t, "X:XX./OO./..."}).out, "X:XX./OO./...: win 1\nO:XXX/OO./...: loss 0 (c3)\n");
    const json line = parsed({"line", t, "start", "--json"});
    ASSERT_EQ(line["line"].size(), 10U) << "a tie in nine plies";
    EXPECT_FALSE(line["line"][0].contains("move"));
    for (std::size_t ply = 0; ply < 10; ++ply) {
        EXPECT_EQ(line["line"][ply]["outcome"], "tie");
        EXPECT_EQ(line["line"][ply]["remoteness"], 9 - ply);
        EXPECT_EQ(line["line"][ply].contains("move"), ply > 0);
    }
    EXPECT_EQ(line["end"], "finished");
    const json draw = parsed({"line", table("mu-torere"), "start", "--json"});
    EXPECT_EQ(draw["end"], "repeated");
    const std::string last = draw["line"].back()["position"];
    EXPECT_EQ(std::ranges::count_if(draw["line"], [&](const json& each) { return each["position"] == last; }), 2);
}

TEST_F(BoardGames, ChessMaterialsAreFoundAndCountedApart) {
    const std::string t = table("chess:KPK");
    std::map<std::string, json> counts;
    for (const std::string men : {"KPK", "KQK", "KRK", "KBK", "KNK", "KK"})
        counts[men] = parsed({"stats", t, "--material", men, "--json"});
    EXPECT_EQ(counts["KQK"], parsed({"stats", table("chess:KQK"), "--material", "KQK", "--json"}));
    EXPECT_EQ(counts["KPK"]["longest_remoteness"], 56);
    EXPECT_EQ(counts["KRK"]["longest_remoteness"], 32);
    EXPECT_EQ(counts["KQK"]["longest_remoteness"], 20);
    EXPECT_EQ(counts["KK"]["positions"], counts["KK"]["draw"]);
    std::uint64_t all = 0;
    for (const auto& [men, each] : counts) all += each["positions"].get<std::uint64_t>();
    EXPECT_EQ(all, parsed({"stats", t, "--json"})["positions"]);
    const json longest = parsed({"find", t, "--longest", "loss", "--material", "KKR", "--json"});
    expect_fields(longest, {{"remoteness", 32}, {"count", counts["KRK"]["by_remoteness"].back()["loss"]}});
    for (const json& found : longest["positions"])
        EXPECT_NE(found["position"].get<std::string>().find_first_of("Rr"), std::string::npos) << found;
    EXPECT_TRUE(
        query({"stats", t, "--material", "KK"}).out.find("positions with the pieces KK, each index counted once") !=
        std::string::npos);
    expect_refusal(query({"stats", t, "--material", "KQKR"}), 2, "has no positions with the pieces KQKR");
    expect_refusal(query({"find", t, "--value", "draw", "--material", "queen"}), 2, "queen");
    expect_refusal(query({"stats", table("square:max=9"), "--material", "KQK"}), 2, "is not a table of chess");
    expect_refusal(query({"stats", t, "--reachable", "--material", "KQK"}), 2, "cannot be used together");
}

TEST_F(BoardGames, SlicesAreCountedByName) {
    const auto rows_of = [&](const std::string& t) {
        std::map<std::string, json> rows;
        const json all = parsed({"stats", t, "--slices", "--json"});
        for (const json& row : all["slices"]) rows[row["name"]] = row;
        return rows;
    };
    const std::string chess = table("chess:KPK");
    const auto materials = rows_of(chess);
    EXPECT_EQ(materials.size(), 6U);
    for (const auto& [men, row] : materials) {
        const json whole = parsed({"stats", chess, "--material", men, "--json"});
        for (const char* key : {"positions", "win", "loss", "tie", "draw", "longest_remoteness"})
            EXPECT_EQ(row[key], whole[key]) << men << ' ' << key;
        EXPECT_EQ(row["longest_win"].is_null(), whole["longest_wins"].empty());
        if (!whole["longest_wins"].empty()) {
            EXPECT_EQ(row["longest_win"], whole["longest_wins"][0]["remoteness"]) << men;
        }
    }
    EXPECT_EQ(materials.at("KPK")["longest_win"], 55);

    const auto morris = rows_of(table("mens-morris:men=3"));
    ASSERT_EQ(morris.size(), 8U);
    EXPECT_EQ(morris.at("over")["loss"], morris.at("over")["positions"]);
    EXPECT_EQ(morris.at("hand6")["positions"], 1);
    EXPECT_GT(morris.at("3-3")["positions"], 1000);

    const Ran text = query({"stats", table("tic-tac-toe"), "--slices"});
    expect_contains(text.out, "slice ");
    EXPECT_EQ(std::ranges::count(text.out, '\n'), 11);
    expect_contains(text.out,
                    "\n0                        1               0               0               1               "
                    "0        9            -\n");
    expect_refusal(query({"stats", table("dodgem"), "--slices"}), 2, "is not solved in slices");
    expect_refusal(query({"stats", chess, "--slices", "--reachable"}), 2, "cannot be used together");
}

TEST_F(BoardGames, ChessMovesHaveTwoNames) {
    const std::string t = table("chess:KPK");
    const std::string position = "7k/4P3/6K1/8/8/8/8/8 w - -";
    const json best = parsed({"best", t, position, "--json"});
    std::map<std::string, std::string> names;
    for (const json& move : best["moves"]) names[move["move"]] = move["uci"];
    const auto both = equations_in(R"(
        e8=Q# = e7e8q    e8=R# = e7e8r    e8=B = e7e8b    e8=N = e7e8n    Kf5 = g6f5    Kf6 = g6f6
        Kf7 = g6f7    Kg5 = g6g5    Kh5 = g6h5    Kh6 = g6h6)");
    EXPECT_EQ(names, (std::map<std::string, std::string>(both.begin(), both.end())));
    EXPECT_EQ(best["moves"][0]["remoteness"], 0);
    const json line = parsed({"line", t, position, "--json"})["line"];
    ASSERT_EQ(line.size(), 2U);
    EXPECT_FALSE(line[0].contains("uci"));
    EXPECT_EQ(line[1]["uci"], names[line[1]["move"]]);
    // In the notation of engines, and without the sign for mate.
    for (const char* move : {"e7e8r\n", " e8=R \n"}) {
        const Ran played = query({"play", t, position}, move);
        expect_contains(played.out, "play is over: you win\n");
    }
    EXPECT_FALSE(parsed({"best", table("tic-tac-toe"), "start", "--json"})["moves"][0].contains("uci"));
}

TEST_F(BoardGames, PicturesComeBeforeWhatIsPrintedOfAPosition) {
    const std::string t = table("tic-tac-toe");
    const std::string plain = query({"best", t, "X:XX./OO./..."}).out;
    EXPECT_EQ(query({"best", t, "X:XX./OO./...", "--picture"}).out,
              "3 X X .\n2 O O .\n1 . . .\n  a b c   X to move\n" + plain);
    EXPECT_EQ(query({"line", t, "X:XX./OO./...", "--picture"}).out,
              "3 X X .\n2 O O .\n1 . . .\n  a b c   X to move\nX:XX./OO./...: win 1\n"
              "3 X X X\n2 O O .\n1 . . .\n  a b c   O to move\nO:XXX/OO./...: loss 0 (c3)\n");
    EXPECT_EQ(parsed({"best", t, "start", "--json", "--picture"})["picture"],
              "3 . . .\n2 . . .\n1 . . .\n  a b c   X to move");
    EXPECT_EQ(parsed({"line", t, "X:XX./OO./...", "--json", "--picture"})["line"][1]["picture"],
              "3 X X X\n2 O O .\n1 . . .\n  a b c   O to move");
    // For a game without pictures the position is printed once.
    const std::string heaps = table("subtraction:set=1-2,max=9");
    EXPECT_EQ(query({"best", heaps, "4", "--picture"}).out, query({"best", heaps, "4"}).out);
}

TEST_F(BoardGames, PlayTakesMovesByNameAndByPosition) {
    const std::string t = table("tic-tac-toe");
    const Ran ran = query({"play", t, "X:XX./O.O/..."}, "?\nd4\nO:XX./O.O/X..\nc3\n");
    EXPECT_EQ(ran.status, 0) << ran.err;
    expect_contains(ran.out, "possible moves (5): c3 b2 a1 b1 c1\n");
    expect_contains(ran.out, "\"d4\" is not the name of a move (`help` lists the moves); \"d4\" is not a position");
    // However many they are.
    const Ran many = query({"play", table("quixo:size=3"), "start"}, "?\n");
    expect_contains(many.out, "possible moves (20): ");
    EXPECT_EQ(many.out.find("…"), std::string::npos) << many.out;
    expect_contains(ran.out, "the table moves to X:XX./OOO/X.. (b2)\n");
    expect_contains(ran.out, "2 O O O\n");
    expect_contains(ran.out, "play is over: the table wins\n");
    const Ran won = query({"play", t, "X:XX./O.O/..."}, "hint\nc3\n");
    expect_contains(won.out, "best: O:XXX/O.O/... (c3)\n");
    expect_contains(won.out, "play is over: you win\n");
}

/// Returns a table of Dobutsu shogi with win 1 for every position, which is right for terminal ones. Solving the game
/// takes minutes.
std::string table_of_wins(const Scratch& scratch) {
    using namespace by_hand;
    constexpr std::uint64_t indices = std::uint64_t{21} * 11'878'227, win_in_one = 9;
    const Section info =
        about(indices, varint(0) + varint(indices) + Bytes(3, '\0'), 0, field(9, 1, varint(1)), "dobutsu-shogi", 1);
    StreamFields results;
    results.kind = 16;
    results.count = indices;
    results.base = win_in_one;
    const Bytes histogram = varint(2) + Bytes(3, '\0') + varint(0) + varint(indices) + varint(0);
    spill(scratch.path("wins.mxb"), file({info, stream(results, "", ""), {3, 0, histogram}}, 1, 5));
    return scratch.path("wins.mxb");
}

TEST_F(BoardGames, AMoveThatWinsAtOnceIsNamedWherePlayHasStopped) {
    const std::string t = table_of_wins(scratch), taken = "S/g-e/-l-/-L-/E-G/Cc";
    EXPECT_EQ(query({"best", t, taken}).out, "(over): loss 0 (b3xb2)\n");
    EXPECT_EQ(query({"line", t, taken}).out, taken + ": win 1\n(over): loss 0 (b3xb2)\n");
    EXPECT_EQ(query({"line", t, taken, "--picture"}).status, 0);
    const json best = parsed({"best", t, taken, "--json"});
    ASSERT_EQ(best["moves"].size(), 1U);
    EXPECT_EQ(
        best["moves"][0],
        json({{"position", "(over)"}, {"index", nullptr}, {"outcome", "loss"}, {"remoteness", 0}, {"move", "b3xb2"}}));
    const json line = parsed({"line", t, taken, "--json", "--picture"});
    EXPECT_EQ(line["line"].size(), 2U);
    EXPECT_EQ(line["end"], "finished");
    // The lion goes home: the rest is a position.
    const std::string home = "S/---/L--/--l/---/EEGGCC";
    const std::string there = "G/L--/---/--l/---/EEGGCC: loss 0 (a2-a1)\n";
    EXPECT_EQ(query({"best", t, home}).out, there + "G/-L-/---/--l/---/EEGGCC: loss 0 (a2-b1)\n");
    EXPECT_EQ(query({"line", t, home}).out, home + ": win 1\n" + there);
    EXPECT_EQ(query({"best", t, "G/L--/---/--l/---/EEGGCC"}).out, "play is over, and the player to move has lost\n");
    for (const auto& [position, move] : {std::pair(taken, "b3xb2"), {home, "a2-b1"}}) {
        const Ran ran = query({"play", t, position}, "?\n" + std::string(move) + "\n");
        EXPECT_EQ(ran.status, 0) << ran.err;
        expect_contains(ran.out, std::string(" ") + move);
        EXPECT_TRUE(ran.out.ends_with("loss 0 for the player to move\nplay is over: you win\n")) << ran.out;
    }
}

TEST_F(BoardGames, StatsCountWhatPlayReaches) {
    const json dodgem = parsed({"stats", table("dodgem"), "--reachable", "--json"});
    for (const auto& [key, count] :
         {std::pair("positions", 1963), {"win", 1123}, {"loss", 840}, {"tie", 0}, {"draw", 0}, {"unknown", 0}})
        EXPECT_EQ(dodgem[key], count) << key;
    std::uint64_t win = 0, loss = 0;
    for (std::size_t r = 0; r < dodgem["by_remoteness"].size(); ++r) {
        const json& row = dodgem["by_remoteness"][r];
        expect_fields(row, {{"remoteness", r}, {"tie", 0}});
        win += row["win"].get<std::uint64_t>();
        loss += row["loss"].get<std::uint64_t>();
    }
    EXPECT_EQ(win, 1123U);
    EXPECT_EQ(loss, 840U);
    EXPECT_EQ(dodgem["by_remoteness"].size(), dodgem["longest_remoteness"].get<std::size_t>() + 1);
    const std::string t = table("tic-tac-toe");
    const Ran text = query({"stats", t, "--reachable"});
    expect_contains(text.out, "5,478 positions");
    expect_contains(text.out, "2,836 win, 1,574 loss, 1,068 tie\nlongest remoteness 9 plies\n");
    const std::string longest = text.out.substr(text.out.find("longest wins"));
    EXPECT_EQ(std::count(longest.begin(), longest.end(), '\n'), 6) << longest;
    const std::string first = longest.substr(longest.find('\n') + 1);
    EXPECT_EQ(query({"probe", t, first.substr(0, first.find(": "))}).out, first.substr(0, first.find('\n') + 1));
    EXPECT_EQ(parsed({"stats", t, "--json"})["positions"], 5478) << "no two positions share an index";
    expect_refusal(query({"stats", t, "--first", "left"}), 2, "--reachable");
    expect_refusal(query({"stats", table("square-but-one:max=9"), "--reachable"}), 2,
                   "--reachable cannot be used: this game has no start position");
    EXPECT_EQ(parsed({"stats", table("square-but-one:max=9"), "--json"})["positions"], 10);
}

TEST_F(BoardGames, StatsCountValuesThatHaveNoRemoteness) {
    // Kayles heaps of 0 to 9 have the nimbers 0 1 2 3 1 4 3 2 1 4 (Winning Ways, chapter 4).
    const std::string kayles = table("octal:code=0.77,max=9");
    EXPECT_EQ(query({"stats", kayles}).out,
              "10 positions of the table, each index counted once: 1 of 0, 3 of *, 2 of *2, 2 of *3, 2 of *4\n"
              "largest nimber 4\n");
    const json counts = parsed({"stats", kayles, "--json"});
    EXPECT_EQ(counts["histogram"], parsed({"info", kayles, "--json"})["histogram"]);
    EXPECT_EQ(counts["positions"], 10);
    EXPECT_EQ(counts["largest_nimber"], 4);
    const json forms = parsed({"stats", table("domineering:board=grid-2x2"), "--json"});
    EXPECT_EQ(forms["distinct_values"],
              parsed({"info", table("domineering:board=grid-2x2"), "--json"})["distinct_values"]);
    EXPECT_FALSE(forms.contains("longest_remoteness"));
    // Play reaches start and 0 from start.
    spill(scratch.path("g.txt"), "start 0\n2 start\n3 0\n");
    const std::string graph = table("graph:file=" + scratch.path("g.txt"), {"--value", "nimber"});
    EXPECT_EQ(parsed({"stats", graph, "--reachable", "--json"})["histogram"], json::parse(R"({"0": 1, "*": 1})"));
    EXPECT_EQ(parsed({"stats", graph, "--json"})["positions"], 4);
}

TEST_F(BoardGames, FindListsWhatProbesSay) {
    const std::string t = table("tic-tac-toe");
    const Ran longest = query({"find", t, "--longest", "tie", "--count", "3"});
    EXPECT_TRUE(longest.out.starts_with("longest tie: 9 plies, 1 position\nX:.../.../...: tie 9\n")) << longest.out;
    EXPECT_EQ(std::ranges::count(longest.out, '\n'), 4);
    const Ran wins = query({"find", t, "--value", "win 5", "--count", "100000"});
    std::istringstream lines(wins.out);
    std::string heading, positions;
    std::getline(lines, heading);
    std::uint64_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        EXPECT_TRUE(line.ends_with(": win 5")) << line;
        positions += line.substr(0, line.find(": ")) + '\n';
    }
    EXPECT_EQ(heading, "win 5: " + std::to_string(count) + " positions");
    EXPECT_EQ(heading + '\n' + query({"probe", t}, positions).out, wins.out);
    const json stats = parsed({"stats", t, "--json"});
    EXPECT_EQ(stats["by_remoteness"][5]["win"], count);
    const json found = parsed({"find", t, "--value", "win 5", "--json"});
    expect_fields(found, {{"value", "win 5"}, {"count", count}});
    ASSERT_EQ(found["positions"].size(), 5U) << "the default";
    EXPECT_EQ(found["positions"][0],
              json::parse(query({"probe", t, "--json", found["positions"][0]["position"].get<std::string>()}).out));
    const json none = parsed({"find", table("wythoff:max=4"), "--longest", "tie", "--json"});
    EXPECT_EQ(none, json::parse(R"({"longest":"tie","remoteness":null,"count":0,"positions":[]})"));
    const std::string second = std::to_string(found["positions"][1]["index"].get<std::uint64_t>());
    EXPECT_EQ(parsed({"find", t, "--value", "win 5", "--json", "--from", second, "--count", "1"})["positions"][0],
              found["positions"][1]);
    EXPECT_EQ(parsed({"find", t, "--value", "win 5", "--json", "--until", second})["count"], 1);
    EXPECT_EQ(query({"find", t, "--value", "draw"}).out, "draw: 0 positions\n");
    EXPECT_EQ(query({"find", table("wythoff:max=4"), "--longest", "tie"}).out, "no position is a tie\n");
}

TEST_F(BoardGames, FindPrintsDistancesToAnExit) {
    const std::string t = scratch.path("exits.mxb");
    ASSERT_EQ(gen({"chess:KQK", "--distance", "exit", "-o", t, "--quiet"}).status, 0);
    const std::string wins = query({"find", t, "--value", "win exit 3", "--count", "1"}).out;
    EXPECT_TRUE(wins.starts_with("win exit 3: ")) << wins;
    const std::string row = wins.substr(wins.find('\n') + 1);
    EXPECT_EQ(row, query({"probe", t, row.substr(0, row.find(": "))}).out);
    EXPECT_EQ(query({"find", t, "--value", "win 3", "--count", "1"}).out, wins);
    const json longest = parsed({"find", t, "--longest", "win", "--json"});
    EXPECT_GT(longest["to_exit"], 10);
    EXPECT_EQ(longest["positions"][0]["to_exit"], longest["to_exit"]);
    EXPECT_FALSE(longest.contains("remoteness") || longest["positions"][0].contains("remoteness"));
    const json stats = parsed({"stats", t, "--json"});
    EXPECT_EQ(stats["distance"], "exit");
    EXPECT_EQ(stats["longest_wins"][0]["to_exit"], longest["to_exit"]);
    EXPECT_FALSE(stats["longest_wins"][0].contains("remoteness"));
    EXPECT_EQ(stats["by_remoteness"].back()["remoteness"], stats["longest_remoteness"]);
    EXPECT_EQ(parsed({"stats", t, "--slices", "--json"})["distance"], "exit");
    EXPECT_FALSE(parsed({"stats", table("chess:KQK"), "--json"}).contains("distance"));
    expect_refusal(query({"find", table("chess:KQK"), "--value", "win exit 3"}), 2, "win exit 3");
}

TEST_F(BoardGames, FindTakesValuesOfEveryKind) {
    const std::string nimbers = table("nim:piles=2,max=3", {"--value", "nimber"});
    EXPECT_EQ(query({"find", nimbers, "--value", "*3", "--count", "1"}).out, "*3: 4 positions\n0,3: *3\n");
    const json found = parsed({"find", nimbers, "--value", "*3", "--json"});
    expect_fields(found, {{"value", "*3"}, {"count", 4}});
    EXPECT_EQ(found["positions"][1], json::parse(query({"probe", nimbers, "--json", "1,2"}).out));
    const std::string forms = table("domineering:board=grid-2x2");
    EXPECT_EQ(query({"find", forms, "--value", "N", "--count", "0"}).out,
              "N: " + std::to_string(parsed({"info", forms, "--json"})["histogram"]["N"].get<int>()) + " positions\n");
    EXPECT_EQ(query({"find", forms, "--value", "{1|-1}"}).out, query({"find", forms, "--value", "+-1"}).out);
    expect_refusal(query({"find", forms, "--value", "{0"}), 2, "expected a class (N, P, L or R) or a canonical form");
}

TEST_F(BoardGames, FindListsZugzwangs) {
    const std::string t = table("mens-morris:men=4");
    const json found = parsed({"find", t, "--zugzwang", "--json", "--count", "3"});
    for (const char* kind : {"full", "half"}) {
        EXPECT_EQ(found[kind].size(), std::min<std::uint64_t>(3, found[std::string(kind) + "_points"])) << kind;
        for (const json& each : found[kind]) {
            const std::string text = each["position"], passed = each["passed"]["position"];
            EXPECT_EQ(text.substr(1), passed.substr(1));
            EXPECT_NE(text[0], passed[0]);
            EXPECT_EQ(each["outcome"], "loss");
            EXPECT_EQ(each["passed"]["outcome"] == "loss", kind == std::string("full"));
            EXPECT_EQ(each["passed"], json::parse(query({"probe", t, "--json", passed}).out));
        }
    }
    const Ran text = query({"find", t, "--zugzwang", "--count", "1"});
    expect_contains(text.out, "half-point zugzwangs");
    expect_refusal(query({"find", table("domineering:board=grid-3x3"), "--zugzwang"}), 2, "canonical");
    const std::string outcomes = table("domineering:board=grid-3x3", {"--value", "partizan-outcome"});
    const json first = parsed({"find", outcomes, "--zugzwang", "--json", "--count", "1"})["full"][0];
    EXPECT_EQ(first["first"], "left");
    EXPECT_EQ(first["passed"]["first"], "right");
    EXPECT_EQ(first["position"], first["passed"]["position"]);
    expect_contains(query({"find", outcomes, "--value", "loss 2"}).out, ": loss 2, left to move\n");
}

TEST_F(BoardGames, FindRefusesWhatItCannotDo) {
    const std::string t = table("nim:piles=2,max=3"), nimbers = table("nim:piles=2,max=3", {"--value", "nimber"});
    const std::string values = "--value must be win, loss or tie", outcomes = "--longest must be win, loss or tie";
    std::vector<Refusal> cases = {
        {{"find", t}, 2, "exactly one of --value, --longest and --zugzwang"},
        {{"find", t, "--zugzwang", "--value", "win"}, 2, "exactly one of"},
        {{"find", t, "--zugzwang"}, 2, "the rules of nim have no positions with the other player to move"},
        {{"find", nimbers, "--value", "win"}, 2, "holds nimber values; `mexquery info` counts them"},
        {{"find", nimbers, "--value", "five"}, 2, "which holds nimber values: expected a nimber such as 0, * or *5"},
        {{"find", nimbers, "--longest", "win"}, 2, "holds nimber values"},
        {{"find", t, "--value", "*5"}, 2, "in this table of outcomes, not \"*5\""},
        {{"find", t, "--value", "win", "--count", "1000001"}, 2, "1000000"},
        {{"find", t, "--value", "win", "--first", "left"}, 2, "--first"},
        {{"find", t, "--value", "win", "--from", "-1"}, 2, "--from"},
        {{"find", t, "--value", "win", "--until", "#3"}, 2, "--until"},
        {{"find", t, "start", "--value", "win"}, 2, "usage"},
        {{"find", "--value", "win"}, 2, "usage"},
        {{"find", scratch.path("nowhere"), "--value", "win"}, 1, "nowhere"}};
    for (const char* value : {"", "won", "win x", "win -1", "win 7 ", "draw 3", "win 18446744073709551616", "win\n"})
        cases.push_back({{"find", t, "--value", value}, 2, values});
    for (const char* outcome : {"draw", "unknown", "", "win 7"})
        cases.push_back({{"find", t, "--longest", outcome}, 2, outcomes});
    for (const char* count : {"-1", "x", "1e3", "", "99999999999999999999"})
        cases.push_back({{"find", t, "--value", "win", "--count", count}, 2, "--count"});
    expect_refusals("mexquery", cases);
}

TEST_F(BoardGames, DrawWritesSvg) {
    const Ran board = query({"draw", table("tic-tac-toe"), "X:X../.O./..."});
    EXPECT_EQ(board.status, 0);
    EXPECT_TRUE(board.out.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")) << board.out;
    EXPECT_TRUE(board.out.ends_with("</svg>\n"));
    expect_contains(board.out, "<title>tic-tac-toe X:X../.O./...</title>");
    expect_contains(board.out, "<circle");
    const std::string domineering = table("domineering:board=grid-2x2");
    expect_refusal(query({"draw", domineering, "##"}), 2, "##");
    EXPECT_EQ(query({"draw", domineering}).out, query({"draw", domineering, "start"}).out);
    expect_refusal(query({"draw", table("square:max=9")}), 2, "square has no start position: give a position");
    for (const char* spec : {"mu-torere", "dodgem", "dao", "quixo:size=3", "mens-morris:men=3"}) {
        const Ran ran = query({"draw", table(spec), "start"});
        EXPECT_EQ(ran.status, 0) << ran.err;
        expect_contains(ran.out, ">to move</text>");
    }
}

TEST_F(BoardGames, DrawWritesFiles) {
    const std::string t = table("tic-tac-toe"), svg = scratch.path("t.svg"), png = scratch.path("t.PNG");
    const std::string drawn = query({"draw", t, "X:X../.O./..."}).out;
    EXPECT_EQ(query({"draw", t, "X:X../.O./...", "-o", svg}).out, "");
    EXPECT_EQ(slurp(svg), drawn);
    EXPECT_EQ(query({"draw", t, "X:X../.O./...", "-o", "-"}).out, drawn);
    // A program of this name converts its standard input. It is started without a shell.
    const auto with_converter = [&](const std::string& script) {
        const std::string program = scratch.path("rsvg-convert");
        spill(program, "#!/bin/sh\n" + script);
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        return run(scratch, "mexquery", {"draw", t, "X:X../.O./...", "--output", png}, "",
                   [&] { setenv("PATH", (scratch.path() + ":/usr/bin:/bin").c_str(), 1); });
    };
    EXPECT_EQ(with_converter("echo \"$@\"; cat\n").err, "");
    EXPECT_EQ(slurp(png), "--format=png\n" + drawn);
    expect_refusal(with_converter("exit 3\n"), 1, "rsvg-convert could not convert the drawing to PNG");
    EXPECT_EQ(slurp(png), "--format=png\n" + drawn) << "an older file stays";
    expect_refusal(run(scratch, "mexquery", {"draw", t, "-o", png}, "", [] { setenv("PATH", "/no/such/folder", 1); }),
                   1, "PNG needs the program rsvg-convert, which is not installed (package librsvg2-bin of Debian)");
    expect_refusal(query({"draw", t, "-o", scratch.path("t.pdf")}), 2, "it writes SVG and PNG");
    expect_refusal(query({"draw", t, "-o", scratch.path("no/t.svg")}), 1, "cannot write");
    expect_refusal(query({"draw", t, "-o", svg, "--json"}), 2, "cannot be used together");
    // Commands without -o read -o as a position, as every word that begins with a dash and is not an option.
    expect_refusal(query({"probe", t, "-oxo"}), 2, "\"-oxo\" is not a position");
}

TEST_F(BoardGames, DrawWritesTheValuesOfVertices) {
    spill(scratch.path("g.txt"), "5 1\n1 5\n1 2\n2 abc\n");
    const std::string graph = table("graph:file=" + scratch.path("g.txt"));
    const std::string svg = query({"draw", graph, "5", "--values"}).out;
    for (const char* text : {">abc</text>", ">loss 0</text>", ">win 1</text>"}) expect_contains(svg, text);
    EXPECT_EQ(svg.find(">win 3</text>"), std::string::npos);
    expect_contains(svg, ">draw</text>");
    EXPECT_EQ(query({"draw", graph, "5"}).out.find("draw</text>"), std::string::npos);
    const std::string boards = "file=" + std::string(MEXBASE_DATA) + "/boards/";
    expect_contains(query({"draw", table("snakes-and-adders:" + boards + "snakes-and-adders.board"), "--values"}).out,
                    ">loss 0</text>");
    expect_contains(query({"draw", table("horsefly:" + boards + "horsefly.dot"), "--values"}).out, ">loss 0</text>");
    expect_refusal(query({"draw", table("tic-tac-toe"), "--values"}), 2,
                   "cannot draw values: only the places of a token have them");
}

int count_of(const std::string& text, const std::string& part) {
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST_F(BoardGames, EveryFamilyHasDrawings) {
    const std::string boards = "file=" + std::string(MEXBASE_DATA) + "/boards/";
    const struct {
        std::string spec, position, element;
        int count;
    } cases[] = {
        {"graph:" + boards + "nims-island.dot", "start", "<polygon", 34},
        {"horsefly:" + boards + "horsefly.dot", "start", "imark", 1},
        {"horsefly:" + boards + "horsefly.dot", "c4<b6", "emark", 2},
        {"snakes-and-adders:" + boards + "snakes-and-adders.board", "17", "igreen egreen", 3},
        {"snakes-and-adders:" + boards + "snakes-and-adders.board", "17", ">HOME</text>", 1},
        {"cutthroat:board=cycle-5,colours=bwg", "BWG-W", "<circle", 5},
        {"col:board=" + std::string(MEXBASE_DATA) + "/boards/petersen.dot", "start", "<line", 15},
        {"nogo:board=grid-2x3", "B../..W", "ilight", 2},
        {"node-kayles:board=star-4", ".---.", "efaint", 6},
        {"sno-go:board=path-4", "B...", "<line", 3},
        {"domineering:board=grid-2x2", "#./..", "ishade", 1},
        {"treblecross:max=9", "...", "<rect", 4},
        {"treblecross:max=9,form=strips", "X..X", "eblue", 4},
        {"tinted-chain:game=col,max=9", "b..w:4", "<circle", 4},
        {"toppling-dominoes:max=4", "BWG", "igreen", 1},
        {"octal:code=0.77,max=9", "5+3", "<circle", 8},
        {"octal:code=0.77,total=9", "5+3", "<circle", 8},
        {"nim:piles=3,max=7", "3,0,5", "<circle", 8},
        {"subtraction:set=1-2,max=9", "9", "<circle", 9},
        {"square-but-one:max=9", "9", "<circle", 9},
        {"put-or-take-a-square:max=9", "9", "<circle", 9},
        {"fair-shares:n=6", "3+2+1", "<circle", 6},
        {"wythoff:max=5", "3,2", ">Q</text>", 1},
        {"knight:size=5", "3,2", ">N</text>", 1},
    };
    for (const auto& [spec, position, element, count] : cases) {
        const std::string t = table(spec);
        const Ran once = query({"draw", t, position});
        EXPECT_EQ(once.status, 0) << once.err;
        const std::string shapes = once.out.substr(std::min(once.out.find("</style>"), once.out.size()));
        EXPECT_EQ(count_of(shapes, element), count) << spec << '\n' << shapes;
        EXPECT_EQ(query({"draw", t, position}).out, once.out) << "equal bytes on every run";
    }
}

TEST_F(BoardGames, ThermographsAreSvgFiles) {
    const std::string file = scratch.path("t.svg");
    const Ran ran = query({"value", "--thermograph", file, "{2|-1}"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    expect_contains(ran.out, "{2|-1}: {2|-1}  (class N");
    const std::string svg = slurp(file);
    expect_contains(svg, "<title>thermograph of {2|-1}</title>");
    for (const char* number : {">3/2</text>", ">1/2</text>", "eblue", "ered"}) expect_contains(svg, number);
    for (const char* name : {"t.png", "t.PDF"})
        expect_refusal(query({"value", "--thermograph", scratch.path(name), "1"}), 2, "it writes SVG");
    expect_refusal(query({"value", "--thermograph", file, "1", "2"}), 2, "exactly one GAME");
    expect_refusal(query({"value", "--thermograph", file, "{0"}), 2, "{0");
    expect_refusal(query({"value", "--thermograph", scratch.path("no/t.svg"), "1"}), 1, "cannot write");
}

}  // namespace board_games_test
}  // namespace mexbase::test
