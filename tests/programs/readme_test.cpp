// SPDX-License-Identifier: MIT
// README.md and the pages show the output of the programs.
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "program.hpp"
#include "tests/sanitized.hpp"
#include "tests/texts.hpp"

namespace mexbase::test {
namespace readme_test {

/// Returns the text without the line of time and memory, which differs from run to run.
std::string lasting(const std::string& text) {
    std::istringstream lines(text);
    std::string kept;
    for (std::string line; std::getline(lines, line);)
        if (line.find("positions/s") == std::string::npos) kept += line + '\n';
    return kept;
}

/// Runs every `$ mex…` and `$ python3 tools/…` command of a page and compares its output with the page. Returns the
/// number of commands.
int commands_of(const std::string& page) {
    const Scratch scratch;
    std::filesystem::create_directory_symlink(MEXBASE_DATA, scratch.path("data"));
    std::filesystem::create_directory_symlink(MEXBASE_DATA "/../tools", scratch.path("tools"));
    const std::string enter = "export PATH=" MEXBASE_BIN ":$PATH; cd '" + scratch.path() + "'; ";
    // In a block the lines between two commands are the output of the first.
    std::istringstream lines(slurp(MEXBASE_DATA "/../" + page));
    std::string command, output;
    int commands = 0;
    bool in_block = false;
    const auto finish = [&] {
        // The reader writes these files: `cat FILE` shows the content.
        if (command.starts_with("cat ")) spill(scratch.path(command.substr(4, command.find(' ', 4) - 4)), output);
        if (command.starts_with("mkdir ")) std::filesystem::create_directory(scratch.path(command.substr(6)));
        if (command.starts_with("mex") || command.starts_with("python3 tools/")) {
            const std::string out = scratch.path("printed");
            const int status = std::system((enter + "{ " + command + "; } >'" + out + "' 2>&1").c_str());
            EXPECT_EQ(WEXITSTATUS(status) != 0, output.find(": error: ") != std::string::npos)
                << page << ": " << command;
            EXPECT_EQ(lasting(slurp(out)), lasting(output)) << page << ": " << command;
            ++commands;
        }
        command.clear();
        output.clear();
    };
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) {
            finish();
            in_block = !in_block;
        } else if (in_block && line.starts_with("$ ")) {
            finish();
            command = line.substr(2);
        } else if (in_block && !command.empty()) {
            output += line + '\n';
        }
    }
    finish();
    return commands;
}

TEST(Readme, ShowsWhatIsPrinted) {
    MEXBASE_SKIP_IN_SANITIZERS();
    EXPECT_GE(commands_of("README.md"), 5);
}

TEST(Tutorial, ShowsWhatIsPrinted) {
    MEXBASE_SKIP_IN_SANITIZERS();
    EXPECT_GE(commands_of("docs/tutorial.md"), 36);
}

TEST(Pages, ShowWhatIsPrinted) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const auto pages = equations_in(R"(
        board-files.md = 5    games.md = 2    games/boards.md = 2    games/chess.md = 3
        games/colouring.md = 4    games/grids.md = 2    games/heaps.md = 2    games/tokens.md = 2
        command-line.md = 6    embedding.md = 5    format.md = 2    theory.md = 3    values.md = 25
        results/nine-mens-morris.md = 2    scale.md = 1    your-own-game.md = 3)");
    for (const auto& [page, least] : pages) EXPECT_GE(commands_of("docs/" + page), std::stoi(least)) << page;
}

using Results = Programs;

TEST_F(Results, NineMensMorrisHasTheCountsOfItsSlices) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const std::string page = slurp(MEXBASE_DATA "/../docs/results/nine-mens-morris.md");
    std::istringstream lines(query({"stats", table("mens-morris:men=9,slice=4-3"), "--slices"}).out);
    int compared = 0;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream cells(line);
        std::string name, positions, win, loss, tie, draw, longest, longest_win;
        cells >> name >> positions >> win >> loss >> tie >> draw >> longest >> longest_win;
        if (name != "3-3" && name != "4-3") continue;
        const std::string row = "| `" + name + "` | " + positions + " | " + win + " | " + loss + " | " + draw + " | " +
                                longest_win + " | " + longest + " |\n";
        EXPECT_NE(page.find(row), std::string::npos) << row;
        ++compared;
    }
    EXPECT_EQ(compared, 2);
}

}  // namespace readme_test
}  // namespace mexbase::test
