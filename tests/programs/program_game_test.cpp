// SPDX-License-Identifier: MIT
// Games whose rules another program answers: mexgen program:name=… --command ….
#include <fstream>
#include <map>

#include "../lib/value/partizan/slow_forms.hpp"
#include "lib/rules/game.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "program.hpp"
#include "query/table.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test {
namespace program_game_test {

using ProgramGame = Programs;

const std::string programs = std::string(MEXBASE_DATA) + "/programs/";

Ran generate(const Scratch& scratch, const std::string& command, std::vector<std::string> more = {},
             const std::string& spec = "program:name=game") {
    std::vector<std::string> arguments{spec, "-o", scratch.path("t.mxb"), "--command", command, "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(scratch, "mexgen", arguments);
}

/// Returns mexgen's message on a faulty program, which leaves no table.
std::string fault(const std::string& command, int status, std::vector<std::string> more = {}) {
    const Scratch scratch;
    const Ran ran = generate(scratch, command, std::move(more));
    EXPECT_EQ(ran.status, status) << command;
    EXPECT_EQ(ran.out, "");
    EXPECT_FALSE(std::filesystem::exists(scratch.path("t.mxb"))) << command;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    const std::string prefix = "mexgen: error: ";
    EXPECT_TRUE(ran.err.starts_with(prefix)) << ran.err;
    return ran.err.substr(std::min(prefix.size(), ran.err.size()));
}

TEST_F(ProgramGame, TicTacToeIsTheSameInEveryLanguage) {
    std::map<std::string, std::string> tables;
    for (const std::string& command : {"python3 " + programs + "tic_tac_toe.py", "sh " + programs + "tic_tac_toe.sh",
                                       "command -v node >/dev/null || exec sh " + programs +
                                           "tic_tac_toe.sh; exec node " + programs + "tic_tac_toe.js"}) {
        const Ran ran = generate(scratch, command, {"--threads", tables.empty() ? "3" : "1"});
        ASSERT_EQ(ran.status, 0) << ran.err;
        tables[command] = slurp(scratch.path("t.mxb"));
        EXPECT_TRUE(tables[command] == tables.begin()->second) << command;
    }
    // The table does not contain the command.
    EXPECT_EQ(tables.begin()->second.find("tic_tac_toe"), std::string::npos);
    const Ran info = query({"info", scratch.path("t.mxb")});
    expect_contains(info.out, "5,478 positions: 2,836 win, 1,574 loss, 1,068 tie");
    const Ran probe = query({"probe", scratch.path("t.mxb"), "start", "X:XX./OO./..."});
    EXPECT_EQ(probe.out, "start: tie 9\nX:XX./OO./...: win 1\n");
}

TEST_F(ProgramGame, SecondsOfTheJobIncludeExploring) {
    // The program needs half a second for the position after the start. The rest of the job is much faster.
    const std::string command =
        "while read position; do case $position in start) echo 1;; 1) sleep 0.5; echo 0;; *) echo;; esac; done";
    const std::vector<std::string> job{"program:name=game", "-o", scratch.path("t.mxb"), "--command", command};
    std::vector<std::string> with_json = job;
    with_json.emplace_back("--json");
    const json summary = parsed(gen(with_json));
    const auto seconds = [&summary](const char* key) { return summary[key].get<double>(); };
    EXPECT_GE(seconds("exploring_seconds"), 0.5);
    EXPECT_NEAR(seconds("seconds"),
                seconds("exploring_seconds") + seconds("solving_seconds") + seconds("packing_seconds"), 1e-6);
    EXPECT_NEAR(seconds("positions_per_second"), 2 / seconds("seconds"), 1e-6);
    const Ran text = gen(job);
    ASSERT_EQ(text.status, 0) << text.err;
    double all = 0, exploring = 0, solving = 0, packing = 0;
    ASSERT_EQ(std::sscanf(text.out.c_str() + text.out.find("\nlongest"),
                          "\nlongest remoteness 1 %lf s (exploring %lf, solving %lf, packing %lf)", &all, &exploring,
                          &solving, &packing),
              4)
        << text.out;
    EXPECT_GE(exploring, 0.5);
    EXPECT_NEAR(all, exploring + solving + packing, 0.025);
}

TEST_F(ProgramGame, BoardsOfCellsAreDrawnAndMovesHaveNames) {
    const std::string table = scratch.path("t.mxb"), command = "sh " + programs + "tic_tac_toe.sh";
    for (const bool arcs : {true, false}) {
        ASSERT_EQ(generate(scratch, command, arcs ? Words{"--arcs"} : Words{}).status, 0);
        expect_contains(query({"info", table}).out, ",board=cells");
        const Words program = arcs ? Words{} : Words{"--program", command};
        const auto ask = [&](Words words, const std::string& input = "") {
            words.insert(words.end(), program.begin(), program.end());
            const Ran ran = query(words, input);
            EXPECT_EQ(ran.status, 0) << ran.err;
            return ran.out;
        };
        EXPECT_EQ(lines_of(ask({"best", table, "X:XX./OO./..."}))[0], "O:XXX/OO./...: loss 0 (c3)");
        expect_contains(ask({"best", table, "X:XX./OO./...", "--picture"}), "3 X X .\n2 O O .\n1 . . .\n  a b c   X\n");
        expect_contains(ask({"play", table, "X:XX./OO./..."}, "c3\n"), "O:XXX/OO./...");
        expect_contains(ask({"play", table, "X:XX./OO./..."}, "help\nquit\n"), "possible moves (5): c3");
        expect_contains(query({"draw", table, "X:XX./OO./..."}).out, ">X</text>");
    }
    // Every named move leads to an option, or `verify` would refuse the rules.
    EXPECT_EQ(gen({"verify", table, "--program", command}).status, 0);
    expect_contains(query({"stats", table, "--reachable", "--program", command}).out, "5,478");
}

TEST_F(ProgramGame, BoardsOfCellsMayBeAskedForInTheSpec) {
    std::ofstream(scratch.path("g.sh"))
        << "while read p; do case $p in start) echo ..;; ..) echo X. .X;; *) echo;; esac; done";
    const std::string command = "sh " + scratch.path("g.sh");
    for (const Words& more : {Words{"--arcs"}, Words{"--arcs", "--memory", "22M", "--scratch", scratch.path("")}}) {
        const Ran made = generate(scratch, command, more, "program:name=game,board=cells");
        ASSERT_EQ(made.status, 0) << made.err;
        EXPECT_EQ(query({"best", scratch.path("t.mxb"), "start"}).out, ".X: loss 0 (b1)\nX.: loss 0 (a1)\n");
    }
    expect_refusal(generate(scratch, command, {}, "program:name=game,board=rows"), 2, "board");
    expect_contains(fault("echo '.. # board'", 2), "expected board cells after #");
    expect_contains(fault("echo '# board cells'", 2), "expected one or more positions");
}

TEST_F(ProgramGame, IsTheSameWhereItsPositionsDoNotFitIntoMemory) {
    MEXBASE_SKIP_IN_SANITIZERS();
    // A heap game that takes one to three, with texts so long that exploring takes more memory than solving.
    std::ofstream(scratch.path("heap.py")) << R"(import sys
for line in sys.stdin:
    heap = 6000 if line == "start\n" else int(line)
    left = [heap] if line == "start\n" else range(max(heap - 3, 0), heap)
    print(" ".join(str(each).zfill(1000) for each in left), flush=True)
)";
    const std::string command = "python3 " + scratch.path("heap.py");
    const std::string memory = "26971520";
    for (const std::vector<std::string>& more : {std::vector<std::string>{"--arcs"}, {"--threads", "2"}}) {
        ASSERT_EQ(generate(scratch, command, more).status, 0);
        const std::string table = slurp(scratch.path("t.mxb"));
        std::filesystem::create_directory(scratch.path("room"));
        std::vector<std::string> small = more;
        small.insert(small.end(), {"--memory", memory, "--scratch", scratch.path("room")});
        const Ran ran = generate(scratch, command, small);
        ASSERT_EQ(ran.status, 0) << ran.err;
        EXPECT_TRUE(slurp(scratch.path("t.mxb")) == table);
        EXPECT_TRUE(std::filesystem::is_empty(scratch.path("room")));
    }
    const Ran verified = gen(
        {"verify", scratch.path("t.mxb"), "--program", command, "--memory", memory, "--scratch", scratch.path("room")});
    EXPECT_EQ(verified.status, 0) << verified.err;
    EXPECT_TRUE(fault(command, 1, {"--memory", memory, "--scratch", scratch.path("none")})
                    .starts_with("cannot make scratch space in "));
}

TEST_F(ProgramGame, MakesRoomForSolvingByItsMoves) {
    // Two heaps with occasional backward moves: the moves leave little of the memory that solving needs.
    std::ofstream(scratch.path("heaps.py")) << R"(import sys
for line in sys.stdin:
    x, y = (120, 121) if line == "start\n" else map(int, line.split(","))
    to = [(x - 1, y), (x, y - 1)] + [(x + 1, y)] * ((3 * x + y) % 5 == 0 and x < 120)
    print(*(f"{x},{y}" for x, y in to if x >= 0 and 0 <= y <= 120), flush=True)
)";
    const std::string command = "python3 " + scratch.path("heaps.py");
    ASSERT_EQ(generate(scratch, command).status, 0);
    const std::string table = slurp(scratch.path("t.mxb"));
    const std::vector<std::string> small{"--memory", "21880K", "--threads", "2"};
    const Ran ran = generate(scratch, command, small);
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_TRUE(slurp(scratch.path("t.mxb")) == table);
    std::vector<std::string> verify{"verify", scratch.path("t.mxb"), "--quiet", "--program", command};
    verify.insert(verify.end(), small.begin(), small.end());
    EXPECT_EQ(gen(verify).status, 0);
    expect_contains(fault(command, 1, {"--memory", "21380K"}),
                    "the job needs 21540 KiB of memory, and 21380 KiB are allowed; ");
    EXPECT_EQ(generate(scratch, command, {"--memory", "21540K"}).status, 0) << "the memory that the message names";
}

