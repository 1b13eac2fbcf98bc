/// \file
/// Classes of blocks in a stream, by the range they lie in or by what goes on in them: each is packed with a grammar of
/// its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "literals.hpp"

namespace mexbase::detail {

/// Tells classes of blocks from one another, by how often numbers follow the two before them. Immutable; safe for any
/// number of threads.
class BlockClasses {
  public:
    static constexpr std::size_t most = 8;

    /// One class, which all blocks are of.
    BlockClasses() = default;
    /// Up to `classes` of them, found in sample blocks that stand in the order of the stream: each block is of the
    /// class that tells best what comes next in it (Lloyd 1982).
    BlockClasses(const Numbers& samples, std::size_t classes);

    std::size_t count() const { return count_; }
    std::size_t class_of(std::span<const std::uint32_t> numbers) const;

  private:
    using Costs = std::array<std::uint16_t, most>;  // of a number after two others, for each class
    using Sums = std::array<std::uint64_t, most>;
    Sums sums(std::span<const std::uint32_t> numbers) const;
    std::size_t cheapest(const Sums& costs) const;
    void learn(const Numbers& samples, std::span<const std::size_t> label);
    std::uint64_t improve(const Numbers& samples, std::vector<std::size_t>& label);

    std::size_t count_ = 1;
    std::vector<Costs> costs_;  // by a hash of the three
};

}  // namespace mexbase::detail
