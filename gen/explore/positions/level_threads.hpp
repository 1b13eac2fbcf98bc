// SPDX-License-Identifier: MIT
/// \file
/// Chooses the number of threads for a level of play.
#pragma once

#include <chrono>
#include <cstdint>

namespace mexbase {

/// Choice of the number of threads for each level (the positions first reached after the same number of moves). A level
/// gets one thread if it is expected to end before other threads could help. In a long game with small levels, this is
/// every level. The time is estimated from earlier levels. Results do not depend on the choice. Not thread-safe.
class LevelThreads {
  public:
    explicit LevelThreads(unsigned threads) : threads_(threads) {}

    /// Returns the number of threads for a level of so many positions. Starts to measure the time of the level.
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
    double seconds_each_ = 1;  // time of one thread; high at first, so that all threads help until it is measured
};

}  // namespace mexbase
