// SPDX-License-Identifier: MIT
#include "lib/rules/reached_states.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/refusal.hpp"

namespace mexbase::reached_states_test {

TEST(ReachedStates, AMovePastTheLastIndexIsAnError) {
    using detail::ReachedStates;
    // From each index to the next, and from the third to `far`.
    const auto reached = [](Index far, unsigned threads) {
        ReachedStates states(10, 10, 1, 1, threads);
        states.run(0, 0, Player::left, [far](ReachedStates::Worker& worker, Index i, Player, std::vector<unsigned>&) {
            if (i < 9) worker.mark(i == 3 ? far : i + 1, 0, Player::left);
        });
        Index count = 0;
        states.for_each_seen(0, 10, [&count](Index, Player, const std::vector<unsigned>&) { ++count; });
        return count;
    };
    for (const unsigned threads : {1U, 2U}) {
        EXPECT_EQ(reached(4, threads), 10U);
        EXPECT_EQ(reached(1, threads), 4U);
        for (const Index far : {Index{1} << 20, Index{1} << 32})
            EXPECT_EQ(test::error_code_of([&] { reached(far, threads); }), ErrorCode::out_of_domain) << far;
    }
}

}  // namespace mexbase::reached_states_test
