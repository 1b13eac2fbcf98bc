/// \file
/// Unpacks one block of a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "../format/bytes.hpp"
#include "../format/format.hpp"
#include "lazy.hpp"
#include "source.hpp"

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

  private:
    ZSTD_DCtx_s* context_ = nullptr;
};

/// A shared zstd dictionary, ready for decoding. Immutable.
class Dictionary {
  public:
    /// `bytes` are copied. Throws `Error` corrupt or out_of_memory.
    explicit Dictionary(std::span<const std::byte> bytes);
    Dictionary(Dictionary&& other) noexcept;
    Dictionary& operator=(Dictionary&&) = delete;
    ~Dictionary();
    const ZSTD_DDict_s* get() const { return dictionary_; }

  private:
    ZSTD_DDict_s* dictionary_ = nullptr;
};

/// Unpacks `payload`, whose checksum was found right, of a block of `positions` positions into `buffer` of
/// `block_buffer_bytes`. `dictionary` may be null. Throws `Error` corrupt or out_of_memory.
BlockView decode_block(const format::StreamHeader& header, std::uint64_t positions, std::span<const std::byte> payload,
                       const Dictionary* dictionary, DecodeScratch& scratch, std::byte* buffer);

}  // namespace mexbase::detail
