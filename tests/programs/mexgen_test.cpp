// SPDX-License-Identifier: MIT
// Output and exit status of mexgen and mexquery: the contract of their command lines.
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "program.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test {
namespace mexgen_test {

using Mexgen = Programs;

std::vector<std::string> names_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

TEST_F(Mexgen, JsonSummaryHasTheKeysOfTheContract) {
    const Ran ran = gen({"square-but-one:max=100", "-o", scratch.path("t.mxb"), "--json"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    const auto summary = parsed(ran);
    for (const char* key : {"spec", "value", "play", "positions", "indices", "histogram", "longest_remoteness",
                            "largest_nimber", "seconds", "exploring_seconds", "solving_seconds", "packing_seconds",
                            "positions_per_second", "peak_bytes", "file_bytes", "bits_per_position"})
        EXPECT_TRUE(summary.contains(key)) << key;
    expect_fields(summary, {{"spec", "square-but-one:max=100,add=even"}, {"positions", 101}, {"indices", 102}});
    EXPECT_EQ(summary["histogram"]["loss"], 2);
    EXPECT_EQ(summary["file_bytes"], std::filesystem::file_size(scratch.path("t.mxb")));
    const auto info = parsed({"info", scratch.path("t.mxb"), "--json"});
    expect_fields(info, {{"histogram", summary["histogram"]}, {"longest_remoteness", summary["longest_remoteness"]}});
    ASSERT_FALSE(info["streams"].empty());
    for (const char* key : {"name", "codec", "block", "bits_per_symbol", "bytes"})
        EXPECT_TRUE(info["streams"][0].contains(key)) << key;
}

TEST_F(Mexgen, SameBytesForEveryThreadCountAndMemoryBudget) {
    MEXBASE_SKIP_IN_SANITIZERS();
    // The smaller budget fits ranges of cells, but not counters.
    const struct {
        std::string spec, little_memory;
    } cases[] = {{"fair-shares:n=80", "60M"}, {"put-or-take-a-square:max=5000,bound=200000", "26M"}};
    for (const auto& [spec, little_memory] : cases) {
        ASSERT_EQ(gen({spec, "-o", scratch.path("one.mxb"), "--threads", "1"}).status, 0);
        const std::string one = slurp(scratch.path("one.mxb"));
        for (const std::vector<std::string>& flags : std::initializer_list<std::vector<std::string>>{
                 {"--threads", "2"}, {"--threads", "4"}, {"--threads", "1", "--memory", little_memory}}) {
            std::vector<std::string> arguments = {spec, "-o", scratch.path("other.mxb")};
            arguments.insert(arguments.end(), flags.begin(), flags.end());
            const Ran ran = gen(arguments);
            ASSERT_EQ(ran.status, 0) << spec << " " << flags.back() << " " << ran.err;
            EXPECT_TRUE(one == slurp(scratch.path("other.mxb"))) << spec << " " << flags.front() << " " << flags.back();
        }
    }
    expect_refusal(gen({"square:max=1000000", "-o", scratch.path("t.mxb"), "--memory", "1K"}), 1, "memory");
}

TEST_F(Mexgen, TablesOfNimAndWythoffAreNoLargerThanInTheFirstVersion) {
    // Their remotenesses repeat over distances that are longer than a small block.
    for (const auto& [spec, bytes] : {std::pair("nim:piles=3,max=63", 19'732U), {"wythoff:max=500", 26'658U}})
        EXPECT_LE(std::filesystem::file_size(table(spec)), bytes) << spec;
}

TEST_F(Mexgen, BadInputGetsOneLineAndLosesNothing) {
    const std::string table = this->table("square:max=10"), before = slurp(table);
    expect_refusals(
        "mexgen",
        {
            {{"no-such-game:max=3", "-o", table}, 2, "no-such-game"},
            {{"square:max=3,colour=red", "-o", table}, 2, "colour"},
            {{"square", "-o", table}, 2, "max"},
            {{"square:max=-1", "-o", table}, 2, "max"},
            {{"square:max=3,max=4", "-o", table}, 2, "twice"},
            {{"square:max", "-o", table}, 2, "key=value"},
            {{"fair-shares:n=0", "-o", table}, 2, "n"},
            {{"fair-shares:n=1000000", "-o", table}, 2, "n"},
            {{"square-but-one:max=9,add=both", "-o", table}, 2, "even or odd"},
            {{"graph:file=" + scratch.write("undirected.dot", "digraph g {\n  a;\n  b;\n  a -> b;\n  b -- c;\n}\n"),
              "-o", table},
             2,
             "undirected.dot:5"},
            {{"graph:file=" + scratch.write("broken.dot", "digraph g {\n  a -> ;\n"), "-o", table}, 2, "broken.dot"},
            {{"graph:file=" + scratch.write("empty.dot", ""), "-o", table}, 2, "empty.dot"},
            {{"graph:file=" + scratch.path("absent.dot"), "-o", table}, 1, "absent.dot"},
            {{"square:max=3", "-o", scratch.path("no/such/folder/t.mxb")}, 1, "no/such/folder"},
            {{"square:max=3", "-o", scratch.path()}, 1, scratch.path()},
            {{"square:max=3", "-o", table, "--scratch", "/no/such/folder"}, 1, "/no/such/folder"},
            {{"--estimate", "square:max=3", "--tmpdir", table}, 1, "expected a folder"},
            {{"square:max=3", "-o", "/dev/full"}, 1, "/dev/full"},
            {{"square:max=3"}, 2, "-o"},
            {{"square:max=3", "-o", table, "--value", "beauty"}, 2, "--value"},
            {{"square:max=3", "-o", table, "--value", "canonical"}, 2, "canonical"},
            {{"square:max=3", "-o", table, "--play", "fair"}, 2, "--play"},
            {{"square:max=3", "-o", table, "--threads", "0"}, 2, "--threads"},
            {{"square:max=3", "-o", table, "--memory", "lots"}, 2, "lots"},
            {{"square:max=3", "-o", table, "--memory", "37"}, 2, "--memory 37 is 37 bytes; write 37M"},
            {{"rules/take.py", "-o", table}, 2, "program:name=NAME --command 'python3 rules/take.py'"},
            {{"square:max=3", "-o", table, "--codec", "lzma"}, 2, "lzma"},
            {{"square:max=3", "-o", table, "--frobnicate"}, 2, "--frobnicate"},
            {{"--frobnicate"}, 2, "--frobnicate"},
            {{"verify", table, "--play", "misere"}, 2, "--play"},
            {{"list", "-o", table}, 2, "unknown option \"-o\""},
            {{"square:max=3", "-o", table, "extra"}, 2, "extra"},
            {{"square:max=3", "-o"}, 2, "-o"},
            {{}, 2, "--help"},
            {{"describe"}, 2, "describe"},
            {{"describe", "draughts"}, 2, "draughts"},
            {{"verify", scratch.path("absent.mxb")}, 1, "absent.mxb"},
            {{"verify", scratch.path("broken.dot")}, 1, "broken.dot"},
            {{"list", "extra"}, 2, "extra"},
        });
    EXPECT_EQ(slurp(table), before);
}

TEST_F(Mexgen, FullDiskIsAnErrorAndTheOlderTableSurvives) {
    const std::string table = this->table("square:max=10"), before = slurp(table);
    const auto small_files = [] {
        const rlimit limit{4096, 4096};
        setrlimit(RLIMIT_FSIZE, &limit);
    };
    const Ran ran = run(scratch, "mexgen", {"square:max=300000", "-o", table, "--codec", "raw"}, "", small_files);
    expect_refusal(ran, 1, table);
    EXPECT_EQ(slurp(table), before);
    EXPECT_EQ(names_in(scratch.path()), (std::vector<std::string>{"stderr", "stdin", "stdout", "table0.mxb"}));
}

TEST_F(Mexgen, KilledAtAnyMomentLeavesNothingUnderTheName) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const std::string table = scratch.path("t.mxb");
    const std::vector<std::string> job = {"subtraction:set=1-4-9,max=300000", "-o", table, "--quiet"};
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(gen(job).status, 0);
    const auto whole = std::chrono::steady_clock::now() - begin;
    std::filesystem::remove(table);
    int killed = 0;
    constexpr int rounds = 25;
    for (int round = 0; round < rounds; ++round) {
        const pid_t child = start(scratch, "mexgen", job);
        std::this_thread::sleep_for(whole * round / rounds);
        kill(child, SIGKILL);
        const Ran ran = finish(scratch, child);
        ASSERT_TRUE(ran.status == 0 || ran.status == 128 + SIGKILL) << ran.status << ran.err;
        killed += ran.status == 0 ? 0 : 1;
        // No table or, if the kill came after the end, the whole table.
        if (std::filesystem::exists(table)) {
            EXPECT_EQ(gen({"verify", table}).status, 0);
            std::filesystem::remove(table);
        } else {
            EXPECT_EQ(ran.status, 128 + SIGKILL);
        }
    }
    EXPECT_GT(killed, rounds / 4);
}

TEST_F(Mexgen, InterruptRemovesEverythingButAnOlderTable) {
    const std::string table = this->table("square:max=10"), before = slurp(table);
    const pid_t child = start(scratch, "mexgen", {"square:max=20000000", "-o", table, "--quiet"});
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    kill(child, SIGINT);
    const Ran ran = finish(scratch, child);
    EXPECT_EQ(ran.status, 128 + SIGINT) << ran.err;
    EXPECT_EQ(slurp(table), before);
    EXPECT_EQ(names_in(scratch.path()), (std::vector<std::string>{"stderr", "stdin", "stdout", "table0.mxb"}));
}

TEST_F(Mexgen, ClosedAndFullStreamsEndInAStatusAndNoCrash) {
    const std::string table = scratch.path("t.mxb");
    const auto onto = [](int stream, const char* path) {
        return [stream, path] {
            close(stream);
            if (path != nullptr && open(path, O_WRONLY) != stream) _exit(126);
        };
    };
    for (const char* path : {static_cast<const char*>(nullptr), "/dev/full"}) {
        EXPECT_EQ(run(scratch, "mexgen", {"no-such-game:max=1", "-o", table}, "", onto(2, path)).status, 2);
        EXPECT_EQ(run(scratch, "mexquery", {"frobnicate"}, "", onto(2, path)).status, 2);
        EXPECT_EQ(run(scratch, "mexgen", {"list"}, "", onto(1, path)).status, 1);
    }
}

TEST_F(Mexgen, CheckLooksAtTheRulesWithoutATable) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Ran all = gen({"check", "fair-shares:n=012", "--threads", "1"});
    EXPECT_EQ(all.status, 0) << all.err;
    EXPECT_EQ(all.out, "fair-shares:n=12: all 77 indices checked, 77 positions, nothing wrong\n");
    const Ran some = gen({"check", "square-but-one:max=3000000"});
    EXPECT_EQ(some.status, 0) << some.err;
    expect_contains(some.out, " of 3,000,002 indices checked, ");
    // Many moves per position without predecessors; layers; two players.
    for (const char* spec :
         {"wythoff:max=1100", "octal:code=0.77,max=1100000", "knight:size=800", "nogo:board=path-14"})
        EXPECT_EQ(gen({"check", spec}).status, 0) << spec;
    EXPECT_EQ(gen({"check", "nim", "--quiet"}).out, "");
    expect_refusal(gen({"check"}), 2, "mexgen check SPEC");
    expect_refusal(gen({"check", "nimm"}), 2, "nimm");
    expect_refusal(gen({"check", "nim", "--play", "misere"}), 2, "--play");
}

TEST_F(Mexgen, DescribesAFamily) {
    const std::string chess = gen({"describe", "chess"}).out;
    expect_contains(chess, "as KQKR; written without its name; may be left out)");
    EXPECT_EQ(gen({"describe", "chess:KQKR"}).out, chess) << "of a spec the family counts";
}

TEST_F(Mexgen, AndMexqueryHaveTheVersionOfTheNewestHeadingOfTheChangelog) {
    const std::string changes = slurp(MEXBASE_DATA "/../CHANGELOG.md");
    const std::size_t heading = changes.find("\n## ") + 4;
    const std::string newest = changes.substr(heading, changes.find_first_of(",\n", heading) - heading);
    for (const std::string program : {"mexgen", "mexquery"})
        EXPECT_EQ(run(scratch, program, {"--version"}).out, program + " " + newest + "\n");
}

}  // namespace mexgen_test
}  // namespace mexbase::test