/// Returns the message of a failed program.
std::string complaint(const Ran& ran) {
    EXPECT_NE(ran.status, 0);
    EXPECT_EQ(ran.out, "");
    return ran.err;
}

TEST_F(ProgramGame, KnowsItsMovesByTheTableOrByTheProgram) {
    const std::string table = scratch.path("t.mxb"), command = "python3 " + programs + "tic_tac_toe.py";
    const std::string position = "X:XX./OO./...", stopped = "O:XXX/OO./...";
    const std::string best =
        "O:XXX/OO./...: loss 0 (c3)\nO:XX./OOX/...: tie 4 (c2)\nO:XX./OO./..X: win 1 (c1)\n"
        "O:XX./OO./.X.: win 1 (b1)\nO:XX./OO./X..: win 1 (a1)\n";
    const std::string over = "play is over, and the player to move has lost\n";
    const auto asks = [&](const std::string& of, std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"best", table, of});
        return query(more);
    };
    ASSERT_EQ(generate(scratch, command, {"--arcs"}).status, 0);
    EXPECT_EQ(asks(position).out, best);
    EXPECT_EQ(asks(stopped).out, over);
    EXPECT_EQ(gen({"verify", table, "--quiet"}).status, 0);

    ASSERT_EQ(generate(scratch, command).status, 0);
    EXPECT_EQ(
        complaint(asks(position)),
        "mexquery: error: this table stores positions without moves: a program must supply the moves; name it with "
        "--program COMMAND\n");
    EXPECT_EQ(asks(position, {"--program", command}).out, best);
    EXPECT_EQ(asks(stopped, {"--program", command}).out, over);
    const Ran line = query({"line", table, "start", "--program", command});
    EXPECT_EQ(std::ranges::count(line.out, '\n'), 10) << line.err;
    // The first position is checked first, whatever the query.
    EXPECT_EQ(complaint(asks(position, {"--program", "while read x; do echo no-such; done"})),
              "mexquery: error: the program names \"no-such\" as an option of \"O:.../.../..X\", but the table has no "
              "such position\n");
    EXPECT_EQ(complaint(asks(position, {"--program", "exit 3"})),
              "mexquery: error: the program did not answer to the position \"O:.../.../..X\": it ended (exit status "
              "3)\n");
    EXPECT_TRUE(complaint(asks(position, {"--program", command + " | sed -u s/=loss/=win/"}))
                    .starts_with("mexquery: error: the rules of the program differ from those of the table: by the "
                                 "moves of the program, "));

    const auto verify = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"verify", table, "--quiet"});
        return gen(more);
    };
    EXPECT_EQ(complaint(verify({})),
              "mexgen: error: the table does not store its moves, so its rules must come from a program; name it with "
              "--program COMMAND\n");
    EXPECT_EQ(verify({"--program", command}).status, 0);
    EXPECT_TRUE(complaint(verify({"--program", "while read x; do case $x in start) echo a;; *) echo;; esac; done"}))
                    .starts_with("mexgen: error: \"" + table + "\": the program's answers do not match "));
}

