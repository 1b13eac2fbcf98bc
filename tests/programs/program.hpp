// SPDX-License-Identifier: MIT
/// \file
/// Runs mexgen and mexquery as a user would.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace mexbase::test {

/// A temporary folder for one test.
class Scratch {
  public:
    Scratch() {
        std::string pattern = (std::filesystem::temp_directory_path() / "mexbase-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch folder");
        folder_ = pattern;
    }
    ~Scratch() { std::filesystem::remove_all(folder_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    const std::filesystem::path& folder() const { return folder_; }

  private:
    std::filesystem::path folder_;
};

inline std::string slurp(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

inline void spill(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

struct Ran {
    int status = -1;  ///< exit status; 128 + signal if a signal ended it
    std::string out, err;
};

/// Starts `program` (mexgen or mexquery) and returns its process id; standard streams are files of `scratch`.
inline pid_t start(const Scratch& scratch, const std::string& program, const std::vector<std::string>& arguments,
                   const std::string& input = "", const std::function<void()>& in_child = {}) {
    const std::string binary = std::string(MEXBASE_BIN) + "/" + program;
    spill(scratch.path("stdin"), input);
    std::vector<char*> argv{const_cast<char*>(binary.c_str())};
    for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const std::string names[] = {scratch.path("stdin"), scratch.path("stdout"), scratch.path("stderr")};
    const pid_t child = fork();
    if (child == 0) {
        for (int stream = 0; stream < 3; ++stream) {
            const int flags = stream == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC;
            const int file = open(names[stream].c_str(), flags, 0600);
            if (file < 0 || dup2(file, stream) < 0) _exit(126);
        }
        if (in_child) in_child();
        execv(binary.c_str(), argv.data());
        _exit(127);
    }
    return child;
}

inline Ran finish(const Scratch& scratch, pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), slurp(scratch.path("stdout")),
            slurp(scratch.path("stderr"))};
}

inline Ran run(const Scratch& scratch, const std::string& program, const std::vector<std::string>& arguments,
               const std::string& input = "", const std::function<void()>& in_child = {}) {
    return finish(scratch, start(scratch, program, arguments, input, in_child));
}

/// Expects that exit status and one line on standard error that begins with the program's name.
inline void expect_refusal(const Ran& ran, int status, const std::string& program, const std::string& says) {
    EXPECT_EQ(ran.status, status) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_TRUE(ran.err.starts_with(program + ": error: ")) << ran.err;
    EXPECT_NE(ran.err.find(says), std::string::npos) << ran.err << " does not say " << says;
}

}  // namespace mexbase::test
