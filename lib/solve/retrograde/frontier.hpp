/// \file
/// The vertices decided in one ply, in little memory: 4 bytes each below 2^32 vertices, 8 beyond.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "../../index.hpp"

namespace mexbase::detail {

/// Fixed-size blocks of memory that frontiers take and give back, so that what one ply has read is room for the next.
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

/// A bag of vertices in chunks. It grows without moving what it holds, and is read and given back a chunk at a time.
class Frontier {
  public:
    /// One run of vertices, a view of the frontier's memory.
    class Chunk {
      public:
        Chunk(const std::uint32_t* words, std::size_t size, bool wide) : words_(words), size_(size), wide_(wide) {}
        std::size_t size() const { return size_; }
        Index operator[](std::size_t k) const {
            if (!wide_) return words_[k];
            return words_[2 * k] | static_cast<Index>(words_[2 * k + 1]) << 32;
        }

      private:
        const std::uint32_t* words_;
        std::size_t size_;
        bool wide_;
    };

    Frontier(ChunkPool& pool, bool wide)
        : pool_(&pool), tail_(pool.take()), capacity_(wide ? ChunkPool::words / 2 : ChunkPool::words), wide_(wide) {}

    bool empty() const { return tail_size_ == 0 && full_.empty(); }
    Index size() const { return full_size_ + tail_size_; }

    void push(Index v) {
        if (tail_size_ == capacity_) seal();
        store(tail_size_++, v);
    }

    /// Pushes one vertex after another with the place kept in registers. The frontier must not be used meanwhile.
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
            if (!wanted) return;
            if (at_ == capacity_) {
                words_ = frontier_.seal_at(at_);
                at_ = 0;
            }
            store_at(words_, wide_, at_++, v);
        }

      private:
        Frontier& frontier_;
        std::uint32_t* words_;
        std::size_t at_;
        const std::size_t capacity_;
        const bool wide_;
    };

    /// Room for `count` more vertices in a row, which `push_if` fills without asking again.
    class Tail {
      public:
        Tail(Frontier& frontier, std::size_t count) : frontier_(frontier) {
            if (frontier.tail_size_ + count > frontier.capacity_) frontier.seal();
            size_ = frontier.tail_size_;
        }
        Tail(const Tail&) = delete;
        Tail& operator=(const Tail&) = delete;
        ~Tail() { frontier_.tail_size_ = size_; }
        void push_if(bool wanted, Index v) {
            frontier_.store(size_, v);
            size_ += wanted ? 1 : 0;
        }

      private:
        Frontier& frontier_;
        std::size_t size_;
    };

    /// The chunk that was begun last; `drop_last` gives its memory back. Not for an empty frontier.
    Chunk last() const {
        if (full_.empty()) return {tail_.get(), tail_size_, wide_};
        return {full_.back().words.get(), full_.back().size, wide_};
    }
    void drop_last(ChunkPool& pool) {
        if (full_.empty())
            tail_size_ = 0;
        else
            drop_full(pool);
    }

    template <class F>
    void for_each(F&& f) const {
        const auto read = [&f](const Chunk& c) {
            for (std::size_t k = 0; k < c.size(); ++k) f(c[k]);
        };
        for (const Full& c : full_) read({c.words.get(), c.size, wide_});
        read({tail_.get(), tail_size_, wide_});
    }

  private:
    struct Full {
        ChunkPool::Block words;
        std::size_t size;
    };

    static void store_at(std::uint32_t* words, bool wide, std::size_t k, Index v) {
        if (!wide) {
            words[k] = static_cast<std::uint32_t>(v);
        } else {
            words[2 * k] = static_cast<std::uint32_t>(v);
            words[2 * k + 1] = static_cast<std::uint32_t>(v >> 32);
        }
    }
    void store(std::size_t k, Index v) { store_at(tail_.get(), wide_, k, v); }
    [[gnu::noinline]] std::uint32_t* seal_at(std::size_t size) {
        tail_size_ = size;
        seal();
        return tail_.get();
    }
    [[gnu::noinline]] void drop_full(ChunkPool& pool) {
        full_size_ -= full_.back().size;
        pool.give(std::move(full_.back().words));
        full_.pop_back();
    }
    [[gnu::noinline]] void seal() {
        ChunkPool::Block fresh = pool_->take();
        full_.push_back({std::move(tail_), tail_size_});
        full_size_ += tail_size_;
        tail_ = std::move(fresh);
        tail_size_ = 0;
    }

    ChunkPool* pool_;
    ChunkPool::Block tail_;
    std::size_t tail_size_ = 0;
    std::size_t capacity_;
    bool wide_;
    Index full_size_ = 0;
    std::vector<Full> full_;
};

}  // namespace mexbase::detail
