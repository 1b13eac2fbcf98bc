// SPDX-License-Identifier: MIT
#include <algorithm>

#include "../encoder.hpp"

namespace mexbase::detail {

namespace {

constexpr std::size_t most_in_palette = 256;

struct PaletteBuffers {
    std::vector<std::byte> out;
    std::vector<std::uint32_t> distinct, places;
    std::vector<std::uint8_t> seen;  // marks the symbols found, during the search
};

/// Finds the distinct symbols, ascending. Returns false if they are too many.
bool find_distinct(std::span<const std::uint32_t> symbols, PaletteBuffers& buffers) {
    auto& [out, distinct, places, seen] = buffers;
    distinct.clear();
    constexpr std::uint32_t narrow = 1 << 16;
    const std::uint32_t greatest = std::ranges::max(symbols);
    if (greatest < narrow) {
        if (seen.size() <= greatest) seen.resize(greatest + 1);
        for (const std::uint32_t s : symbols) {
            if (seen[s] != 0) continue;
            seen[s] = 1;
            distinct.push_back(s);
            if (distinct.size() > most_in_palette) break;
        }
        for (const std::uint32_t s : distinct) seen[s] = 0;
    } else {
        for (const std::uint32_t s : symbols) {
            if (std::find(distinct.begin(), distinct.end(), s) != distinct.end()) continue;
            distinct.push_back(s);
            if (distinct.size() > most_in_palette) break;
        }
    }
    std::sort(distinct.begin(), distinct.end());
    return distinct.size() <= most_in_palette;
}

class PaletteEncoder : public Encoder {
  public:
    PaletteEncoder() : Encoder(Codec::palette, {}) {}

    PackedBlock pack(const BlockNumbers& numbers, CodecBuffers& all) const override {
        auto& buffers = all.of<PaletteBuffers>(codec);
        if (!find_distinct(numbers.settled, buffers)) return {};
        auto& [out, distinct, places, seen] = buffers;
        const std::size_t entry = (numbers.bits + 7) / 8, entries = distinct.size();
        const unsigned width = format::bits_for(entries);
        const std::size_t length = 1 + entries * entry + format::packed_bytes(numbers.settled.size(), width);
        if (length >= format::packed_bytes(numbers.settled.size(), numbers.bits)) return {};
        out.resize(length);
        std::byte* at = out.data();
        *at++ = static_cast<std::byte>(entries - 1);
        for (const std::uint32_t s : distinct)
            for (std::size_t byte = 0; byte < entry; ++byte) *at++ = static_cast<std::byte>(s >> (8 * byte));
        places.assign(numbers.settled.begin(), numbers.settled.end());
        for (std::uint32_t& s : places)
            s = static_cast<std::uint32_t>(std::lower_bound(distinct.begin(), distinct.end(), s) - distinct.begin());
        write_bits(places, width, at);
        return {out};
    }
    unsigned least_bits(std::uint64_t symbols) const override { return format::bits_for(symbols); }
};

}  // namespace

std::shared_ptr<const Encoder> make_palette_encoder() {
    return std::make_shared<const PaletteEncoder>();
}

}  // namespace mexbase::detail