TEST_F(ProgramGame, WhoSaysMovesSaysThemAsTheTableHasThem) {
    const std::string table = scratch.path("t.mxb"), heap = "while read x; do case $x in start) echo 2;; ";
    const auto best_by = [&](const std::string& answers, const std::string& command = "best") {
        return query({command, table, "2", "--program", heap + answers + " esac; done"});
    };
    const std::string together = "2) echo 1 0;; 1) echo 0;; 0) echo;;";
    for (const char* kind : {"outcome", "nimber"}) {
        ASSERT_EQ(generate(scratch, heap + together + " esac; done", {"--value", kind}).status, 0);
        EXPECT_EQ(best_by(together).status, 0);
        for (const char* command : {"best", "line", "play"}) {
            if (std::string(kind) == "nimber" && std::string(command) == "line") continue;
            const Ran ran = best_by("2) echo '1 0|1 0';; 1) echo '0|0';; 0) echo '|';;", command);
            EXPECT_EQ(ran.status, 2);
            // The table is checked on a sample first.
            EXPECT_EQ(
                ran.err,
                "mexquery: error: the program answered \"0|0\" to the position \"1\": it separates the options of "
                "the players by |, but the game of the table is not partizan\n");
        }
    }
    // Other options contradict a stored nimber.
    EXPECT_EQ(best_by("2) echo 1;; 1) echo 0;; 0) echo;;").err,
              "mexquery: error: the rules of the program differ from those of the table: by the moves of the program, "
              "\"2\" is 0, but in the table *2\n");
    const std::string loops = "2) echo 1 0;; 1) echo 2 0;; 0) echo;;", fewer = "2) echo 1;; 1) echo 2;; 0) echo;;";
    ASSERT_EQ(generate(scratch, heap + loops + " esac; done", {"--value", "nimber"}).status, 0);
    EXPECT_EQ(query({"probe", table, "2"}).out, "2: inf{0}\n");
    EXPECT_EQ(best_by(loops).status, 0) << best_by(loops).err;
    EXPECT_TRUE(best_by(fewer).err.ends_with(" is inf{}, but in the table inf{0}\n")) << best_by(fewer).err;
    const std::string other = "2) echo '1|0';; 1) echo '0|';; 0) echo '|';;";
    ASSERT_EQ(generate(scratch, heap + other + " esac; done").status, 0);
    EXPECT_EQ(best_by(other).status, 0);
    const Ran ran = best_by(together);
    EXPECT_EQ(ran.status, 2);
    EXPECT_TRUE(ran.err.ends_with(
        ": it does not separate the options of the players by |, but the game of the table is partizan\n"))
        << ran.err;
}

