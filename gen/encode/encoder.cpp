// SPDX-License-Identifier: MIT
#include "encoder.hpp"

#include "../../query/format/bytes.hpp"
#include "plan.hpp"

namespace mexbase::detail {

double Encoder::probe_time(double payload, double, double differences, double) const {
    return payload == 0 ? lookup_time : lookup_time + 0.1 * payload + 1.5 * differences;
}

std::optional<Candidate> Encoder::in_blocks(Candidate candidate, unsigned block_log2, const Search&, bool) const {
    candidate.block_log2 = block_log2;
    return candidate;
}

std::shared_ptr<const Encoder> make_raw_encoder() {
    return std::make_shared<const Encoder>(Codec::raw, Encoder::Traits{});
}

std::span<const std::shared_ptr<const Encoder>> encoders() {
    static const std::shared_ptr<const Encoder> all[] = {
#define MEXBASE_MAKER(name, ...) make_##name##_encoder(),
        MEXBASE_CODECS(MEXBASE_MAKER)
#undef MEXBASE_MAKER
    };
    return all;
}

void write_bits(std::span<const std::uint32_t> numbers, unsigned bits, std::byte* out) {
    std::uint64_t word = 0;
    unsigned filled = 0;
    for (const std::uint32_t n : numbers) {
        word |= std::uint64_t{n} << filled;
        filled += bits;
        if (filled < 32) continue;
        store(out, static_cast<std::uint32_t>(word));
        out += 4;
        word >>= 32;
        filled -= 32;
    }
    for (; filled != 0; filled = filled > 8 ? filled - 8 : 0, word >>= 8) *out++ = static_cast<std::byte>(word);
}

void to_differences(std::span<std::uint32_t> symbols) {
    std::uint32_t last = symbols.front();
    for (std::uint32_t& symbol : symbols) {
        const std::uint32_t difference = symbol - last;
        last = symbol;
        symbol = (difference << 1) ^ (0u - (difference >> 31));
    }
}

PackedBlock BlockEncoder::encode(std::span<std::uint32_t> symbols, const Packing& packing) {
    const auto& [encoder, bits, delta] = packing;
    open_.assign(symbols.begin(), delta ? symbols.begin() : symbols.end());
    if (settle(symbols)) return {{}, symbols.front()};
    payload_.resize(delta ? format::delta_base_bytes : 0);
    if (delta) {
        store(payload_.data(), symbols.front());
        to_differences(symbols);
    }
    const std::size_t packed = format::packed_bytes(symbols.size(), bits), before = payload_.size();
    const auto [body, symbol, codes] = encoder->pack({symbols, open_, bits}, buffers_);
    if (!body.empty() && body.size() < packed) {
        payload_.insert(payload_.end(), body.begin(), body.end());
        return {payload_, symbol, codes};
    }
    payload_.resize(before + packed);
    write_bits(symbols, bits, payload_.data() + before);
    return {payload_};
}

}  // namespace mexbase::detail
