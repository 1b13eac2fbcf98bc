/// \file
/// When a job saves what it knows.
#pragma once

#include <algorithm>
#include <chrono>
#include <exception>
#include <string>

namespace mexbase {

/// Says when it is time to save, and what went wrong. For one thread.
class SaveSchedule {
  public:
    /// At least `seconds` between two saves, and nineteen times as long as one takes; 0: at every opportunity.
    explicit SaveSchedule(double seconds)
        : least_(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

    bool is_due() const { return failure_.empty() && Clock::now() >= next_; }
    /// Begins to wait again.
    void restart() { next_ = Clock::now() + least_; }
    /// Calls `save`, which throws where it fails: a checkpoint that cannot be saved must not end the job. Then nothing
    /// is ever due any more, and this returns false.
    template <class F>
    bool save(const F& save) {
        const auto begin = Clock::now();
        try {
            save();
        } catch (const std::exception& e) {
            failure_ = e.what();
            return false;
        }
        const auto end = Clock::now();
        next_ = end + (least_ == Clock::duration{} ? least_ : std::max(least_, 19 * (end - begin)));
        return true;
    }
    /// Why nothing is saved any more; empty if all went well.
    const std::string& failure() const { return failure_; }

  private:
    using Clock = std::chrono::steady_clock;

    Clock::duration least_;
    Clock::time_point next_ = Clock::now() + least_;
    std::string failure_;
};

}  // namespace mexbase
