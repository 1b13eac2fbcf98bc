#include "block_encoder.hpp"

#include <zstd.h>

#include <algorithm>
#include <new>
#include <string>

#include "../../lib/error.hpp"
#include "../../query/format/bytes.hpp"
#include "symbols.hpp"

namespace mexbase::detail {

static_assert(any_number == dont_care);

namespace {

void write_bits(std::span<const std::uint32_t> symbols, unsigned bits, std::byte* out) {
    std::uint64_t word = 0;
    unsigned filled = 0;
    for (const std::uint32_t s : symbols) {
        word |= std::uint64_t{s} << filled;
        filled += bits;
        if (filled < 32) continue;
        store(out, static_cast<std::uint32_t>(word));
        out += 4;
        word >>= 32;
        filled -= 32;
    }
    for (; filled != 0; filled = filled > 8 ? filled - 8 : 0, word >>= 8) *out++ = static_cast<std::byte>(word);
}

std::size_t checked(std::size_t code) {
    if (ZSTD_isError(code)) throw Error(ErrorCode::out_of_memory, std::string("zstd: ") + ZSTD_getErrorName(code));
    return code;
}

}  // namespace

PackDictionary pack_dictionary(std::span<const std::byte> bytes, int level) {
    PackDictionary dictionary(ZSTD_createCDict(bytes.data(), bytes.size(), level), ZSTD_freeCDict);
    if (dictionary == nullptr) throw std::bad_alloc();
    return dictionary;
}

void BlockEncoder::FreeContext::operator()(ZSTD_CCtx_s* context) const {
    ZSTD_freeCCtx(context);
}

std::span<const std::byte> BlockEncoder::pack(std::span<const std::uint32_t> symbols, unsigned bits) {
    const std::size_t bytes = format::packed_bytes(symbols.size(), bits);
    packed_.resize(bytes);
    write_bits(symbols, bits, packed_.data());
    return packed_;
}

/// Finds the symbols that occur, ascending. False if these are more than `most`.
bool BlockEncoder::find_distinct(std::span<const std::uint32_t> symbols, std::size_t most) {
    distinct_.clear();
    constexpr std::uint32_t narrow = 1 << 16;
    const std::uint32_t greatest = std::ranges::max(symbols);
    if (greatest < narrow) {
        if (seen_.size() <= greatest) seen_.resize(greatest + 1);
        for (const std::uint32_t s : symbols) {
            if (seen_[s] != 0) continue;
            seen_[s] = 1;
            distinct_.push_back(s);
            if (distinct_.size() > most) break;
        }
        for (const std::uint32_t s : distinct_) seen_[s] = 0;
    } else {
        for (const std::uint32_t s : symbols) {
            if (std::find(distinct_.begin(), distinct_.end(), s) != distinct_.end()) continue;
            distinct_.push_back(s);
            if (distinct_.size() > most) break;
        }
    }
    std::sort(distinct_.begin(), distinct_.end());
    return distinct_.size() <= most;
}

std::span<const std::byte> BlockEncoder::palette(std::span<const std::uint32_t> symbols, const Packing& packing,
                                                 std::size_t limit) {
    constexpr std::size_t most = 256;
    if (!find_distinct(symbols, most)) return {};
    const std::size_t entry = (packing.bits + 7) / 8, entries = distinct_.size();
    const unsigned width = format::bits_for(entries);
    const std::size_t length = 1 + entries * entry + format::packed_bytes(symbols.size(), width);
    if (length >= limit) return {};
    out_.resize(length);
    std::byte* at = out_.data();
    *at++ = static_cast<std::byte>(entries - 1);
    for (const std::uint32_t s : distinct_)
        for (std::size_t byte = 0; byte < entry; ++byte) *at++ = static_cast<std::byte>(s >> (8 * byte));
    places_.assign(symbols.begin(), symbols.end());
    for (std::uint32_t& s : places_)
        s = static_cast<std::uint32_t>(std::lower_bound(distinct_.begin(), distinct_.end(), s) - distinct_.begin());
    write_bits(places_, width, at);
    return out_;
}

/// The contents of the one compressed block of the frame that zstd makes, or nothing if it makes another kind of frame.
std::span<const std::byte> BlockEncoder::zstd(std::span<const std::byte> packed, const Packing& packing, int level) {
    if (context_ == nullptr) context_.reset(ZSTD_createCCtx());
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_CCtx* const context = context_.get();
    checked(ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters));
    checked(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level));
    checked(ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0));
    checked(ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 0));
    checked(ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0));
    checked(ZSTD_CCtx_refCDict(context, packing.dictionary.get()));
    out_.resize(ZSTD_compressBound(packed.size()));
    const std::size_t length = checked(ZSTD_compress2(context, out_.data(), out_.size(), packed.data(), packed.size()));
    constexpr std::size_t prefix = 9;
    if (length <= prefix || out_[4] != std::byte{0}) return {};
    const std::uint32_t block = load<std::uint32_t>(out_.data() + 5) >> 8;
    constexpr std::uint32_t last_and_compressed = 2 << 1 | 1;
    if ((block & 7) != last_and_compressed || block >> 3 != length - prefix) return {};
    return std::span(out_).subspan(prefix, length - prefix);
}

