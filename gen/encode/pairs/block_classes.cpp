// SPDX-License-Identifier: MIT
#include "block_classes.hpp"

#include <algorithm>
#include <utility>

#include "pair_packer.hpp"

namespace mexbase::detail {

namespace {

// A context is made of the last 4 bits of three successive numbers.
constexpr unsigned letter_bits = 4;
constexpr std::uint32_t contexts = 1u << 3 * letter_bits;

/// Calls `pass` with the context of every number (the number and the two before it). Skips `dont_care`.
template <class Pass>
void for_each_place(std::span<const std::uint32_t> numbers, Pass pass) {
    std::uint32_t last = 0;
    for (const std::uint32_t number : numbers) {
        if (number == dont_care) continue;
        last = (last << letter_bits) + number;
        pass(last & (contexts - 1));
    }
}

}  // namespace

BlockClasses::BlockClasses(const NumberBlocks& samples, std::size_t classes) {
    constexpr std::size_t least_samples = 16;
    const std::size_t wanted = std::clamp<std::size_t>(samples.size() / least_samples, 1, std::min(classes, most));
    if (wanted == 1) return;
    // Learns classes from two initial labellings of the samples, and takes the better result. In one labelling, a class
    // has consecutive blocks. In the other, a class has blocks that pack about equally well.
    std::vector<std::size_t> by_cost(samples.size()), by_range(samples.size());
    learn(samples, by_cost);  // at first all in one class
    std::vector<std::pair<std::uint64_t, std::size_t>> ranked;
    for (std::size_t i = 0; i < samples.size(); ++i)
        ranked.emplace_back(sums(samples[i]).front() * 4096 / samples[i].size(), i);
    std::ranges::sort(ranked);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        by_range[i] = i * wanted / samples.size();
        by_cost[ranked[i].second] = i * wanted / samples.size();
    }
    count_ = wanted;
    BlockClasses other = *this;
    if (other.improve(samples, by_range) < improve(samples, by_cost)) *this = std::move(other);
}

std::vector<std::byte> BlockClasses::bytes() const {
    const auto costs = std::as_bytes(std::span(costs_));
    std::vector<std::byte> bytes(1 + (count_ == 1 ? 0 : costs.size()), static_cast<std::byte>(count_));
    std::copy_n(costs.begin(), bytes.size() - 1, bytes.begin() + 1);
    return bytes;
}

std::span<const std::byte> BlockClasses::restore(std::span<const std::byte> from) {
    count_ = static_cast<std::size_t>(from.front());
    costs_.resize(count_ == 1 ? 0 : contexts);
    const auto costs = std::as_writable_bytes(std::span(costs_));
    std::ranges::copy(from.subspan(1, costs.size()), costs.begin());
    return from.subspan(1 + costs.size());
}

/// Computes how many 256ths of a bit each number takes after two others, by class. Sample i has class `label[i]`.
void BlockClasses::learn(const NumberBlocks& samples, std::span<const std::size_t> label) {
    std::vector<std::array<std::uint32_t, most>> counts(contexts), before(contexts);
    for (std::size_t i = 0; i < samples.size(); ++i)
        for_each_place(samples[i], [&](std::uint32_t place) {
            ++counts[place][label[i]];
            ++before[place >> letter_bits][label[i]];
        });
    costs_.resize(contexts);
    for (std::uint32_t place = 0; place < contexts; ++place)
        for (std::size_t s = 0; s < count_; ++s)
            costs_[place][s] =
                static_cast<std::uint16_t>(log2_256(std::uint64_t{before[place >> letter_bits][s]} + 16) -
                                           log2_256(std::uint64_t{counts[place][s]} + 1));
}

BlockClasses::Sums BlockClasses::sums(std::span<const std::uint32_t> numbers) const {
    std::array<std::uint32_t, most> sums{};  // 32 bits, so that four are added at a time
    for_each_place(numbers, [&](std::uint32_t place) {
        for (std::size_t s = 0; s < most; ++s) sums[s] += costs_[place][s];
    });
    Sums wide{};
    std::ranges::copy(sums, wide.begin());
    return wide;
}

/// Moves each sample to its best class and learns again, several times. Returns the cost in 256ths of a bit.
std::uint64_t BlockClasses::improve(const NumberBlocks& samples, std::vector<std::size_t>& label) {
    constexpr int rounds = 8;
    std::uint64_t all = 0;
    for (int round = 0; round < rounds; ++round) {
        learn(samples, label);
        all = 0;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const Sums costs = sums(samples[i]);
            label[i] = cheapest(costs);
            all += costs[label[i]];
        }
    }
    return all;
}

std::size_t BlockClasses::cheapest(const Sums& costs) const {
    const auto end = costs.begin() + static_cast<std::ptrdiff_t>(count_);
    return static_cast<std::size_t>(std::min_element(costs.begin(), end) - costs.begin());
}

std::size_t BlockClasses::class_of(std::span<const std::uint32_t> numbers) const {
    return count_ == 1 ? 0 : cheapest(sums(numbers));
}

}  // namespace mexbase::detail
