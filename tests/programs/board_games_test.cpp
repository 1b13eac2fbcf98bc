// What mexquery says of board games: moves by name, in the position that was asked; pictures and drawings; counts.
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace mexbase::test {
namespace board_games_test {

using nlohmann::json;

class BoardGames : public ::testing::Test {
  protected:
    std::string table(const std::string& spec) {
        const std::string path = scratch.path("table" + std::to_string(tables_++) + ".mxb");
        const Ran ran = run(scratch, "mexgen", {spec, "-o", path, "--quiet"});
        EXPECT_EQ(ran.status, 0) << ran.err;
        return path;
    }
    Ran query(const std::vector<std::string>& arguments, const std::string& input = "") {
        return run(scratch, "mexquery", arguments, input);
    }
    json parsed(const std::vector<std::string>& arguments) {
        const Ran ran = query(arguments);
        EXPECT_EQ(ran.status, 0) << ran.err;
        return json::parse(ran.out, nullptr, false);
    }
    Scratch scratch;

  private:
    int tables_ = 0;
};

TEST_F(BoardGames, BestNamesTheMovesOfThePositionThatWasAsked) {
    const std::string t = table("tic-tac-toe");
    EXPECT_EQ(query({"best", t, "X:XX./OO./..."}).out,
              "O:XXX/OO./...: loss 0 (c3)\nO:XX./OOX/...: tie 4 (c2)\nO:XX./OO./X..: win 1 (a1)\n"
              "O:XX./OO./.X.: win 1 (b1)\nO:XX./OO./..X: win 1 (c1)\n");
    EXPECT_EQ(query({"best", t, "O:XXX/OO./..."}).out, "") << "play has stopped";
    // An index of Quixo stands for up to 16 positions: all four corners are answered as they stand.
    const std::string q = table("quixo:size=3");
    for (const char* position : {"O:X../.../...", "O:..X/.../...", "O:.../.../X..", "O:.../.../..X"}) {
        const json best = parsed({"best", q, position, "--json"});
        EXPECT_EQ(best["position"], position);
        EXPECT_EQ(best["index"], parsed({"best", q, "X:O../.../...", "--json"})["index"]);
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
    // A game without pictures says nothing twice.
    const std::string heaps = table("subtraction:set=1-2,max=9");
    EXPECT_EQ(query({"best", heaps, "4", "--picture"}).out, query({"best", heaps, "4"}).out);
}

TEST_F(BoardGames, PlayTakesMovesByNameAndByPosition) {
    const std::string t = table("tic-tac-toe");
    const Ran ran = query({"play", t, "X:XX./O.O/..."}, "?\nd4\nO:XX./O.O/X..\nc3\n");
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(ran.out.find("there are 5: c3 b2 a1 b1 c1\n"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("no move is called so; \"d4\" is no position"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("the table moves to X:XX./OOO/X.. (b2)\n"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("2 O O O\n"), std::string::npos) << "the picture";
    EXPECT_NE(ran.out.find("play is over: the table wins\n"), std::string::npos) << ran.out;
    const Ran won = query({"play", t, "X:XX./O.O/..."}, "hint\nc3\n");
    EXPECT_NE(won.out.find("best: O:XXX/O.O/... (c3)\n"), std::string::npos) << won.out;
    EXPECT_NE(won.out.find("play is over: you win\n"), std::string::npos) << won.out;
}

TEST_F(BoardGames, StatsCountWhatPlayReaches) {
    const json dodgem = parsed({"stats", table("dodgem"), "--reachable", "--json"});
    for (const auto& [key, count] :
         {std::pair("positions", 1963), {"win", 1123}, {"loss", 840}, {"tie", 0}, {"draw", 0}, {"unknown", 0}})
        EXPECT_EQ(dodgem[key], count) << key;
    std::uint64_t win = 0, loss = 0;
    for (std::size_t r = 0; r < dodgem["by_remoteness"].size(); ++r) {
        const json& row = dodgem["by_remoteness"][r];
        EXPECT_EQ(row["remoteness"], r);
        EXPECT_EQ(row["tie"], 0);
        win += row["win"].get<std::uint64_t>();
        loss += row["loss"].get<std::uint64_t>();
    }
    EXPECT_EQ(win, 1123U);
    EXPECT_EQ(loss, 840U);
    EXPECT_EQ(dodgem["by_remoteness"].size(), dodgem["longest_remoteness"].get<std::size_t>() + 1);
    const std::string t = table("tic-tac-toe");
    const Ran text = query({"stats", t, "--reachable"});
    EXPECT_NE(text.out.find("5,478 positions"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("2,836 win, 1,574 loss, 1,068 tie\nlongest remoteness 9 plies\n"), std::string::npos);
    const std::string longest = text.out.substr(text.out.find("longest wins"));
    EXPECT_EQ(std::count(longest.begin(), longest.end(), '\n'), 6) << longest;
    const std::string first = longest.substr(longest.find('\n') + 1);
    EXPECT_EQ(query({"probe", t, first.substr(0, first.find(": "))}).out, first.substr(0, first.find('\n') + 1));
    EXPECT_EQ(parsed({"stats", t, "--json"})["positions"], 5478) << "no two positions share an index";
    expect_refusal(query({"stats", t, "--first", "left"}), 2, "mexquery", "--reachable");
    expect_refusal(query({"stats", table("square-but-one:max=9"), "--reachable"}), 2, "mexquery", "no start");
    EXPECT_EQ(parsed({"stats", table("square-but-one:max=9"), "--json"})["positions"], 10);
    expect_refusal(query({"stats", table("octal:code=0.77,max=9")}), 2, "mexquery", "nimber");
}

TEST_F(BoardGames, DrawWritesSvg) {
    const Ran board = query({"draw", table("tic-tac-toe"), "X:X../.O./..."});
    EXPECT_EQ(board.status, 0);
    EXPECT_TRUE(board.out.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")) << board.out;
    EXPECT_TRUE(board.out.ends_with("</svg>\n"));
    EXPECT_NE(board.out.find("<title>tic-tac-toe X:X../.O./...</title>"), std::string::npos);
    EXPECT_NE(board.out.find("<circle"), std::string::npos) << "a nought";
    // No drawing of their own: the picture, or the text.
    const std::string domineering = table("domineering:board=grid-2x2");
    EXPECT_NE(query({"draw", domineering, "#./.."}).out.find(">#.</text>"), std::string::npos);
    EXPECT_NE(query({"draw", table("octal:code=0.77,max=9"), "5+3"}).out.find(">5+3</text>"), std::string::npos);
    expect_refusal(query({"draw", domineering, "##"}), 2, "mexquery", "##");
    expect_refusal(query({"draw", domineering}), 2, "mexquery", "usage");
    for (const char* spec : {"mu-torere", "dodgem", "dao", "quixo:size=3", "mens-morris:men=3"}) {
        const Ran ran = query({"draw", table(spec), "start"});
        EXPECT_EQ(ran.status, 0) << ran.err;
        EXPECT_NE(ran.out.find(">to move</text>"), std::string::npos) << spec;
    }
}

}  // namespace board_games_test
}  // namespace mexbase::test
