// SPDX-License-Identifier: MIT
/// \file
/// The values in obliged sums of all heaps of a taking-and-breaking game up to a size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "../../rules/take_and_break.hpp"
#include "../../value/obliged.hpp"

namespace mexbase {

/// Computes the values of heaps of a game in obliged sums, in order of size, as `Obliged::code`. The first binary digit
/// is 1 if the player to move wins in normal play. The second is the same for misère play. Heap 0 has 01. A move that
/// leaves several heaps leaves their obliged sum. A heap of n takes O(n / 64) time per move that leaves two heaps, and
/// O(n) per move that leaves three. Memory is about 2 bytes per heap, or 4 with such moves. Not thread-safe.
class ObligedSweep {
  public:
    /// Continues a sweep of the same game. `known` has its values of heaps 0, 1, ... Throws `Error{bad_spec}` for an
    /// invalid game. Throws `Error{corrupt}` if the value of heap 0 is not 01 or a value is greater than 3.
    explicit ObligedSweep(TakeAndBreak game, std::vector<std::uint8_t> known = {});

    const TakeAndBreak& game() const { return game_; }
    /// Returns the number of heaps with known values: 0..heaps()-1.
    std::uint64_t heaps() const { return values_.size(); }
    /// Computes the values of heaps up to heaps-1. Calls `progress` as `NimberSweep::extend` does.
    void extend(std::uint64_t heaps, const std::function<void(std::uint64_t heaps)>& progress = {});
    /// Returns the value of a heap below heaps().
    std::uint32_t value(std::uint64_t heap) const { return values_[static_cast<std::size_t>(heap)]; }
    /// Calls f with a span of all values.
    template <class F>
    decltype(auto) visit(F&& f) const {
        return f(std::span<const std::uint8_t>(values_));
    }
    std::span<const std::uint8_t> values() const { return values_; }

  private:
    void rebuild(std::size_t heaps);
    void note(std::size_t heap);
    void note_pairs();
    std::uint8_t next_value();
    void add_pairs(std::size_t left, ObligedOptions& options);
    void add_triples(std::size_t left, ObligedOptions& options);

    TakeAndBreak game_;
    std::vector<std::uint8_t> values_;
    // One bit per heap, set if the player to move wins. `normal_` and `misere_` begin with heap 0. The other two begin
    // with the last allocated heap, so that the parts of a sum are aligned.
    std::size_t capacity_ = 0;
    std::vector<std::uint64_t> normal_, misere_, normal_back_, misere_back_;
    // Bit sets of the kinds (`kind_of`) of pairs of heaps with m tokens. Empty if no move leaves three heaps.
    std::vector<std::uint16_t> pairs_;
    std::uint64_t work_ = 0;
};

}  // namespace mexbase
