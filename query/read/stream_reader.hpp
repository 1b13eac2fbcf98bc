// SPDX-License-Identifier: MIT
/// \file
/// Reads one stream of an open table: finds, verifies and decodes its blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "../../lib/atomic_word.hpp"
#include "../../lib/lazy.hpp"
#include "../format/info.hpp"
#include "../source/source.hpp"
#include "cache_budget.hpp"
#include "decoder.hpp"

namespace mexbase::detail {

/// Remembers which parts of a stream have been verified, so that each part is verified only at its first use. Safe to
/// call from several threads; two threads may verify the same part at once. Takes one bit per part, which is 122 KB for
/// 10^9 positions in blocks of 1024.
class VerifiedParts {
  public:
    /// Makes a set that stays empty. `mark` does nothing.
    VerifiedParts() = default;
    /// Makes an empty set for parts 0 to `parts` - 1. Throws `std::bad_alloc`.
    explicit VerifiedParts(std::uint64_t parts)
        : words_(static_cast<std::uint64_t*>(std::calloc(static_cast<std::size_t>(parts / 64 + 1), sizeof(Word)))) {
        if (words_ == nullptr) throw std::bad_alloc();
    }

    bool seen(std::uint64_t part) const {
        return words_ != nullptr && (word(part).load(std::memory_order_relaxed) >> part % 64 & 1) != 0;
    }
    void mark(std::uint64_t part) const {
        if (words_ != nullptr) word(part).fetch_or(std::uint64_t{1} << part % 64, std::memory_order_relaxed);
    }

  private:
    using Word = std::uint64_t;
    struct Free {
        void operator()(Word* words) const { std::free(words); }
    };
    AtomicWord<Word> word(std::uint64_t part) const { return AtomicWord<Word>(words_.get()[part / 64]); }

    std::unique_ptr<Word, Free> words_;
};

/// Reads one stream. If the source is in memory or mapped, a block is verified at its first use, otherwise at every
/// read. Later changes of the data may not be detected, but they never cause an invalid memory access. Borrows the
/// source. Safe to call from several threads. Member functions throw `Error`.
class StreamReader {
  public:
    /// Opens the stream whose section begins at `offset`. `checksum` is the checksum of the section, which only small
    /// streams use. `budget` limits the memory for unpacking the whole stream; it may be null.
    StreamReader(const Source& source, format::StreamHeader header, std::uint64_t offset, std::uint64_t checksum,
                 std::shared_ptr<CacheBudget> budget);

    const format::StreamHeader& header() const { return header_; }

    enum class Checking { at_first_use, always };
    /// Reads, checks and unpacks a block into `buffer`, which must have `block_buffer_bytes(header())` bytes.
    BlockView load_block(std::uint64_t block, DecodeScratch& scratch, std::byte* buffer,
                         Checking checking = Checking::at_first_use) const;

    /// Returns the symbol at an index if it can be decoded without unpacking its block, or `std::nullopt`. Also
    /// prefetches the data of `next` at this index, except if all symbols of the block are equal.
    std::optional<std::uint32_t> symbol_at(std::uint64_t index, DecodeScratch& scratch,
                                           const StreamReader* next = nullptr) const;

    /// Returns true if the stream is small, or if at most `budget` bytes can hold it unpacked.
    bool fits(std::size_t budget) const;
    /// Returns true if the stream fits into `budget` and should be unpacked as a whole. A remote stream must be small
    /// or already unpacked.
    bool is_unpacked_whole(std::size_t budget) const {
        return fits(budget) && (header_.small() || !source_.remote() || whole_.made());
    }
    /// Returns the whole stream, which the first call unpacks. It stays in memory as long as the table. Returns
    /// `std::nullopt` if the shared budget is too small.
    std::optional<BlockView> whole() const;

    /// Appends the byte ranges that are needed to find a block: its directory entry and the dictionary.
    void want_record(std::uint64_t block, std::vector<ByteRange>& wanted) const;
    /// Appends the byte range of a block. Its directory entry must have been read ahead into `scratch`. Appends nothing
    /// if the entry is damaged.
    void want_block(std::uint64_t block, DecodeScratch& scratch, std::vector<ByteRange>& wanted) const;

    /// Prefetches the directory entry or the data of a block. Does nothing if the source is not in memory.
    void prefetch_record(std::uint64_t block) const;
    void prefetch_payload(std::uint64_t block) const;

    /// Converts a symbol of the stream to the number that it represents.
    std::uint32_t value_of(std::uint32_t symbol) const {
        return header_.list.empty() ? header_.base + header_.step * symbol : header_.list[symbol];
    }

    /// Reads the whole stream, verifies all checksums and decodes each block.
    void check() const;

  private:
    struct Place {
        std::uint64_t offset = 0;
        std::uint32_t length = 0;
        std::uint32_t word = 0;
    };
    Place find(std::uint64_t block, DecodeScratch& scratch, Checking checking = Checking::at_first_use) const;
    /// Throws unless unused directory entries are 0. This ensures that each table has only one encoding.
    void check_rest_of_directory() const;
    /// Returns the stored bytes of a block after verification. If all its symbols are equal, sets `symbol` and returns
    /// an empty span.
    std::span<const std::byte> payload_of(std::uint64_t block, DecodeScratch& scratch, std::uint32_t& symbol,
                                          Checking checking = Checking::at_first_use) const;
    /// Returns bytes of the file, which were read ahead or are read now. They may be stored in `buffer`.
    const std::byte* bytes_at(std::uint64_t offset, std::size_t length, const ReadAhead* ahead,
                              std::vector<std::byte>& buffer) const {
        if (ahead != nullptr)
            if (const std::byte* there = ahead->find(offset, length)) return there;
        return source_.view(offset, length, buffer);
    }
    /// Returns the data of a small stream without its header.
    std::span<const std::byte> small_body(std::vector<std::byte>& scratch) const;
    const Decoder& decoder(ReadAhead* ahead) const;
    std::vector<std::byte> unpack_all(ReadAhead& ahead) const;
    /// Reads a group of blocks (a superblock) and its directory entry in advance, if the source is remote.
    void read_superblock(std::uint64_t superblock, ReadAhead& ahead, DecodeScratch& scratch) const;
    std::uint64_t whole_bytes() const;
    std::uint32_t checked_symbol(const BlockView& view, std::uint64_t position, std::uint64_t block) const;
    std::uint64_t positions_in(std::uint64_t block) const;

    const Source& source_;
    format::StreamHeader header_;
    std::uint64_t checksum_, directory_offset_, dictionary_offset_, payload_offset_;
    VerifiedParts checked_records_, checked_blocks_;
    Lazy<std::unique_ptr<const Decoder>> decoder_;
    mutable BudgetShare share_;  // used only for `whole_`
    Lazy<std::vector<std::byte>> whole_;
};

}  // namespace mexbase::detail
