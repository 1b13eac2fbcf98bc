// SPDX-License-Identifier: MIT
#include <zdict.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <new>
#include <string>
#include <utility>

#include "../../../lib/error.hpp"
#include "../../../query/format/bytes.hpp"
#include "../plan.hpp"

namespace mexbase::detail {

namespace {

std::size_t zstd_checked(std::size_t code) {
    if (ZSTD_isError(code))
        throw Error(ErrorCode::out_of_memory, std::string("cannot compress with zstd: ") + ZSTD_getErrorName(code));
    return code;
}

struct ZstdBuffers {
    ZstdBuffers() {
        if (context == nullptr) throw std::bad_alloc();
    }
    std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context{ZSTD_createCCtx(), ZSTD_freeCCtx};
    std::vector<std::byte> packed, out;
};

class ZstdEncoder : public Encoder {
  public:
    ZstdEncoder(std::vector<std::byte> bytes, int level)
        : Encoder(Codec::zstd, {.levels = true, .widths = true}, std::move(bytes)), level_(level) {
        if (dictionary.empty() || level == 0) return;
        ready_.reset(ZSTD_createCDict(dictionary.data(), dictionary.size(), level));
        if (ready_ == nullptr) throw std::bad_alloc();
    }

    PackedBlock pack(const BlockNumbers& numbers, CodecBuffers& all) const override {
        auto& buffers = all.of<ZstdBuffers>(codec);
        auto& packed = buffers.packed;
        packed.resize(format::packed_bytes(numbers.settled.size(), numbers.bits));
        if (packed.size() <= 1) return {};
        write_bits(numbers.settled, numbers.bits, packed.data());
        if (std::ranges::all_of(packed, [&](std::byte b) { return b == packed.front(); }))
            return {std::span(packed).first(1)};
        const auto body = compress(buffers, level_);
        // Only high levels split a block in two, and then `compress` returns an empty span.
        constexpr int never_splits = 9;
        return {body.empty() && level_ > never_splits ? compress(buffers, never_splits) : body};
    }

    std::shared_ptr<const Encoder> at_level(int level) const override {
        return std::make_shared<const ZstdEncoder>(dictionary, level);
    }

    std::shared_ptr<const Encoder> train(const Candidate& candidate, const Samples& samples, std::uint32_t, unsigned,
                                         std::uint64_t) const override {
        std::vector<std::byte> bytes;
        std::vector<std::size_t> sizes;
        // The trainer is slow for large inputs. So it gets only as many chunks as are used to compare candidates.
        const std::vector<Chunk>& chunks = samples.training();
        const std::size_t every = std::max<std::size_t>(1, chunks.size() / samples.judge.size());
        for_each_block(chunks, every, std::min(candidate.block_log2, 11u), [&](std::span<std::uint32_t> part) {
            if (settle(part)) return;
            if (candidate.delta) to_differences(part);
            sizes.push_back(format::packed_bytes(part.size(), candidate.bits));
            bytes.resize(bytes.size() + sizes.back());
            write_bits(part, candidate.bits, bytes.data() + bytes.size() - sizes.back());
        });
        std::vector<std::byte> trained(candidate.training);
        const std::size_t length = ZDICT_trainFromBuffer(trained.data(), trained.size(), bytes.data(), sizes.data(),
                                                         static_cast<unsigned>(sizes.size()));
        if (ZDICT_isError(length)) return nullptr;
        trained.resize(length);
        return std::make_shared<const ZstdEncoder>(std::move(trained), 0);
    }

    std::shared_ptr<const Encoder> restored(std::span<const std::byte> state,
                                            const format::StreamHeader&) const override {
        return std::make_shared<const ZstdEncoder>(std::vector<std::byte>(state.begin(), state.end()), 0);
    }

    double probe_time(double payload, double packed, double differences, double codes) const override {
        const double read = Encoder::probe_time(payload, packed, differences, codes);
        if (payload == 0 || payload == packed) return read;
        const double tables = dictionary.empty() && payload > 40 ? 1200 : 0;
        return read + 60 + tables + 4 * payload + 0.12 * packed;
    }

