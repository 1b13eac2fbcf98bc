// SPDX-License-Identifier: MIT
// Help, suggestions, manual pages and completion of both programs.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
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

    /// Returns bash's completions after `line` of `program`.
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

    /// Returns the whole words that fish or zsh offers after `line`, sorted, or nothing if the shell cannot run.
    std::vector<std::string> words_offered(const std::string& shell, const std::string& program,
                                           const std::string& line) {
        const std::string script = scratch.path("_" + program), ask = scratch.path("ask"),
                          out = scratch.path("offered");
        spill(script, run(scratch, program, {"help", "--completion", shell}).out);
        spill(ask, shell == "zsh" ? zsh_capture
                                  : "source $argv[1]; complete -C $argv[2] | string replace -r '\\t.*' ''; true\n");
        const std::string command = "cd '" + scratch.folder().string() +
                                    "' && HOME=$PWD XDG_CONFIG_HOME=$PWD timeout 60 " +
                                    (shell == "zsh" ? "zsh -f " : "fish --no-config ") + ask + " " + script + " '" +
                                    line + "' </dev/null >" + out + " 2>&1";
        EXPECT_EQ(std::system(command.c_str()), 0) << slurp(out);
        std::set<std::string> offered;
        std::istringstream lines(slurp(out));
        for (std::string word; std::getline(lines, word);)
            if (!word.empty()) offered.insert(word);
        return {offered.begin(), offered.end()};
    }

    /// A script for zsh: types a line into another zsh and prints the words that its completion offers.
    static constexpr const char* zsh_capture = R"(
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "stty -echo; PROMPT=; fpath=($fpath); autoload -Uz compinit; compinit -C -d $PWD/functions; source $1"
zpty -w shell 'compadd() {
    local -a found
    builtin compadd -O found "$@"
    for word in $found; do print -r -- "<<$IPREFIX$word>>"; done
    builtin compadd "$@"
}
end_capture() { print -r -- "<<end>>"; exit }
comppostfuncs=(end_capture)
zle -C capture complete-word _main_complete
bindkey "^I" capture
print -r -- "<<rea""dy>>"'
zpty -r shell line '*<<ready>>*'
zpty -w -n shell "$2"$'\t'
while zpty -r shell line; do
    line=${line%$'\r\n'}
    [[ $line == *'<<end>>'* ]] && break
    line=${line##*<<}
    [[ $line == *'>>' ]] && print -r -- ${line%'>>'}
done
zpty -d shell
)";

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
        // No line begins with an unknown request, and every backslash begins an escape.
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
    // Bash replaces the text after the last colon or equals sign.
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
    // With a library it offers the specs of its tables, listed by the program being typed.
    std::filesystem::create_directory(scratch.path("tables"));
    ASSERT_EQ(gen({"nim:piles=2,max=3", "-o", scratch.path("tables/nim"), "--quiet"}).status, 0);
    const std::string typed = std::string(MEXBASE_BIN) + "/mexquery probe --tables tables ";
    EXPECT_EQ(completions("mexquery", typed + "n"), Words{"nim:piles=2,max=3"});
    EXPECT_EQ(completions("mexquery", typed + "nim:pi"), Words{"piles=2,max=3"});
    EXPECT_EQ(completions("mexquery", typed + "oct"), Words{});
}

TEST_F(Help, AScriptForEachShellHasEveryCommandAndOption) {
    for (const char* program : {"mexgen", "mexquery"}) {
        const auto json = nlohmann::json::parse(run(scratch, program, {"help", "--json"}).out);
        std::set<std::string> scripts;
        for (const std::string shell : {"bash", "zsh", "fish"}) {
            const std::string script = run(scratch, program, {"help", "--completion", shell}).out;
            EXPECT_EQ(run(scratch, program, {"help", "--completion=" + shell}).out, script);
            EXPECT_TRUE(scripts.insert(script).second) << shell;
            for (const auto& command : json["commands"])
                EXPECT_NE(script.find(std::string(command["name"])), std::string::npos) << shell << command["name"];
            for (const auto& option : json["options"])
                for (const std::string name : option["names"]) {
                    if (shell == "bash" && !name.starts_with("--")) continue;
                    const std::string written = shell != "fish"          ? name
                                                : name.starts_with("--") ? "-l " + name.substr(2) + ' '
                                                                         : "-s " + name.substr(1) + ' ';
                    if (shell == "bash" && std::set<std::string>{"--version", "--help"}.contains(name)) continue;
                    EXPECT_NE(script.find(written), std::string::npos) << shell << ' ' << name;
                }
            // No placeholder remains, and quotes are closed.
            EXPECT_EQ(script.find("PROGRAM"), std::string::npos);
            EXPECT_EQ(script.find("{kinds}"), std::string::npos);
        }
        EXPECT_TRUE(scripts.contains(run(scratch, program, {"help", "--completion"}).out));
        expect_refusal(run(scratch, program, {"help", "--completion", "fishy"}), 2, program, "did you mean fish?");
    }
}

