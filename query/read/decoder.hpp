// SPDX-License-Identifier: MIT
/// \file
/// Decoders, which unpack single blocks of a stream.
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

/// Symbols of a decoded block. Let n be the number in bits i·width to (i+1)·width - 1 of `data`. Symbol i is offset + n
/// or, with a palette, offset + palette[n]. Eight bytes past the last symbol must be readable.
struct BlockView {
    const std::byte* data = nullptr;
    const std::byte* palette = nullptr;  ///< entries of `palette_bytes` bytes, or null
    std::uint32_t offset = 0;
    std::uint32_t limit = 1;  ///< the numbers in `data` must be less
    std::uint8_t width = 0;
    std::uint8_t palette_bytes = 0;
};

/// Data of a block in which all symbols are equal: `width` is 0.
inline constexpr std::byte no_bits[8] = {};

/// Returns entry `i` of a palette. Four bytes from its start must be readable.
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

/// Returns the number of bits per symbol in a decoded block without a palette.
unsigned decoded_width(const format::StreamHeader& header);

/// Returns the size in bytes of a buffer for one decoded block, with spare bytes at the end; a multiple of 64.
std::size_t block_buffer_bytes(const format::StreamHeader& header);

/// Returns true if the bits after `count` packed numbers are 0 up to the end of the byte. Other bytes are refused, so
/// that each block has one encoding.
bool is_padded(const std::byte* packed, std::uint64_t count, unsigned bits);

/// Buffers for decoding, for one thread.
struct DecodeScratch {
    std::vector<std::byte> record, payload, differences;
    CodecBuffers buffers;
    ReadAhead* ahead = nullptr;  ///< bytes read ahead, used instead of the source if possible; may be null
};

/// Decoder of the blocks of one stream. The base class handles packed symbols only (codec `raw`). A payload has the
/// bytes of a block. A body is the payload without the first symbol that a stream of differences stores in front.
/// Immutable; safe to use from several threads.
class Decoder {
  public:
    /// Borrows the header.
    explicit Decoder(const format::StreamHeader& header) : header_(header) {}
    virtual ~Decoder() = default;

    /// Unpacks `count` numbers from `body`, which is shorter than the packed numbers. `buffer` must have eight bytes
    /// more than the packed numbers. Returns `std::nullopt` if `body` is damaged.
    virtual std::optional<BlockView> unpack(std::span<const std::byte> /*body*/, std::uint64_t /*count*/,
                                            DecodeScratch&, std::byte* /*buffer*/) const {
        return std::nullopt;
    }
    /// Returns number `position` of a body. In a stream of differences, returns the sum of the differences 0 to
    /// `position` instead. Returns `std::nullopt` if the body ends before. Only for codecs with
    /// `CodecTraits::finds_symbols`.
    virtual std::optional<std::uint32_t> at(std::span<const std::byte> /*body*/, std::uint64_t /*position*/) const {
        return std::nullopt;
    }

    /// Unpacks a block of `positions` positions into `buffer`, which has `block_buffer_bytes` bytes. The checksum of
    /// `payload` must have been verified. Returns `std::nullopt` if `payload` is damaged.
    std::optional<BlockView> unpack_block(std::uint64_t positions, std::span<const std::byte> payload,
                                          DecodeScratch& scratch, std::byte* buffer) const;
    /// Returns the symbol of one position without unpacking the block, or `std::nullopt` if the block is stored as its
    /// packed symbols. Throws `Error{corrupt}` if the block is damaged.
    std::optional<std::uint32_t> symbol_at(std::uint64_t positions, std::span<const std::byte> payload,
                                           std::uint64_t position) const;

  protected:
    /// Returns a view of packed numbers, or `std::nullopt` if the bits after them are not 0.
    std::optional<BlockView> packed_view(const std::byte* packed, std::uint64_t count) const;

    const format::StreamHeader& header_;

  private:
    std::optional<BlockView> unpack_body(std::uint64_t positions, std::span<const std::byte> body,
                                         DecodeScratch& scratch, std::byte* buffer) const;
};

/// Makes the decoder of a stream. Borrows the header, copies the dictionary. Throws `Error` corrupt or out_of_memory.
std::unique_ptr<const Decoder> make_decoder(const format::StreamHeader& header, std::span<const std::byte> dictionary);

// Functions that make the decoders. The file codecs/NAME.cpp defines the function for the codec NAME.
#define MEXBASE_MAKER(name, ...)                                                             \
    std::unique_ptr<const Decoder> make_##name##_decoder(const format::StreamHeader& header, \
                                                         std::span<const std::byte> dictionary);
MEXBASE_CODECS(MEXBASE_MAKER)
#undef MEXBASE_MAKER

}  // namespace mexbase::detail
