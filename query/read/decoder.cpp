#include "decoder.hpp"

#include <zstd.h>

#include <cstring>
#include <new>
#include <string>
#include <utility>

namespace mexbase::detail {

namespace {

constexpr std::size_t slack = 8;  // load_bits reads whole words

[[noreturn]] void corrupt(const format::StreamHeader& header) {
    throw Error(ErrorCode::corrupt, "a block of stream " + std::string(to_string(header.kind)) + " is damaged");
}

/// Bytes of a packed block. No body of a payload is longer, so the same buffer takes every codec.
std::size_t body_bytes(const format::StreamHeader& header) {
    return format::packed_bytes(header.block_positions(), header.bits);
}

BlockView packed_view(const format::StreamHeader& header, const std::byte* data) {
    BlockView view;
    view.data = data;
    view.width = header.bits;
    view.limit = header.symbols;
    return view;
}

/// The bits after the last of `count` packed numbers are zeros, so that there is one way to pack them.
void check_padding(const format::StreamHeader& header, const std::byte* packed, std::uint64_t count, unsigned bits) {
    const std::uint64_t used = count * bits;
    if (used % 8 != 0 && (std::to_integer<unsigned>(packed[used / 8]) >> used % 8) != 0) corrupt(header);
}

BlockView decode_palette(const format::StreamHeader& header, std::uint64_t positions, std::size_t length,
                         const std::byte* data) {
    const unsigned entry = (header.bits + 7u) / 8;
    const std::size_t entries = std::to_integer<std::size_t>(data[0]) + 1;
    const unsigned width = format::bits_for(entries);
    const std::size_t places = 1 + entries * entry;
    if (entries < 2 || length != places + format::packed_bytes(positions, width)) corrupt(header);
    check_padding(header, data + places, positions, width);
    BlockView view;
    view.palette = data + 1;
    view.palette_bytes = static_cast<std::uint8_t>(entry);
    view.data = data + places;
    view.width = static_cast<std::uint8_t>(width);
    view.limit = static_cast<std::uint32_t>(entries);
    // Of bits that do not fill bytes an entry could be too wide.
    const std::uint64_t limit = header.delta() ? std::uint64_t{1} << header.bits : header.symbols;
    for (std::size_t i = 0; i < entries; ++i)
        if (palette_entry(view.palette, entry, i) >= limit) corrupt(header);
    return view;
}

/// A payload is the contents of the one compressed block of a frame. This puts back what stood before it: magic,
/// descriptor (no content size, no checksum, no dictionary id), a window of 2^17 bytes, and the header of a last,
/// compressed block.
constexpr std::size_t frame_prefix_bytes = 9;
void put_frame_prefix(std::byte* to, std::size_t length) {
    store<std::uint32_t>(to, 0xfd2fb528);
    store<std::uint16_t>(to + 4, 0x3800);
    const auto block = static_cast<std::uint32_t>(length << 3 | 2 << 1 | 1);
    store<std::uint16_t>(to + 6, static_cast<std::uint16_t>(block));
    to[8] = static_cast<std::byte>(block >> 16);
}

void decode_zstd(const format::StreamHeader& header, std::span<const std::byte> payload, std::size_t packed,
                 const Dictionary* dictionary, DecodeScratch& scratch, std::byte* buffer) {
    if (payload.size() == 1) {  // one byte, over and over
        std::memset(buffer, std::to_integer<int>(payload[0]), packed);
        return;
    }
    const std::size_t needed = frame_prefix_bytes + payload.size();
    if (scratch.frame.size() < needed) scratch.frame.resize(frame_prefix_bytes + format::longest_payload);
    put_frame_prefix(scratch.frame.data(), payload.size());
    std::memcpy(scratch.frame.data() + frame_prefix_bytes, payload.data(), payload.size());
    ZSTD_DCtx* context = scratch.context();
    const std::size_t got =
        dictionary != nullptr
            ? ZSTD_decompress_usingDDict(context, buffer, packed, scratch.frame.data(), needed, dictionary->zstd())
            : ZSTD_decompressDCtx(context, buffer, packed, scratch.frame.data(), needed);
    if (ZSTD_isError(got) || got != packed) corrupt(header);
}

}  // namespace

unsigned decoded_width(const format::StreamHeader& header) {
    // Differences are summed up to whole words.
    return !header.delta() ? header.bits : header.symbols <= 65536 ? 16 : 32;
}

std::size_t block_buffer_bytes(const format::StreamHeader& header) {
    const std::size_t bytes = format::packed_bytes(header.block_positions(), decoded_width(header));
    return (bytes + slack + 63) / 64 * 64;
}

DecodeScratch::DecodeScratch() = default;

DecodeScratch::~DecodeScratch() {
    ZSTD_freeDCtx(context_);
}

ZSTD_DCtx_s* DecodeScratch::context() {
    if (context_ == nullptr) context_ = ZSTD_createDCtx();
    if (context_ == nullptr) throw std::bad_alloc();
    return context_;
}

Dictionary::Dictionary(const format::StreamHeader& header, std::span<const std::byte> bytes) {
    if (header.codec == Codec::pairs) {
        for (const format::Grammar& grammar : format::parse_grammars(bytes, header.bits, header.block_log2))
            grammars_.emplace_back(grammar, header.bits, header.block_log2);
        return;
    }
    zstd_ = ZSTD_createDDict(bytes.data(), bytes.size());
    if (zstd_ == nullptr) throw Error(ErrorCode::corrupt, "a stream's dictionary is damaged");
}

Dictionary::Dictionary(Dictionary&& other) noexcept
    : zstd_(std::exchange(other.zstd_, nullptr)), grammars_(std::move(other.grammars_)) {}

Dictionary::~Dictionary() {
    ZSTD_freeDDict(zstd_);
}

namespace {

/// The grammar that a body is packed with, which is taken off where it says which.
const PairDecoder& grammar_of(const format::StreamHeader& header, const Dictionary& dictionary,
                              std::span<const std::byte>& body) {
    const auto grammars = dictionary.grammars();
    if (grammars.size() == 1) return grammars.front();
    const auto number = std::to_integer<std::size_t>(body.front());
    if (number >= grammars.size()) corrupt(header);
    body = body.subspan(1);
    return grammars[number];
}

BlockView decode_body(const format::StreamHeader& header, std::uint64_t positions, std::span<const std::byte> body,
                      const Dictionary* dictionary, DecodeScratch& scratch, std::byte* buffer) {
    const std::size_t packed = format::packed_bytes(positions, header.bits);
    if (body.empty() || body.size() > packed) corrupt(header);
    // A body as long as the packed block is the packed block, whatever the codec.
    if (body.size() == packed) {
        std::memcpy(buffer, body.data(), body.size());
        check_padding(header, buffer, positions, header.bits);
        return packed_view(header, buffer);
    }
    switch (header.codec) {
        case Codec::zstd:
            decode_zstd(header, body, packed, dictionary, scratch, buffer);
            check_padding(header, buffer, positions, header.bits);
            return packed_view(header, buffer);
        case Codec::pairs:
            if (!grammar_of(header, *dictionary, body).unpack(body, positions, buffer)) corrupt(header);
            return packed_view(header, buffer);
        case Codec::palette:
            std::memcpy(buffer, body.data(), body.size());
            return decode_palette(header, positions, body.size(), buffer);
        case Codec::raw:
            break;
    }
    corrupt(header);
}

/// Sums up differences.
template <class Word>
void sum_up(const format::StreamHeader& header, const BlockView& differences, std::uint64_t positions,
            std::uint32_t symbol, std::byte* buffer) {
    bool wrong = false;
    for (std::uint64_t i = 0; i < positions; ++i) {
        std::uint32_t z = load_bits(differences.data, i * differences.width, differences.width);
        if (differences.palette != nullptr) {
            wrong |= z >= differences.limit;
            z = palette_entry(differences.palette, differences.palette_bytes, z);
        }
        symbol += (z >> 1) ^ (0u - (z & 1));
        wrong |= symbol >= header.symbols;
        store(buffer + i * sizeof(Word), static_cast<Word>(symbol));
    }
    if (wrong) corrupt(header);
}

}  // namespace

BlockView decode_block(const format::StreamHeader& header, std::uint64_t positions, std::span<const std::byte> payload,
                       const Dictionary* dictionary, DecodeScratch& scratch, std::byte* buffer) {
    if (!header.delta()) return decode_body(header, positions, payload, dictionary, scratch, buffer);
    if (payload.size() < format::delta_base_bytes) corrupt(header);
    const auto base = load<std::uint32_t>(payload.data());
    scratch.differences.resize(body_bytes(header) + slack);
    const BlockView differences = decode_body(header, positions, payload.subspan(format::delta_base_bytes), dictionary,
                                              scratch, scratch.differences.data());
    BlockView view;
    view.data = buffer;
    view.width = static_cast<std::uint8_t>(decoded_width(header));
    view.limit = header.symbols;
    if (view.width == 16)
        sum_up<std::uint16_t>(header, differences, positions, base, buffer);
    else
        sum_up<std::uint32_t>(header, differences, positions, base, buffer);
    return view;
}

std::optional<std::uint32_t> decode_symbol(const format::StreamHeader& header, std::uint64_t positions,
                                           std::span<const std::byte> payload, const Dictionary& dictionary,
                                           std::uint64_t position) {
    const std::size_t before = header.delta() ? format::delta_base_bytes : 0;
    const std::size_t packed = format::packed_bytes(positions, header.bits);
    if (payload.size() <= before || payload.size() > packed + before) corrupt(header);
    std::span<const std::byte> body = payload.subspan(before);
    if (body.size() == packed) return std::nullopt;
    const PairDecoder& grammar = grammar_of(header, dictionary, body);
    auto symbol = header.delta() ? grammar.sum_to(body, position) : grammar.number_at(body, position);
    if (symbol && header.delta()) *symbol += load<std::uint32_t>(payload.data());
    if (!symbol || *symbol >= header.symbols) corrupt(header);
    return symbol;
}

}  // namespace mexbase::detail
