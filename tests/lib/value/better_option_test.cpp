// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "lib/value/outcome.hpp"

namespace mexbase::better_option_test {

TEST(BetterOption, OrdersOptionsForWhoChooses) {
    using enum Outcome;
    // From the opponent's view, the best first.
    const std::vector<OutcomeValue> best_first = {{loss, 0}, {loss, 4},    {tie, 1}, {tie, 3}, {tie, 8},
                                                  {draw, 0}, {unknown, 0}, {win, 9}, {win, 1}};
    for (std::size_t a = 0; a < best_first.size(); ++a)
        for (std::size_t b = 0; b < best_first.size(); ++b)
            EXPECT_EQ(better_option(best_first[a], best_first[b]), a < b)
                << to_string(best_first[a]) << " and " << to_string(best_first[b]);
}

}  // namespace mexbase::better_option_test
