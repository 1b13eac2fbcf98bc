// SPDX-License-Identifier: MIT
// Help, suggestions, manual pages and completion of both programs.
#include <set>

#include "program.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test {
namespace help_test {

class Help : public Programs {
  protected:
    /// Returns the words that a shell offers after `line`, sorted. Bash replaces the text after the last colon or
    /// equals sign only: the text before it is put in front.
    Words words_offered(const std::string& shell, const std::string& program, const std::string& line) const {
        const std::string script =
                              scratch.write("_" + program, run(scratch, program, {"help", "--completion", shell}).out),
                          out = scratch.path("offered"),
                          enter = "cd '" + scratch.path() + "' && HOME=$PWD XDG_CONFIG_HOME=$PWD timeout 60 ";
        const std::string ask = scratch.write(
            "ask", shell == "zsh"    ? zsh_capture
                   : shell == "fish" ? "source $argv[1]; complete -C $argv[2] | string replace -r '\\t.*' ''; true\n"
                                     : "source $1; COMP_LINE=$2; COMP_POINT=${#COMP_LINE}; _" + program +
                                           "; printf '%s\\n' \"${COMPREPLY[@]}\"\n");
        const std::string command = enter +
                                    (shell == "zsh"    ? "zsh -f "
                                     : shell == "fish" ? "fish --no-config "
                                                       : "bash ") +
                                    ask + " " + script + " '" + line + "' </dev/null >" + out + " 2>&1";
        EXPECT_EQ(std::system(command.c_str()), 0) << slurp(out);
        const std::string word = line.substr(line.find_last_of(' ') + 1);
        const std::string kept = shell == "bash" ? word.substr(0, word.find_last_of(":=@") + 1) : "";
        std::set<std::string> offered;
        for (const std::string& each : lines_of(slurp(out)))
            if (!each.empty()) offered.insert(kept + each);
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
};

TEST_F(Help, IsTheSameHoweverItIsAskedFor) {
    for (const char* program : {"mexgen", "mexquery"}) {
        const std::string all = run(scratch, program, {"--help"}).out;
        expect_contains(all, "\nExit status: ");
        EXPECT_EQ(run(scratch, program, {"-h"}).out, all);
        EXPECT_EQ(run(scratch, program, {"help"}).out, all);
        const auto described = parsed(run(scratch, program, {"help", "--json"}));
        EXPECT_EQ(described["program"], program);
        for (const auto& command : described["commands"]) {
            const std::string name = command["name"];
            expect_contains(all, command["usage"]);
            if (name.empty() || name == "help") continue;
            const Ran asked = run(scratch, program, {"help", name});
            EXPECT_EQ(asked.status, 0);
            EXPECT_TRUE(asked.out.starts_with("usage: " + std::string(program) + " " + name)) << asked.out;
            EXPECT_EQ(run(scratch, program, {name, "-h"}).out, asked.out);
            const auto alone = parsed(run(scratch, program, {"help", name, "--json"}));
            EXPECT_EQ(alone["commands"], json::array({command}));
            EXPECT_EQ(run(scratch, program, {name, "--help"}).out, asked.out);
            for (const std::string option : command["options"]) expect_contains(asked.out, "--" + option);
        }
        for (const std::string& line : lines_of(all))
            EXPECT_TRUE(line.size() <= 100 || line.starts_with(std::string("  ") + program)) << line;
    }
    EXPECT_EQ(gen({"help", "SPEC"}).out, gen({"nim", "--help"}).out);
    EXPECT_EQ(gen({"help", "octal"}).out, gen({"describe", "octal"}).out);
    EXPECT_EQ(gen({"help", "octal:code=0.77"}).out, gen({"describe", "octal"}).out);
}

TEST_F(Help, NamesWhatAMistypedWordMayHaveMeant) {
    const std::string t = table("nim:piles=2,max=3");
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
        const std::string meant = std::string("did you mean ") + c.meant + '?';
        EXPECT_EQ(ran.err.find(meant), ran.err.find("did you mean")) << ran.err;
        EXPECT_EQ(ran.err.find("did you mean"), ran.err.rfind("did you mean")) << "once: " << ran.err;
    }
    const std::string two = gen({"verify", t, t}).err;
    expect_contains(two, "the command takes one FILE; usage: mexgen verify FILE [--from I] [--until I] [--sample N]");
    for (const Words& far : {Words{"frobnicate"}, Words{"probe", t, "banana"}, Words{"probe", t, "--", "--json"}})
        EXPECT_EQ(query(far).err.find("did you mean"), std::string::npos) << query(far).err;
}

TEST_F(Help, NamesTheSpecThatWouldBeRight) {
    const std::string graph = scratch.write("castle.txt", "a b\nb c\n"), plain = scratch.write("castle", "a b\n");
    const struct {
        Words arguments;
        std::string said;
    } cases[] = {
        {{"graph:big.txt.gz", "-o", "t"}, "got \"big.txt.gz\"; write graph:file=big.txt.gz\n"},
        {{"octal:0.137", "-o", "t"}, "got \"0.137\"; write octal:code=0.137,max=…\n"},
        {{"nim:3", "-o", "t"}, "; write nim:piles=3,max=…\n"},
        {{"snort:grid-3x3", "-o", "t"}, "; write snort:board=grid-3x3,play=…\n"},
        {{"nim:piles=3,max=100,000", "-o", "t"}, "; write numbers without commas\n"},
        {{graph, "-o", "t"}, "is a file, not a game; for a graph in a file write graph:file=" + graph + "\n"},
        {{plain, "-o", "t"}, "is a file, not a game; for a graph in a file write graph:file=" + plain + "\n"},
        {{"absent.dot", "-o", "t"}, "is not a game; for a graph in a file write graph:file=absent.dot\n"},
        {{"--estimate", "./g.graphml"}, "write graph:file=./g.graphml\n"},
        {{"describe", "t.mxb"}, "to read the table in a file, use mexquery, such as mexquery info t.mxb\n"},
        {{"clobber:rows=3", "-o", "t"}, "data/programs/clobber.py has them\n"},
        {{"describe", "connect four"}, "(docs/your-own-game.md)"},
        {{"nim:piles=2,max=1e3", "-o", "t"}, "; write 1000\n"},
        {{"subtraction:set=1-1e1,max=9", "-o", "t"}, "; write 10\n"},
        {{"square:max=1_000", "-o", "t"}, "; write 1000\n"},
        {{"square:max=10^3", "-o", "t"}, "; write 1000\n"},
        {{"square:max=1k", "-o", "t"}, "; write 1000\n"},
        {{"square:max=9", "-o", "t", "--threads", "1e1"}, "in 1..256; write 10\n"},
    };
    for (const auto& c : cases) expect_refusal(gen(c.arguments), 2, c.said);
    const std::string t = table("nim:piles=2,max=3");
    expect_refusal(gen({"verify", t, "--from", "1" + std::string(30, '0')}), 2, "is too large for --from");
    expect_refusal(gen({"verify", t, "--from", "10^30"}), 2, "a whole number in 0..18446744073709551615");
}

TEST(Scripts, HelpInstallsNothing) {
    const std::string top = MEXBASE_DATA "/..";
    for (const char* script :
         {"/.ci/run", "/.ci/long", "/tools/dependencies.sh", "/tools/wheel.sh", "/tools/python.sh"}) {
        const Scratch scratch;
        const std::string command = top + script + " --help >" + scratch.path("out") + " 2>&1";
        EXPECT_EQ(std::system(command.c_str()), 0) << script;
        const std::string said = slurp(scratch.path("out"));
        EXPECT_TRUE(said.starts_with("usage: ")) << said;
        EXPECT_EQ(std::ranges::count(said, '\n'), 2) << said;
    }
}

TEST_F(Help, ManualPagesNameEveryCommandOptionAndGame) {
    for (const char* program : {"mexgen", "mexquery"}) {
        const std::string page = run(scratch, program, {"help", "--man"}).out;
        EXPECT_TRUE(page.starts_with(".TH MEX")) << page;
        const auto described = parsed(run(scratch, program, {"help", "--json"}));
        const auto has = [&page](std::string text) {
            for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 2) text.insert(at, "\\");
            return page.find(text) != std::string::npos;
        };
        for (const auto& command : described["commands"]) EXPECT_TRUE(has(command["name"])) << command["name"];
        for (const auto& option : described["options"])
            EXPECT_TRUE(has("\\fB--" + std::string(option["name"]) + "\\fR")) << option["name"];
        // No line begins with an unknown request, and every backslash begins an escape.
        for (const std::string& line : lines_of(page)) {
            const bool request = std::string(".TH.ad.SH.SS.PP.TP.RS.RE.nf.fi.br").find(line.substr(0, 3)) != line.npos;
            EXPECT_TRUE(request || !line.starts_with('.')) << line;
            for (std::size_t at = 0; (at = line.find('\\', at)) != std::string::npos; at += 2)
                EXPECT_NE(std::string("-ef&(").find(line[at + 1]), std::string::npos) << line;
        }
    }
    const std::string page = gen({"help", "--man"}).out;
    for (const char* family : {"\\fBnim\\fR", "\\fBfair\\-shares\\fR", "\\fBchess\\fR"}) expect_contains(page, family);
}

