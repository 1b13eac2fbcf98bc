/// \file
/// How far a job is: a line on the terminal, or lines for a log.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "../../query/cli/command_line/arguments.hpp"
#include "../jobs/jobs.hpp"

namespace mexbase::cli {

/// How long the rest of a phase will take, by how fast it has gone of late. What it says never rises: where the rest
/// will take much longer than was said before, it says nothing until that has come true.
class TimeLeft {
  public:
    /// At `seconds` since any fixed moment, `done` of `total` are done. The seconds that are left; nothing where that
    /// is not known: in the beginning, without a total, and soon after the total has changed.
    std::optional<double> at(double seconds, std::uint64_t done, std::uint64_t total);

  private:
    double start_ = 0, last_ = 0, rate_ = 0;
    std::uint64_t first_ = 0, done_ = 0, total_ = 0;
    bool begun_ = false;
    std::optional<double> said_;
};

/// Where progress is shown, and by which clock.
struct ProgressOutput {
    bool over_itself = false;         ///< one line, drawn over itself; else lines one below the other
    std::function<double()> seconds;  ///< since any fixed moment
    std::function<void(const std::string&)> write;
    std::function<std::size_t()> columns;  ///< of the terminal; 0: any
};

/// Draws position count, rate and time left on standard error: over itself on a terminal, four times a second at most,
/// and erased at the end; with `--progress` in lines for a log, one in five seconds at most; else nothing. Its sink
/// must not outlive it.
class ProgressLine {
  public:
    /// As the options say: `--progress`, `--quiet`.
    explicit ProgressLine(const Arguments&);
    explicit ProgressLine(ProgressOutput output);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Empty where nothing is to be drawn.
    ProgressSink sink();

  private:
    void draw(std::string_view phase, std::uint64_t done, std::uint64_t total);

    std::optional<ProgressOutput> output_;
    bool drawn_ = false;
    std::string phase_;
    double phase_start_ = 0, last_ = 0;
    TimeLeft left_;
};

}  // namespace mexbase::cli
