// What the programs say of themselves: help, near misses, manual pages, completion.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "program.hpp"

namespace mexbase::test {
namespace help_test {

class Help : public testing::Test {
  protected:
    Ran gen(const std::vector<std::string>& arguments) { return run(scratch, "mexgen", arguments); }
    Ran query(const std::vector<std::string>& arguments) { return run(scratch, "mexquery", arguments); }

    /// What bash offers after `line` of `program`.
    std::vector<std::string> completions(const std::string& program, const std::string& line) {
        const std::string script = scratch.path(program + ".bash"), out = scratch.path("offered");
        spill(script, run(scratch, program, {"help", "--completion"}).out);
        const std::string ask = "cd '" + scratch.folder().string() + "' && bash -c 'source " + script +
                                "; COMP_LINE=\"" + line + "\"; COMP_POINT=${#COMP_LINE}; _" + program +
                                "; printf \"%s\\n\" \"${COMPREPLY[@]}\"' >" + out + " 2>&1";
        EXPECT_EQ(std::system(ask.c_str()), 0);
        std::vector<std::string> offered;
        std::istringstream lines(slurp(out));
        for (std::string word; std::getline(lines, word);)
            if (!word.empty()) offered.push_back(word);
        return offered;
    }

    Scratch scratch;
};

using Words = std::vector<std::string>;

TEST_F(Help, IsTheSameHoweverItIsAskedFor) {
    for (const char* program : {"mexgen", "mexquery"}) {
        const std::string all = run(scratch, program, {"--help"}).out;
        EXPECT_NE(all.find("\nExit status: "), std::string::npos) << all;
        EXPECT_EQ(run(scratch, program, {"-h"}).out, all);
        EXPECT_EQ(run(scratch, program, {"help"}).out, all);
        const auto json = nlohmann::json::parse(run(scratch, program, {"help", "--json"}).out);
        EXPECT_EQ(json["program"], program);
        for (const auto& command : json["commands"]) {
            const std::string name = command["name"];
            EXPECT_NE(all.find(command["usage"]), std::string::npos) << name;
            if (name.empty() || name == "help") continue;
            const Ran asked = run(scratch, program, {"help", name});
            EXPECT_EQ(asked.status, 0);
            EXPECT_TRUE(asked.out.starts_with("usage: " + std::string(program) + " " + name)) << asked.out;
            EXPECT_EQ(run(scratch, program, {name, "-h"}).out, asked.out);
            const auto alone = nlohmann::json::parse(run(scratch, program, {"help", name, "--json"}).out);
            EXPECT_EQ(alone["commands"], nlohmann::json::array({command}));
            EXPECT_EQ(run(scratch, program, {name, "--help"}).out, asked.out);
            for (const std::string option : command["options"])
                EXPECT_NE(asked.out.find("--" + option), std::string::npos) << name << ' ' << option;
        }
        std::istringstream lines(all);
        for (std::string line; std::getline(lines, line);)
            EXPECT_TRUE(line.size() <= 100 || line.starts_with(std::string("  ") + program)) << line;
    }
    EXPECT_EQ(gen({"help", "SPEC"}).out, gen({"nim", "--help"}).out);
    EXPECT_EQ(gen({"help", "octal"}).out, gen({"describe", "octal"}).out);
    EXPECT_EQ(gen({"help", "octal:code=0.77"}).out, gen({"describe", "octal"}).out);
}

TEST_F(Help, NamesWhatAMistypedWordMayHaveMeant) {
    const std::string t = scratch.path("nim.mxb");
    ASSERT_EQ(gen({"nim:piles=2,max=3", "-o", t, "--quiet"}).status, 0);
    const struct {
        const char* program;
        Words arguments;
        const char* meant;
    } cases[] = {
        {"mexquery", {"prbe", t}, "probe"},
        {"mexquery", {"help", "probbe"}, "probe"},
        {"mexquery", {"info", t, "--jsno"}, "--json"},
        {"mexquery", {"probe", t, "--jsn"}, "--json"},
        {"mexquery", {"dump", t, "--cvs"}, "--csv"},
        {"mexquery", {"dump", t, "--csv", "--form=3"}, "--from"},
        {"mexquery", {"best", t, "1,1", "--first", "rigth"}, "right"},
        {"mexquery", {"find", t, "--longest", "wins"}, "win"},
        {"mexgen", {"lsit"}, "list"},
        {"mexgen", {"verfy", t}, "verify"},
        {"mexgen", {"nmi:piles=2,max=3"}, "nim"},
        {"mexgen", {"describe", "fairshares"}, "fair-shares"},
        {"mexgen", {"kayles:max=9"}, "octal:code=kayles"},
        {"mexgen", {"octal:code=dawson-chess,max=9"}, "dawsons-chess"},
        {"mexgen", {"nim:pile=2,max=3"}, "piles"},
        {"mexgen", {"col:board=path-3,play=partisan"}, "partizan"},
        {"mexgen", {"col:board=gird-3x3"}, "grid"},
        {"mexgen", {"nim:piles=2,max=3", "--vlaue", "nimber"}, "--value"},
        {"mexgen", {"nim:piles=2,max=3", "--value", "nimbers"}, "nimber"},
        {"mexgen", {"nim:piles=2,max=3", "--play", "misère"}, "misere"},
        {"mexgen", {"nim:piles=2,max=3", "--codec", "ztsd"}, "zstd"},
    };
    for (const auto& c : cases) {
        const Ran ran = run(scratch, c.program, c.arguments);
        EXPECT_NE(ran.status, 0);
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
        EXPECT_NE(ran.err.find(std::string("did you mean ") + c.meant + '?'), std::string::npos) << ran.err;
    }
    const std::string two = gen({"verify", t, t}).err;
    EXPECT_NE(two.find("it takes one file; usage: mexgen verify FILE [--threads N] [--program COMMAND]"),
              std::string::npos)
        << two;
    for (const Words& far : {Words{"frobnicate"}, Words{"probe", t, "banana"}})
        EXPECT_EQ(query(far).err.find("did you mean"), std::string::npos) << query(far).err;
}

TEST_F(Help, ManualPagesNameEveryCommandOptionAndGame) {
    for (const char* program : {"mexgen", "mexquery"}) {
        const std::string page = run(scratch, program, {"help", "--man"}).out;
        EXPECT_TRUE(page.starts_with(".TH MEX")) << page;
        const auto json = nlohmann::json::parse(run(scratch, program, {"help", "--json"}).out);
        const auto has = [&page](std::string text) {
            for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 2) text.insert(at, "\\");
            return page.find(text) != std::string::npos;
        };
        for (const auto& command : json["commands"]) EXPECT_TRUE(has(command["name"])) << command["name"];
        for (const auto& option : json["options"])
            EXPECT_TRUE(has("\\fB--" + std::string(option["name"]) + "\\fR")) << option["name"];
        // Nothing begins a line like a request that is none, and no backslash begins what is no escape.
        std::istringstream lines(page);
        for (std::string line; std::getline(lines, line);) {
            const bool request = std::string(".TH.ad.SH.SS.PP.TP.RS.RE.nf.fi.br").find(line.substr(0, 3)) != line.npos;
            EXPECT_TRUE(request || !line.starts_with('.')) << line;
            for (std::size_t at = 0; (at = line.find('\\', at)) != std::string::npos; at += 2)
                EXPECT_NE(std::string("-ef&(").find(line[at + 1]), std::string::npos) << line;
        }
    }
    const std::string page = gen({"help", "--man"}).out;
    for (const char* family : {"\\fBnim\\fR", "\\fBfair\\-shares\\fR", "\\fBchess\\fR"})
        EXPECT_NE(page.find(family), std::string::npos) << family;
}

TEST_F(Help, BashCompletesCommandsOptionsAndSpecs) {
    spill(scratch.path("kayles.mxb"), "");
    spill(scratch.path("nims-island.dot"), "");
    const auto has = [](const Words& offered, const std::string& word) {
        return std::find(offered.begin(), offered.end(), word) != offered.end();
    };
    EXPECT_EQ(completions("mexquery", "mexquery pro"), Words{"probe"});
    EXPECT_EQ(completions("mexquery", "mexquery probe ka"), Words{"kayles.mxb"});
    EXPECT_EQ(completions("mexquery", "mexquery best kayles.mxb 5 --fi"), Words{"--first"});
    EXPECT_EQ(completions("mexquery", "mexquery best kayles.mxb 5 --first "), (Words{"left", "right"}));
    EXPECT_EQ(completions("mexquery", "mexquery help st"), Words{"stats"});
    EXPECT_EQ(completions("mexgen", "mexgen fair"), Words{"fair-shares:"});
    EXPECT_EQ(completions("mexgen", "mexgen describe dom"), Words{"domineering:"});
    // Bash replaces what follows the last colon or equals sign.
    EXPECT_EQ(completions("mexgen", "mexgen octal:"), (Words{"code=", "max=", "total="}));
    EXPECT_EQ(completions("mexgen", "mexgen octal:code=ka"), Words{"kayles"});
    EXPECT_EQ(completions("mexgen", "mexgen octal:code=kayles,t"), Words{"kayles,total="});
    EXPECT_EQ(completions("mexgen", "mexgen col:board=gr"), Words{"grid-"});
    EXPECT_EQ(completions("mexgen", "mexgen graph:file=ni"), Words{"nims-island.dot"});
    EXPECT_EQ(completions("mexgen", "mexgen nim:piles=2,max=3 --play "), (Words{"normal", "misere"}));
    EXPECT_EQ(completions("mexgen", "mexgen nim:piles=2,max=3 -o ka"), Words{"kayles.mxb"});
    EXPECT_EQ(completions("mexgen", "mexgen --value nimber tic"), Words{"tic-tac-toe"});
    EXPECT_EQ(completions("mexgen", "mexgen verify ka"), Words{"kayles.mxb"});
    EXPECT_TRUE(has(completions("mexgen", "mexgen verify kayles.mxb --"), "--threads"));
    EXPECT_FALSE(has(completions("mexgen", "mexgen verify kayles.mxb --"), "--codec"));
    EXPECT_EQ(completions("mexgen", "mexgen nim:piles=2 --threads "), Words{});
    EXPECT_EQ(completions("mexgen", "mexgen @ka"), Words{"kayles.mxb"});
    // Of a library the specs that are there, from the program that is typed.
    std::filesystem::create_directory(scratch.path("tables"));
    ASSERT_EQ(gen({"nim:piles=2,max=3", "-o", scratch.path("tables/nim"), "--quiet"}).status, 0);
    const std::string typed = std::string(MEXBASE_BIN) + "/mexquery probe --tables tables ";
    EXPECT_EQ(completions("mexquery", typed + "n"), Words{"nim:piles=2,max=3"});
    EXPECT_EQ(completions("mexquery", typed + "nim:pi"), Words{"piles=2,max=3"});
    EXPECT_EQ(completions("mexquery", typed + "oct"), Words{});
}

}  // namespace help_test
}  // namespace mexbase::test