/// Returns the game of a slow form.
PartizanId in_arena(GameArena& arena, const SlowGame& g) {
    std::vector<PartizanId> sides[2];
    for (const SlowGame& option : g->left) sides[0].push_back(in_arena(arena, option));
    for (const SlowGame& option : g->right) sides[1].push_back(in_arena(arena, option));
    return arena.make(sides[0], sides[1]);
}

/// Canonical forms of positions of Clobber: rows of X, O and empty places between slashes.
struct SlowClobber {
    std::map<std::string, SlowGame> known;

    SlowGame form(const std::string& board) {
        if (const auto found = known.find(board); found != known.end()) return found->second;
        const std::size_t step = board.find('/') + 1;
        Slow game;
        for (std::size_t here = 0; here < board.size(); ++here)
            for (const std::size_t there : {here + 1, here - 1, here + step, here - step}) {
                if (there >= board.size()) continue;
                const bool left = board[here] == 'X' && board[there] == 'O';
                if (!left && (board[here] != 'O' || board[there] != 'X')) continue;
                std::string after = board;
                after[there] = board[here];
                after[here] = '.';
                (left ? game.left : game.right).push_back(form(after));
            }
        return known[board] = slow_reduced(std::move(game));
    }
};

TEST_F(ProgramGame, ClobberPrintsItsUsage) {
    const std::string errors = scratch.path("errors");
    for (const char* size : {"", "3", "a 3", "0 3"}) {
        const Ran ran = generate(scratch, "exec python3 " + programs + "clobber.py " + size + " 2>" + errors);
        EXPECT_NE(ran.status, 0) << size;
        EXPECT_EQ(slurp(errors), "usage: clobber.py ROWS COLUMNS\n") << size;
    }
}

