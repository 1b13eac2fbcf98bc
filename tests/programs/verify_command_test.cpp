// SPDX-License-Identifier: MIT
// `mexgen verify` and `mexquery` on tables with right checksums and false contents: exit status 1 and one line, and no
// control characters of the table in the output.
#include "../gen/jobs/planted_errors.hpp"
#include "program.hpp"

namespace mexbase::test {
namespace verify_command_test {

using VerifyCommand = Programs;

/// Writes the table of `spec`, changed by `change(parts)`, to a file.
template <class Change>
std::string changed(const Scratch& scratch, const Words& job, Change change) {
    const std::string path = scratch.path("table.mxb");
    Words arguments = job;
    arguments.insert(arguments.end(), {"-o", path, "--quiet"});
    EXPECT_EQ(run(scratch, "mexgen", arguments).status, 0);
    EXPECT_EQ(run(scratch, "mexgen", {"verify", path}).status, 0);
    Parts parts(slurp(path));
    change(parts);
    spill(path, parts.file());
    return path;
}

template <class Change>
void change_info(Parts& parts, Change change) {
    Bytes& bytes = parts.find(format::info_section)->bytes;
    TableInfo info = format::parse_info(view_of(bytes));
    change(info);
    bytes = text_of(format::encode_info(info));
}

TEST_F(VerifyCommand, RefusesWhatATableSaysWrongly) {
    const auto refuses = [&](const Words& job, const std::string& says, auto change) {
        expect_refusal(gen({"verify", changed(scratch, job, change)}), 1, says);
    };
    refuses({"fair-shares:n=12"}, "histogram", [](Parts& parts) {
        const TableInfo info = format::parse_info(view_of(parts.find(format::info_section)->bytes));
        Bytes& bytes = parts.find(format::histogram_section)->bytes;
        RemotenessHistogram rows = format::parse_histogram(view_of(bytes), info);
        std::swap(rows[1][1], rows[3][1]);
        ASSERT_NE(rows[1], rows[3]);
        bytes = text_of(format::encode_histogram(rows));
    });
    refuses({"fair-shares:n=12"}, "count of positions by value",
            [](Parts& parts) { change_info(parts, [](TableInfo& info) { --info.outcomes[2], ++info.outcomes[4]; }); });
    refuses({"put-or-take-a-square:max=60,bound=60"}, "mark for exact remoteness", [](Parts& parts) {
        change_info(parts, [](TableInfo& info) { info.remoteness_exact = !info.remoteness_exact; });
    });
    refuses({"wythoff:max=5", "--value", "nimber"}, "misere",
            [](Parts& parts) { change_info(parts, [](TableInfo& info) { info.play = Play::misere; }); });
    // Not a usage error, which would be exit status 2.
    refuses({"wythoff:max=5"}, "sphinx",
            [](Parts& parts) { change_info(parts, [](TableInfo& info) { info.spec = "sphinx:max=5"; }); });
    refuses({"wythoff:max=5"}, "normal form",
            [](Parts& parts) { change_info(parts, [](TableInfo& info) { info.spec = "wythoff:max=05"; }); });
}

TEST_F(VerifyCommand, VerifiesAPart) {
    const std::string path = changed(scratch, {"nim:piles=2,max=9"}, [](Parts&) {});
    const auto positions = [&](Words options) {
        options.insert(options.begin(), {"verify", path, "--json"});
        return parsed(gen(options))["positions"];
    };
    EXPECT_EQ(positions({}), 100);
    EXPECT_EQ(positions({"--sample", "7"}), 7);
    EXPECT_EQ(positions({"--from", "5", "--until", "9"}), 4);
    EXPECT_EQ(positions({"--from", "95", "--until", "199"}), 5);
    expect_contains(gen({"verify", path, "--sample", "7"}).out, "7 positions of a sample re-derived from the rules");
    expect_refusal(gen({"verify", path, "--from", "100"}), 2, "no indices from 100 up to 100: the table has 100");
    expect_refusal(gen({"verify", path, "--sample", "0"}), 2, "sample");
    const std::string kayles = changed(scratch, {"octal:code=kayles,max=200"}, [](Parts&) {});
    ASSERT_TRUE(parsed(gen({"verify", kayles, "--json"}))["by_period"]);
    expect_refusal(gen({"verify", kayles, "--from", "5"}), 2, "--from cannot be used with this table");
    const std::string few = changed(scratch, {"octal:code=kayles,max=20"}, [](Parts&) {});
    expect_refusal(gen({"verify", few, "--sample", "5"}), 2, "single heaps are verified as a whole");
}

TEST_F(VerifyCommand, NothingOfATableIsPrintedRaw) {
    for (const std::string evil : {"\x1b[2J", "\n", "\x7f", "\xc2\x9b", "\xff"}) {
        const std::string path =
            changed(scratch, {"graph:file=" MEXBASE_DATA "/boards/nims-island.dot"},
                    [&](Parts& parts) { change_info(parts, [&](TableInfo& info) { info.spec += evil; }); });
        for (const Words& command : std::initializer_list<Words>{{"mexquery", "info", path},
                                                                 {"mexquery", "info", path, "--json"},
                                                                 {"mexquery", "dump", path, "--csv"},
                                                                 {"mexquery", "probe", path, "#0"},
                                                                 {"mexgen", "verify", path}}) {
            const Ran ran = run(scratch, command[0], {command.begin() + 1, command.end()});
            expect_refusal(ran, 1, "spec");
            EXPECT_EQ(ran.out, "");
            EXPECT_TRUE(is_plain_text(ran.err.substr(0, ran.err.size() - 1)));
        }
    }
    // A vertex with that name: the reader refuses the board.
    const std::string path =
        changed(scratch, {"graph:file=" MEXBASE_DATA "/boards/nims-island.dot"}, [&](Parts& parts) {
            Bytes& board = parts.find(format::board_section)->bytes;
            board[3] = '\x1b';
        });
    for (const char* command : {"info", "dump", "probe", "best", "line"}) {
        Words arguments = {command, path};
        if (std::string_view(command) == "dump") arguments.emplace_back("--csv");
        if (arguments.size() == 2 && std::string_view(command) != "info") arguments.emplace_back("start");
        const Ran ran = query(arguments);
        EXPECT_EQ(ran.out.find('\x1b'), std::string::npos) << command;
        EXPECT_EQ(ran.err.find('\x1b'), std::string::npos) << command;
        EXPECT_EQ(ran.status, std::string_view(command) == "info" ? 0 : 1) << command;
    }
}

}  // namespace verify_command_test
}  // namespace mexbase::test
