// SPDX-License-Identifier: MIT
/// \file
/// Lists of numbers that are longer than the memory allows. Only the end of a list is in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../scratch_file.hpp"

namespace mexbase::detail {

/// A scratch file of chunks of equal size, which are used again when they are free. Thread-safe. Throws `Error{io}`.
class ChunkFile {
  public:
    static constexpr std::size_t chunk_bytes = std::size_t{1} << 14;

    /// Makes a file without a name in `folder`.
    explicit ChunkFile(const std::string& folder) : file_(folder) {}

    /// Writes a chunk and returns its number.
    std::uint32_t write(std::span<const std::byte> chunk) {
        const std::uint32_t number = take();
        file_.write(number * std::uint64_t{chunk_bytes}, chunk);
        return number;
    }
    void read(std::uint32_t number, std::span<std::byte> chunk) const {
        file_.read(number * std::uint64_t{chunk_bytes}, chunk);
    }
    /// Frees a chunk, which may then be overwritten.
    void free(std::uint32_t number) {
        const std::lock_guard lock(mutex_);
        free_.push_back(number);
    }
    /// Returns the bytes that the file takes. It never shrinks.
    std::uint64_t bytes() const { return chunks_ * std::uint64_t{chunk_bytes}; }

  private:
    std::uint32_t take() {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) return chunks_++;
        const std::uint32_t number = free_.back();
        free_.pop_back();
        return number;
    }

    ScratchFile file_;
    std::mutex mutex_;
    std::uint32_t chunks_ = 0;
    std::vector<std::uint32_t> free_;
};

/// A list of numbers of type T, which is written, then read once and emptied. Takes at most a chunk of memory, and four
/// bytes for each full chunk, which is in a file. For one thread at a time; lists of several threads may share a file.
template <class T>
class SpooledList {
  public:
    static constexpr std::size_t capacity = ChunkFile::chunk_bytes / sizeof(T);

    bool empty() const { return tail_.empty() && full_.empty(); }
    std::uint64_t size() const { return full_.size() * std::uint64_t{capacity} + tail_.size(); }
    void push(ChunkFile& file, T number) {
        tail_.push_back(number);
        if (tail_.size() == capacity) [[unlikely]]
            flush(file);
    }
    /// Calls `f(numbers)` for parts of the list, in order.
    template <class F>
    void for_each_part(const ChunkFile& file, const F& f) const {
        for_each_chunk(file, [&](std::uint32_t, std::span<const T> numbers) { f(numbers); });
        if (!tail_.empty()) f(std::span<const T>(tail_));
    }
    /// Calls `f(numbers)` as `for_each_part` does, and empties the list.
    template <class F>
    void take(ChunkFile& file, const F& f) {
        for_each_chunk(file, [&](std::uint32_t number, std::span<const T> numbers) {
            file.free(number);
            f(numbers);
        });
        full_ = std::vector<std::uint32_t>();
        if (!tail_.empty()) f(std::span<const T>(tail_));
        tail_ = std::vector<T>();
    }

  private:
    template <class F>
    void for_each_chunk(const ChunkFile& file, const F& f) const {
        std::vector<T> room(full_.empty() ? 0 : capacity);
        for (const std::uint32_t number : full_) {
            file.read(number, std::as_writable_bytes(std::span(room)));
            f(number, std::span<const T>(room));
        }
    }
    [[gnu::noinline]] void flush(ChunkFile& file) {
        full_.push_back(file.write(std::as_bytes(std::span<const T>(tail_))));
        tail_.clear();
    }

    std::vector<std::uint32_t> full_;
    std::vector<T> tail_;
};

}  // namespace mexbase::detail
