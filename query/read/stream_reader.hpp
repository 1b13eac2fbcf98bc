/// \file
/// One stream of an open table: finds a block's bytes, checks them and unpacks them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "../format/info.hpp"
#include "decoder.hpp"

namespace mexbase::detail {

/// Immutable but for the dictionary, which is made when first needed; safe for any number of threads.
/// Borrows the source. Members throw `Error`.
class StreamReader {
  public:
    /// A stream whose section begins at `offset` of the source. `checksum` is that of a small stream's section.
    StreamReader(const Source& source, format::StreamHeader header, std::uint64_t offset, std::uint64_t checksum);

    const format::StreamHeader& header() const { return header_; }
    StreamInfo info() const;

    /// Reads, checks and unpacks a block into `buffer` of `block_buffer_bytes(header())`.
    BlockView load_block(std::uint64_t block, DecodeScratch& scratch, std::byte* buffer) const;

    /// Hints that a block's directory record, or its payload, is wanted soon. Nothing where bytes must be read.
    void prefetch_record(std::uint64_t block) const;
    void prefetch_payload(std::uint64_t block) const;

    /// What a symbol stands for.
    std::uint32_t meaning(std::uint32_t symbol) const {
        return header_.list.empty() ? header_.base + header_.step * symbol : header_.list[symbol];
    }
    /// What every position has, in a stream of one symbol.
    std::uint32_t only_meaning() const { return meaning(0); }

    /// Reads and compares everything, each block decoded once.
    void check() const;

  private:
    struct Place {
        std::uint64_t offset = 0;
        std::uint32_t length = 0;
        std::uint32_t word = 0;
    };
    Place find(std::uint64_t block, DecodeScratch& scratch) const;
    /// Throws unless the places past the last block of the directory are zeros.
    void check_rest_of_directory() const;
    /// The one block of a small stream, packed.
    std::span<const std::byte> small_payload(DecodeScratch& scratch) const;
    const Dictionary* dictionary() const;
    std::uint64_t positions_in(std::uint64_t block) const;

    const Source& source_;
    format::StreamHeader header_;
    std::uint64_t checksum_, directory_offset_, dictionary_offset_, payload_offset_;
    Lazy<Dictionary> dictionary_;
};

}  // namespace mexbase::detail
