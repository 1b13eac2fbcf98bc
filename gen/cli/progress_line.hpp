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

/// Estimates the time left in a phase from its recent rate. The estimate never rises. If the phase slows down, no
/// estimate is shown until the last one has passed.
class TimeLeft {
  public:
    /// Returns the seconds left when `done` of `total` positions are done at time `seconds`. Returns `std::nullopt` at
    /// the beginning, if `total` is 0, and soon after `total` has changed.
    std::optional<double> at(double seconds, std::uint64_t done, std::uint64_t total);

  private:
    double start_ = 0, last_ = 0, rate_ = 0;
    std::uint64_t first_ = 0, done_ = 0, total_ = 0;
    bool begun_ = false;
    std::optional<double> said_;
};

/// Destination of progress messages, with the clock that times them.
struct ProgressOutput {
    bool over_itself = false;         ///< one line that overwrites itself; else one line below the other
    std::function<double()> seconds;  ///< returns the seconds since any fixed moment
    std::function<void(const std::string&)> write;
    std::function<std::size_t()> columns;  ///< width of the terminal; 0: any
};

/// Prints the part in work, the number of positions, the rate and the time left on standard error. A terminal shows one
/// line, overwritten up to four times per second. With `--progress`, a log gets a line at most every five seconds. The
/// function returned by `sink` must not outlive this object.
class ProgressLine {
  public:
    /// Reads the options `--progress` and `--quiet`.
    explicit ProgressLine(const Arguments&);
    explicit ProgressLine(ProgressOutput output);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Returns a function that prints progress. It is empty if progress is not printed.
    ProgressSink sink();

  private:
    void draw(std::string_view phase, std::uint64_t done, std::uint64_t total);

    std::optional<ProgressOutput> output_;
    bool drawn_ = false;
    std::string phase_;        ///< without the part in work
    std::uint64_t first_ = 0;  ///< positions done when the phase began
    double phase_start_ = 0, last_ = 0;
    TimeLeft left_;
};

}  // namespace mexbase::cli
