// SPDX-License-Identifier: MIT
#include "decoder.hpp"

#include <cstring>
#include <string>

namespace mexbase::detail {

namespace {

constexpr std::size_t slack = 8;  // load_bits reads whole words

/// Decodes a block that is stored as differences. Each symbol is the previous one plus a difference; `symbol` precedes
/// the first one. Returns false if a sum is not below `symbols`.
template <class Word>
bool sum_up(const BlockView& differences, std::uint64_t positions, std::uint32_t symbol, std::uint32_t symbols,
            std::byte* buffer) {
    bool right = true;
    for (std::uint64_t i = 0; i < positions; ++i) {
        std::uint32_t z = load_bits(differences.data, i * differences.width, differences.width);
        if (differences.palette != nullptr) {
            right &= z < differences.limit;
            z = palette_entry(differences.palette, differences.palette_bytes, z);
        }
        symbol += (z >> 1) ^ (0u - (z & 1));
        right &= symbol < symbols;
        store(buffer + i * sizeof(Word), static_cast<Word>(symbol));
    }
    return right;
}

}  // namespace

unsigned decoded_width(const format::StreamHeader& header) {
    // Blocks of differences are decoded to symbols of 16 or 32 bits.
    return !header.delta() ? header.bits : header.symbols <= 65536 ? 16 : 32;
}

std::size_t block_buffer_bytes(const format::StreamHeader& header) {
    const std::size_t bytes = format::packed_bytes(header.block_positions(), decoded_width(header));
    return (bytes + slack + 63) / 64 * 64;
}

bool is_padded(const std::byte* packed, std::uint64_t count, unsigned bits) {
    const std::uint64_t used = count * bits;
    return used % 8 == 0 || (std::to_integer<unsigned>(packed[used / 8]) >> used % 8) == 0;
}

std::optional<BlockView> Decoder::packed_view(const std::byte* packed, std::uint64_t count) const {
    if (!is_padded(packed, count, header_.bits)) return std::nullopt;
    BlockView view;
    view.data = packed;
    view.width = header_.bits;
    view.limit = header_.symbols;
    return view;
}

std::optional<BlockView> Decoder::unpack_body(std::uint64_t positions, std::span<const std::byte> body,
                                              DecodeScratch& scratch, std::byte* buffer) const {
    const std::size_t packed = format::packed_bytes(positions, header_.bits);
    if (body.empty() || body.size() > packed) return std::nullopt;
    if (body.size() < packed) return unpack(body, positions, scratch, buffer);
    // If the body has the size of the packed symbols, it is not compressed.
    std::memcpy(buffer, body.data(), body.size());
    return packed_view(buffer, positions);
}

std::optional<BlockView> Decoder::unpack_block(std::uint64_t positions, std::span<const std::byte> payload,
                                               DecodeScratch& scratch, std::byte* buffer) const {
    if (!header_.delta()) return unpack_body(positions, payload, scratch, buffer);
    if (payload.size() < format::delta_base_bytes) return std::nullopt;
    const auto base = load<std::uint32_t>(payload.data());
    // The buffer suffices for every codec, because compressed data is never longer than packed numbers.
    scratch.differences.resize(format::packed_bytes(header_.block_positions(), header_.bits) + slack);
    const auto differences =
        unpack_body(positions, payload.subspan(format::delta_base_bytes), scratch, scratch.differences.data());
    if (!differences) return std::nullopt;
    BlockView view;
    view.data = buffer;
    view.width = static_cast<std::uint8_t>(decoded_width(header_));
    view.limit = header_.symbols;
    const bool right = view.width == 16 ? sum_up<std::uint16_t>(*differences, positions, base, header_.symbols, buffer)
                                        : sum_up<std::uint32_t>(*differences, positions, base, header_.symbols, buffer);
    return right ? std::optional(view) : std::nullopt;
}

std::optional<std::uint32_t> Decoder::symbol_at(std::uint64_t positions, std::span<const std::byte> payload,
                                                std::uint64_t position) const {
    const std::size_t before = header_.delta() ? format::delta_base_bytes : 0;
    const std::size_t packed = format::packed_bytes(positions, header_.bits) + before;
    if (payload.size() == packed) return std::nullopt;
    std::optional<std::uint32_t> symbol;
    if (payload.size() > before && payload.size() < packed) symbol = at(payload.subspan(before), position);
    if (symbol && header_.delta()) *symbol += load<std::uint32_t>(payload.data());
    if (!symbol || *symbol >= header_.symbols)
        throw Error(ErrorCode::corrupt, "a block of stream " + std::string(to_string(header_.kind)) + " is damaged");
    return symbol;
}

std::unique_ptr<const Decoder> make_decoder(const format::StreamHeader& header, std::span<const std::byte> dictionary) {
    static constexpr decltype(&make_decoder) makers[] = {
#define MEXBASE_MAKER(name, ...) make_##name##_decoder,
        MEXBASE_CODECS(MEXBASE_MAKER)
#undef MEXBASE_MAKER
    };
    return makers[static_cast<std::size_t>(header.codec)](header, dictionary);
}

}  // namespace mexbase::detail