/// By the grammar for blocks of its sort, whose number goes before where there are several.
std::span<const std::byte> BlockEncoder::pairs(std::span<const std::uint32_t> symbols, const Packing& packing) {
    const std::size_t number = packing.sorts == nullptr ? 0 : packing.sorts->sort_of(packing.delta ? symbols : open_);
    const PairPacker& grammar = packing.grammars[number];
    if (packing.delta)
        grammar.parse(symbols, parsed_);
    else
        grammar.parse_any(open_, symbols, parsed_);
    out_.clear();
    if (packing.grammars.size() > 1) out_.push_back(static_cast<std::byte>(number));
    grammar.write(parsed_, out_);
    codes_ = parsed_.symbols.size();
    return out_;
}

std::span<const std::byte> BlockEncoder::encode_body(std::span<const std::uint32_t> symbols, const Packing& packing) {
    codes_ = 0;
    if (packing.codec == Codec::pairs) {
        const auto body = pairs(symbols, packing);
        if (body.size() < format::packed_bytes(symbols.size(), packing.bits)) return body;
        codes_ = 0;
        return pack(symbols, packing.bits);
    }
    std::span<const std::byte> body;
    if (packing.codec == Codec::palette) {
        body = palette(symbols, packing, format::packed_bytes(symbols.size(), packing.bits));
        if (!body.empty()) return body;
    }
    const std::span<const std::byte> packed = pack(symbols, packing.bits);
    if (packing.codec == Codec::zstd && packed.size() > 1) {
        const bool repeats =
            std::all_of(packed.begin(), packed.end(), [&](std::byte b) { return b == packed.front(); });
        body = repeats ? packed.first(1) : zstd(packed, packing, packing.level);
        // The highest levels may split a block in two; a lower one does not.
        constexpr int never_splits = 9;
        if (body.empty() && packing.level > never_splits) body = zstd(packed, packing, never_splits);
    }
    return !body.empty() && body.size() < packed.size() ? body : packed;
}

void BlockEncoder::to_differences(std::span<std::uint32_t> symbols) {
    std::uint32_t last = symbols.front();
    for (std::uint32_t& symbol : symbols) {
        const std::uint32_t difference = symbol - last;
        last = symbol;
        symbol = (difference << 1) ^ (0u - (difference >> 31));
    }
}

PackedBlock BlockEncoder::encode(std::span<std::uint32_t> symbols, const Packing& packing) {
    // Grammars fill gaps their own way.
    if (packing.codec == Codec::pairs && !packing.delta) open_.assign(symbols.begin(), symbols.end());
    if (settle(symbols)) return {{}, symbols.front()};
    if (!packing.delta) {
        const auto body = encode_body(symbols, packing);
        return {body, 0, codes_};
    }
    payload_.resize(format::delta_base_bytes);
    store(payload_.data(), symbols.front());
    to_differences(symbols);
    const auto body = encode_body(symbols, packing);
    payload_.insert(payload_.end(), body.begin(), body.end());
    return {payload_, 0, codes_};
}

}  // namespace mexbase::detail
