// SPDX-License-Identifier: MIT
#include "lib/time_limit.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "lib/error.hpp"
#include "tests/refusal.hpp"

namespace mexbase::time_limit_test {

using Clock = TimeLimit::Clock;

/// Returns true if a loop of that many steps is ended.
bool is_ended(unsigned steps = 1) {
    const auto loop = [steps] {
        for (unsigned i = 0; i < steps; ++i) check_time_limit();
    };
    return !test::fault_of(loop, ErrorCode::interrupted).empty();
}

TEST(TimeLimit, EndsLoopsOfItsThreadWhileItStands) {
    EXPECT_FALSE(is_ended(1000));
    {
        const TimeLimit over(Clock::now());
        EXPECT_TRUE(is_ended());
        EXPECT_TRUE(is_ended());
        bool other = true;
        std::thread([&] { other = is_ended(1000); }).join();
        EXPECT_FALSE(other);
    }
    EXPECT_FALSE(is_ended(1000));
    const TimeLimit far(Clock::now() + std::chrono::hours(1));
    EXPECT_FALSE(is_ended(1000));
    {
        const TimeLimit over(Clock::now());
        EXPECT_TRUE(is_ended());
        // The earlier limit applies.
        const TimeLimit later(Clock::now() + std::chrono::hours(1));
        EXPECT_TRUE(is_ended());
    }
    EXPECT_FALSE(is_ended(1000));
}

TEST(TimeLimit, EndsALoopThatIsUnderWay) {
    const TimeLimit limit(Clock::now() + std::chrono::milliseconds(5));
    EXPECT_TRUE(is_ended(4'000'000'000));
}

}  // namespace mexbase::time_limit_test