TEST_F(ProgramGame, ClobberHasTheFormsOfASlowCanonicaliser) {
    for (const auto& [size, start] : std::map<std::string, std::string>{{"2 4", "XOXO/OXOX"}, {"3 3", "XOX/OXO/XOX"}}) {
        ASSERT_EQ(generate(scratch, "python3 " + programs + "clobber.py " + size, {"--value", "canonical"}).status, 0);
        const Table table = Table::open(scratch.path("t.mxb")).value();
        const mexbase::Game& game = table.game().value();
        EXPECT_EQ(game.format(*game.start()), start);
        SlowClobber slow;
        slow.form(start);
        EXPECT_EQ(slow.known.size(), table.info().indices);
        GameArena arena;
        for (const auto& [board, form] : slow.known) {
            const CanonicalValue value = table.probe(board).value().canonical;
            ASSERT_EQ(value.text(), to_text(arena, in_arena(arena, form))) << board;
            ASSERT_EQ(value.fingerprint(), arena.fingerprint(in_arena(arena, form))) << board;
        }
    }
}

TEST_F(ProgramGame, ASumPrintsNothingBeforeItsMovesAreKnown) {
    ASSERT_EQ(generate(scratch, "while read x; do case $x in start) echo 3;; 0) echo;; *) echo $((x - 1));; esac; done",
                       {"--value", "nimber"})
                  .status,
              0);
    const std::string table = scratch.path("t.mxb");
    const Ran without = query({"sum", table, "3"});
    EXPECT_EQ(without.status, 2);
    EXPECT_EQ(without.out, "");
    const Ran wrong = query({"sum", table, "3", "--program", "while read x; do echo '0 |'; done"});
    EXPECT_NE(wrong.status, 0);
    EXPECT_EQ(wrong.out, "");
    const Ran right = query(
        {"sum", table, "3", "--program", "while read x; do case $x in 0) echo;; *) echo $((x - 1));; esac; done"});
    EXPECT_EQ(right.out, "win\nmove: 1: 3 -> 2\n") << right.err;
}

