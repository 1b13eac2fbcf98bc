// What README.md shows is what the programs print.
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "program.hpp"

namespace mexbase::test {
namespace readme_test {

/// The text without the line that tells time and memory.
std::string lasting(const std::string& text) {
    std::istringstream lines(text);
    std::string kept;
    for (std::string line; std::getline(lines, line);)
        if (line.find("positions/s") == std::string::npos) kept += line + '\n';
    return kept;
}

TEST(Readme, ShowsWhatIsPrinted) {
    const Scratch scratch;
    std::filesystem::create_directory_symlink(MEXBASE_DATA, scratch.path("data"));
    const std::string enter = "exec 2>&1; export PATH=" MEXBASE_BIN ":$PATH; cd '" + scratch.folder().string() + "'; ";
    // A block begins with a command; what stands behind a command, up to the next, is its output.
    std::istringstream readme(slurp(MEXBASE_DATA "/../README.md"));
    std::string command, output;
    int commands = 0;
    bool in_block = false;
    const auto finish = [&] {
        // Files that the reader writes.
        if (command.starts_with("cat ")) spill(scratch.path(command.substr(4, command.find(' ', 4) - 4)), output);
        if (command.starts_with("mex")) {
            const std::string out = scratch.path("printed");
            const int status = std::system((enter + command + " >'" + out + "'").c_str());
            EXPECT_EQ(WEXITSTATUS(status), 0) << command;
            EXPECT_EQ(lasting(slurp(out)), lasting(output)) << command;
            ++commands;
        }
        command.clear();
        output.clear();
    };
    for (std::string line; std::getline(readme, line);) {
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
    EXPECT_GE(commands, 10);
}

}  // namespace readme_test
}  // namespace mexbase::test
