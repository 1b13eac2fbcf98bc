/// \file
/// A command that runs beside this program and answers lines with lines. POSIX.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace mexbase {

/// A running command. What it writes to its standard error goes where this program's goes. For one thread at a time;
/// copies of one command may be used at once.
class ChildProcess {
  public:
    /// Starts `command` by the shell. `seconds` is how long it may be silent while lines are waited for. Throws
    /// `Error{io}`.
    ChildProcess(const std::string& command, double seconds);
    /// Ends it: first by the end of its input, then by a signal.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Writes `lines`, of which each ends with a newline, and calls `take` with each of the `count` lines that come
    /// back, without its end, in order. Throws `Error{io}`: it ended, was silent too long, or had said more than it was
    /// asked; the message says so of the line that was being waited for, as "it ended (exit status 3)".
    void ask(std::string_view lines, std::uint64_t count, const std::function<void(std::string_view)>& take);

  private:
    std::string how_it_ended();
    std::uint64_t take_lines(std::uint64_t count, const std::function<void(std::string_view)>& take);

    int to_ = -1, from_ = -1;
    int process_ = -1;
    double seconds_;
    std::string heard_;  // what came and is no whole line yet
};

}  // namespace mexbase
