// SPDX-License-Identifier: MIT
/// \file
/// The vertices decided in one ply, or scheduled for a later ply, stored compactly. A vertex takes 4 bytes in graphs of
/// at most 2^32 vertices, 8 bytes in larger graphs. A set never takes more than a bit for each vertex of the graph.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../../index.hpp"

namespace mexbase::detail {

/// Fixed-size blocks of memory that frontiers take and return, so that the next ply reuses the memory of the last ply.
class ChunkPool {
  public:
    static constexpr std::size_t words = 4096;
    using Block = std::unique_ptr<std::uint32_t[]>;

    Block take() {
        if (free_.empty()) return std::make_unique_for_overwrite<std::uint32_t[]>(words);
        Block block = std::move(free_.back());
        free_.pop_back();
        return block;
    }
    void give(Block block) { free_.push_back(std::move(block)); }

  private:
    std::vector<Block> free_;
};

/// A set of vertices, which are removed in portions. A small set is a list of blocks. A set of a 32nd of all vertices
/// or more (a 64th for vertices of 8 bytes) has a bit per vertex, which takes no more memory than the list.
class Frontier {
  public:
    /// A set with fewer vertices than this is always stored as a list.
    static constexpr std::size_t least_list = 4 * ChunkPool::words;

    /// Makes an empty frontier for a graph with vertices 0..vertices-1. Borrows the pool.
    Frontier(ChunkPool& pool, Index vertices)
        : pool_(&pool),
          tail_(pool.take()),
          vertices_(vertices),
          capacity_(is_wide(vertices) ? ChunkPool::words / 2 : ChunkPool::words),
          longest_list_(std::max<Index>(least_list, vertices / (is_wide(vertices) ? 64 : 32))),
          wide_(is_wide(vertices)) {}

    bool empty() const { return tail_size_ == 0 && full_size_ == 0; }
    Index size() const { return full_size_ + tail_size_; }

    void push(Index v) {
        store_at(tail_.get(), wide_, tail_size_++, v);
        if (tail_size_ == capacity_) seal(tail_size_);
    }

    /// Pushes vertices; keeps the end of the list in registers. Do not use the frontier during the cursor's lifetime.
    class Cursor {
      public:
        explicit Cursor(Frontier& frontier)
            : frontier_(frontier),
              words_(frontier.tail_.get()),
              at_(frontier.tail_size_),
              capacity_(frontier.capacity_),
              wide_(frontier.wide_) {}
        Cursor(const Cursor&) = delete;
        Cursor& operator=(const Cursor&) = delete;
        ~Cursor() { frontier_.tail_size_ = at_; }
        void push_if(bool wanted, Index v) {
            store_at(words_, wide_, at_, v);
            at_ += wanted ? 1 : 0;
            if (at_ != capacity_) [[likely]]
                return;
            words_ = frontier_.seal(at_);
            at_ = 0;
        }

      private:
        Frontier& frontier_;
        std::uint32_t* words_;
        std::size_t at_;
        const std::size_t capacity_;
        const bool wide_;
    };

    /// The minimum size of the buffer for `take`.
    static constexpr std::size_t least_buffer = 64;
    /// Moves vertices into `buffer` and returns them. Returns an empty span only if the frontier is empty. After a
    /// call, do not push until the frontier is empty.
    std::span<Index> take(std::span<Index> buffer) {
        if (bits_) return buffer.first(take_bits(buffer));
        std::size_t& size = full_.empty() ? tail_size_ : full_.back().size;
        const std::uint32_t* const words = full_.empty() ? tail_.get() : full_.back().words.get();
        const std::size_t n = std::min(size, buffer.size());
        size -= n;
        for (std::size_t k = 0; k < n; ++k) buffer[k] = load_at(words, wide_, size + k);
        if (!full_.empty()) drop_full(n);
        return buffer.first(n);
    }

    template <class F>
    void for_each(F&& f) const {
        for (const Full& c : full_) for_each_listed(c.words.get(), c.size, f);
        for_each_listed(tail_.get(), tail_size_, f);
        if (!bits_) return;
        for (Index word = next_word_; word < words_of(vertices_); ++word) for_each_bit(word, f);
    }

  private:
    struct Full {
        ChunkPool::Block words;
        std::size_t size;
    };

    using Bits = std::unique_ptr<std::uint64_t, decltype(&std::free)>;

    static constexpr bool is_wide(Index vertices) { return vertices > (Index{1} << 32); }
    static constexpr Index words_of(Index vertices) { return vertices / 64 + 1; }

    template <class F>
    void for_each_bit(Index word, const F& f) const {
        for (std::uint64_t left = bits_.get()[word]; left != 0; left &= left - 1)
            f(64 * word + static_cast<Index>(std::countr_zero(left)));
    }

