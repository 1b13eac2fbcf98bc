/// \file
/// A number for each of many pairs of symbols, found by hashing.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mexbase::detail {

/// Counts pairs of symbols, or numbers them. A pair is the left symbol times 2^16 and the right.
class PairCounts {
  public:
    /// Empty, with room for so many pairs before it grows.
    explicit PairCounts(std::size_t room = 0) : slots_(std::bit_ceil(2 * room + 16)) {}

    /// The number of a pair, at first 0.
    std::uint32_t& operator[](std::uint32_t pair) {
        std::size_t place = place_of(pair);
        if (slots_[place].pair == no_pair) {
            if (2 * ++pairs_ > slots_.size()) {
                grow();
                place = place_of(pair);
            }
            slots_[place].pair = pair;
            added_.push_back(pair);
        }
        return slots_[place].count;
    }
    /// The number of a pair, or 0 if it has none.
    std::uint32_t count(std::uint32_t pair) const { return slots_[place_of(pair)].count; }
    /// The pairs that have got a number since this was last asked.
    std::vector<std::uint32_t> take_added() { return std::exchange(added_, {}); }

  private:
    static constexpr std::uint32_t no_pair = 0xffffffff;
    struct Slot {
        std::uint32_t pair = no_pair, count = 0;
    };
    std::size_t place_of(std::uint32_t pair) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t place = (pair * 0x9e3779b97f4a7c15u >> 32) & mask;
        while (slots_[place].pair != no_pair && slots_[place].pair != pair) place = (place + 1) & mask;
        return place;
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.pair != no_pair) slots_[place_of(slot.pair)] = slot;
    }
    std::vector<Slot> slots_;
    std::size_t pairs_ = 0;
    std::vector<std::uint32_t> added_;
};

}  // namespace mexbase::detail
