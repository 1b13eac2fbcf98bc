/// \file
/// The line on the terminal that says how far a job is.
#pragma once

#include <chrono>
#include <string>

#include "../jobs/progress.hpp"

namespace mexbase::cli {

/// Draws position count, rate and time left over itself on standard error, four times a second at most, and erases
/// itself at the end. Nothing is drawn where standard error is no terminal. Its sink must not outlive it.
class ProgressLine {
  public:
    explicit ProgressLine(bool quiet);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Empty where nothing is to be drawn.
    ProgressSink sink();

  private:
    using Clock = std::chrono::steady_clock;
    void draw(std::string_view phase, std::uint64_t done, std::uint64_t total);

    bool visible_;
    bool drawn_ = false;
    std::string phase_;
    Clock::time_point phase_start_{}, last_{};
};

}  // namespace mexbase::cli
