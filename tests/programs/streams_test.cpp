// SPDX-License-Identifier: MIT
// Tables, specs and positions through standard streams, and the other output of jobs.
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "program.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test {
namespace streams_test {

using Streams = Programs;

TEST_F(Streams, ATableOnStandardOutputIsTheFileByteByByte) {
    const std::string path = table("square-but-one:max=3000");
    const Ran ran = gen({"square-but-one:max=3000", "-o", "-"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_TRUE(ran.out == slurp(path));
    expect_contains(ran.err, "3,001 positions");
    EXPECT_EQ(gen({"square-but-one:max=3000", "-o", "-", "--quiet"}).err, "");
    expect_refusal(gen({"nim:piles=1,max=3", "-o", "-", "--json"}), 2, "--json");
    const Ran closed = run(scratch, "mexgen", {"nim:piles=1,max=3", "-o", "-"}, "", [] { close(STDOUT_FILENO); });
    expect_refusal(closed, 1, "cannot write to standard output");
    const auto set_folder = [] { setenv("TMPDIR", "/no/such/folder", 1); };
    expect_refusal(run(scratch, "mexgen", {"nim:piles=1,max=3", "-o", "-"}, "", set_folder), 1,
                   "cannot make a temporary file");
}

TEST_F(Streams, TextsFromWindowsAreReadAsOthers) {
    const std::string mark = "\xef\xbb\xbf", path = scratch.path("k.mxb");
    spill(scratch.path("specs"), mark + "# a table\r\n\r\noctal:code=kayles,max=20 -q -o " + path + "\r\n");
    const auto made = [&](const Ran& ran) {
        EXPECT_EQ(ran.status, 0) << ran.err;
        return std::filesystem::remove(path);
    };
    EXPECT_TRUE(made(gen({"--specs", scratch.path("specs")})));
    EXPECT_TRUE(made(gen({"@" + scratch.path("specs")})));
    EXPECT_TRUE(made(gen({"--specs", "-"}, slurp(scratch.path("specs")))));
    spill(scratch.path("last"), "octal:code=kayles,max=20\r\n");
    EXPECT_TRUE(made(gen({"@" + scratch.path("last"), "-q", "-o", path})));
    // Kayles: 5 has the nimber 4 and 3 the nimber 3 (Winning Ways, chapter 4), and their sum 7.
    const std::string asked = mark + "5+3\r\n\r\n3\r\n", answers = "5+3: *7\n3: *3\n";
    const std::string kayles = table("octal:code=kayles,max=20");
    EXPECT_EQ(query({"probe", kayles, "--stdin"}, asked).out, answers);
    EXPECT_EQ(query({"probe", kayles}, asked).out, answers);
    EXPECT_EQ(gen({"value", "octal:code=kayles,max=20", "--stdin"}, asked).out, answers);
    expect_contains(query({"best", kayles, "--stdin"}, asked).out, "best of 5+3\n");
    expect_contains(query({"play", kayles, "3"}, mark + "quit\r\n").out, "your move> ");
    EXPECT_EQ(query({"play", kayles, "3"}, mark + "quit\r\n").out, query({"play", kayles, "3"}, "quit\n").out);
    expect_contains(query({"probe", kayles},
                          "\xff\xfe"
                          "5")
                        .err,
                    "the text is UTF-16: save it as UTF-8");
    expect_contains(gen({"--specs", "-"},
                        "\xff\xfe"
                        "5")
                        .err,
                    "the text is UTF-16: save it as UTF-8");
}

TEST_F(Streams, GraphsComeFromStandardInputAndFromFilesWithCommas) {
    const std::string list = "b a\nc b\n", path = scratch.path("g.mxb");
    for (const char* input : {"-", "/dev/stdin", "/dev/fd/0"}) {
        const Ran ran = gen({"graph:file=" + std::string(input), "-o", path, "-q"}, list);
        EXPECT_EQ(ran.status, 0) << ran.err;
        EXPECT_EQ(query({"probe", path, "c"}).out, "c: loss 2\n");
    }
    EXPECT_EQ(gen({"node-kayles:board=-", "-o", path, "-q"}, "graph { a -- b }").status, 0);
    expect_contains(gen({"graph:file=-", "-o", path}, "a b\nb { c\n").err, "standard input:2: ");
    // Two inputs from standard input.
    for (const std::string input : {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})
        expect_refusal(gen({"--specs", "-"}, "graph:file=" + input + " -o " + path), 2,
                       "standard input can be read only once");
    expect_refusal(gen({"value", "graph:file=-", "--stdin"}, list), 2, "standard input can be read only once");
    // Commas, blanks and quotes in names of files, on the command line and in lines of specs.
    for (const std::string name : {"a,b c.txt", "it's,b.txt", "a=\"b,c.txt"}) {
        const std::string file = scratch.write(name, list);
        const std::string quote = name.find('"') == name.npos ? "\"" : "'";
        const Ran ran = gen({"graph:file=" + quote + file + quote, "-o", path, "-q"});
        EXPECT_EQ(ran.status, 0) << ran.err;
        EXPECT_EQ(query({"probe", path, "c"}).out, "c: loss 2\n");
        const Ran lines = gen({"--specs", "-"}, "graph:file=" + quote + file + quote + " -q -o " + path + "\n");
        EXPECT_EQ(lines.status, 0) << lines.err;
    }
    const std::string file = scratch.path("a,b c.txt");
    EXPECT_EQ(gen({"--specs", "-"}, "'graph:file=\"" + file + "\"' -q -o \"" + path + "\"\n").err, "");
    EXPECT_EQ(gen({"--specs", "-"}, "\"graph:file=\\\"" + file + "\\\"\" -q --output=\"" + path + "\"\n").err, "");
    expect_contains(gen({"graph:file=" + file, "-o", path}).err, "; a file name with a comma needs quotes");
}

TEST_F(Streams, SpecsOfAFileAreSolvedOneAfterTheOther) {
    const std::string a = scratch.path("a.mxb"), b = scratch.path("b c.mxb");
    const std::string specs = "# two tables, and what is wrong\n\nnim:piles=2,max=3 -o " + a +
                              " --value nimber\nnmi:piles=1\n  kayles -o x\noctal:code=kayles,max=9 -o '" + b +
                              "'\nnim:piles=1,max=2\nnim:piles=1,max=2 -o -\nlist\n";
    spill(scratch.path("games"), specs);
    for (const Words& asked : {Words{"--specs", scratch.path("games"), "--value", "obliged", "--json"},
                               Words{"@" + scratch.path("games"), "--value", "obliged", "--json"},
                               Words{"--specs", "-", "--value", "obliged", "--json"}}) {
        std::filesystem::remove(a);
        std::filesystem::remove(b);
        const Ran ran = gen(asked, specs);
        EXPECT_EQ(ran.status, 2);
        const Words done = lines_of(ran.out), failed = lines_of(ran.err);
        ASSERT_EQ(done.size(), 2U) << ran.out;
        EXPECT_EQ(json::parse(done[0])["value"], "nimber") << "what a line says comes first";
        EXPECT_EQ(json::parse(done[1])["value"], "obliged");
        EXPECT_EQ(query({"probe", a, "1,2"}).out, "1,2: *3\n");
        EXPECT_EQ(query({"probe", b, "4"}).status, 0);
        ASSERT_EQ(failed.size(), 5U) << ran.err;
        const std::string file = asked[1] == "-" ? "standard input" : scratch.path("games");
        EXPECT_EQ(failed[0], "mexgen: error: " + file + ":4: \"nmi\" is not a game; did you mean nim?");
        EXPECT_TRUE(failed[1].starts_with("mexgen: error: " + file + ":5: ")) << failed[1];
        EXPECT_TRUE(failed[4].starts_with("mexgen: error: " + file + ":9: ")) << failed[4];
    }
    EXPECT_EQ(gen({"--specs", "-"}, "nim:piles=1,max=3 -o " + a + " --quiet").out, "");
    // Two lines with one file, and a quote that is not closed.
    const std::string line = "nim:piles=1,max=3 -o " + a + " --quiet\n";
    expect_contains(gen({"--specs", "-"}, line + line).err, "standard input:2: an earlier line already writes");
    expect_contains(gen({"--specs", "-"}, "nim:piles=1,max=3 -o \"" + a + "\n").err, "a quote is not closed");
    expect_refusal(gen({"--specs", scratch.path("nowhere")}), 1, "nowhere");
    expect_refusal(gen({"nim:piles=1,max=3", "--specs", scratch.path("games")}), 2, "--specs");
}

TEST_F(Streams, ProgressIsLinesWhereItIsAskedFor) {
    const std::string path = scratch.path("t.mxb");
    const Ran lines = gen({"square-but-one:max=100000", "-o", path, "--progress", "--quiet"});
    EXPECT_EQ(lines.status, 0) << lines.err;
    expect_contains(lines.err, " positions (");
    EXPECT_EQ(lines.err.find_first_of("\r\x1b"), std::string::npos) << lines.err;
    EXPECT_EQ(gen({"square-but-one:max=100000", "-o", path}).err, "") << "no terminal";
    expect_contains(gen({"verify", path, "--progress"}).err, " positions (");
}

TEST_F(Streams, AStoppedJobSaysFromWhatItGoesOn) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const std::string path = scratch.path("t.mxb");
    const pid_t child =
        start(scratch, "mexgen", {"mens-morris:men=5", "-o", path, "--checkpoint", "1", "--threads", "1", "--quiet"});
    if (!wait_for_file(child, path + ".checkpoint")) GTEST_SKIP() << "done before it saved anything";
    kill(child, SIGINT);
    const Ran ran = finish(scratch, child);
    if (ran.status == 0) GTEST_SKIP() << "done before it was stopped";
    EXPECT_EQ(ran.err, "mexgen: stopped; the same command resumes from " + path + ".checkpoint\n");
}

TEST_F(Streams, AStoppedJobWithoutACheckpointSaysSoOnOneLine) {
    const std::string pipe = scratch.path("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const pid_t child = start(scratch, "mexgen", {"graph:file=" + pipe, "-o", scratch.path("t.mxb"), "--quiet"});
    const int writer = open(pipe.c_str(), O_WRONLY);  // waits until the job reads the pipe
    for (int signals = 0; signals < 3; ++signals) kill(child, SIGTERM);
    const Ran ran = finish(scratch, child);
    close(writer);
    EXPECT_EQ(ran.status, 128 + SIGTERM);
    EXPECT_EQ(ran.err, "mexgen: stopped; nothing was saved\n");
}

TEST_F(Streams, ACheckpointOfAnotherJobIsNeverCalledResumable) {
    const std::string path = scratch.path("t.mxb"), foreign = path + ".checkpoint";
    spill(foreign, "a checkpoint of another job");
    const pid_t child = start(scratch, "mexgen", {"square:max=200000000", "-o", path, "--quiet"});
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    kill(child, SIGINT);
    const Ran ran = finish(scratch, child);
    EXPECT_NE(ran.status, 0);
    EXPECT_EQ(ran.err, "mexgen: stopped\n");
    EXPECT_EQ(slurp(foreign), "a checkpoint of another job");
    // The program is not asked about any position.
    const std::string asked = scratch.path("asked");
    const Words job{"program:name=heap", "-o", path, "--command", "tee " + asked + " >/dev/null"};
    expect_refusal(gen(job), 2, foreign + "\" that is not a checkpoint of this job");
    EXPECT_FALSE(std::filesystem::exists(asked));
}

TEST_F(Streams, WritingCountsEachPositionOnce) {
    const Ran ran = gen({"square-but-one:max=99999", "-o", scratch.path("t.mxb"), "--progress", "--quiet"});
    EXPECT_EQ(ran.status, 0);
    for (const std::string& line : lines_of(ran.err))
        if (line.starts_with("writing ")) expect_contains(line, " of 100,001 positions (");
}

TEST_F(Streams, AnEstimateSaysFromWhatItIsMade) {
    const auto from = [&](const Words& job) {
        Words words{"--estimate", "--json"};
        words.insert(words.end(), job.begin(), job.end());
        const auto estimate = parsed(gen(words));
        return std::pair(estimate["seconds_from"].get<std::string>(), estimate["table_bytes_from"].get<std::string>());
    };
    using Two = std::pair<std::string, std::string>;
    EXPECT_EQ(from({"tic-tac-toe"}), (Two{"game", "game"}));
    EXPECT_EQ(from({"mens-morris:men=7"}), (Two{"relatives", "relatives"}));
    EXPECT_EQ(from({"dobutsu-shogi"}), (Two{"sample", "usual"}));
    expect_contains(gen({"--estimate", "tic-tac-toe"}).out, ", measured: this game was solved\n");
    expect_contains(gen({"--estimate", "wythoff:max=3000"}).out, " estimated from the smaller games wythoff:max=");
    expect_contains(gen({"--estimate", "dobutsu-shogi"}).out, " estimated from the moves of a sample of ");
}

TEST_F(Streams, AJobWithoutALimitStaysBelowThatOfTheFastestMethod) {
#ifdef MEXBASE_SANITIZED
    GTEST_SKIP() << "sanitizers keep freed memory";
#endif
    for (Words job : {Words{"square-but-one:max=2000000"}, Words{"nim:piles=3,max=99"}}) {
        job.insert(job.end(), {"--threads", "2", "--json"});
        Words estimate = job;
        estimate.push_back("--estimate");
        const auto expected = parsed(gen(estimate));
        job.insert(job.end(), {"-o", scratch.path("t.mxb")});
        const auto done = parsed(gen(job));
        EXPECT_LE(done["peak_bytes"], expected["memory_bytes"]) << job[0];
    }
}

TEST_F(Streams, TheMemoryThatAMessageNamesSuffices) {
    for (const Words& job :
         {Words{"nim:piles=3,max=31"}, Words{"chess:KQK"}, Words{"domineering:board=grid-3x3"},
          Words{"square-but-one:max=9999", "--value", "nimber"}, Words{"wythoff:max=99", "--value", "nimber"},
          Words{"mens-morris:men=3"}, Words{"fair-shares:n=30"}, Words{"treblecross:max=12", "--value", "obliged"},
          Words{"node-kayles:board=grid-3x4"}, Words{"octal:code=0.07,max=999"},
          Words{"graph:file=" + std::string(MEXBASE_DATA) + "/boards/nims-island.dot"}})
        for (const char* little : {"1K", "20M", "21M"}) {
            Words words = job;
            words.insert(words.end(), {"-o", scratch.path("t.mxb"), "--quiet", "--memory", little});
            const Ran refused = gen(words);
            if (refused.status == 0) continue;
            const std::string before = "needs ";
            const std::size_t at = refused.err.find(before) + before.size();
            const std::size_t end = refused.err.find(" of memory", at);
            ASSERT_NE(end, std::string::npos) << refused.err;
            std::string size = refused.err.substr(at, end - at);
            std::erase(size, ' ');
            words.back() = size;
            const Ran ran = gen(words);
            EXPECT_EQ(ran.status, 0) << job[0] << " with " << size << ": " << ran.err;
        }
}

TEST_F(Streams, TheEstimateBeforeALongJobOnHeapsKeepsTheLimit) {
#ifdef MEXBASE_SANITIZED
    GTEST_SKIP() << "sanitizers keep freed memory";
#endif
    // A heap of 3,000,000 has three million moves. The period of these values is proven after a few hundred heaps.
    for (const char* memory : {"30M", "300M"}) {
        const Ran ran = gen({"octal:code=kayles,max=3000000", "-o", scratch.path("t.mxb"), "--json", "--memory", memory,
                             "--threads", "1"});
        ASSERT_EQ(ran.status, 0) << ran.err;
        EXPECT_LE(parsed(ran)["peak_bytes"], 30 << 20) << memory;
    }
}

TEST_F(Streams, LongPlaySucceedsWithAnyMemoryFromTheLeastOn) {
    const Words job{"subtraction:set=1-4-9,max=1000000"};  // play of up to 200,000 plies
    const auto estimate = parsed(gen({job[0], "--estimate", "--json"}));
    const std::uint64_t least = estimate["least_memory_bytes"], fastest = estimate["memory_bytes"];
    std::string bytes;
    for (std::uint64_t memory = least; memory <= fastest + (4 << 20); memory += 4 << 20) {
        const Ran ran =
            gen({job[0], "-o", scratch.path("t.mxb"), "--quiet", "--threads", "1", "--memory", std::to_string(memory)});
        ASSERT_EQ(ran.status, 0) << memory << ": " << ran.err;
        const std::string made = slurp(scratch.path("t.mxb"));
        if (bytes.empty()) bytes = made;
        EXPECT_EQ(made, bytes) << memory;
    }
}

TEST_F(Streams, AnEstimateWritesNoTable) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Ran text = gen({"--estimate", "chess:KQKR"});
    EXPECT_EQ(text.status, 0) << text.err;
    for (const char* said : {"time: ", "memory: ", "disk: "}) expect_contains(text.out, said);
    const auto object = parsed(gen({"tic-tac-toe", "--estimate", "--json"}));
    EXPECT_EQ(object["value"], "outcome");
    EXPECT_GT(object["options_per_position"], 1);
    EXPECT_LT(object["options_per_position"], 9);
    for (const char* guess : {"seconds", "memory_bytes", "table_bytes", "peak_bytes"})
        EXPECT_GT(object[guess], 0) << guess;
    EXPECT_EQ(object["possible"], true);
    EXPECT_EQ(object["relatives"].dump(), "[\"tic-tac-toe\"]");
    EXPECT_EQ(parsed(gen({"nim:piles=2,max=3", "--estimate", "--json"}))["scratch_bytes"], 0) << "it is not in slices";
    const auto slices = parsed(gen({"--estimate", "mens-morris:men=5", "--json"}));
    EXPECT_EQ(slices["scratch_bytes"], 0) << "all values fit into the memory";
    EXPECT_LT(slices["least_memory_bytes"], slices["memory_bytes"]);
    EXPECT_LT(slices["peak_bytes"], slices["memory_bytes"]);
    // Games read with and without predecessors, in lines, in layers, and as sums.
    for (const char* spec : {"chess:KRK", "graph:file=" MEXBASE_DATA "/boards/nims-island.dot", "nim:piles=3,max=9",
                             "treblecross:max=9", "octal:code=0.07,max=99", "domineering:board=grid-2x3"}) {
        const auto guess = parsed(gen({"--estimate", spec, "--json"}));
        EXPECT_GT(guess["sampled"], 0) << spec;
        EXPECT_GT(guess["options_per_position"], 0) << spec;
        EXPECT_LT(guess["seconds"], 1) << spec;
    }
    const std::string least = std::to_string(slices["least_memory_bytes"].get<std::uint64_t>());
    const auto on_disk = parsed(gen({"--estimate", "mens-morris:men=5", "--json", "--memory", least}));
    EXPECT_EQ(on_disk["scratch_bytes"], 2 * 1031271);
    EXPECT_EQ(on_disk["possible"], true);
    const auto impossible = parsed(gen({"--estimate", "mens-morris:men=5", "--json", "--memory", "21M"}));
    expect_contains(impossible["possible"].get<std::string>(), " of memory, and 21504 KiB are allowed");
    EXPECT_GT(impossible["least_memory_bytes"], 21 << 20);
    // Each slice has tables, which its first position in the sample fills.
    EXPECT_GE(parsed(gen({"--estimate", "mens-morris:men=7", "--json", "--memory", "64G"}))["sampled"], 1000);
    expect_refusal(gen({"--estimate", "nim:piles=2,max=3", "--value", "canonical"}), 2, "canonical");
    // An estimate of a job is refused with the message of the job.
    const std::vector<Words> refused = {{"square:max=1000000", "--memory", "1K"},
                                        {"wythoff:max=5", "--value", "nimber", "--play", "misere"},
                                        {"put-or-take-a-square:max=9,bound=99", "--value", "nimber"},
                                        {"octal:code=0.77,max=9", "--play", "misere"},
                                        {"col:board=path-12,play=impartial", "--memory", "1K"},
                                        {"mens-morris:men=5", "--memory", "21M"},
                                        {"domineering:board=grid-3x3", "--play", "misere"}};
    for (Words job : refused) {
        job.insert(job.end(), {"-o", scratch.path("refused")});
        const Ran solved = gen(job);
        EXPECT_NE(solved.status, 0) << job[0];
        job.push_back("--estimate");
        const Ran estimated = gen(job);
        EXPECT_EQ(estimated.err, solved.err) << job[0];
        EXPECT_EQ(estimated.status, solved.status) << job[0];
    }
    expect_refusal(gen({"--estimate", "program:name=heaps", "--command", "true"}), 2, "with --command");
    expect_refusal(gen({"nim:piles=2,max=3", "-o", "t", "--checkpoint", "0.05"}), 2,
                   "\"0.05\" is not a value of --checkpoint: expected a whole number in 0..1000000");
    expect_refusal(gen({"--estimate", "nmi"}), 2, "did you mean nim?");
    expect_refusal(gen({"--estimate", "chess:men=3", "--memory", "21M"}), 1,
                   "; a table of one material, such as chess:KRPKN, needs less");
}

TEST_F(Streams, ChecksAreObjectsInJson) {
    const std::string path = table("octal:code=kayles,max=200", {"--value", "nimber"});
    EXPECT_EQ(parsed(gen({"check", "nim:piles=2,max=3", "--json"})),
              json::parse(R"({"spec":"nim:piles=2,max=3","indices":16,"checked":16,"positions":16})"));
    const auto verified = parsed(gen({"verify", path, "--json", "--quiet"}));
    expect_fields(verified, {{"file", path}, {"spec", "octal:code=0.77,max=200"}, {"positions", 201}});
}

TEST_F(Streams, PositionsComeFromStandardInputWhereverTheyAreTaken) {
    const std::string path = table("nim:piles=2,max=3", {"--value", "nimber"});
    const std::string positions = "1,2\r\n\nwrong\n0,0\n0,1\n";
    EXPECT_EQ(query({"probe", path, "--stdin"}, positions).out, "1,2: *3\n0,0: 0\n0,1: *\n");
    const Ran best = query({"best", path, "--stdin"}, positions);
    expect_refusal(best, 2, "wrong");
    EXPECT_TRUE(best.out.starts_with("best of 1,2\n")) << best.out;
    EXPECT_TRUE(best.out.ends_with("best of 0,1\n0,0: 0\n")) << best.out;
    const Ran objects = query({"best", path, "--stdin", "--json"}, positions);
    ASSERT_EQ(lines_of(objects.out).size(), 4U) << objects.out;
    EXPECT_EQ(json::parse(lines_of(objects.out)[3])["position"], "0,1");
    expect_refusal(query({"best", path, "1,2", "--stdin"}), 2, "usage");
    const std::string outcomes = table("nim:piles=2,max=3");
    EXPECT_EQ(query({"line", outcomes, "--stdin"}, "0,1\n0,0\n").out,
              "line of 0,1\n0,1: win 1\n0,0: loss 0\nline of 0,0\n0,0: loss 0\n");
    EXPECT_EQ(gen({"value", "nim:piles=2,max=3", "--stdin"}, "1,2\n3,3\n").out, "1,2: *3\n3,3: 0\n");
    const Ran some = gen({"value", "nim:piles=2,max=3", "--stdin"}, "1,2\nx\n\n3,3\ny\n");
    EXPECT_EQ(some.status, 2);
    EXPECT_EQ(some.out, "1,2: *3\n3,3: 0\n");
    const Words refused = lines_of(some.err);
    ASSERT_EQ(refused.size(), 2U) << some.err;
    EXPECT_TRUE(refused[0].starts_with("mexgen: error: standard input:2: \"x\" ")) << refused[0];
    EXPECT_TRUE(refused[1].starts_with("mexgen: error: standard input:5: \"y\" ")) << refused[1];
    const Words answers =
        lines_of(gen({"value", "domineering:board=grid-2x3", "--stdin", "--json"}, ".##/.##\n../..\n###/.#.\n").out);
    ASSERT_EQ(answers.size(), 3U);
    EXPECT_EQ(json::parse(answers[0])["canonical"], "1");
    EXPECT_EQ(json::parse(answers[1])["error"], "bad_position");
    EXPECT_EQ(json::parse(answers[1])["message"], "\"../..\" is not a position: row 1 has 2 cells, expected 3");
    EXPECT_EQ(json::parse(answers[2])["canonical"], "0");
    expect_refusal(gen({"value", "nim:piles=2,max=3", "1,2", "--stdin"}), 2, "--stdin");
}

TEST_F(Streams, PositionsWithoutAnAnswerDoNotStopTheSearchOfTheOthers) {
    // Play from a and b need not end. The path from d to a is searched before the value of e is known.
    const std::string spec = "graph:file=" + scratch.write("loop.txt", "a b\nb a\nc e\nd a\nd e\nf d\nf e\ne g\n");
    const Ran ran = gen({"value", spec, "a", "c", "f", "nowhere", "e", "d", "g"});
    EXPECT_EQ(ran.status, 2);
    EXPECT_EQ(ran.out, "c: 0\ne: *\ng: 0\n");
    const std::string loop =
        ": graph is loopy here: play can come back to \"a\", but a search needs play that always ends\n";
    const std::string error = "mexgen: error: ";
    EXPECT_EQ(ran.err, error + loop.substr(2) + error + "\"f\"" + loop + error +
                           "\"nowhere\" is not a position of this game\n" + error + "\"d\"" + loop);
    const Ran objects = gen({"value", spec, "--json", "d", "e"});
    EXPECT_EQ(objects.status, 2);
    EXPECT_EQ(json::parse(objects.out)["nimber"], 1);
    EXPECT_EQ(lines_of(objects.err).size(), 1U) << objects.err;
    // A suggestion belongs to its own position.
    const Ran option = gen({"value", "nim:piles=1,max=3", "9", "--jsn"});
    ASSERT_EQ(lines_of(option.err).size(), 2U) << option.err;
    EXPECT_EQ(lines_of(option.err)[0].find("did you mean"), std::string::npos) << option.err;
    EXPECT_TRUE(lines_of(option.err)[1].ends_with("; did you mean --json?")) << option.err;
    expect_refusal(gen({"value", "nim:piles=1,max=3", "--value", "win"}), 2,
                   "--value must be nimber, obliged or canonical, not");
    expect_refusal(gen({"value", "nim:piles=1,max=3", "--value", "outcome"}), 2, "make a table");
    // The search for the first two takes too much memory.
    const Ran large = gen({"value", "subtraction:set=1-3-4,max=3000000", "--memory", "21M", "3000000", "2999999", "7"});
    EXPECT_EQ(large.status, 1);
    EXPECT_EQ(large.out, "7: 0\n");
    ASSERT_EQ(lines_of(large.err).size(), 2U) << large.err;
    for (const std::string& line : lines_of(large.err))
        EXPECT_TRUE(line.ends_with("; allow more with --memory SIZE")) << line;
}

TEST_F(Streams, RemotenessOfPartizanOutcomesIsPrintedWhereItIsAskedFor) {
    const std::string path = table("col:board=path-3", {"--value", "partizan-outcome"});
    EXPECT_EQ(query({"probe", path, "...", "B.."}).out, "...: P\nB..: R\n");
    const Ran probe = query({"probe", path, "--remoteness", "...", "B.B"});
    const auto of = [&](const std::string& position) { return parsed(query({"probe", path, "--json", position})); };
    const auto text = [&](const std::string& position) {
        const auto object = of(position);
        return position + ": " + std::string(object["class"]) + " (" + object["left_remoteness"].dump() +
               " plies if Left begins, " + object["right_remoteness"].dump() + " if Right does)\n";
    };
    EXPECT_EQ(probe.out, text("...") + text("B.B"));
    const Words plain = lines_of(query({"dump", path, "--csv"}).out);
    const Words more = lines_of(query({"dump", path, "--csv", "--remoteness"}).out);
    ASSERT_EQ(plain.size(), more.size());
    EXPECT_EQ(more[0], plain[0] + ",left_remoteness,right_remoteness");
    for (std::size_t i = 1; i < plain.size(); ++i) {
        const auto object = of(plain[i].substr(0, plain[i].find(',')));
        EXPECT_EQ(more[i], plain[i] + ',' + object["left_remoteness"].dump() + ',' + object["right_remoteness"].dump());
    }
    // The probed values of the positions on lines of best play.
    for (const std::string command : {"best", "line"}) {
        const Ran play = query({command, path, "B..", "--first", "right", "--remoteness"});
        ASSERT_FALSE(play.out.empty()) << play.err;
        for (const std::string& line : lines_of(play.out)) EXPECT_EQ(line + '\n', text(line.substr(0, 3)));
        EXPECT_EQ(query({command, path, "B..", "--first", "right"}).out.find("plies"), std::string::npos);
    }
    const std::string nimbers = table("nim:piles=1,max=3", {"--value", "nimber"});
    expect_refusal(query({"probe", nimbers, "--remoteness", "1"}), 2, "no remoteness");
    expect_refusal(query({"best", nimbers, "--remoteness", "1"}), 2, "no remoteness");
}

TEST_F(Streams, EveryCommandHasJson) {
    const std::string path = table("tic-tac-toe");
    const Words dumped = lines_of(query({"dump", path, "--json", "--count", "50"}).out);
    ASSERT_GT(dumped.size(), 5U);
    for (const std::string& line : dumped) {
        EXPECT_EQ(query({"probe", path, "--json", json::parse(line)["position"]}).out, line + '\n');
        if (&line - dumped.data() > 5) break;
    }
    const auto drawn = parsed(query({"draw", path, "start", "--json"}));
    EXPECT_EQ(drawn["svg"], query({"draw", path, "start"}).out);
    const auto bench = parsed(query({"bench", path, "--probes", "500", "--json"}));
    for (const char* row : {"first", "not_decoded", "decoded"})
        EXPECT_GE(bench[row]["p99_nanoseconds"], bench[row]["median_nanoseconds"]) << row;

    const Ran played = query({"play", path, "X:XX./OO./...", "--json"}, "nowhere\nc3\n");
    EXPECT_EQ(played.status, 0) << played.err;
    const Words states = lines_of(played.out);
    ASSERT_EQ(states.size(), 3U) << played.out;
    const auto first = json::parse(states[0]), last = json::parse(states[2]);
    EXPECT_EQ(first["turn"], "you");
    EXPECT_EQ(first["moves"][0]["move"], "c3");
    EXPECT_TRUE(json::parse(states[1]).contains("error"));
    EXPECT_EQ(last["winner"], "you");
    EXPECT_TRUE(last["moves"].empty());
    EXPECT_FALSE(first.contains("picture"));
    const Ran second = query({"play", path, "X:XX./OO./...", "--json", "--second", "--picture"});
    const auto begun = json::parse(lines_of(second.out).front());
    EXPECT_EQ(begun["turn"], "table");
    EXPECT_EQ(begun["picture"], "3 X X .\n2 O O .\n1 . . .\n  a b c   X to move");

    for (const char* program : {"mexgen", "mexquery"}) {
        const auto help = parsed(run(scratch, program, {"help", "--json"}));
        for (const auto& command : help["commands"])
            EXPECT_TRUE(command["name"] == "serve" || std::ranges::count(command["options"], "json") == 1)
                << program << ' ' << command["name"];
    }
}

}  // namespace streams_test
}  // namespace mexbase::test
