/// \file
/// One stream of an open table: finds a block's bytes, checks them and unpacks them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "../../lib/lazy.hpp"
#include "../format/info.hpp"
#include "../source/source.hpp"
#include "cache_budget.hpp"
#include "decoder.hpp"
#include "verified_parts.hpp"

namespace mexbase::detail {

/// Immutable but for the decoder, which is made when first needed, and bits that say what was checked; safe for any
/// number of threads. Where the source lies in memory, or is mapped there, a directory record and a block are checked
/// at their first use only, else whenever they are read. What changes afterwards may then be taken for right, but
/// nothing is read or written where it should not be. Borrows the source. Members throw `Error`.
class StreamReader {
  public:
    /// A stream whose section begins at `offset` of the source. `checksum` is that of a small stream's section. What is
    /// unpacked as a whole is taken from `budget`, where there is one.
    StreamReader(const Source& source, format::StreamHeader header, std::uint64_t offset, std::uint64_t checksum,
                 std::shared_ptr<CacheBudget> budget);

    const format::StreamHeader& header() const { return header_; }

    /// Reads, checks and unpacks a block into `buffer` of `block_buffer_bytes(header())`.
    BlockView load_block(std::uint64_t block, DecodeScratch& scratch, std::byte* buffer) const {
        return load_block(block, scratch, buffer, Checking::at_first_use);
    }

    /// The symbol at an index, found without a buffer where its block need not be unpacked for it; else nothing. What
    /// `next` has there is fetched meanwhile; not where the block is of one symbol, which mostly says that there is
    /// nothing to be asked.
    std::optional<std::uint32_t> symbol_at(std::uint64_t index, DecodeScratch& scratch,
                                           const StreamReader* next = nullptr) const;

    /// Whether the stream is to be unpacked as a whole, where streams of that many bytes are: a small one always is.
    bool fits(std::size_t budget) const;
    /// The same, but that of a source far away no more is read than is asked for, unless all of it was.
    bool is_unpacked_whole(std::size_t budget) const {
        return fits(budget) && (header_.small() || !source_.remote() || whole_.made());
    }
    /// All of the stream, unpacked when first asked for, which keeps it in memory as long as the table. Nothing where
    /// the budget has not so much left.
    std::optional<BlockView> whole() const;

    /// What must be read before a block is, in a first round: its directory record, and what all blocks share unless it
    /// is there already. Appends to `wanted`.
    void want_record(std::uint64_t block, std::vector<ByteRange>& wanted) const;
    /// In a second round, the block itself: its record is read ahead in `scratch`. What is damaged wants nothing.
    void want_block(std::uint64_t block, DecodeScratch& scratch, std::vector<ByteRange>& wanted) const;

    /// Hints that a block's directory record, or its payload, is wanted soon. Nothing where bytes must be read.
    void prefetch_record(std::uint64_t block) const;
    void prefetch_payload(std::uint64_t block) const;

    /// What a symbol stands for.
    std::uint32_t value_of(std::uint32_t symbol) const {
        return header_.list.empty() ? header_.base + header_.step * symbol : header_.list[symbol];
    }

    /// Reads and compares everything, each block decoded once, whatever was checked before.
    void check() const;

  private:
    struct Place {
        std::uint64_t offset = 0;
        std::uint32_t length = 0;
        std::uint32_t word = 0;
    };
    enum class Checking { at_first_use, always };
    Place find(std::uint64_t block, DecodeScratch& scratch, Checking checking = Checking::at_first_use) const;
    BlockView load_block(std::uint64_t block, DecodeScratch& scratch, std::byte* buffer, Checking checking) const;
    /// Throws unless the places past the last block of the directory are zeros.
    void check_rest_of_directory() const;
    /// The bytes of a block, checked; none if it is constant: then `symbol` is set.
    std::span<const std::byte> payload_of(std::uint64_t block, DecodeScratch& scratch, std::uint32_t& symbol,
                                          Checking checking = Checking::at_first_use) const;
    /// Bytes that were read ahead, or are read into `buffer`.
    const std::byte* bytes_at(std::uint64_t offset, std::size_t length, const ReadAhead* ahead,
                              std::vector<std::byte>& buffer) const {
        if (ahead != nullptr)
            if (const std::byte* there = ahead->find(offset, length)) return there;
        return source_.view(offset, length, buffer);
    }
    /// What follows the header of a small stream.
    std::span<const std::byte> small_body(std::vector<std::byte>& scratch) const;
    const Decoder& decoder(ReadAhead* ahead) const;
    std::vector<std::byte> unpack_all(ReadAhead& ahead) const;
    /// Reads a superblock's record and blocks ahead, where the source is far away.
    void read_superblock(std::uint64_t superblock, ReadAhead& ahead, DecodeScratch& scratch) const;
    std::uint64_t whole_bytes() const;
    std::uint32_t checked_symbol(const BlockView& view, std::uint64_t position, std::uint64_t block) const;
    std::uint64_t positions_in(std::uint64_t block) const;

    const Source& source_;
    format::StreamHeader header_;
    std::uint64_t checksum_, directory_offset_, dictionary_offset_, payload_offset_;
    VerifiedParts checked_records_, checked_blocks_;
    Lazy<std::unique_ptr<const Decoder>> decoder_;
    mutable BudgetShare share_;  // touched only where `whole_` is made
    Lazy<std::vector<std::byte>> whole_;
};

}  // namespace mexbase::detail
