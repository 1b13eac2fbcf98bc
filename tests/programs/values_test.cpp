// SPDX-License-Identifier: MIT
// Output of both programs for nimbers, obliged pairs and sums.
#include <csignal>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace mexbase::test {
namespace values_test {

class Values : public ::testing::Test {
  protected:
    /// Makes the table `name` of `spec` and returns its path.
    std::string table(const std::string& name, const std::string& spec, const std::string& kind) {
        const std::string path = scratch.path(name);
        const Ran ran = run(scratch, "mexgen", {spec, "-o", path, "--quiet", "--value", kind});
        EXPECT_EQ(ran.status, 0) << ran.err;
        EXPECT_EQ(ran.out + ran.err, "");
        return path;
    }
    Ran query(const std::vector<std::string>& arguments, const std::string& input = "") {
        return run(scratch, "mexquery", arguments, input);
    }
    /// Expects bad usage with a message of one line that contains `words`.
    void expect_refusal(const Ran& ran, const std::string& words) {
        EXPECT_EQ(ran.status, 2) << ran.out << ran.err;
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
        EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
    }
    std::string island() {
        spill(scratch.path("g.dot"), "digraph g { v0; v1; v2; v0 -> v1; v0 -> v2; v1 -> v0; }\n");
        return "graph:file=" + scratch.path("g.dot");
    }
    Scratch scratch;
};

TEST_F(Values, NimbersAreProbedDumpedAndListed) {
    const std::string t = table("a", "square-but-one:max=100,add=even", "nimber");
    EXPECT_EQ(query({"probe", t, "0", "1", "2", "3", "4"}).out, "0: 0\n1: *\n2: inf{1}\n3: inf{}\n4: inf{0}\n");
    EXPECT_EQ(query({"dump", t, "--csv", "--count", "5"}).out,
              "position,nimber\n0,0\n1,1\n2,inf{1}\n3,inf{}\n4,inf{0}\n");
    const auto finite = nlohmann::json::parse(query({"probe", t, "--json", "1"}).out);
    EXPECT_EQ(finite["nimber"], 1);
    EXPECT_FALSE(finite.contains("infinite"));
    const auto infinite = nlohmann::json::parse(query({"probe", t, "--json", "4"}).out);
    EXPECT_TRUE(infinite["nimber"].is_null());
    EXPECT_EQ(infinite["infinite"], nlohmann::json::array({0}));
    EXPECT_EQ(query({"best", t, "6"}).out, "5: 0\n2: inf{1}\n7: inf{}\n") << "lost ones first, then drawn";
    expect_refusal(query({"line", t, "6"}), "outcome");
    const auto info = nlohmann::json::parse(query({"info", t, "--json"}).out);
    EXPECT_EQ(info["value"], "nimber");
    EXPECT_EQ(info["histogram"]["0"], 2);
    EXPECT_EQ(info["histogram"]["inf"], 98);
    EXPECT_EQ(info["largest_nimber"], 1);
}

TEST_F(Values, ProvenPeriodsAnswerAnyHeap) {
    const std::string t = table("k", "octal:code=kayles,max=200", "nimber");
    EXPECT_EQ(query({"probe", t, "5", "3+4", "1000000"}).out, "5: *4\n3+4: *2\n1000000: *\n");
    const std::string huge = "1" + std::string(60, '0');
    EXPECT_EQ(query({"probe", t, huge}).status, 0);
    EXPECT_NE(query({"info", t}).out.find("period 12 from 71 on: proven"), std::string::npos);
    const auto sum = nlohmann::json::parse(query({"probe", t, "--json", "3+4"}).out);
    EXPECT_EQ(sum["nimber"], 2);
    EXPECT_TRUE(sum["index"].is_null());
    const std::string g = table("g", "grundy:max=200", "nimber");
    expect_refusal(query({"probe", g, "201"}), "not in this table");
    expect_refusal(query({"probe", g, huge}), "not in this table");
}

TEST_F(Values, ObligedPairsAreProbedDumpedAndSummed) {
    const std::string t = table("o", "octal:code=0.77,max=100", "obliged");
    EXPECT_EQ(query({"probe", t, "0", "1", "2", "5", "1+4"}).out, "0: 01\n1: 10\n2: 11\n5: 01\n1+4: 01\n");
    EXPECT_EQ(query({"dump", t, "--csv", "--count", "3"}).out, "position,obliged\n0,01\n1,10\n2,11\n");
    EXPECT_EQ(nlohmann::json::parse(query({"probe", t, "--json", "1"}).out)["obliged"], "10");
    const std::string k = table("n", "knight:size=12", "obliged");
    // Ferguson, Obliged sums of games, example 2.
    EXPECT_EQ(query({"sum", "--obliged", k, "3,4", k, "5,3", k, "4,9", k, "6,4"}).out,
              "11\nmove normal: 1: 3,4 -> 1,5\nmove misere: 1: 3,4 -> 1,3\n");
    EXPECT_EQ(query({"sum", "--obliged", "--begun", "2", k, "3,4", k, "5,3"}).out.substr(0, 2), "00");
    expect_refusal(query({"sum", "--begun", "1", k, "3,4"}), "--obliged");
    expect_refusal(query({"sum", "--obliged", "--begun", "3", k, "3,4", k, "5,3"}), "--begun");
    expect_refusal(query({"sum", k, "3,4"}), "nimber");
    expect_refusal(query({"line", k, "3,4"}), "outcome");
}

TEST_F(Values, SumsSayWhoWinsAndHow) {
    const std::string t = table("l", island(), "nimber"), h = table("h", "octal:code=0.77,max=100", "nimber");
    EXPECT_EQ(query({"probe", t, "v0", "v1", "v2"}).out, "v0: *\nv1: 0\nv2: 0\n");
    EXPECT_EQ(query({"sum", t, "v0", t, "v1"}).out, "win\nmove: 1: v0 -> v2\n");
    EXPECT_EQ(query({"sum", t, "v1", t, "v2"}).out, "loss\n");
    EXPECT_EQ(query({"sum", t, "v0", h, "1"}).out, "loss\n");
    EXPECT_EQ(query({"sum", t, "v0", h, "3+4"}).out.substr(0, 4), "win\n");
    const std::string b = table("b", "square-but-one:max=50", "nimber");
    EXPECT_EQ(query({"sum", b, "2", h, "1"}).out, "win\nmove: 1: 2 -> 1\n") << "inf{1} and *";
    EXPECT_EQ(query({"sum", b, "2", b, "3"}).out.substr(0, 11), "draw\nmove: ");
    expect_refusal(query({"sum", t, "v0", h}), "FILE POSITION");
    expect_refusal(query({"sum", t, "v9"}), "v9");
    const std::string o = table("o", "square:max=50", "outcome");
    expect_refusal(query({"sum", t, "v0", o, "3"}), "outcome");
    EXPECT_EQ(query({"sum", t, "v0", scratch.path("none"), "3"}).status, 1);
}

TEST_F(Values, WhatAGameCannotHaveIsRefused) {
    const auto make = [&](const std::string& spec, const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {spec, "-o", scratch.path("x"), "--quiet"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(scratch, "mexgen", arguments);
    };
    for (const char* code : {"0.8z", "", "0.0", "0."})
        expect_refusal(make("octal:code=" + std::string(code) + ",max=10", {}), "code");
    expect_refusal(make("octal:code=0.77", {}), "max");
    expect_refusal(make("octal:code=0.77,max=5,total=5", {}), "total");
    for (const char* play : {"normal", "misere"})
        for (const char* spec : {"octal:code=0.77,max=10", "grundy:max=10"})
            expect_refusal(make(spec, {"--value", "outcome", "--play", play}), "total=N");
    expect_refusal(make("wythoff:max=5", {"--value", "nimber", "--play", "misere"}), "misere");
    expect_refusal(make("wythoff:max=5", {"--value", "obliged", "--play", "misere"}), "play");
    expect_refusal(make("put-or-take-a-square:max=10,bound=100", {"--value", "nimber"}), "bound");
    expect_refusal(make(island(), {"--value", "obliged"}), "loopy");
    expect_refusal(make("nim:piles=2,max=3", {"--value", "canonical"}), "canonical");
    expect_refusal(make("nim:piles=2,max=3", {"--value", "nimbers"}), "--value");
    EXPECT_FALSE(std::filesystem::exists(scratch.path("x")));
    EXPECT_EQ(make("octal:code=0.77,total=8", {"--play", "misere"}).status, 0);
    EXPECT_NE(run(scratch, "mexgen", {"describe", "octal"}).out.find("values: nimber (default), obliged, outcome"),
              std::string::npos);
}

/// Kills a job as soon as it has a checkpoint, and restarts it. `at_once`: a checkpoint appears complete or not at all,
/// so that the job resumes from it.
void expect_to_survive_a_kill(Scratch& scratch, const std::string& spec, bool at_once) {
    const std::string whole = scratch.path("whole.mxb"), killed = scratch.path("killed.mxb");
    const auto arguments = [&](const std::string& path) {
        return std::vector<std::string>{spec, "-o", path, "--checkpoint", "1"};
    };
    ASSERT_EQ(run(scratch, "mexgen", arguments(whole)).status, 0);
    EXPECT_FALSE(std::filesystem::exists(whole + ".checkpoint"));
    const pid_t child = start(scratch, "mexgen", arguments(killed));
    // It saves after one second, most of which it sleeps.
    while (!std::filesystem::exists(killed + ".checkpoint") && waitpid(child, nullptr, WNOHANG) == 0) {
        kill(child, SIGSTOP);
        usleep(150'000);
        kill(child, SIGCONT);
        usleep(10'000);
    }
    if (!std::filesystem::exists(killed + ".checkpoint")) GTEST_SKIP() << "done before it saved anything";
    kill(child, SIGKILL);
    const Ran first = finish(scratch, child);
    if (first.status == 0) GTEST_SKIP() << "done before it was killed";
    EXPECT_FALSE(std::filesystem::exists(killed));
    const Ran second = run(scratch, "mexgen", arguments(killed));
    EXPECT_EQ(second.status, 0) << second.err;
    if (at_once) {
        EXPECT_NE(second.out.find("resumed from a checkpoint"), std::string::npos) << second.out;
    }
    EXPECT_TRUE(slurp(killed) == slurp(whole));
    EXPECT_FALSE(std::filesystem::exists(killed + ".checkpoint"));
}

TEST_F(Values, AKilledSweepGoesOnWhereItWasSaved) {
    expect_to_survive_a_kill(scratch, "grundy:max=400000", false);
}

TEST_F(Values, AKilledSweepOfALoopyGameGoesOnToo) {
    expect_to_survive_a_kill(scratch, "mens-morris:men=5", true);
}

TEST_F(Values, OfSinglePositionsNeedNoTable) {
    const Ran nimbers = run(scratch, "mexgen", {"value", "col:board=path-3,play=impartial", "start", "B.."});
    EXPECT_EQ(nimbers.status, 0) << nimbers.err;
    EXPECT_EQ(nimbers.out, "start: *\nB..: *2\n");
    const Ran forms = run(scratch, "mexgen", {"value", "cutthroat:board=path-3", "WBW", "BWB", "BBB"});
    EXPECT_EQ(forms.status, 0) << forms.err;
    EXPECT_EQ(forms.out, "WBW: ^\nBWB: v\nBBB: 0\n");
    expect_refusal(run(scratch, "mexgen", {"value", island(), "v0"}), "loopy here: play can come back to \"v0\"");
    EXPECT_EQ(run(scratch, "mexgen", {"value", island(), "v2"}).out, "v2: 0\n") << "from there play ends";
}

}  // namespace values_test
}  // namespace mexbase::test
