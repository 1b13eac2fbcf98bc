// SPDX-License-Identifier: MIT
/// \file
/// A command that runs next to this program and answers lines with lines. POSIX.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace mexbase {

/// A running command. Its standard error goes to this program's standard error. Not thread-safe. Several objects may
/// run the same command at once.
class ChildProcess {
  public:
    /// Starts `command` in a shell. `seconds` is the maximum time to wait for the next line. Throws `Error{io}`.
    ChildProcess(const std::string& command, double seconds);
    /// Ends the command: first by closing its input, then by a signal.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Writes `lines`, each of which ends with a newline, and calls `take` with each of the `count` answer lines, in
    /// order, without its newline. Throws `Error{io}` if the command ended, was silent too long, or wrote lines before
    /// they were requested. The message calls the command "it", as in "it ended (exit status 3)".
    void exchange(std::string_view lines, std::uint64_t count, const std::function<void(std::string_view)>& take);

  private:
    std::string how_it_ended();
    std::uint64_t take_lines(std::uint64_t count, const std::function<void(std::string_view)>& take);

    int to_ = -1, from_ = -1;
    int process_ = -1;
    double seconds_;
    std::string received_;  // output received after the last whole line
};

}  // namespace mexbase
