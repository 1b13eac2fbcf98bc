// SPDX-License-Identifier: MIT
/// \file
/// Shows the progress of a job: one line on the terminal, or lines for a log.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "../../query/cli/command_line/arguments.hpp"
#include "../jobs/jobs.hpp"

namespace mexbase::cli {

/// Estimate of the time left in a phase, from its recent rate. The estimate never rises: if the phase slows down, it is
/// hidden until the last estimate has passed.
class TimeLeft {
  public:
    /// Returns the seconds left after `done` of `total` at `seconds`, counted from any fixed moment. Returns
    /// `std::nullopt` if it is unknown: in the beginning, without a total, and soon after the total has changed.
    std::optional<double> at(double seconds, std::uint64_t done, std::uint64_t total);

  private:
    double start_ = 0, last_ = 0, rate_ = 0;
    std::uint64_t first_ = 0, done_ = 0, total_ = 0;
    bool begun_ = false;
    std::optional<double> said_;
};

/// Output of progress and its clock.
struct ProgressOutput {
    bool over_itself = false;         ///< one line that overwrites itself; else one line below the other
    std::function<double()> seconds;  ///< returns the seconds since any fixed moment
    std::function<void(const std::string&)> write;
    std::function<std::size_t()> columns;  ///< width of the terminal; 0: any
};

/// Prints position count, rate and time left on standard error. On a terminal it overwrites one line up to four times
/// per second and erases it at the end. With `--progress` it prints lines for a log, at most one in five seconds.
/// Otherwise it prints nothing. The sink must not outlive this object.
class ProgressLine {
  public:
    /// Reads the options `--progress` and `--quiet`.
    explicit ProgressLine(const Arguments&);
    explicit ProgressLine(ProgressOutput output);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Returns an empty function if nothing is to be printed.
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
