/// \file
/// Unpacks one block of a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../format/bytes.hpp"
#include "../format/format.hpp"
#include "../source/read_ahead.hpp"
#include "pair_decoder.hpp"

struct ZSTD_DCtx_s;
struct ZSTD_DDict_s;

namespace mexbase::detail {

/// Where a decoded block's symbols lie: symbol i is `offset` plus the `width` bits from bit i·width of `data` on, or,
/// with a palette, the entry of that number. Eight bytes past the last symbol are readable.
struct BlockView {
    const std::byte* data = nullptr;
    const std::byte* palette = nullptr;  ///< entries of `palette_bytes` bytes, or null
    std::uint32_t offset = 0;
    std::uint32_t limit = 1;  ///< numbers read must be below it
    std::uint8_t width = 0;
    std::uint8_t palette_bytes = 0;
};

/// What a constant block's view reads its no bits from.
inline constexpr std::byte no_bits[8] = {};

/// Entry `i` of a palette. Four bytes from its beginning on must be readable.
inline std::uint32_t palette_entry(const std::byte* palette, unsigned entry_bytes, std::size_t i) {
    const auto word = load<std::uint32_t>(palette + i * entry_bytes);
    return word & (0xffffffff >> (32 - 8 * entry_bytes));
}

/// What `symbol_in` says of a number that is no symbol: the block is damaged.
inline constexpr std::uint32_t no_symbol = 0xffffffff;

/// The symbol at a position of a decoded block.
inline std::uint32_t symbol_in(const BlockView& view, std::uint64_t position) {
    std::uint32_t symbol = load_bits(view.data, position * view.width, view.width);
    if (symbol >= view.limit) [[unlikely]]
        return no_symbol;
    if (view.palette != nullptr) symbol = palette_entry(view.palette, view.palette_bytes, symbol);
    return symbol + view.offset;
}

/// Bits of a symbol in a decoded block without a palette.
unsigned decoded_width(const format::StreamHeader& header);

/// Bytes that hold one decoded block of a stream with that header, slack included; a multiple of 64.
std::size_t block_buffer_bytes(const format::StreamHeader& header);

/// The tools of one thread: a zstd context, made when first needed, and buffers. Not for concurrent use.
class DecodeScratch {
  public:
    DecodeScratch();
    ~DecodeScratch();
    DecodeScratch(const DecodeScratch&) = delete;
    DecodeScratch& operator=(const DecodeScratch&) = delete;

    ZSTD_DCtx_s* context();

    std::vector<std::byte> record, payload, frame, differences;
    ReadAhead* ahead = nullptr;  ///< where to look before anything is read; may be null

  private:
    ZSTD_DCtx_s* context_ = nullptr;
};

/// What the blocks of a stream share, ready for decoding: a zstd dictionary, or the grammars of `pairs`. Immutable.
class Dictionary {
  public:
    /// The dictionary of a stream with that header. `bytes` are copied. Throws `Error` corrupt or out_of_memory.
    Dictionary(const format::StreamHeader& header, std::span<const std::byte> bytes);
    Dictionary(Dictionary&& other) noexcept;
    Dictionary& operator=(Dictionary&&) = delete;
    ~Dictionary();
    const ZSTD_DDict_s* zstd() const { return zstd_; }
    std::span<const PairDecoder> grammars() const { return grammars_; }

  private:
    ZSTD_DDict_s* zstd_ = nullptr;
    std::vector<PairDecoder> grammars_;
};

/// Unpacks `payload`, whose checksum was found right, of a block of `positions` positions into `buffer` of
/// `block_buffer_bytes`. `dictionary` is null where the stream has none. Throws `Error` corrupt or out_of_memory.
BlockView decode_block(const format::StreamHeader& header, std::uint64_t positions, std::span<const std::byte> payload,
                       const Dictionary* dictionary, DecodeScratch& scratch, std::byte* buffer);

/// The symbol of one position of a block packed with `pairs`, which is decoded only so far; nothing if the block is
/// stored as it is. Throws likewise.
std::optional<std::uint32_t> decode_symbol(const format::StreamHeader& header, std::uint64_t positions,
                                           std::span<const std::byte> payload, const Dictionary& dictionary,
                                           std::uint64_t position);

}  // namespace mexbase::detail
