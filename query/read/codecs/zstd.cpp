// SPDX-License-Identifier: MIT
#include <zstd.h>

#include <cstring>
#include <new>

#include "../decoder.hpp"

namespace mexbase::detail {

namespace {

/// Size of the start of a Zstandard frame, which blocks do not store. `put_frame_prefix` makes it: the magic number, a
/// descriptor, a window of 2^17 bytes, and the header of a single compressed block.
constexpr std::size_t frame_prefix_bytes = 9;
void put_frame_prefix(std::byte* to, std::size_t length) {
    store<std::uint32_t>(to, 0xfd2fb528);
    store<std::uint16_t>(to + 4, 0x3800);
    const auto block = static_cast<std::uint32_t>(length << 3 | 2 << 1 | 1);
    store<std::uint16_t>(to + 6, static_cast<std::uint16_t>(block));
    to[8] = static_cast<std::byte>(block >> 16);
}

struct ZstdBuffers {
    ZstdBuffers() {
        if (context == nullptr) throw std::bad_alloc();
    }
    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context{ZSTD_createDCtx(), ZSTD_freeDCtx};
    std::vector<std::byte> frame = std::vector<std::byte>(frame_prefix_bytes + format::longest_payload);
};

class ZstdDecoder : public Decoder {
  public:
    ZstdDecoder(const format::StreamHeader& header, std::span<const std::byte> dictionary) : Decoder(header) {
        if (dictionary.empty()) return;
        dictionary_.reset(ZSTD_createDDict(dictionary.data(), dictionary.size()));
        if (dictionary_ == nullptr) throw Error(ErrorCode::corrupt, "a stream's dictionary is damaged");
    }

    std::optional<BlockView> unpack(std::span<const std::byte> body, std::uint64_t count, DecodeScratch& scratch,
                                    std::byte* buffer) const override {
        const std::size_t packed = format::packed_bytes(count, header_.bits);
        if (body.size() == 1) {  // the block is one repeated byte
            std::memset(buffer, std::to_integer<int>(body[0]), packed);
            return packed_view(buffer, count);
        }
        auto& [context, frame] = scratch.buffers.of<ZstdBuffers>(Codec::zstd);
        put_frame_prefix(frame.data(), body.size());
        std::memcpy(frame.data() + frame_prefix_bytes, body.data(), body.size());
        const std::size_t got = ZSTD_decompress_usingDDict(context.get(), buffer, packed, frame.data(),
                                                           frame_prefix_bytes + body.size(), dictionary_.get());
        if (got != packed) return std::nullopt;
        return packed_view(buffer, count);
    }

  private:
    std::unique_ptr<ZSTD_DDict, decltype(&ZSTD_freeDDict)> dictionary_{nullptr, ZSTD_freeDDict};
};

}  // namespace

std::unique_ptr<const Decoder> make_zstd_decoder(const format::StreamHeader& header,
                                                 std::span<const std::byte> dictionary) {
    return std::make_unique<ZstdDecoder>(header, dictionary);
}

}  // namespace mexbase::detail
