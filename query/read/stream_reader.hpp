// SPDX-License-Identifier: MIT
/// \file
/// Reader of one stream of an open table: finds, verifies and unpacks its blocks.
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

/// One bit for each part of a stream (such as a block), set once the part's checksum is verified. A part is thus
/// verified only at its first use. Safe to use from several threads without a lock: two threads may verify the same
/// part, which is harmless. The bits take 122 KB for 10^9 positions in blocks of 1024. The system provides this memory
/// when it is first used.
class VerifiedParts {
  public:
    /// Makes a set that ignores `mark` and stays empty.
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

/// Reader of one stream. Safe to use from several threads; only the decoder and the bits of verified parts change. If
/// the source is in memory or mapped, directory entries and blocks are verified at their first use, else at every read.
/// If bytes change after that, this may not be detected, but never causes an invalid memory access. Borrows the source.
/// Members throw `Error`.
class StreamReader {
  public:
    /// Reads the stream whose section begins at `offset`. `checksum` is the checksum of the section; only a small
    /// stream needs it. `budget` limits the memory for unpacking the stream as a whole; it may be null.
    StreamReader(const Source& source, format::StreamHeader header, std::uint64_t offset, std::uint64_t checksum,
                 std::shared_ptr<CacheBudget> budget);

    const format::StreamHeader& header() const { return header_; }

    enum class Checking { at_first_use, always };
    /// Reads, checks and unpacks a block into `buffer`, which must have `block_buffer_bytes(header())` bytes.
    BlockView load_block(std::uint64_t block, DecodeScratch& scratch, std::byte* buffer,
                         Checking checking = Checking::at_first_use) const;

    /// Returns the symbol at an index if it can be found without unpacking its block, else `std::nullopt`. Also
    /// prefetches the data of stream `next` at that index, unless the block has only one symbol: then `next` is rarely
    /// needed.
    std::optional<std::uint32_t> symbol_at(std::uint64_t index, DecodeScratch& scratch,
                                           const StreamReader* next = nullptr) const;

    /// Returns true if the stream is small or its unpacked size is at most `budget`.
    bool fits(std::size_t budget) const;
    /// Returns true if the stream should be unpacked as a whole. A remote stream in blocks must have been read
    /// completely.
    bool is_unpacked_whole(std::size_t budget) const {
        return fits(budget) && (header_.small() || !source_.remote() || whole_.made());
    }
    /// Returns the whole stream. The first call unpacks it, and it stays in memory as long as the table. Returns
    /// `std::nullopt` if too few bytes of the shared budget are left.
    std::optional<BlockView> whole() const;

    /// Appends the ranges to read in the first round, before the block itself: its directory entry, and the dictionary
    /// if needed.
    void want_record(std::uint64_t block, std::vector<ByteRange>& wanted) const;
    /// Appends the range to read in the second round: the block itself. Its directory entry must have been read ahead
    /// into `scratch`. Appends nothing if the entry is damaged.
    void want_block(std::uint64_t block, DecodeScratch& scratch, std::vector<ByteRange>& wanted) const;

    /// Prefetches the directory entry or the bytes of a block. Does nothing if the source is not in memory.
    void prefetch_record(std::uint64_t block) const;
    void prefetch_payload(std::uint64_t block) const;

    /// Returns the number that a symbol stands for.
    std::uint32_t value_of(std::uint32_t symbol) const {
        return header_.list.empty() ? header_.base + header_.step * symbol : header_.list[symbol];
    }

    /// Reads and verifies the whole stream again, and decodes each block once.
    void check() const;

  private:
    struct Place {
        std::uint64_t offset = 0;
        std::uint32_t length = 0;
        std::uint32_t word = 0;
    };
    Place find(std::uint64_t block, DecodeScratch& scratch, Checking checking = Checking::at_first_use) const;
    /// Throws unless the unused entries at the end of the directory are 0, so that each table has one encoding.
    void check_rest_of_directory() const;
    /// Returns the verified bytes of a block. If the block is one repeated symbol, sets `symbol` and returns an empty
    /// span.
    std::span<const std::byte> payload_of(std::uint64_t block, DecodeScratch& scratch, std::uint32_t& symbol,
                                          Checking checking = Checking::at_first_use) const;
    /// Returns bytes that were read ahead, or reads them into `buffer`.
    const std::byte* bytes_at(std::uint64_t offset, std::size_t length, const ReadAhead* ahead,
                              std::vector<std::byte>& buffer) const {
        if (ahead != nullptr)
            if (const std::byte* there = ahead->find(offset, length)) return there;
        return source_.view(offset, length, buffer);
    }
    /// Returns the bytes after the header of a small stream.
    std::span<const std::byte> small_body(std::vector<std::byte>& scratch) const;
    const Decoder& decoder(ReadAhead* ahead) const;
    std::vector<std::byte> unpack_all(ReadAhead& ahead) const;
    /// Reads the directory entry and the blocks of a superblock (a group of blocks) ahead. Does nothing if the source
    /// is not remote.
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