TEST_F(Help, AScriptForEachShellHasEveryCommandAndOption) {
    for (const char* program : {"mexgen", "mexquery"}) {
        const auto described = parsed(run(scratch, program, {"help", "--json"}));
        std::set<std::string> scripts;
        for (const std::string shell : {"bash", "zsh", "fish"}) {
            const std::string script = run(scratch, program, {"help", "--completion", shell}).out;
            EXPECT_EQ(run(scratch, program, {"help", "--completion=" + shell}).out, script);
            EXPECT_TRUE(scripts.insert(script).second) << shell;
            for (const auto& command : described["commands"]) expect_contains(script, std::string(command["name"]));
            for (const auto& option : described["options"])
                for (const std::string name : option["names"]) {
                    if (shell == "bash" && !name.starts_with("--")) continue;
                    const std::string written = shell != "fish"          ? name
                                                : name.starts_with("--") ? "-l " + name.substr(2) + ' '
                                                                         : "-s " + name.substr(1) + ' ';
                    if (shell == "bash" && std::set<std::string>{"--version", "--help"}.contains(name)) continue;
                    expect_contains(script, written);
                }
            // No placeholder remains, and quotes are closed.
            EXPECT_EQ(script.find("PROGRAM"), std::string::npos);
            EXPECT_EQ(script.find("{kinds}"), std::string::npos);
        }
        EXPECT_TRUE(scripts.contains(run(scratch, program, {"help", "--completion"}).out));
        expect_refusal(run(scratch, program, {"help", "--completion", "fishy"}), 2, "did you mean fish?");
    }
}

