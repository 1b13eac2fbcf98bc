// SPDX-License-Identifier: MIT
/// \file
/// Numbered set of positions that takes little more memory than the positions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "../../../lib/solve/pages.hpp"
#include "../../../lib/splitmix64.hpp"

namespace mexbase {

/// Distinct positions, numbered 0, 1, … as they are added. Takes 6 to 8 bytes per position in addition to the position
/// itself. `Key` has `hash(p)`, which returns 64 bits, and `same(p, q)`. Safe to read from several threads while no
/// thread writes.
template <class Position, class Key>
class PositionSet {
  public:
    /// Returned for a position that is not in the set.
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint64_t most = 3'000'000'000;

    explicit PositionSet(Key key) : key_(std::move(key)) {}

    std::uint64_t size() const { return size_; }
    const Position& operator[](std::uint64_t number) const {
        return chunks_[number >> chunk_log2][number & (chunk_size - 1)];
    }

    /// Writes the number of each position, or `none`. Calls with many positions are faster, because of prefetching.
    void find(std::span<const Position> positions, std::uint32_t* numbers) const {
        for_each_batch(positions,
                       [&](const Position& p, std::uint64_t hash) { *numbers++ = number_at(slot_of(p, hash)); });
    }
    /// Adds the positions that are not in the set, in order.
    void add(std::span<const Position> positions) {
        while (!positions.empty()) {
            const auto now = positions.first(std::min(positions.size(), many));
            positions = positions.subspan(now.size());
            if (10 * (size_ + now.size()) > 7 * slots_.size() && slots_.size() < none)
                make_table(2 * (size_ + now.size()));
            for_each_batch(now, [this](const Position& p, std::uint64_t hash) {
                const std::size_t slot = slot_of(p, hash);
                if (slots_[slot] != 0) return;
                append(p);
                slots_[slot] = entry(hash, size_);
            });
        }
    }

    /// Calls `take(position)` for all positions by ascending number, and empties the set. Frees memory during the
    /// calls.
    template <class Take>
    void drain(const Take& take) {
        slots_ = std::vector<std::uint32_t>();  // {} would keep the memory
        for (std::vector<Position>& chunk : chunks_) {
            for (Position& p : chunk) take(std::move(p));
            chunk = std::vector<Position>();
        }
        chunks_.clear();
        size_ = 0;
    }
    /// Adds a position that is not in the set. `find` finds it only after a call of `index`.
    void append(Position p) {
        if (size_ % chunk_size == 0) {
            chunks_.emplace_back().reserve(chunk_size);
            advise_large_pages(chunks_.back().data(), chunk_size * sizeof(Position));
        }
        chunks_.back().push_back(std::move(p));
        ++size_;
    }
    /// Makes `find` find all appended positions.
    void index() { make_table(2 * size_); }

  private:
    static constexpr std::size_t many = 128;
    // A chunk has at most 32 MiB. Its unused part takes no memory, and large pages make lookups faster.
    static constexpr unsigned chunk_log2 =
        static_cast<unsigned>(std::bit_width((std::size_t{32} << 20) / sizeof(Position)) - 1);
    static constexpr std::uint64_t chunk_size = std::uint64_t{1} << chunk_log2;

    /// Returns the content of the hash slot of a position. Its lower bits are the number of the position plus one. The
    /// other bits are bits of the hash; they avoid most comparisons with other positions. An empty slot is 0.
    std::uint32_t entry(std::uint64_t hash, std::uint64_t number_plus_one) const {
        return (static_cast<std::uint32_t>(hash) & ~number_mask_) | static_cast<std::uint32_t>(number_plus_one);
    }
    std::size_t first_slot(std::uint64_t hash) const { return (hash >> 32) * slots_.size() >> 32; }
    std::uint32_t number_at(std::size_t slot) const { return (slots_[slot] & number_mask_) - 1; }
    /// Returns the slot of a position, or the empty slot where it would be added.
    std::size_t slot_of(const Position& p, std::uint64_t hash) const {
        for (std::size_t slot = first_slot(hash);;) {
            const std::uint32_t found = slots_[slot];
            if (found == 0) return slot;
            if (((found ^ static_cast<std::uint32_t>(hash)) & ~number_mask_) == 0 &&
                key_.same((*this)[number_at(slot)], p))
                return slot;
            if (++slot == slots_.size()) slot = 0;
        }
    }

    /// Calls `f(position, hash)` for each position in order, after prefetching its slot and the slot's position.
    template <class F>
    void for_each_batch(std::span<const Position> positions, const F& f) const {
        std::array<std::uint64_t, many> hashes;
        while (!positions.empty()) {
            const auto now = positions.first(std::min(positions.size(), many));
            positions = positions.subspan(now.size());
            for (std::size_t k = 0; k < now.size(); ++k) {
                hashes[k] = key_.hash(now[k]);
                __builtin_prefetch(&slots_[first_slot(hashes[k])]);
            }
            for (std::size_t k = 0; k < now.size(); ++k) {
                const std::uint32_t found = slots_[first_slot(hashes[k])];
                if (found != 0 && ((found ^ static_cast<std::uint32_t>(hashes[k])) & ~number_mask_) == 0)
                    __builtin_prefetch(&(*this)[(found & number_mask_) - 1]);
            }
            for (std::size_t k = 0; k < now.size(); ++k) f(now[k], hashes[k]);
        }
    }

    /// Makes a new table of about `slots` slots and enters all positions.
    void make_table(std::uint64_t slots) {
        constexpr std::uint64_t fewest = 1024;
        slots_ = std::vector<std::uint32_t>();
        const auto slot_count = static_cast<std::size_t>(std::clamp<std::uint64_t>(slots, fewest, none));
        slots_.reserve(slot_count);
        advise_large_pages(slots_.data(), slot_count * sizeof slots_[0]);
        slots_.resize(slot_count);
        number_mask_ =
            std::numeric_limits<std::uint32_t>::max() >> std::countl_zero(static_cast<std::uint32_t>(slots_.size()));
        std::array<std::uint64_t, many> hashes;
        for (std::uint64_t first = 0; first < size_; first += many) {
            const std::uint64_t count = std::min<std::uint64_t>(many, size_ - first);
            for (std::uint64_t k = 0; k < count; ++k) {
                hashes[k] = key_.hash((*this)[first + k]);
                __builtin_prefetch(&slots_[first_slot(hashes[k])], 1);
            }
            for (std::uint64_t k = 0; k < count; ++k) {
                std::size_t slot = first_slot(hashes[k]);
                while (slots_[slot] != 0)
                    if (++slot == slots_.size()) slot = 0;
                slots_[slot] = entry(hashes[k], first + k + 1);
            }
        }
    }

    Key key_;
    std::vector<std::vector<Position>> chunks_;
    std::uint64_t size_ = 0;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1);
    std::uint32_t number_mask_ = 1;
};

}  // namespace mexbase
