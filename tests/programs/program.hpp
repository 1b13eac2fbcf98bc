// SPDX-License-Identifier: MIT
/// \file
/// Runs mexgen and mexquery as a user would.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/scratch.hpp"

namespace mexbase::test {

using Words = std::vector<std::string>;

struct Ran {
    int status = -1;  ///< exit status; 128 + signal if a signal ended it
    std::string out, err;
    std::string program;
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

inline Ran finish(const Scratch& scratch, pid_t child, const std::string& program = "") {
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), slurp(scratch.path("stdout")),
            slurp(scratch.path("stderr")), program};
}

inline Ran run(const Scratch& scratch, const std::string& program, const std::vector<std::string>& arguments,
               const std::string& input = "", const std::function<void()>& in_child = {}) {
    return finish(scratch, start(scratch, program, arguments, input, in_child), program);
}

inline void expect_contains(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text << " does not contain " << part;
}

/// Waits until a file exists or a process ends, which sleeps most of the time. Returns true if the file exists.
inline bool wait_for_file(pid_t child, const std::string& path) {
    while (!std::filesystem::exists(path) && waitpid(child, nullptr, WNOHANG) == 0) {
        kill(child, SIGSTOP);
        usleep(150'000);
        kill(child, SIGCONT);
        usleep(10'000);
    }
    return std::filesystem::exists(path);
}

/// Expects that exit status and one line on standard error that begins with the program's name.
inline void expect_refusal(const Ran& ran, int status, const std::string& says) {
    EXPECT_EQ(ran.status, status) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_TRUE(ran.err.starts_with(ran.program + ": error: ")) << ran.err;
    expect_contains(ran.err, says);
}

/// Returns the lines of a text.
inline Words lines_of(const std::string& text) {
    Words lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// Runs of both programs in one folder.
class Programs : public ::testing::Test {
  protected:
    using json = nlohmann::json;

    Ran gen(const Words& arguments, const std::string& input = "") const {
        return run(scratch, "mexgen", arguments, input);
    }
    Ran query(const Words& arguments, const std::string& input = "") const {
        return run(scratch, "mexquery", arguments, input);
    }
    /// Returns the path of a new table; `options` are those of mexgen.
    std::string table(const std::string& spec, const Words& options = {}) {
        const std::string path = scratch.path("table" + std::to_string(tables_++) + ".mxb");
        Words arguments{spec, "-o", path, "--quiet"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Ran ran = gen(arguments);
        EXPECT_EQ(ran.status, 0) << ran.err;
        EXPECT_EQ(ran.out + ran.err, "");
        return path;
    }
    /// Returns the JSON of a run that succeeds.
    static json parsed(const Ran& ran) {
        EXPECT_EQ(ran.status, 0) << ran.err;
        return json::parse(ran.out, nullptr, false);
    }
    json parsed(const Words& arguments) const { return parsed(query(arguments)); }

    /// Expects that an object has these fields.
    static void expect_fields(const json& object, const json& fields) {
        for (const auto& [key, value] : fields.items()) {
            ASSERT_TRUE(object.contains(key)) << key << object;
            EXPECT_EQ(object[key], value) << key;
        }
    }

    struct Refusal {
        Words arguments;
        int status;
        std::string says;
    };
    void expect_refusals(const std::string& program, const std::vector<Refusal>& cases) const {
        for (const Refusal& each : cases) expect_refusal(run(scratch, program, each.arguments), each.status, each.says);
    }

    const Scratch scratch;

  private:
    int tables_ = 0;
};

}  // namespace mexbase::test
