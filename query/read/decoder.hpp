// SPDX-License-Identifier: MIT
/// \file
/// Unpacks one block of a stream.
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

/// Symbols of a decoded block. Symbol i is `offset` plus the number in bits i·width to (i+1)·width - 1 of `data`, or,
/// with a palette, the entry of that number. Eight bytes past the last symbol must be readable.
struct BlockView {
    const std::byte* data = nullptr;
    const std::byte* palette = nullptr;  ///< entries of `palette_bytes` bytes, or null
    std::uint32_t offset = 0;
    std::uint32_t limit = 1;  ///< numbers read must be less
    std::uint8_t width = 0;
    std::uint8_t palette_bytes = 0;
};

/// Data of constant blocks, whose symbols have no bits.
inline constexpr std::byte no_bits[8] = {};

/// Returns entry `i` of a palette. Four bytes from its start must be readable.
inline std::uint32_t palette_entry(const std::byte* palette, unsigned entry_bytes, std::size_t i) {
    const auto word = load<std::uint32_t>(palette + i * entry_bytes);
    return word & (0xffffffff >> (32 - 8 * entry_bytes));
}

/// Returned by `symbol_in` for an invalid number: the block is damaged.
inline constexpr std::uint32_t no_symbol = 0xffffffff;

/// Returns the symbol at a position of a decoded block.
inline std::uint32_t symbol_in(const BlockView& view, std::uint64_t position) {
    std::uint32_t symbol = load_bits(view.data, position * view.width, view.width);
    if (symbol >= view.limit) [[unlikely]]
        return no_symbol;
    if (view.palette != nullptr) symbol = palette_entry(view.palette, view.palette_bytes, symbol);
    return symbol + view.offset;
}

/// Returns the bits of a symbol in a decoded block without a palette.
unsigned decoded_width(const format::StreamHeader& header);

/// Returns the size of a buffer for one decoded block with slack; a multiple of 64.
std::size_t block_buffer_bytes(const format::StreamHeader& header);

/// Returns true if the bits after `count` packed numbers are 0, so that each block has one encoding.
bool is_padded(const std::byte* packed, std::uint64_t count, unsigned bits);

/// The buffers of one thread. Not for concurrent use.
struct DecodeScratch {
    std::vector<std::byte> record, payload, differences;
    CodecBuffers buffers;
    ReadAhead* ahead = nullptr;  ///< data read ahead, used before the source; may be null
};

/// Unpacks the blocks of one stream. The base class handles packed symbols only. Immutable; safe to use from several
/// threads.
class Decoder {
  public:
    /// Borrows the header.
    explicit Decoder(const format::StreamHeader& header) : header_(header) {}
    virtual ~Decoder() = default;

    /// Unpacks `count` numbers into `buffer`, which has eight bytes past the packed numbers. `body` is shorter than the
    /// packed numbers. Returns `std::nullopt` if it is damaged.
    virtual std::optional<BlockView> unpack(std::span<const std::byte> /*body*/, std::uint64_t /*count*/,
                                            DecodeScratch&, std::byte* /*buffer*/) const {
        return std::nullopt;
    }
    /// Returns the number at a position of a body, or the sum up to there in a stream of differences. Returns
    /// `std::nullopt` if the body ends before it. Only for codecs that find symbols.
    virtual std::optional<std::uint32_t> at(std::span<const std::byte> /*body*/, std::uint64_t /*position*/) const {
        return std::nullopt;
    }

    /// Unpacks `payload` with a verified checksum, of a block of `positions` positions, into `buffer` of
    /// `block_buffer_bytes`. Returns `std::nullopt` if it is damaged.
    std::optional<BlockView> unpack_block(std::uint64_t positions, std::span<const std::byte> payload,
                                          DecodeScratch& scratch, std::byte* buffer) const;
    /// Returns the symbol of one position without unpacking the block, or `std::nullopt` if the block is stored as its
    /// packed symbols. Throws `Error{corrupt}`.
    std::optional<std::uint32_t> symbol_at(std::uint64_t positions, std::span<const std::byte> payload,
                                           std::uint64_t position) const;

  protected:
    /// Returns a view of packed numbers, or `std::nullopt` unless they are padded with zeros.
    std::optional<BlockView> packed_view(const std::byte* packed, std::uint64_t count) const;

    const format::StreamHeader& header_;

  private:
    std::optional<BlockView> unpack_body(std::uint64_t positions, std::span<const std::byte> body,
                                         DecodeScratch& scratch, std::byte* buffer) const;
};

/// Makes the decoder of a stream. Borrows the header and copies the dictionary. Throws `Error` corrupt or
/// out_of_memory.
std::unique_ptr<const Decoder> make_decoder(const format::StreamHeader& header, std::span<const std::byte> dictionary);

// Defined for each codec in codecs/NAME.cpp.
#define MEXBASE_MAKER(name, ...)                                                             \
    std::unique_ptr<const Decoder> make_##name##_decoder(const format::StreamHeader& header, \
                                                         std::span<const std::byte> dictionary);
MEXBASE_CODECS(MEXBASE_MAKER)
#undef MEXBASE_MAKER

}  // namespace mexbase::detail
