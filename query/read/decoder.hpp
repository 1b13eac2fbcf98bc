// SPDX-License-Identifier: MIT
/// \file
/// Decoders, which decompress the blocks of a stream (a sequence of numbers, one per position).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "../format/bytes.hpp"
#include "../format/format.hpp"

namespace mexbase::detail {

class ReadAhead;

/// Symbols of a decoded block. Symbol i is `offset` plus the number in bits i·width to (i+1)·width - 1 of `data`. With
/// a palette, that number selects the entry to add. Eight bytes after `data` must be readable.
struct BlockView {
    const std::byte* data = nullptr;
    const std::byte* palette = nullptr;  ///< entries of `palette_bytes` bytes, or null
    std::uint32_t offset = 0;
    std::uint32_t limit = 1;  ///< the numbers in `data` must be less
    std::uint8_t width = 0;
    std::uint8_t palette_bytes = 0;
};

/// Data for a block in which all symbols are equal, so that `width` is 0.
inline constexpr std::byte no_bits[8] = {};

/// Returns entry `i` of a palette. Four bytes must be readable from the start of the entry.
inline std::uint32_t palette_entry(const std::byte* palette, unsigned entry_bytes, std::size_t i) {
    const auto word = load<std::uint32_t>(palette + i * entry_bytes);
    return word & (0xffffffff >> (32 - 8 * entry_bytes));
}

/// Result of `symbol_in` if the block is damaged.
inline constexpr std::uint32_t no_symbol = 0xffffffff;

/// Returns the symbol at a position of a decoded block.
inline std::uint32_t symbol_in(const BlockView& view, std::uint64_t position) {
    std::uint32_t symbol = load_bits(view.data, position * view.width, view.width);
    if (symbol >= view.limit) [[unlikely]]
        return no_symbol;
    if (view.palette != nullptr) symbol = palette_entry(view.palette, view.palette_bytes, symbol);
    return symbol + view.offset;
}

/// Returns the number of bits that a symbol takes in a decoded block without a palette.
unsigned decoded_width(const format::StreamHeader& header);

/// Returns the size in bytes of a buffer for one decoded block, with spare bytes at the end; a multiple of 64.
std::size_t block_buffer_bytes(const format::StreamHeader& header);

/// Returns true if the bits after `count` packed numbers, up to the end of the byte, are 0. Blocks with other bits are
/// refused, so that each block has only one encoding.
bool is_padded(const std::byte* packed, std::uint64_t count, unsigned bits);

/// Buffers that decoding reuses. For one thread.
struct DecodeScratch {
    std::vector<std::byte> record, payload, differences;
    CodecBuffers buffers;
    ReadAhead* ahead = nullptr;  ///< bytes read ahead, used instead of the source if possible; may be null
};

/// Decodes the blocks of one stream. This class decodes uncompressed blocks, and derived classes the codecs. The
/// payload of a block is all its stored bytes. The body is the payload without the first symbol that a stream of
/// differences stores. Safe to use from several threads.
class Decoder {
  public:
    explicit Decoder(const format::StreamHeader& header) : header_(header) {}
    virtual ~Decoder() = default;

    /// Decompresses `count` numbers from `body` into `buffer`, which needs eight bytes more than the packed numbers.
    /// `body` is shorter than the packed numbers. Returns `std::nullopt` if it is damaged.
    virtual std::optional<BlockView> unpack(std::span<const std::byte> /*body*/, std::uint64_t /*count*/,
                                            DecodeScratch&, std::byte* /*buffer*/) const {
        return std::nullopt;
    }
    /// Decodes only the number at `position`, or in a stream of differences the sum of all differences up to it.
    /// Returns `std::nullopt` if `body` is too short. Implemented by codecs with `CodecTraits::finds_symbols`.
    virtual std::optional<std::uint32_t> at(std::span<const std::byte> /*body*/, std::uint64_t /*position*/) const {
        return std::nullopt;
    }

    /// Decodes a block of `positions` symbols into `buffer`, which has `block_buffer_bytes` bytes. The checksum of
    /// `payload` must be verified before. Returns `std::nullopt` if `payload` is damaged.
    std::optional<BlockView> unpack_block(std::uint64_t positions, std::span<const std::byte> payload,
                                          DecodeScratch& scratch, std::byte* buffer) const;
    /// Decodes only the symbol at `position`. Returns `std::nullopt` if the block is not compressed. Throws
    /// `Error{corrupt}` if it is damaged.
    std::optional<std::uint32_t> symbol_at(std::uint64_t positions, std::span<const std::byte> payload,
                                           std::uint64_t position) const;

  protected:
    /// Returns a view of uncompressed numbers, or `std::nullopt` if the unused bits after them are not 0.
    std::optional<BlockView> packed_view(const std::byte* packed, std::uint64_t count) const;

    const format::StreamHeader& header_;

  private:
    std::optional<BlockView> unpack_body(std::uint64_t positions, std::span<const std::byte> body,
                                         DecodeScratch& scratch, std::byte* buffer) const;
};

/// Makes a stream's decoder. Borrows `header`, copies `dictionary`. Throws `Error{corrupt}` or `Error{out_of_memory}`.
std::unique_ptr<const Decoder> make_decoder(const format::StreamHeader& header, std::span<const std::byte> dictionary);

// For each codec NAME, declares the function that makes its decoder. The file codecs/NAME.cpp defines it.
#define MEXBASE_MAKER(name, ...)                                                             \
    std::unique_ptr<const Decoder> make_##name##_decoder(const format::StreamHeader& header, \
                                                         std::span<const std::byte> dictionary);
MEXBASE_CODECS(MEXBASE_MAKER)
#undef MEXBASE_MAKER

}  // namespace mexbase::detail
