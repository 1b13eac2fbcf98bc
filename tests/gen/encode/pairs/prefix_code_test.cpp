// SPDX-License-Identifier: MIT
// Lengths of prefix codes: optimal if the limit does not bind, and always within it.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <random>
#include <vector>

#include "gen/encode/pairs/pair_trainer.hpp"

namespace mexbase::prefix_code_test {

using detail::code_lengths;
using detail::longest_written_code;
using Counts = std::vector<std::uint64_t>;

std::uint64_t cost_of(const Counts& counts, const std::vector<std::uint8_t>& lengths) {
    std::uint64_t cost = 0;
    for (std::size_t s = 0; s < counts.size(); ++s) cost += counts[s] * lengths[s];
    return cost;
}

/// Lists the ascending lengths of all complete prefix codes of `symbols` symbols. `room` is the rest of 1, in parts of
/// 2^-longest.
void complete_codes(std::size_t symbols, unsigned longest, std::uint64_t room, std::vector<std::uint8_t>& begun,
                    std::vector<std::vector<std::uint8_t>>& found) {
    if (begun.size() == symbols) {
        if (room == 0) found.push_back(begun);
        return;
    }
    for (unsigned length = begun.empty() ? 1 : begun.back(); length <= longest; ++length) {
        const std::uint64_t takes = std::uint64_t{1} << (longest - length);
        if (takes > room) continue;
        begun.push_back(static_cast<std::uint8_t>(length));
        complete_codes(symbols, longest, room - takes, begun, found);
        begun.pop_back();
    }
}

/// Returns the cost of Huffman's code, by a heap: the sum of the weights of all merged pairs.
std::uint64_t huffman_cost(const Counts& counts) {
    std::priority_queue<std::uint64_t, Counts, std::greater<>> heap;
    for (const std::uint64_t count : counts)
        if (count != 0) heap.push(count);
    std::uint64_t cost = 0;
    while (heap.size() > 1) {
        std::uint64_t both = heap.top();
        heap.pop();
        both += heap.top();
        heap.pop();
        cost += both;
        heap.push(both);
    }
    return cost;
}

/// Expects a complete code of the symbols that occur, none too long, and none longer than that of a rarer symbol.
void expect_a_code(const Counts& counts) {
    const std::vector<std::uint8_t> lengths = code_lengths(counts);
    ASSERT_EQ(lengths.size(), counts.size());
    std::uint64_t taken = 0;
    std::vector<std::pair<std::uint64_t, unsigned>> ranked;
    for (std::size_t s = 0; s < counts.size(); ++s) {
        ASSERT_EQ(lengths[s] == 0, counts[s] == 0) << s;
        ASSERT_LE(lengths[s], longest_written_code) << s;
        if (lengths[s] == 0) continue;
        taken += std::uint64_t{1} << (longest_written_code - lengths[s]);
        ranked.emplace_back(counts[s], lengths[s]);
    }
    EXPECT_EQ(taken, std::uint64_t{1} << longest_written_code);
    std::ranges::sort(ranked, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    for (std::size_t i = 1; i < ranked.size(); ++i) {
        ASSERT_GE(ranked[i - 1].second, ranked[i].second) << i;
    }
}

TEST(PrefixCode, NoCompleteCodeOfAFewSymbolsCostsLess) {
    std::mt19937 random(1);
    for (std::size_t symbols = 2; symbols <= 8; ++symbols) {
        std::vector<std::uint8_t> begun;
        std::vector<std::vector<std::uint8_t>> codes;
        const auto longest = static_cast<unsigned>(symbols - 1);
        complete_codes(symbols, longest, std::uint64_t{1} << longest, begun, codes);
        ASSERT_FALSE(codes.empty());
        for (int i = 0; i < 100; ++i) {
            Counts counts(symbols);
            const unsigned most = i % 2 == 0 ? 4 : 1000;
            for (std::uint64_t& count : counts) count = 1 + random() % most;
            const std::uint64_t cost = cost_of(counts, code_lengths(counts));
            Counts falling = counts;
            std::ranges::sort(falling, std::greater<>());
            std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
            for (const auto& code : codes) least = std::min(least, cost_of(falling, code));
            EXPECT_EQ(cost, least);
        }
    }
}

TEST(PrefixCode, CostsWhatHuffmansCodeDoesWhereThatKeepsTheLimit) {
    std::mt19937 random(2);
    for (int i = 0; i < 1000; ++i) {
        // Below 610 symbols written no Huffman code has 14 bits: that needs the 15th Fibonacci number.
        Counts counts(2 + random() % 59);
        for (std::uint64_t& count : counts) count = random() % 11;
        counts[0] = counts[1] = 1;
        expect_a_code(counts);
        EXPECT_EQ(cost_of(counts, code_lengths(counts)), huffman_cost(counts));
    }
}

TEST(PrefixCode, EqualCountsGetEqualLengths) {
    for (unsigned bits = 1; bits <= longest_written_code; ++bits) {
        const Counts counts(std::size_t{1} << bits, 7);
        EXPECT_EQ(code_lengths(counts), std::vector<std::uint8_t>(counts.size(), static_cast<std::uint8_t>(bits)));
    }
}

TEST(PrefixCode, ExtremeCountsGetACompleteCodeWithinTheLimit) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    Counts fibonacci{1, 1}, powers;
    while (fibonacci.size() < 60) fibonacci.push_back(fibonacci.back() + fibonacci[fibonacci.size() - 2]);
    for (unsigned e = 0; e < 64; ++e) powers.push_back(std::uint64_t{1} << e);  // the sum is the greatest number
    expect_a_code(fibonacci);
    expect_a_code(powers);
    expect_a_code({1, most - 1});
    expect_a_code({most / 2, most / 2});
    expect_a_code({0, most - 3, 1, 0, 1, 1});
    expect_a_code(Counts(4096, 1));
    expect_a_code(Counts(4096, most / 4096));
    Counts mixed(4096, 1);
    for (std::size_t s = 0; s < fibonacci.size(); ++s) mixed[67 * s] = fibonacci[s];
    expect_a_code(mixed);
    Counts full(std::size_t{1} << longest_written_code, 1);
    full[17] = most / 2;
    expect_a_code(full);  // every code has all bits, for any counts
    std::mt19937_64 random(3);
    for (int i = 0; i < 200; ++i) {
        Counts counts(2 + random() % 500);
        for (std::uint64_t& count : counts) count = random() % (most / 512) >> random() % 55;
        counts.front() = counts.back() = 1;
        expect_a_code(counts);
    }
}

}  // namespace mexbase::prefix_code_test