    /// Round 0 tries the zstd level of the options, if a quick level came near the best codec. Round 1 tries
    /// dictionaries, if zstd is not far from the best codec. Both are slow.
    void improve(Search& search, int round) const override {
        if (round == 0) {
            // A higher level saves at most a fifth, and about the same for all forms of the numbers.
            constexpr double far = 1.5, near = 1.1;
            if (search.level <= quick_level || !search.near(codec, far)) return;
            std::vector<Candidate> again = search.quick;
            const double least = search.best_of(codec).cost(search.limit);
            std::erase_if(again, [&](const Candidate& c) {
                return c.encoder->codec != codec || c.cost(search.limit) > near * least;
            });
            search.best_of(codec) = {};
            search.attempt(std::move(again));
            return;
        }
        const auto attempt = [&](std::initializer_list<std::size_t> sizes) {
            std::vector<Candidate> all;
            for (const std::size_t size : sizes) {
                Candidate candidate = search.best_of(codec);
                candidate.to_train(size);
                const bool may_save = static_cast<double>(size) < candidate.bytes;
                const bool is_worth_it = size * 16 <= search.samples.varied * candidate.bits / 8;
                if (may_save && is_worth_it) all.push_back(std::move(candidate));
            }
            search.attempt(std::move(all));
        };
        if (search.near(codec, 1.5)) attempt({4096});
        // If the time of probes is ignored, larger blocks save more than dictionaries of other sizes.
        if (!search.near(codec) || (search.limit == time_ignored && !search.options.codec)) return;
        if (search.best_of(codec).training == 0) {
            attempt({1024, 2048});
            return;
        }
        // A dictionary of four times the size is tried only if one of half the size is not better.
        attempt({2048});
        if (search.best_of(codec).training == 4096) attempt({16384});
    }

    std::size_t estimated_bytes(std::span<const std::uint32_t> symbols, unsigned needed_bits,
                                CodecBuffers& buffers) const override {
        const unsigned bits = std::max(8u, std::bit_ceil(needed_bits));
        const std::size_t packed = format::packed_bytes(symbols.size(), bits);
        const std::size_t length = ZstdEncoder({}, 1).pack({symbols, {}, bits}, buffers).payload.size();
        return length == 0 ? packed : std::min(length, packed);
    }

  private:
    /// Returns the compressed contents if zstd's frame has exactly one compressed block, else an empty span.
    std::span<const std::byte> compress(ZstdBuffers& buffers, int level) const {
        auto& [owner, packed, out] = buffers;
        ZSTD_CCtx* const context = owner.get();
        zstd_checked(ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters));
        zstd_checked(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level));
        for (const auto flag : {ZSTD_c_contentSizeFlag, ZSTD_c_checksumFlag, ZSTD_c_dictIDFlag})
            zstd_checked(ZSTD_CCtx_setParameter(context, flag, 0));
        zstd_checked(ZSTD_CCtx_refCDict(context, ready_.get()));
        out.resize(ZSTD_compressBound(packed.size()));
        const std::size_t length =
            zstd_checked(ZSTD_compress2(context, out.data(), out.size(), packed.data(), packed.size()));
        constexpr std::size_t prefix = 9;
        if (length <= prefix || out[4] != std::byte{0}) return {};
        const std::uint32_t block = load<std::uint32_t>(out.data() + 5) >> 8;
        constexpr std::uint32_t last_and_compressed = 2 << 1 | 1;
        if ((block & 7) != last_and_compressed || block >> 3 != length - prefix) return {};
        return std::span(out).subspan(prefix, length - prefix);
    }

    int level_;
    std::unique_ptr<ZSTD_CDict, decltype(&ZSTD_freeCDict)> ready_{nullptr, ZSTD_freeCDict};
};

}  // namespace

std::shared_ptr<const Encoder> make_zstd_encoder() {
    return std::make_shared<const ZstdEncoder>(std::vector<std::byte>{}, 0);
}

}  // namespace mexbase::detail