    static Index load_at(const std::uint32_t* words, bool wide, std::size_t k) {
        return wide ? words[2 * k] | static_cast<Index>(words[2 * k + 1]) << 32 : words[k];
    }
    template <class F>
    void for_each_listed(const std::uint32_t* words, std::size_t size, const F& f) const {
        for (std::size_t k = 0; k < size; ++k) f(load_at(words, wide_, k));
    }
    static void store_at(std::uint32_t* words, bool wide, std::size_t k, Index v) {
        if (!wide) {
            words[k] = static_cast<std::uint32_t>(v);
        } else {
            words[2 * k] = static_cast<std::uint32_t>(v);
            words[2 * k + 1] = static_cast<std::uint32_t>(v >> 32);
        }
    }
    void drop_full(std::size_t taken) {
        full_size_ -= taken;
        if (full_.back().size != 0) return;
        pool_->give(std::move(full_.back().words));
        full_.pop_back();
    }
    /// Stores the tail (the block that `push` fills), which has `size` vertices. Returns the words of a new tail.
    [[gnu::noinline]] std::uint32_t* seal(std::size_t size) {
        tail_size_ = size;
        full_size_ += size;
        if (bits_) {
            set_bits(tail_.get(), size);
        } else {
            ChunkPool::Block fresh = pool_->take();
            full_.push_back({std::move(tail_), size});
            tail_ = std::move(fresh);
            if (full_size_ >= longest_list_) make_dense();
        }
        tail_size_ = 0;
        return tail_.get();
    }
    void set_bits(const std::uint32_t* words, std::size_t size) {
        for_each_listed(words, size, [bits = bits_.get()](Index v) { bits[v / 64] |= std::uint64_t{1} << v % 64; });
    }
    /// Converts lists to bits. Keeps the lists if there is no memory for the bits.
    void make_dense() {
        bits_.reset(static_cast<std::uint64_t*>(std::calloc(words_of(vertices_), sizeof(std::uint64_t))));
        if (!bits_) return;
        next_word_ = 0;
        for (Full& each : full_) {
            set_bits(each.words.get(), each.size);
            pool_->give(std::move(each.words));
        }
        full_.clear();
    }
    [[gnu::noinline]] std::size_t take_bits(std::span<Index> buffer) {
        std::size_t n = 0;
        for (; next_word_ < words_of(vertices_) && n + least_buffer <= buffer.size(); ++next_word_)
            for_each_bit(next_word_, [&](Index v) { buffer[n++] = v; });
        full_size_ -= n;
        if (full_size_ == 0) bits_.reset();
        return n;
    }

    ChunkPool* pool_;
    ChunkPool::Block tail_;
    std::size_t tail_size_ = 0;  ///< less than `capacity_`
    Index vertices_;
    std::size_t capacity_;
    Index longest_list_;
    bool wide_;
    Index full_size_ = 0;  ///< vertices that are not in the tail
    std::vector<Full> full_;
    Bits bits_{nullptr, &std::free};  ///< if not null, used instead of `full_`
    Index next_word_ = 0;             ///< the first word of `bits_` that has not been taken
};

/// Vertices by the ply at which an option outside the graph decides them, unless an option inside does so earlier.
class PlySchedule {
  public:
    /// The vertices scheduled for one ply. Element 0 has the lost vertices, element 1 the won vertices.
    using PlyBucket = std::array<Frontier, 2>;

    /// Makes an empty schedule for a graph with vertices 0..vertices-1. Borrows the pool.
    PlySchedule(ChunkPool& pool, Index vertices) : pool_(&pool), vertices_(vertices) {}

    void add(std::uint64_t ply, bool won, Index v) {
        auto at = buckets_.find(ply);
        if (at == buckets_.end())
            at = buckets_.emplace(ply, PlyBucket{Frontier(*pool_, vertices_), Frontier(*pool_, vertices_)}).first;
        at->second[won].push(v);
    }
    bool empty() const { return buckets_.empty(); }
    /// Returns the first scheduled ply, or `std::nullopt` if nothing is scheduled.
    std::optional<std::uint64_t> next() const {
        return buckets_.empty() ? std::nullopt : std::optional(buckets_.begin()->first);
    }
    /// Takes out the vertices scheduled for `ply`. Returns `std::nullopt` if there are no such vertices.
    std::optional<PlyBucket> take(std::uint64_t ply) {
        const auto at = buckets_.find(ply);
        if (at == buckets_.end()) return std::nullopt;
        PlyBucket bucket = std::move(at->second);
        buckets_.erase(at);
        return bucket;
    }

    /// Calls `f(ply, won, v)` for all entries.
    template <class F>
    void for_each(F&& f) const {
        for (const auto& [ply, bucket] : buckets_)
            for (const bool won : {false, true}) bucket[won].for_each([&, when = ply](Index v) { f(when, won, v); });
    }

  private:
    ChunkPool* pool_;
    Index vertices_;
    std::map<std::uint64_t, PlyBucket> buckets_;
};

}  // namespace mexbase::detail
