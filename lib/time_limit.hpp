// SPDX-License-Identifier: MIT
/// \file
/// A time limit for answers.
#pragma once

#include <algorithm>
#include <chrono>

#include "error.hpp"

namespace mexbase {

namespace detail {

struct ThreadLimit {
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
    unsigned unseen = 0;  ///< steps left before the clock is read again
};
inline thread_local constinit ThreadLimit thread_limit;

/// Reads the clock. Throws `Error{interrupted}` past the limit.
[[gnu::noinline]] inline void look_at_clock() {
    constexpr unsigned steps = 64;
    thread_limit.unseen = 0;
    if (std::chrono::steady_clock::now() >= thread_limit.until)
        throw Error(ErrorCode::interrupted, "the time limit for the answer has passed");
    thread_limit.unseen = steps;
}

}  // namespace detail

/// A time limit for calls in the thread that constructs this object. It ends when the object is destroyed. The long
/// loops of best play, lines and sums read the clock periodically. Past the limit they throw `Error{interrupted}`;
/// functions with a `Result` return it. The current step of a loop is finished first, and a lookup is never
/// interrupted. If limits are nested, the earliest deadline applies. Destroy them in this thread, the last one first.
///
///     const mexbase::TimeLimit limit(std::chrono::steady_clock::now() + std::chrono::seconds(1));
///     auto line = mexbase::best_line(table, index, 10000);
class TimeLimit {
  public:
    using Clock = std::chrono::steady_clock;

    explicit TimeLimit(Clock::time_point until) noexcept : outer_(detail::thread_limit.until) {
        detail::thread_limit = {std::min(until, outer_), 0};
    }
    ~TimeLimit() { detail::thread_limit = {outer_, 0}; }
    TimeLimit(const TimeLimit&) = delete;
    TimeLimit& operator=(const TimeLimit&) = delete;

  private:
    Clock::time_point outer_;
};

/// Checks the thread's `TimeLimit`. Long loops call this once per step of some tens of nanoseconds or more.
inline void check_time_limit() {
    detail::ThreadLimit& limit = detail::thread_limit;
    if (limit.until == TimeLimit::Clock::time_point::max()) return;
    if (limit.unseen-- == 0) detail::look_at_clock();
}

}  // namespace mexbase
