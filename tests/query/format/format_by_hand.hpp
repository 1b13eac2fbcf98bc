// SPDX-License-Identifier: MIT
/// \file
/// Tables written byte by byte from docs/format.md, without the library's encoders.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#define XXH_INLINE_ALL
#include <gtest/gtest.h>
#include <xxhash.h>
#include <zstd.h>

#include "../test_games.hpp"
#include "query/table.hpp"

namespace mexbase::test::by_hand {

using Bytes = std::string;

inline Bytes number(std::uint64_t value, int bytes) {
    Bytes out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 255);
    return out;
}

inline std::uint64_t checksum(const Bytes& bytes, std::uint64_t seed = 0) {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

inline Bytes field(int tag, int flags, const Bytes& content) {
    return number(static_cast<std::uint64_t>(tag), 2) + number(static_cast<std::uint64_t>(flags), 2) +
           number(content.size(), 4) + content;
}

struct Section {
    std::uint32_t type, flags;
    Bytes bytes;
    std::size_t checked = Bytes::npos;  // bytes covered by the checksum
};

inline Bytes file(const std::vector<Section>& sections, int major = 1, int minor = 0) {
    std::uint64_t at = 24 + 32 * sections.size() + 8, length = at;
    for (const Section& s : sections) length += s.bytes.size();
    Bytes out("\x8bMXB\r\n\x1a\n", 8);
    out += number(static_cast<std::uint64_t>(major), 2) + number(static_cast<std::uint64_t>(minor), 2) +
           number(sections.size(), 4) + number(length, 8);
    for (const Section& s : sections) {
        out += number(s.type, 4) + number(s.flags, 4) + number(at, 8) + number(s.bytes.size(), 8) +
               number(checksum(s.bytes.substr(0, s.checked)), 8);
        at += s.bytes.size();
    }
    out += number(checksum(out), 8);
    for (const Section& s : sections) out += s.bytes;
    return out;
}

struct StreamFields {
    int kind = 0, codec = 0, bits = 0, flags = 0, block_log2 = 0, superblock_log2 = 0;
    std::uint64_t symbols = 1, count = 0, base = 0, step = 1;
    Bytes dictionary;
    std::vector<std::uint32_t> list;
};

inline Section stream(const StreamFields& f, const Bytes& directory, const Bytes& payload) {
    Bytes header = number(56 + 4 * f.list.size(), 4);
    for (const int byte : {f.kind, f.codec, f.bits, f.flags, f.block_log2, f.superblock_log2, 0, 0})
        header += static_cast<char>(byte);
    header += number(f.symbols, 4) + number(f.count, 8) + number(f.base, 4) + number(f.step, 4);
    header += number(f.dictionary.size(), 4) + number(0, 4);
    header += number(f.dictionary.empty() ? 0 : checksum(f.dictionary), 8) + number(payload.size(), 8);
    for (const std::uint32_t value : f.list) header += number(value, 4);
    const std::size_t length = header.size();
    return {0x100u + static_cast<std::uint32_t>(f.kind), 1, header + directory + f.dictionary + payload, length};
}

inline Bytes varint(std::uint64_t value) {
    Bytes out;
    for (; value >= 128; value >>= 7) out += static_cast<char>(128 | (value & 127));
    return out + static_cast<char>(value);
}

/// Returns the description of a table of `count` queryable positions; `counts` is field 8.
inline Section about(std::uint64_t count, const Bytes& counts, int kind = 0, const Bytes& more = "",
                     const Bytes& spec = "nobody:knows=1", std::uint64_t rules_version = 3) {
    Bytes out = field(1, 1, spec) + field(2, 1, number(static_cast<std::uint64_t>(kind), 1)) +
                field(3, 1, number(0, 1)) + field(4, 1, varint(rules_version));
    for (const int tag : {5, 6, 7}) out += field(tag, 1, varint(count));
    return {1, 1, out + field(8, 1, counts) + more};
}

/// Returns the histogram of tables whose wins, losses and ties have these ascending remotenesses.
inline Section histogram(const std::vector<std::uint64_t>& losses, const std::vector<std::uint64_t>& wins,
                         const std::vector<std::uint64_t>& ties, std::uint64_t longest) {
    Bytes out = varint(longest + 1);
    for (std::uint64_t r = 0; r <= longest; ++r)
        for (const auto* all : {&losses, &wins, &ties})
            out += varint(static_cast<std::uint64_t>(std::count(all->begin(), all->end(), r)));
    return {3, 0, out};
}

/// Returns a small stream: its first two bytes, its numbers, and the block's bytes.
inline Section small_stream(int kind, int codec, int flags, int bits, const std::vector<std::uint64_t>& numbers,
                            const Bytes& block = "") {
    Bytes bytes{static_cast<char>(codec << 4 | flags), static_cast<char>(bits)};
    for (const std::uint64_t n : numbers) bytes += varint(n);
    return {0x200u + static_cast<std::uint32_t>(kind), 1, bytes + block};
}

struct Block {
    Bytes bytes;               // empty: constant
    std::uint32_t symbol = 0;  // of a constant block
};

inline Bytes directory(const std::vector<Block>& blocks, int superblock_log2) {
    const std::size_t per = std::size_t{1} << superblock_log2;
    Bytes out;
    std::uint64_t offset = 0;
    for (std::size_t first = 0; first < blocks.size(); first += per) {
        Bytes lengths, words;
        const std::uint64_t base = offset;
        for (std::size_t i = first; i < first + per; ++i) {
            const Block block = i < blocks.size() ? blocks[i] : Block{};
            lengths += number(block.bytes.size(), 2);
            words += number(block.bytes.empty() ? block.symbol : checksum(block.bytes) & 0xffffffff, 4);
            offset += block.bytes.size();
        }
        const Bytes rest = number(base, 8) + lengths + words;
        out += number(checksum(rest, first / per) & 0xffffffff, 4) + rest;
    }
    return out;
}

inline Bytes joined(const std::vector<Block>& blocks) {
    Bytes out;
    for (const Block& block : blocks) out += block.bytes;
    return out;
}

/// Returns the zstd frame of these bytes without what a block leaves out: magic number, descriptor and header of the
/// block.
inline Bytes zstd_block(const Bytes& whole) {
    Bytes frame(ZSTD_compressBound(whole.size()), '\0');
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
    frame.resize(ZSTD_compress2(context, frame.data(), frame.size(), whole.data(), whole.size()));
    ZSTD_freeCCtx(context);
    EXPECT_EQ(frame.substr(6, 3), number(8 * (frame.size() - 9) + 5, 3)) << "a single compressed block";
    return frame.substr(9);
}

inline Result<Table> open(const Bytes& bytes) {
    static std::vector<Bytes> kept;
    kept.push_back(bytes);
    return Table::from_memory(std::as_bytes(std::span(kept.back())), OpenOptions{.registry = &test_registry()});
}

inline Bytes packed(const std::vector<std::uint64_t>& numbers, int bits) {
    Bytes out((numbers.size() * static_cast<std::size_t>(bits) + 7) / 8, '\0');
    std::size_t at = 0;
    for (const std::uint64_t n : numbers)
        for (int bit = 0; bit < bits; ++bit, ++at)
            if ((n >> bit & 1) != 0) out[at / 8] = static_cast<char>(out[at / 8] | 1 << at % 8);
    return out;
}

}  // namespace mexbase::test::by_hand
