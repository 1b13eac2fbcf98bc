/// \file
/// How long an answer may take.
#pragma once

#include <chrono>

namespace mexbase {

/// While it stands, what the thread that made it asks for ends in time: the long loops of best play, of lines and of
/// sums look at the clock now and then, and throw `Error{interrupted}` (functions that return a `Result` return it)
/// when that point is past. One step of such a loop is finished first; a lookup is never interrupted. Within another
/// limit the earlier one holds. To be destroyed by the same thread, the last one first.
///
///     const mexbase::TimeLimit limit(std::chrono::steady_clock::now() + std::chrono::seconds(1));
///     auto line = mexbase::best_line(table, index, 10000);
class TimeLimit {
  public:
    using Clock = std::chrono::steady_clock;

    explicit TimeLimit(Clock::time_point until) noexcept;
    ~TimeLimit();
    TimeLimit(const TimeLimit&) = delete;
    TimeLimit& operator=(const TimeLimit&) = delete;

  private:
    Clock::time_point outer_;
};

namespace detail {

/// The limit of a thread.
struct ThreadLimit {
    TimeLimit::Clock::time_point until = TimeLimit::Clock::time_point::max();
    unsigned unseen = 0;  ///< steps that may still be taken before the clock is looked at
};
inline thread_local constinit ThreadLimit thread_limit;

/// Looks at the clock. Throws `Error{interrupted}`.
void look_at_clock();

}  // namespace detail

/// To be called in loops that may take long, once a step of some tens of nanoseconds or more.
inline void check_time_limit() {
    detail::ThreadLimit& limit = detail::thread_limit;
    if (limit.until == TimeLimit::Clock::time_point::max()) return;
    if (limit.unseen-- == 0) detail::look_at_clock();
}

}  // namespace mexbase
