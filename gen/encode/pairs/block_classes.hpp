// SPDX-License-Identifier: MIT
/// \file
/// Classes of blocks in a stream, by the statistics of their numbers. Each class has its own grammar.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "literals.hpp"

namespace mexbase::detail {

/// Classifier of blocks. It counts how often each number follows the two numbers before it. Immutable; safe to use from
/// several threads.
class BlockClasses {
  public:
    static constexpr std::size_t most = 8;

    /// Makes one class, which contains all blocks.
    BlockClasses() = default;
    /// Learns up to `classes` classes from sample blocks, which are in the order of the stream. A block belongs to the
    /// class that predicts its numbers best (Lloyd 1982).
    BlockClasses(const NumberBlocks& samples, std::size_t classes);

    /// Returns the classes as bytes.
    std::vector<std::byte> bytes() const;
    /// Sets the classes from `bytes()` at the beginning of `from`. Returns the bytes that follow.
    std::span<const std::byte> restore(std::span<const std::byte> from);

    std::size_t count() const { return count_; }
    std::size_t class_of(std::span<const std::uint32_t> numbers) const;

  private:
    using Costs = std::array<std::uint16_t, most>;  // costs of a number after two others, by class, in 256ths of a bit
    using Sums = std::array<std::uint64_t, most>;
    Sums sums(std::span<const std::uint32_t> numbers) const;
    std::size_t cheapest(const Sums& costs) const;
    void learn(const NumberBlocks& samples, std::span<const std::size_t> label);
    std::uint64_t improve(const NumberBlocks& samples, std::vector<std::size_t>& label);

    std::size_t count_ = 1;
    std::vector<Costs> costs_;  // by a hash of a number and the two before it
};

}  // namespace mexbase::detail