TEST_F(Help, ZshAndFishCompleteCommandsOptionsAndSpecs) {
    spill(scratch.path("kayles.mxb"), "");
    spill(scratch.path("nims-island.dot"), "");
    std::filesystem::create_directory(scratch.path("tables"));
    ASSERT_EQ(gen({"nim:piles=2,max=3", "-o", scratch.path("tables/nim"), "--quiet"}).status, 0);
    const std::string binary = std::string(MEXBASE_BIN) + "/mexquery";
    const struct {
        const char* program;
        std::string line;
        Words offered;
    } cases[] = {
        {"mexquery", "mexquery pro", {"probe"}},
        {"mexquery", "mexquery probe ka", {"kayles.mxb"}},
        {"mexquery", "mexquery best kayles.mxb 5 --fi", {"--first"}},
        {"mexquery", "mexquery best kayles.mxb 5 --first ", {"left", "right"}},
        {"mexquery", "mexquery help st", {"stats"}},
        {"mexquery", binary + " probe --tables tables nim:", {"nim:piles=2,max=3"}},
        {"mexgen", "mexgen fair", {"fair-shares:"}},
        {"mexgen", "mexgen solve fair", {"fair-shares:"}},
        {"mexgen", "mexgen describe dom", {"domineering:"}},
        {"mexgen", "mexgen octal:", {"octal:code=", "octal:max=", "octal:total="}},
        {"mexgen", "mexgen octal:code=ka", {"octal:code=kayles"}},
        {"mexgen", "mexgen octal:code=kayles,t", {"octal:code=kayles,total="}},
        {"mexgen", "mexgen col:board=gr", {"col:board=grid-"}},
        {"mexgen", "mexgen graph:file=ni", {"graph:file=nims-island.dot"}},
        {"mexgen", "mexgen nim:piles=2,max=3 --play ", {"misere", "normal"}},
        {"mexgen", "mexgen nim:piles=2,max=3 -o ka", {"kayles.mxb"}},
        {"mexgen", "mexgen --value nimber tic", {"tic-tac-toe"}},
        {"mexgen", "mexgen verify ka", {"kayles.mxb"}},
        {"mexgen", "mexgen verify kayles.mxb --thr", {"--threads"}},
        {"mexgen", "mexgen verify kayles.mxb --cod", {}},
        {"mexgen", "mexgen nim:piles=2 --threads ", {}},
        {"mexgen", "mexgen @ka", {"@kayles.mxb"}},
        {"mexgen", "mexgen help --completion=", {"--completion=bash", "--completion=fish", "--completion=zsh"}},
    };
    bool any = false;
    for (const std::string shell : {"zsh", "fish"}) {
        if (std::system(("command -v " + shell + " >/dev/null").c_str()) != 0) continue;
        any = true;
        for (const auto& c : cases)
            EXPECT_EQ(words_offered(shell, c.program, c.line), c.offered) << shell << ": " << c.line;
    }
    if (!any) GTEST_SKIP() << "neither zsh nor fish is installed";
}

TEST_F(Help, OtherNamesOfCommandsAndOptionsMeanTheSame) {
    const std::string t = scratch.path("t.mxb"), u = scratch.path("u.mxb"), specs = scratch.path("specs");
    const std::string heaps = "while read x; do case $x in start) echo 3;; 0) echo;; *) echo $((x - 1));; esac; done";
    const auto same = [&] { return !slurp(t).empty() && slurp(t) == slurp(u); };
    for (const char* program : {"mexgen", "mexquery"})
        EXPECT_EQ(run(scratch, program, {"-V"}).out, run(scratch, program, {"--version"}).out);
    const Ran quiet = gen({"solve", "nim:piles=2,max=3", "-o", t, "-j", "2", "-q"});
    EXPECT_EQ(quiet.out + quiet.err, "");
    ASSERT_EQ(gen({"nim:piles=2,max=3", "-o", u, "--threads", "1", "--quiet"}).status, 0);
    EXPECT_TRUE(same());
    EXPECT_EQ(gen({"solve", "--estimate", "nim:piles=2,max=3", "-j1"}).status, 0);
    EXPECT_EQ(gen({"solve"}).status, 2);
    expect_refusal(gen({"solve", "list"}), 2, "mexgen", "list");
    EXPECT_EQ(gen({"verify", t, "-qj2"}).status, 2) << "letters do not stick together: -qj2 is a word";
    EXPECT_EQ(gen({"verify", t, "-q", "-j2"}).out, "");
    EXPECT_EQ(query({"check", t, "-q"}).out, "");
    // Both names of the option, in both programs, and in lines of specs.
    ASSERT_EQ(gen({"program:name=heaps", "-o", t, "--program", heaps, "-q"}).status, 0);
    spill(specs, "solve program:name=heaps -o " + u + " --program \"" + heaps + "\" -j 1 -q\n");
    EXPECT_EQ(gen({"solve", "@" + specs, "--specs", specs}).status, 2) << "only one of them would be solved";
    const Ran lines = gen({"solve", "@" + specs});
    EXPECT_EQ(lines.out + lines.err, "");
    EXPECT_TRUE(same());
    std::filesystem::remove(u);
    EXPECT_EQ(run(scratch, "mexgen", {"@-"}, slurp(specs)).status, 0);
    EXPECT_TRUE(same());
    for (const char* name : {"--program", "--command"}) {
        EXPECT_EQ(gen({"verify", t, name, heaps, "-q"}).status, 0) << name;
        EXPECT_EQ(query({"best", t, "2", name, heaps}).out, "1: win 1\n") << name;
    }
    expect_refusal(gen({"verify", t, "--command", heaps, "--program", heaps}), 2, "mexgen", "more than once");
    // An option has one entry in the help.
    for (const char* program : {"mexgen", "mexquery"})
        for (const char* command : {"solve", "verify", "best", "serve"}) {
            const Ran help = run(scratch, program, {"help", command});
            std::size_t entries = 0;
            std::istringstream lines_of_help(help.out);
            for (std::string line; std::getline(lines_of_help, line);)
                entries += line.starts_with("  --command") || line.starts_with("  --program");
            EXPECT_EQ(entries, help.status == 0 ? 1 : 0) << help.out;
        }
    const auto json = nlohmann::json::parse(gen({"help", "verify", "--json"}).out);
    EXPECT_EQ(json["options"][0]["names"], (Words{"-j", "--threads"}));
}

}  // namespace help_test
}  // namespace mexbase::test
