// SPDX-License-Identifier: MIT
#include "time_limit.hpp"

#include <algorithm>

#include "error.hpp"

namespace mexbase {

TimeLimit::TimeLimit(Clock::time_point until) noexcept : outer_(detail::thread_limit.until) {
    detail::thread_limit = {std::min(until, outer_), 0};
}

TimeLimit::~TimeLimit() {
    detail::thread_limit = {outer_, 0};
}

void detail::look_at_clock() {
    constexpr unsigned steps = 64;
    thread_limit.unseen = 0;
    if (TimeLimit::Clock::now() >= thread_limit.until)
        throw Error(ErrorCode::interrupted, "the time limit for the answer has passed");
    thread_limit.unseen = steps;
}

}  // namespace mexbase
