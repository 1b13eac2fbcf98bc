// SPDX-License-Identifier: MIT
/// \file
/// The hash tables of a `GameArena`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../splitmix64.hpp"

namespace mexbase {

/// A hash table of numbers below 2^32 - 1 that refer to objects of the caller, such as indices into a vector. A lookup
/// takes the hash of an object and a comparison. A slot takes eight bytes. At most 3/4 of the slots are in use.
class ReferenceTable {
  public:
    static constexpr std::uint32_t none = 0xffffffff;

    template <class IsIt>
    std::uint32_t find(std::uint32_t hash, IsIt&& is_it) const {
        if (slots_.empty()) return none;
        for (std::size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
            const Slot& slot = slots_[i];
            if (slot.reference == none) return none;
            if (slot.hash == hash && is_it(slot.reference)) return slot.reference;
        }
    }
    /// Requires that `reference` is not in the table.
    void insert(std::uint32_t hash, std::uint32_t reference) {
        if (4 * (used_ + 1) > 3 * slots_.size()) grow();
        place(slots_, {hash, reference});
        ++used_;
    }
    std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

  private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t reference = none;
    };

    static void place(std::vector<Slot>& slots, Slot slot) {
        std::size_t i = slot.hash & (slots.size() - 1);
        while (slots[i].reference != none) i = (i + 1) & (slots.size() - 1);
        slots[i] = slot;
    }
    void grow() {
        std::vector<Slot> wider(slots_.empty() ? 16 : 2 * slots_.size());
        for (const Slot& slot : slots_)
            if (slot.reference != none) place(wider, slot);
        slots_.swap(wider);
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
};

/// A cache of results for pairs of ids. `Entry` is a class such as `OrderEntry` or `SumEntry`. The cache grows up to
/// `most` slots (a power of two). If a bucket has four entries, a new entry replaces one of them.
template <class Entry>
class PairMemo {
  public:
    explicit PairMemo(std::size_t most) : most_(most) {}

    const Entry* find(std::uint32_t a, std::uint32_t b) const {
        if (slots_.empty()) return nullptr;
        const Entry* bucket = &slots_[bucket_of(Entry::key_of(a, b), slots_.size())];
        for (std::size_t i = 0; i < width; ++i)
            if (bucket[i].is(a, b)) return bucket + i;
        return nullptr;
    }
    void put(const Entry& entry) {
        if (2 * used_ >= slots_.size() && slots_.size() < most_) grow();
        used_ += place(slots_, entry);
    }
    std::size_t bytes() const { return slots_.capacity() * sizeof(Entry); }

  private:
    static constexpr std::size_t width = 4;

    static std::size_t bucket_of(std::uint64_t key, std::size_t slots) {
        return static_cast<std::size_t>(splitmix64(key)) & (slots - width);
    }
    static std::size_t place(std::vector<Entry>& slots, const Entry& entry) {
        Entry* bucket = &slots[bucket_of(entry.key(), slots.size())];
        for (std::size_t i = 0; i < width; ++i)
            if (bucket[i].empty()) {
                bucket[i] = entry;
                return 1;
            }
        for (std::size_t i = width - 1; i > 0; --i) bucket[i] = bucket[i - 1];
        bucket[0] = entry;
        return 0;
    }
    void grow() {
        std::vector<Entry> wider(slots_.empty() ? 64 : 2 * slots_.size());
        used_ = 0;
        for (const Entry& entry : slots_)
            if (!entry.empty()) used_ += place(wider, entry);
        slots_.swap(wider);
    }

    std::vector<Entry> slots_;
    std::size_t most_;
    std::size_t used_ = 0;
};

/// The cached answer to a <= b, for two different ids below 2^31.
struct OrderEntry {
    std::uint32_t a = 0, b_and_answer = 0;

    OrderEntry() = default;
    OrderEntry(std::uint32_t a_, std::uint32_t b_, bool answer_) : a(a_), b_and_answer(b_ << 1 | (answer_ ? 1U : 0U)) {}
    static std::uint64_t key_of(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }
    std::uint64_t key() const { return key_of(a, b_and_answer >> 1); }
    bool answer() const { return (b_and_answer & 1) != 0; }
    bool empty() const { return a == 0 && b_and_answer == 0; }
    bool is(std::uint32_t x, std::uint32_t y) const { return a == x && b_and_answer >> 1 == y && !empty(); }
};

/// The cached value of a + b. Neither id is 0.
struct SumEntry {
    std::uint32_t a = 0, b = 0, value = 0;

    static std::uint64_t key_of(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }
    std::uint64_t key() const { return key_of(a, b); }
    bool empty() const { return a == 0; }
    bool is(std::uint32_t x, std::uint32_t y) const { return a == x && b == y; }
};

/// A cache of comparisons with a draft (a game whose canonical form is being computed). `begin` clears it in O(1).
class DraftMemo {
  public:
    void begin() {
        puts_ = 0;
        if (++now_ < std::uint64_t{1} << 30) return;
        slots_.assign(slots_.size(), 0);
        now_ = 1;
    }
    /// Returns the stored answer (0 or 1), or -1. Question 2g is if g <= the draft (the game being made). Question 2g +
    /// 1 is if g >= the draft.
    int find(std::uint32_t question) const {
        if (slots_.empty()) return -1;
        const std::uint64_t slot = slots_[place(question)];
        return slot >> 1 == (now_ << 32 | question) ? static_cast<int>(slot & 1) : -1;
    }
    void put(std::uint32_t question, bool answer) {
        if (2 * ++puts_ > slots_.size()) {
            slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
            puts_ = 0;
        }
        slots_[place(question)] = (now_ << 32 | question) << 1 | (answer ? 1U : 0U);
    }
    std::size_t bytes() const { return slots_.capacity() * sizeof(std::uint64_t); }

  private:
    std::size_t place(std::uint32_t question) const {
        return static_cast<std::size_t>(splitmix64(question)) & (slots_.size() - 1);
    }

    std::vector<std::uint64_t> slots_;
    std::uint64_t now_ = 0;
    std::size_t puts_ = 0;
};

}  // namespace mexbase
