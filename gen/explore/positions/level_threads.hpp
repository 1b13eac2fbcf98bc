/// \file
/// How many threads ask about a level of play.
#pragma once

#include <chrono>
#include <cstdint>

namespace mexbase {

/// Levels that are done before others could help are for one thread: of a long and narrow game all are. What rules take
/// is seen at the levels before. For one thread; what is found does not depend on it.
class LevelThreads {
  public:
    explicit LevelThreads(unsigned threads) : threads_(threads) {}

    /// For a level of so many positions, which begins now.
    unsigned begin(std::uint64_t positions) {
        positions_ = positions;
        begun_ = Clock::now();
        constexpr double worth_a_thread = 500e-6;
        return now_ = seconds_each_ * static_cast<double>(positions) < worth_a_thread ? 1 : threads_;
    }
    /// It is done.
    void end() {
        const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
        if (positions_ != 0) seconds_each_ = seconds * now_ / static_cast<double>(positions_);
    }

  private:
    using Clock = std::chrono::steady_clock;

    unsigned threads_, now_ = 1;
    std::uint64_t positions_ = 0;
    Clock::time_point begun_;
    double seconds_each_ = 1;  // of one thread; others help until it is known
};

}  // namespace mexbase
