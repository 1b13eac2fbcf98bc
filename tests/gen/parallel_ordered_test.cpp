// SPDX-License-Identifier: MIT
#include "gen/parallel_ordered.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace mexbase {
namespace parallel_ordered_test {

/// Calls `parallel_ordered` and returns the message of the exception; empty if it throws none.
template <class Produce, class Consume>
std::string error_of(unsigned threads, const Produce& produce, const Consume& consume) {
    try {
        detail::parallel_ordered(500, threads, produce, consume);
    } catch (const std::runtime_error& e) {
        return e.what();
    }
    return "";
}

TEST(ParallelOrdered, ResultsAreConsumedInOrderUntilTheFirstErrorOrTheEnd) {
    for (const unsigned threads : {1U, 2U, 3U, 7U}) {
        std::uint64_t consumed = 0;
        const auto square = [threads](unsigned worker, std::uint64_t i) {
            EXPECT_LT(worker, threads);
            return i * i;
        };
        const auto consume = [&consumed](std::uint64_t i, std::uint64_t result) {
            EXPECT_EQ(i, consumed++);
            EXPECT_EQ(result, i * i);
        };
        EXPECT_EQ(error_of(threads, square, consume), "");
        EXPECT_EQ(consumed, 500U);

        consumed = 0;
        const auto throws = [](unsigned, std::uint64_t i) {
            if (i >= 20 && i % 2 == 1) throw std::runtime_error(std::to_string(i));
            return i * i;
        };
        EXPECT_EQ(error_of(threads, throws, consume), "21");
        EXPECT_EQ(consumed, 21U);

        const auto refuses = [](std::uint64_t i, std::uint64_t) {
            if (i == 25) throw std::runtime_error("refused");
        };
        EXPECT_EQ(error_of(threads, square, refuses), "refused");

        consumed = 0;
        EXPECT_EQ(error_of(threads, square, [&](std::uint64_t i, std::uint64_t) { return ++consumed, i < 9; }), "");
        EXPECT_EQ(consumed, 10U);
        detail::parallel_ordered(0, threads, square, [](std::uint64_t, std::uint64_t) { ADD_FAILURE(); });
    }
}

}  // namespace parallel_ordered_test
}  // namespace mexbase