TEST_F(ProgramGame, ThatDoesNotAnswerFailsWithThePosition) {
    EXPECT_EQ(fault("exit 3", 1), "the program did not answer to the position \"start\": it ended (exit status 3)\n");
    EXPECT_EQ(fault("kill -9 $$", 1),
              "the program did not answer to the position \"start\": it was ended by signal 9\n");
    EXPECT_EQ(fault("read x; echo a; read x; echo b c; read x", 1, {"--threads", "1"}),
              "the program did not answer to the position \"b\": it ended (exit status 0)\n");
    EXPECT_EQ(
        fault("read x; echo a b; exec sleep 100", 1, {"--timeout", "1", "--threads", "1"}),
        "the program did not answer to the position \"a\": it was silent for 1 seconds (is its output flushed after "
        "each line?)\n");
    EXPECT_EQ(fault("read x; printf 'a\\nb\\n'; while read x; do echo; done", 1, {"--threads", "1"}),
              "after the position \"start\" the program failed: it wrote more lines than requested\n");
    EXPECT_EQ(fault("/no/such/program 2>/dev/null", 1),
              "the program did not answer to the position \"start\": it ended (exit status 127)\n");
    EXPECT_EQ(
        fault("n=0; while read x; do n=$((n + 1)); echo a b $n; done", 1, {"--positions", "10", "--threads", "1"}),
        "play reaches more than 10 positions: allow more, or limit the game with bound=; --positions N sets the "
        "maximum\n");
}

/// Returns a program that answers `start` with a, and all other positions with `line`.
std::string answering(const std::string& line) {
    return "while read x; do case $x in start) echo a;; *) printf '" + line + "\\n';; esac; done";
}

TEST_F(ProgramGame, ThatAnswersAmissIsRefusedWithPositionAndAnswer) {
    EXPECT_EQ(fault("while read x; do echo a =win; done", 2),
              "the program answered \"a =win\" to the position \"start\": it has options and the result of a terminal "
              "position: expected only one of these\n");
    EXPECT_EQ(
        fault("while read x; do echo; done", 2),
        "the program answered \"\" to the position \"start\": expected one or more positions, separated by blanks\n");
    EXPECT_EQ(fault(answering("=won"), 2),
              "the program answered \"=won\" to the position \"a\": \"=won\" is not a result: expected =win, =loss, "
              "=tie or =draw\n");
    EXPECT_EQ(fault(answering("b | | c"), 2),
              "the program answered \"b | | c\" to the position \"a\": it has more than one |\n");
    EXPECT_EQ(fault(answering("=win | c"), 2),
              "the program answered \"=win | c\" to the position \"a\": it has a result for one player and not for the "
              "other\n");
    expect_contains(fault(answering("a\\001"), 2), "has a control character");
    EXPECT_EQ(fault("while read x; do case $x in start) echo a;; a) echo 'b c |';; *) echo;; esac; done", 2),
              "the answer to the position \"b\" does not separate the options of the players, but other answers do\n");
    expect_contains(
        fault("n=0; while read x; do n=$((n + 1)); case $x in start) echo 5;; *) echo $((n % 7));; esac; done", 2,
              {"--threads", "1"}),
        ": asked again, it answered \"");
}

