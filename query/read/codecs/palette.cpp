// SPDX-License-Identifier: MIT
#include <cstring>

#include "../decoder.hpp"

namespace mexbase::detail {

namespace {

/// Decoder of the codec `palette`. A block starts with a list of its distinct symbols (the palette). For each position,
/// it then has an index into this list.
class PaletteDecoder : public Decoder {
  public:
    using Decoder::Decoder;
    std::optional<BlockView> unpack(std::span<const std::byte> body, std::uint64_t count, DecodeScratch&,
                                    std::byte* buffer) const override {
        std::memcpy(buffer, body.data(), body.size());
        const std::size_t entry = (header_.bits + 7u) / 8;
        const std::size_t entries = std::to_integer<std::size_t>(buffer[0]) + 1;
        const unsigned width = format::bits_for(entries);
        const std::size_t places = 1 + entries * entry;
        if (entries < 2 || body.size() != places + format::packed_bytes(count, width) ||
            !is_padded(buffer + places, count, width))
            return std::nullopt;
        BlockView view;
        view.palette = buffer + 1;
        view.palette_bytes = static_cast<std::uint8_t>(entry);
        view.data = buffer + places;
        view.width = static_cast<std::uint8_t>(width);
        view.limit = static_cast<std::uint32_t>(entries);
        // An entry takes whole bytes, so damaged data may contain numbers that are not symbols.
        const std::uint64_t limit = header_.delta() ? std::uint64_t{1} << header_.bits : header_.symbols;
        for (std::size_t i = 0; i < entries; ++i)
            if (palette_entry(view.palette, view.palette_bytes, i) >= limit) return std::nullopt;
        return view;
    }
};

}  // namespace

std::unique_ptr<const Decoder> make_palette_decoder(const format::StreamHeader& header, std::span<const std::byte>) {
    return std::make_unique<PaletteDecoder>(header);
}

}  // namespace mexbase::detail
