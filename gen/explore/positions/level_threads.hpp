// SPDX-License-Identifier: MIT
/// \file
/// Chooses the number of threads for a level of play.
#pragma once

#include <chrono>
#include <cstdint>

namespace mexbase {

/// Runs a level on one thread if it ends before other threads could help; in a long and narrow game that is every
/// level. Estimates the time from earlier levels. Results do not depend on it. Not thread-safe.
class LevelThreads {
  public:
    explicit LevelThreads(unsigned threads) : threads_(threads) {}

    /// Returns the number of threads for a level of that many positions, and starts its clock.
    unsigned begin(std::uint64_t positions) {
        positions_ = positions;
        begun_ = Clock::now();
        constexpr double worth_a_thread = 500e-6;
        return now_ = seconds_each_ * static_cast<double>(positions) < worth_a_thread ? 1 : threads_;
    }
    void end() {
        const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
        if (positions_ != 0) seconds_each_ = seconds * now_ / static_cast<double>(positions_);
    }

  private:
    using Clock = std::chrono::steady_clock;

    unsigned threads_, now_ = 1;
    std::uint64_t positions_ = 0;
    Clock::time_point begun_;
    double seconds_each_ = 1;  // of one thread; high at first, so that all threads help until it is measured
};

}  // namespace mexbase