TEST_F(ProgramGame, AKilledJobGoesOnAndLeavesNothingWhenItIsDone) {
    // A heap game that takes one or two. The command kills the job once, at the position 30, after a second in which
    // all earlier answers are saved.
    const std::string command =
        "here='" + scratch.path("") +
        "'; while read x; do case $x in start) echo 60;; 0) echo;; 1) echo 0;; "
        "31) [ -e \"$here/killed\" ] || sleep 1.1; echo 30 29;; "
        "28) [ -e \"$here/killed\" ] || { touch \"$here/killed\"; kill -9 $PPID; exit; }; echo 27 26;; "
        "*) echo $((x - 1)) $((x - 2));; esac; done";
    const std::vector<std::string> more{"--threads", "1", "--checkpoint", "1"};
    EXPECT_EQ(generate(scratch, command, more).status, 128 + 9);
    EXPECT_FALSE(std::filesystem::exists(scratch.path("t.mxb")));
    EXPECT_TRUE(std::filesystem::exists(scratch.path("t.mxb.explored")));
    const Ran other = generate(scratch, command, more, "program:name=another");
    EXPECT_EQ(other.status, 2) << other.err;
    expect_contains(other.err, "that is not a checkpoint of this job");
    ASSERT_EQ(generate(scratch, command, more).status, 0);
    EXPECT_FALSE(std::filesystem::exists(scratch.path("t.mxb.explored")));
    const std::string resumed = slurp(scratch.path("t.mxb"));
    // A file left by another job does not matter either once the table is complete.
    spill(scratch.path("t.mxb.explored"), "left");
    ASSERT_EQ(generate(scratch, command, {"--threads", "1", "--checkpoint", "0"}).status, 0);
    EXPECT_FALSE(std::filesystem::exists(scratch.path("t.mxb.explored")));
    EXPECT_TRUE(resumed == slurp(scratch.path("t.mxb")));
}

TEST_F(ProgramGame, AJobOutOfMemoryNamesWhatItLeaves) {
    const std::string counts =
        "while read x; do case $x in start) echo 9000;; 0) echo;; *) echo $((x - 1));; esac; done";
    const Words small{"--threads", "1", "--checkpoint", "1", "--positions", "100"};
    const Ran ran = generate(scratch, "read x; echo 9000; read x; sleep 1.1; echo 8999; " + counts, small);
    EXPECT_EQ(ran.status, 1);
    ASSERT_TRUE(std::filesystem::exists(scratch.path("t.mxb.explored"))) << ran.err;
    expect_contains(ran.err, "resumes from \"" + scratch.path("t.mxb.explored") + "\"");
    expect_contains(generate(scratch, counts, small).err,
                    scratch.path("t.mxb.explored") + "\" that is not a checkpoint");
}

TEST_F(ProgramGame, UsageIsExplained) {
    const auto says = [&](const std::vector<std::string>& arguments) {
        const Ran ran = gen(arguments);
        EXPECT_EQ(ran.status, 2) << ran.err;
        return ran.err;
    };
    EXPECT_EQ(says({"program:name=x", "-o", scratch.path("t.mxb")}),
              "mexgen: error: the rules of \"program:name=x\" come from a program; name it with "
              "--command COMMAND\n");
    EXPECT_EQ(says({"nim:piles=1,max=3", "-o", scratch.path("t.mxb"), "--command", "cat"}),
              "mexgen: error: --command needs a game program:name=NAME, not nim\n");
    EXPECT_EQ(says({"nim:piles=1,max=3", "-o", scratch.path("t.mxb"), "--timeout", "3"}),
              "mexgen: error: --timeout needs --command\n");
    const Ran other = generate(scratch, answering(""), {}, "program:name=x,answers=@0123456789abcdef");
    EXPECT_EQ(other.status, 1);
    EXPECT_TRUE(other.err.starts_with("mexgen: error: the program's answers do not match ")) << other.err;
}

TEST_F(ProgramGame, AnswersAreTakenAsTheyComeFromAnyProgram) {
    // Lines that end in CR LF, blanks between options, a position with non-ASCII letters, and no newline after an empty
    // last line.
    const Ran ran = generate(scratch,
                             "while read x; do case $x in start) printf 'à\\r\\n';; à) printf '\\t b  c \\r\\n';; "
                             "b) printf ' =draw\\n';; *) echo;; esac; done");
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(query({"probe", scratch.path("t.mxb"), "start", "b", "c"}).out, "start: win 1\nb: draw\nc: loss 0\n");
}

}  // namespace program_game_test
}  // namespace mexbase::test
