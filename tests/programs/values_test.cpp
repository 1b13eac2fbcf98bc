// SPDX-License-Identifier: MIT
// Output of both programs for nimbers, obliged pairs and sums.
#include <csignal>

#include "program.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test {
namespace values_test {

class Values : public Programs {
  protected:
    std::string values(const std::string& spec, const std::string& kind) { return table(spec, {"--value", kind}); }
    /// Expects bad usage with a message that contains `words`.
    static void expect_bad(const Ran& ran, const std::string& words) { expect_refusal(ran, 2, words); }
    std::string island() {
        spill(scratch.path("g.dot"), "digraph g { v0; v1; v2; v0 -> v1; v0 -> v2; v1 -> v0; }\n");
        return "graph:file=" + scratch.path("g.dot");
    }
};

TEST_F(Values, NimbersAreProbedDumpedAndListed) {
    const std::string t = values("square-but-one:max=100,add=even", "nimber");
    EXPECT_EQ(query({"probe", t, "0", "1", "2", "3", "4"}).out, "0: 0\n1: *\n2: inf{1}\n3: inf{}\n4: inf{0}\n");
    EXPECT_EQ(query({"dump", t, "--csv", "--count", "5"}).out,
              "position,nimber\n0,0\n1,1\n2,inf{1}\n3,inf{}\n4,inf{0}\n");
    const auto finite = parsed({"probe", t, "--json", "1"});
    EXPECT_EQ(finite["nimber"], 1);
    EXPECT_FALSE(finite.contains("infinite"));
    const auto infinite = parsed({"probe", t, "--json", "4"});
    expect_fields(infinite, {{"nimber", nullptr}, {"infinite", json::array({0})}});
    EXPECT_EQ(query({"best", t, "6"}).out, "5: 0\n2: inf{1}\n7: inf{}\n") << "lost ones first, then drawn";
    expect_bad(query({"line", t, "6"}), "outcome");
    const auto info = parsed({"info", t, "--json"});
    EXPECT_EQ(info["value"], "nimber");
    EXPECT_EQ(info["histogram"]["0"], 2);
    EXPECT_EQ(info["histogram"]["inf"], 98);
    EXPECT_EQ(info["largest_nimber"], 1);
}

TEST_F(Values, ProvenPeriodsAnswerAnyHeap) {
    const std::string t = values("octal:code=kayles,max=200", "nimber");
    EXPECT_EQ(query({"probe", t, "5", "3+4", "1000000"}).out, "5: *4\n3+4: *2\n1000000: *\n");
    const std::string huge = "1" + std::string(60, '0');
    EXPECT_EQ(query({"probe", t, huge}).status, 0);
    expect_contains(query({"info", t}).out, "period 12 from 71 on: proven");
    const auto sum = parsed({"probe", t, "--json", "3+4"});
    expect_fields(sum, {{"nimber", 2}, {"index", nullptr}});
    const std::string g = values("grundy:max=200", "nimber");
    expect_bad(query({"probe", g, "201"}), "not in this table");
    expect_bad(query({"probe", g, huge}), "not in this table");
}

TEST_F(Values, OnlyProbeTakesHeapsThatHaveNoIndex) {
    const std::string t = table("octal:code=kayles,max=1000"), largest = "18446744073709551614";
    const std::string larger = "18446744073709551615";  // 2^64 - 1
    EXPECT_EQ(query({"probe", t, larger}).status, 0);
    EXPECT_EQ(query({"sum", t, largest, t, "5"}).status, 0);
    const std::string says =
        "is not in this table: only probe takes 2^64 - 1 stones or more, and only in a table with "
        "a proven period";
    for (const Words& words :
         {Words{"sum", t, larger, t, "5"}, {"best", t, larger}, {"draw", t, larger}, {"best", t, "5+" + larger + "0"}})
        expect_refusal(query(words), 2, says);
}

TEST_F(Values, ObligedPairsAreProbedDumpedAndSummed) {
    const std::string t = values("octal:code=0.77,max=100", "obliged");
    EXPECT_EQ(query({"probe", t, "0", "1", "2", "5", "1+4"}).out, "0: 01\n1: 10\n2: 11\n5: 01\n1+4: 01\n");
    EXPECT_EQ(query({"dump", t, "--csv", "--count", "3"}).out, "position,obliged\n0,01\n1,10\n2,11\n");
    EXPECT_EQ(parsed({"probe", t, "--json", "1"})["obliged"], "10");
    const std::string k = values("knight:size=12", "obliged");
    // Ferguson, Obliged sums of games, example 2.
    EXPECT_EQ(query({"sum", "--obliged", k, "3,4", k, "5,3", k, "4,9", k, "6,4"}).out,
              "11\nmove normal: 1: 3,4 -> 1,5\nmove misere: 1: 3,4 -> 1,3\n");
    EXPECT_EQ(query({"sum", "--obliged", "--begun", "2", k, "3,4", k, "5,3"}).out.substr(0, 2), "00");
    expect_bad(query({"sum", "--begun", "1", k, "3,4"}), "--obliged");
    expect_bad(query({"sum", "--obliged", "--begun", "3", k, "3,4", k, "5,3"}), "--begun");
    expect_bad(query({"sum", k, "3,4"}), "nimber");
    expect_bad(query({"line", k, "3,4"}), "outcome");
}

TEST_F(Values, SumsSayWhoWinsAndHow) {
    const std::string t = values(island(), "nimber"), h = values("octal:code=0.77,max=100", "nimber");
    EXPECT_EQ(query({"probe", t, "v0", "v1", "v2"}).out, "v0: *\nv1: 0\nv2: 0\n");
    EXPECT_EQ(query({"sum", t, "v0", t, "v1"}).out, "win\nmove: 1: v0 -> v2\n");
    EXPECT_EQ(query({"sum", t, "v1", t, "v2"}).out, "loss\n");
    EXPECT_EQ(query({"sum", t, "v0", h, "1"}).out, "loss\n");
    EXPECT_EQ(query({"sum", t, "v0", h, "3+4"}).out.substr(0, 4), "win\n");
    const std::string b = values("square-but-one:max=50", "nimber");
    EXPECT_EQ(query({"sum", b, "2", h, "1"}).out, "win\nmove: 1: 2 -> 1\n") << "inf{1} and *";
    EXPECT_EQ(query({"sum", b, "2", b, "3"}).out.substr(0, 11), "draw\nmove: ");
    EXPECT_EQ(query({"sum", h, "5+3", "*2"}).out.substr(0, 4), "win\n");  // * and *3 and *2
    EXPECT_EQ(query({"sum", h, "2", "*2"}).out, "loss\n");
    expect_refusal(query({"sum", h, "5", "3"}), 2, "write *3 for the nimber");
    EXPECT_EQ(query({"sum", "*2"}).out, "win\nmove: 1: *2 -> 0\n");
    EXPECT_EQ(query({"sum", "*3", h, "2", "--json"}).out,
              R"({"outcome":"win","move":{"component":1,"from":"*3","to":"*2"}})"
              "\n");
    EXPECT_EQ(query({"sum", h, "1", "^^"}).out.substr(0, 2), "L\n");
    expect_bad(query({"sum", t, "v0", h}), "FILE POSITION");
    expect_bad(query({"sum", t, "v9"}), "v9");
    const std::string o = values("square:max=50", "outcome");
    expect_bad(query({"sum", t, "v0", o, "3"}), "outcome");
    EXPECT_EQ(query({"sum", t, "v0", scratch.path("none"), "3"}).status, 1);
}

TEST_F(Values, WhatAGameCannotHaveIsRefused) {
    const auto make = [&](const std::string& spec, const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {spec, "-o", scratch.path("x"), "--quiet"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return gen(arguments);
    };
    for (const char* code : {"0.8z", "", "0.0", "0."})
        expect_bad(make("octal:code=" + std::string(code) + ",max=10", {}), "code");
    expect_bad(make("octal:code=0.77", {}), "max");
    expect_bad(make("octal:code=0.77,max=5,total=5", {}), "total");
    for (const char* play : {"normal", "misere"})
        for (const char* spec : {"octal:code=0.77,max=10", "grundy:max=10"})
            expect_bad(make(spec, {"--value", "outcome", "--play", play}), "total=N");
    expect_bad(make("wythoff:max=5", {"--value", "nimber", "--play", "misere"}), "misere");
    expect_bad(make("wythoff:max=5", {"--value", "obliged", "--play", "misere"}), "play");
    expect_bad(make("put-or-take-a-square:max=10,bound=100", {"--value", "nimber"}), "bound");
    expect_bad(make(island(), {"--value", "obliged"}), "loopy");
    expect_bad(make("nim:piles=2,max=3", {"--value", "canonical"}), "canonical");
    expect_bad(make("nim:piles=2,max=3", {"--value", "nimbers"}), "--value");
    EXPECT_FALSE(std::filesystem::exists(scratch.path("x")));
    EXPECT_EQ(make("octal:code=0.77,total=8", {"--play", "misere"}).status, 0);
    expect_contains(gen({"describe", "octal"}).out, "values: nimber (default), obliged, outcome");
}

/// Kills a job as soon as it has a checkpoint, and restarts it. `at_once`: a checkpoint appears complete or not at all,
/// so that the job resumes from it.
void expect_to_survive_a_kill(const Scratch& scratch, const std::string& spec, bool at_once) {
    const std::string whole = scratch.path("whole.mxb"), killed = scratch.path("killed.mxb");
    const auto arguments = [&](const std::string& path) {
        return std::vector<std::string>{spec, "-o", path, "--checkpoint", "1"};
    };
    ASSERT_EQ(run(scratch, "mexgen", arguments(whole)).status, 0);
    EXPECT_FALSE(std::filesystem::exists(whole + ".checkpoint"));
    const pid_t child = start(scratch, "mexgen", arguments(killed));
    if (!wait_for_file(child, killed + ".checkpoint")) GTEST_SKIP() << "done before it saved anything";
    kill(child, SIGKILL);
    const Ran first = finish(scratch, child);
    if (first.status == 0) GTEST_SKIP() << "done before it was killed";
    EXPECT_FALSE(std::filesystem::exists(killed));
    const Ran second = run(scratch, "mexgen", arguments(killed));
    EXPECT_EQ(second.status, 0) << second.err;
    if (at_once) {
        expect_contains(second.out, "resumed from a checkpoint");
    }
    EXPECT_TRUE(slurp(killed) == slurp(whole));
    EXPECT_FALSE(std::filesystem::exists(killed + ".checkpoint"));
}

TEST_F(Values, AKilledSweepGoesOnWhereItWasSaved) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_to_survive_a_kill(scratch, "grundy:max=400000", false);
}

TEST_F(Values, AKilledSweepOfALoopyGameGoesOnToo) {
    MEXBASE_SKIP_IN_SANITIZERS();
    expect_to_survive_a_kill(scratch, "mens-morris:men=5", true);
}

}  // namespace values_test
}  // namespace mexbase::test
