// SPDX-License-Identifier: MIT
/// \file
/// The cached results of a search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../board/neighbours.hpp"
#include "../../error.hpp"
#include "../../splitmix64.hpp"

namespace mexbase::detail {

/// Throws `Error{out_of_memory}` for a reached limit. `found` (a plural noun) names the data that take `bytes` bytes.
[[noreturn]] inline void throw_at_limit(std::string_view found, std::size_t bytes) {
    throw Error(ErrorCode::out_of_memory,
                "the " + std::string(found) + " found so far take " + memory_text(bytes) +
                    " of memory, and more memory is not allowed",
                Remedy::allow_memory);
}

/// Hash table key of a position that is given by two vertex sets. At least one set is not empty.
struct VertexSetsKey {
    VertexSet a = 0, b = 0;
    /// Adds the increment of SplitMix64, so that {a, b} and {b, a} usually have different hashes.
    std::uint64_t hash() const { return splitmix64(splitmix64(a + 0x9e3779b97f4a7c15) ^ b); }
    friend bool operator==(const VertexSetsKey&, const VertexSetsKey&) = default;
};

/// A hash table from keys to values of type `T`, which is small and plain. Uses open addressing, with sizeof(K) +
/// sizeof(T) bytes per slot. Doubles before more than 3/4 of the slots are used. Copyable; not thread-safe.
template <class T, class K = VertexSetsKey>
class PositionMemo {
    static constexpr std::size_t least_slots = 64;

  public:
    using Key = K;

    /// Size in bytes of the smallest table that is not empty.
    static constexpr std::size_t least_bytes = least_slots * (sizeof(Key) + sizeof(T));

    /// `store` calls `throw_at_limit(found, bytes())` if memory would exceed `most_bytes`. While the table grows, the
    /// memory of the old and the new table counts. Borrows the text `found`.
    PositionMemo(std::size_t most_bytes, std::string_view found) : most_bytes_(most_bytes), found_(found) {}

    /// Returns the value stored for `key`, or `std::nullopt`. The key must not be `Key{}`.
    std::optional<T> find(Key key) const {
        if (keys_.empty()) return std::nullopt;
        const std::size_t slot = slot_of(key);
        if (keys_[slot] == Key{}) return std::nullopt;
        return values_[slot];
    }
    /// Prefetches the memory that `find` and `replace` read for a key. Always inlined: compilers remove calls of a
    /// function that only prefetches, because they see no effect.
    [[gnu::always_inline]] void prefetch(Key key) const {
        if (keys_.empty()) return;
        const std::size_t slot = key.hash() & (keys_.size() - 1);
        __builtin_prefetch(&keys_[slot]);
        __builtin_prefetch(&values_[slot]);
    }
    /// Stores `value` for a key that is not stored yet. After an error everything is unchanged.
    void store(Key key, T value) {
        if (4 * (used_ + 1) > 3 * keys_.size()) grow();
        const std::size_t slot = slot_of(key);
        keys_[slot] = key;
        values_[slot] = value;
        ++used_;
    }
    void replace(Key key, T value) { values_[slot_of(key)] = value; }
    /// Removes all keys with this value. While it works, the old and the new table take memory.
    void remove(T value) {
        if (!keys_.empty()) *this = rehashed(keys_.size(), [value](T each) { return each != value; });
    }
    std::size_t size() const { return used_; }
    std::size_t bytes() const { return keys_.capacity() * sizeof(Key) + values_.capacity() * sizeof(T); }

  private:
    /// Returns the slot of `key`, or the slot to store it in.
    std::size_t slot_of(Key key) const {
        std::size_t slot = key.hash() & (keys_.size() - 1);
        while (keys_[slot] != key && keys_[slot] != Key{}) slot = (slot + 1) & (keys_.size() - 1);
        return slot;
    }
    void grow() {
        const std::size_t slots = std::max(least_slots, 2 * keys_.size());
        if (bytes() + slots * (sizeof(Key) + sizeof(T)) > most_bytes_) throw_at_limit(found_, bytes());
        *this = rehashed(slots, [](T) { return true; });
    }
    /// Returns a table with this number of slots and all entries whose value satisfies `keeps`.
    template <class F>
    PositionMemo rehashed(std::size_t slots, const F& keeps) const {
        PositionMemo copy(most_bytes_, found_);
        copy.keys_.resize(slots);
        copy.values_.resize(slots);
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            if (keys_[i] == Key{} || !keeps(values_[i])) continue;
            const std::size_t slot = copy.slot_of(keys_[i]);
            copy.keys_[slot] = keys_[i];
            copy.values_[slot] = values_[i];
            ++copy.used_;
        }
        return copy;
    }

    std::vector<Key> keys_;  // their number is a power of two, or 0; Key{} is a free slot
    std::vector<T> values_;
    std::size_t used_ = 0;
    std::size_t most_bytes_;
    std::string_view found_;
};

}  // namespace mexbase::detail
