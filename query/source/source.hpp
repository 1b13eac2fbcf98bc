// SPDX-License-Identifier: MIT
/// \file
/// Bytes of a table: from a file, from memory or from the user's `Reader`.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "platform.hpp"
#include "reader.hpp"

namespace mexbase::detail {

struct ByteRange {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// Byte ranges with their content, sorted by offset. No range is inside another.
class ReadAhead {
  public:
    struct ByteChunk {
        std::uint64_t offset = 0;
        std::vector<std::byte> bytes;
    };

    /// Returns the address of `length` bytes from `offset` on if one chunk contains all of them, else null.
    const std::byte* find(std::uint64_t offset, std::uint64_t length) const {
        auto after = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                      [](std::uint64_t at, const ByteChunk& piece) { return at < piece.offset; });
        if (after == pieces_.begin()) return nullptr;
        const ByteChunk& piece = *--after;
        const std::uint64_t at = offset - piece.offset, size = piece.bytes.size();
        return at <= size && length <= size - at ? piece.bytes.data() + at : nullptr;
    }
    /// Adds chunks, and removes chunks inside others. Only the last chunk that begins at or before an offset can then
    /// contain a range from this offset on.
    void add(std::vector<ByteChunk>&& pieces) {
        for (ByteChunk& piece : pieces) pieces_.push_back(std::move(piece));
        const auto end = [](const ByteChunk& piece) { return piece.offset + piece.bytes.size(); };
        std::sort(pieces_.begin(), pieces_.end(), [&](const ByteChunk& a, const ByteChunk& b) {
            return a.offset != b.offset ? a.offset < b.offset : end(a) > end(b);
        });
        std::uint64_t covered = 0;
        const auto is_covered = [&](const ByteChunk& piece) {
            if (end(piece) <= covered) return true;
            covered = end(piece);
            return false;
        };
        pieces_.erase(std::remove_if(pieces_.begin(), pieces_.end(), is_covered), pieces_.end());
    }
    void clear() { pieces_.clear(); }
    std::uint64_t bytes() const {
        std::uint64_t all = 0;
        for (const ByteChunk& piece : pieces_) all += piece.bytes.size();
        return all;
    }

  private:
    std::vector<ByteChunk> pieces_;
};

/// Bytes of a table: a mapped file, a file read at offsets, memory (borrowed or owned), or a `Reader`. Call `keep` only
/// before other threads use the source; all other members are safe to call from several threads, each with its own
/// scratch buffer. Invalid content never causes invalid memory access.
class Source {
  public:
    static Source map(const std::string& path);
    static Source read(const std::string& path);
    static Source borrow(std::span<const std::byte> bytes);
    static Source own(std::vector<std::byte>&& bytes);
    /// Makes a source that reads by `reader`. Throws `Error{bad_usage}` if `reader` is null.
    static Source of(std::shared_ptr<Reader> reader);

    Source(Source&& other) noexcept;
    Source& operator=(Source&&) = delete;
    ~Source();

    std::uint64_t size() const { return size_; }
    /// Returns the address of the first byte, or null if the bytes are not in memory.
    const std::byte* base() const { return base_; }
    /// Returns true if reads are slow, so that many ranges should be read at once.
    bool remote() const { return reader_ != nullptr; }
    /// If the source is remote, reads into `ahead` the parts that are neither cached nor in `ahead`, in one call of the
    /// reader. Joins ranges close to each other. Skips ranges past the end, which `view` will reject. Throws the
    /// reader's error, or `Error{io}` if the reader throws.
    void read_ahead(std::vector<ByteRange> parts, ReadAhead& ahead) const;
    /// Variant of `read_ahead` that caches parts as long as the source lives. Call it before other threads use the
    /// source.
    void keep(std::vector<ByteRange> parts);
    /// Discards all bytes cached by `keep`, because some may have been damaged in transfer. Returns true at the first
    /// call for a remote source, and false afterwards.
    bool forget_kept() const { return reader_ != nullptr && !kept_is_wrong_.exchange(true, std::memory_order_relaxed); }
    /// Returns the address of `length` bytes from `offset` on, in place or copied into `scratch`. Throws
    /// `Error{corrupt}` if they go past the end, or `Error{io}`.
    const std::byte* view(std::uint64_t offset, std::size_t length, std::vector<std::byte>& scratch) const {
        if (offset > size_ || length > size_ - offset) throw_past_end();
        if (base_ != nullptr) return base_ + offset;
        return read_into(offset, length, scratch);
    }

  private:
    Source() = default;
    [[noreturn]] static void throw_past_end();
    const std::byte* find_kept(std::uint64_t offset, std::uint64_t length) const {
        return kept_is_wrong_.load(std::memory_order_relaxed) ? nullptr : kept_.find(offset, length);
    }
    const std::byte* read_into(std::uint64_t offset, std::size_t length, std::vector<std::byte>& scratch) const;

    std::uint64_t size_ = 0;
    const std::byte* base_ = nullptr;
    bool mapped_ = false;
    std::unique_ptr<ReadFile> file_;
    std::shared_ptr<Reader> reader_;
    ReadAhead kept_;  // bytes cached by `keep`
    mutable std::atomic<bool> kept_is_wrong_{false};
    std::vector<std::byte> owned_;
};

}  // namespace mexbase::detail
