// SPDX-License-Identifier: MIT
// mexquery --tables: specs and positions instead of files.
#include <array>

#include "program.hpp"

namespace mexbase::test {
namespace library_command_test {

class LibraryCommands : public Programs {
  protected:
    void SetUp() override {
        std::filesystem::create_directory(tables());
        for (const auto& [name, spec, kind] :
             std::vector<std::array<std::string, 3>>{{"heaps", "octal:code=kayles,max=50", "nimber"},
                                                     {"obliged", "octal:code=kayles,max=40", "obliged"},
                                                     {"few", "octal:code=kayles,max=9", "nimber"},
                                                     {"shares", "fair-shares:n=6", "outcome"},
                                                     {"queen", "chess:KQK", "outcome"},
                                                     {"rook", "chess:KRK", "outcome"}}) {
            const Ran made = gen({spec, "--value", kind, "-o", tables() + '/' + name + ".mxb", "--quiet"});
            ASSERT_EQ(made.status, 0) << made.err;
        }
        std::string bytes = slurp(tables() + "/shares.mxb");
        bytes[40] = static_cast<char>(bytes[40] ^ 1);
        scratch.write("tables/damaged.mxb", bytes);
        scratch.write("tables/notes.txt", "no table");
    }
    std::string tables() const { return scratch.path("tables"); }
    /// Runs a command with these tables; `words` begins with the spec.
    Ran ask(const std::string& command, std::vector<std::string> words, const std::string& input = "") const {
        words.insert(words.begin(), {command, "--tables", tables()});
        return query(words, input);
    }
    std::string said(const std::string& command, const std::vector<std::string>& words,
                     const std::string& input = "") const {
        const Ran ran = ask(command, words, input);
        EXPECT_EQ(ran.status, 0) << ran.err;
        return ran.out;
    }
};

TEST_F(LibraryCommands, FindTheTableAmongManyFiles) {
    EXPECT_EQ(said("probe", {"octal:code=kayles", "5", "50", "5+3"}), "5: *4\n50: *2\n5+3: *7\n");
    EXPECT_EQ(said("probe", {"octal:max=50,code=0.77"}, "5\n#7\n"), "5: *4\n#7: *2\n");
    EXPECT_EQ(said("probe", {"fair-shares:n=6", "4+1+1"}), query({"probe", tables() + "/shares.mxb", "4+1+1"}).out);
    // Uses another table that has the position if the table of the spec has not.
    EXPECT_EQ(said("probe", {"octal:code=kayles,max=9", "9", "45"}), "9: *4\n45: *8\n");
    EXPECT_EQ(said("best", {"fair-shares:n=6", "4+1+1"}), query({"best", tables() + "/shares.mxb", "4+1+1"}).out);
    EXPECT_EQ(said("line", {"fair-shares:n=6", "--stdin"}, "4+1+1\n"),
              query({"line", tables() + "/shares.mxb", "--stdin"}, "4+1+1\n").out);
    EXPECT_EQ(said("sum", {"octal:code=kayles", "5", "octal:code=kayles,max=9", "3"}),
              query({"sum", tables() + "/heaps.mxb", "5", tables() + "/few.mxb", "3"}).out);
}

TEST_F(LibraryCommands, FindAProgramByItsNameIfItsPositionsShowBoards) {
    const std::string rules = scratch.write(
        "rules.sh",
        "while read -r p; do case $p in start) echo 'X. # board cells';; X.) echo XO;; *) echo;; esac; done");
    const Ran made =
        gen({"program:name=pair", "--command", "sh " + rules, "--arcs", "-o", tables() + "/pair.mxb", "-q"});
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(said("probe", {"program:name=pair", "X."}), "X.: win 1\n");
    EXPECT_EQ(said("probe", {"program:name=pair,board=cells", "X."}), "X.: win 1\n");
}

TEST_F(LibraryCommands, AddTablesWhoseValuesAdd) {
    ASSERT_EQ(gen({"wythoff:max=9", "-o", tables() + "/outcomes.mxb", "--quiet"}).status, 0);
    ASSERT_EQ(gen({"wythoff:max=5", "--value", "nimber", "-o", tables() + "/squares.mxb", "--quiet"}).status, 0);
    EXPECT_EQ(said("probe", {"wythoff", "3,4"}), "3,4: win 3\n");
    EXPECT_EQ(said("sum", {"wythoff", "3,4", "octal:code=kayles", "5"}),
              query({"sum", tables() + "/squares.mxb", "3,4", tables() + "/heaps.mxb", "5"}).out);
    EXPECT_EQ(said("sum", {"--obliged", "octal:code=kayles", "5"}),
              query({"sum", "--obliged", tables() + "/obliged.mxb", "5"}).out);
    expect_refusal(ask("sum", {"wythoff", "3,4", "--kind", "outcome"}), 2, "holds outcome values");
}

TEST_F(LibraryCommands, FindChessMaterialByWhatStandsOnTheBoard) {
    EXPECT_EQ(said("probe", {"chess", "8/8/8/8/8/2k5/8/K6Q w", "8/8/8/8/8/2k5/8/K6R w", "8/8/8/8/8/2K5/8/k6r b",
                             "8/8/8/8/8/2k5/8/K7 w"}),
              "8/8/8/8/8/2k5/8/K6Q w: win 11\n8/8/8/8/8/2k5/8/K6R w: win 27\n8/8/8/8/8/2K5/8/k6r b: win 27\n"
              "8/8/8/8/8/2k5/8/K7 w: draw\n");
    EXPECT_EQ(said("best", {"chess:KQK", "8/8/8/8/8/2k5/8/K6R w"}),
              query({"best", tables() + "/rook.mxb", "8/8/8/8/8/2k5/8/K6R w"}).out);
    // A position in no file is a bad position; the others are answered.
    const Ran ran = ask("probe", {"chess", "8/8/8/8/8/2k5/8/K6B w", "8/8/8/8/8/2k5/8/K6R w"});
    expect_refusal(ran, 2, "no table of \"chess\" in the library has the position");
    EXPECT_EQ(ran.out, "8/8/8/8/8/2k5/8/K6R w: win 27\n");
}

TEST_F(LibraryCommands, ChooseAmongTablesOfOneGameByKindAndPlay) {
    EXPECT_EQ(said("probe", {"octal:code=kayles", "--kind", "obliged", "3", "4+4"}), "3: 11\n4+4: 01\n");
    // The spec of the obliged table selects it.
    EXPECT_EQ(said("probe", {"octal:code=kayles,max=40", "4+4"}), "4+4: 01\n");
    EXPECT_EQ(said("probe", {"octal:code=kayles", "--play", "normal", "4+4"}), "4+4: 0\n");
    expect_refusal(ask("probe", {"octal:code=kayles", "--play", "misere", "3"}), 1, "no table of");
    expect_refusal(ask("probe", {"octal:code=kayles", "--kind", "obligd", "3"}), 2, "did you mean obliged?");
    expect_refusal(query({"probe", tables() + "/heaps.mxb", "--kind", "nimber", "3"}), 2,
                   "--kind can only be used with --tables");
}

TEST_F(LibraryCommands, PassOverWhatIsDamagedAndListAll) {
    const std::string list = said("info", {});
    EXPECT_EQ(list, tables() + "/damaged.mxb: skipped: the table's header is damaged\n" + tables() +
                        "/few.mxb: octal:code=0.77,max=9, nimber values, normal play\n" + tables() +
                        "/heaps.mxb: octal:code=0.77,max=50, nimber values, normal play\n" + tables() +
                        "/notes.txt: skipped: this is not a Mexbase table\n" + tables() +
                        "/obliged.mxb: octal:code=0.77,max=40, obliged values, normal play\n" + tables() +
                        "/queen.mxb: chess:KQK, outcome values, normal play\n" + tables() +
                        "/rook.mxb: chess:KRK, outcome values, normal play\n" + tables() +
                        "/shares.mxb: fair-shares:n=6, outcome values, normal play\n");
    EXPECT_EQ(std::count(list.begin(), list.end(), '\n'), 8);
    expect_contains(said("info", {"--json"}), "damaged.mxb\",\"bytes\":");
}

TEST_F(LibraryCommands, SayWhatIsWrong) {
    const std::string far = std::string(70, 'a') + "/maps/island.dot";
    for (const auto& [words, status, says] : std::vector<Refusal>{
             {{"fair-shares:n=7", "4+1+1"},
              1,
              "the library has no table of \"fair-shares:n=7\"; did you mean fair-shares:n=6?"},
             {{"fair-share:n=6", "4+1+1"}, 2, "did you mean fair-shares?"},
             {{"fair-shares:m=6", "4+1+1"}, 2, "fair-shares has no key \"m\""},
             // Prints the missing key, and the tables of that game.
             {{"octal", "5"}, 2, "octal needs key \"code\""},
             {{"octal", "5"},
              2,
              "; its tables of this game: octal:code=0.77,max=40, octal:code=0.77,max=50 and octal:code=0.77,max=9"},
             {{"grundy", "5"}, 1, "no table of \"grundy\""},
             {{"graph", "a"}, 2, "; it has no table of the game graph"},
             {{"octal:code=0.137", "5"}, 1, "its tables of this game: octal:code=0.77,max=40"},
             {{"graph:file=" + far, "a"},
              1,
              far + "\"; specs in a library name a file by @ and the hash of its content"},
             {{tables() + "/shares.mxb", "4+1+1"}, 2, "is not a game"},
             // A fault of the board comes before the fact that no table has it.
             {{"chess", "8/8/8/8/8/2k5/8/K5XR w"}, 2, "\"X\" is not a piece"},
             {{"chess", "8/8/8/8/8/2kr4/8/K5R w"}, 2, "rank 1 has 7 squares, expected eight"},
             {{"chess", "8/8/8/8/8/2kr4/8/K5R1 x"}, 2, "the second field is \"x\", expected w or b"},
             {{"chess", "8/8/8/8/8/2k5/8/R3K3 w Q -"}, 2, "castling is not supported"},
             {{"chess", "8/8/8/8/8/2kr4/8/K5R1"}, 2, "Forsyth-Edwards notation"},
             {{"chess", "8/8/8/8/8/2kr4/8/K5R1 w"}, 2, "its tables of this game: chess:KQK and chess:KRK"},
             {{"chess", "8/8/8/8/8/2kr4/PPPPPP2/K5R1 w - - 12 60"},
              2,
              "its tables of this game: chess:KQK and chess:KRK"}})
        expect_refusal(ask("probe", words), status, says);
    expect_refusal(query({"probe", "--tables", scratch.path("nowhere"), "chess", "start"}), 1, "nowhere");
}

TEST_F(LibraryCommands, HaveAUsageWithSpecs) {
    expect_contains(query({"help", "probe"}).out, "\n   or: mexquery probe --tables DIR SPEC [");
    expect_refusal(ask("probe", {}), 2, "usage: mexquery probe --tables DIR SPEC");
    expect_refusal(ask("sum", {}), 2, "(SPEC POSITION | VALUE) ...");
    expect_refusal(query({"probe"}), 2, "usage: mexquery probe FILE");
    expect_refusal(query({"info", "-"}), 2, "cannot read a table from standard input");
}

}  // namespace library_command_test
}  // namespace mexbase::test