TEST_F(Help, EveryShellCompletesCommandsOptionsAndSpecs) {
    MEXBASE_SKIP_IN_SANITIZERS();
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
        // With a library, the specs of its tables, listed by the program being typed.
        {"mexquery", binary + " probe --tables tables n", {"nim:piles=2,max=3"}},
        {"mexquery", binary + " probe --tables tables nim:pi", {"nim:piles=2,max=3"}},
        {"mexquery", binary + " probe --tables tables oct", {}},
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
    };
    int shells = 0;
    for (const std::string shell : {"bash", "zsh", "fish"}) {
        if (std::system(("command -v " + shell + " >/dev/null").c_str()) != 0) continue;
        ++shells;
        for (const auto& c : cases)
            EXPECT_EQ(words_offered(shell, c.program, c.line), c.offered) << shell << ": " << c.line;
        if (shell != "bash") {
            EXPECT_EQ(words_offered(shell, "mexgen", "mexgen help --completion="),
                      (Words{"--completion=bash", "--completion=fish", "--completion=zsh"}));
        }
    }
    EXPECT_GT(shells, 0);
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
    expect_refusal(gen({"solve", "list"}), 2, "list");
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
    expect_refusal(gen({"verify", t, "--command", heaps, "--program", heaps}), 2, "more than once");
    // An option has one entry in the help.
    for (const char* program : {"mexgen", "mexquery"})
        for (const char* command : {"solve", "verify", "best", "serve"}) {
            const Ran help = run(scratch, program, {"help", command});
            const auto entries = std::ranges::count_if(lines_of(help.out), [](const std::string& line) {
                return line.starts_with("  --command") || line.starts_with("  --program");
            });
            EXPECT_EQ(entries, help.status == 0 ? 1 : 0) << help.out;
        }
    const auto described = parsed(gen({"help", "verify", "--json"}));
    EXPECT_EQ(described["options"][0]["names"], (Words{"-j", "--threads"}));
}

}  // namespace help_test
}  // namespace mexbase::test
