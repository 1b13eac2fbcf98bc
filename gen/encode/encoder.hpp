/// \file
/// Packs one block of a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "../../query/format/format.hpp"
#include "pairs/literals.hpp"

namespace mexbase::detail {

struct Candidate;
struct Samples;
struct Search;

/// The settled symbols or differences of a block.
struct BlockNumbers {
    std::span<const std::uint32_t> settled;
    std::span<const std::uint32_t> open;  ///< symbols with `dont_care` where any will do; empty for differences
    unsigned bits = 0;
};

/// A packed block, or the body that a codec makes of it.
struct PackedBlock {
    std::span<const std::byte> payload;  ///< valid until the next call; empty: the block is constant, or has no body
    std::uint32_t symbol = 0;            ///< of a constant block
    std::size_t codes = 0;               ///< that a reader takes one by one; 0: it unpacks the block
};

/// A codec on the side that writes, as it is or trained for a stream. This one packs nothing. Immutable; safe for any
/// number of threads.
class Encoder : public std::enable_shared_from_this<Encoder> {
  public:
    /// Properties that decide what a search tries.
    struct Traits {
        bool trained = false;  ///< packs only with a dictionary from samples
        bool levels = false;   ///< packs better if it takes longer, by a level
        bool widths = false;   ///< packs whole bytes: symbols in bits that divide or fill them may take less
    };

    Encoder(Codec number, Traits properties, std::vector<std::byte> shared = {})
        : codec(number), traits(properties), dictionary(std::move(shared)) {}
    virtual ~Encoder() = default;

    const Codec codec;
    const Traits traits;
    const std::vector<std::byte> dictionary;  ///< stored with the stream; empty: none, or it is not trained

    /// Packs a block. The body counts only if it is shorter than the packed numbers.
    virtual PackedBlock pack(const BlockNumbers&, CodecBuffers&) const { return {}; }
    /// This codec at a level, ready to pack.
    virtual std::shared_ptr<const Encoder> at_level(int /*level*/) const { return shared_from_this(); }
    /// Trains it for a stream of numbers below `limit`, as a candidate says. Returns null if it cannot, or if it sees
    /// that the samples would take more than about `most_bytes`.
    virtual std::shared_ptr<const Encoder> train(const Candidate&, const Samples&, std::uint32_t /*limit*/,
                                                 unsigned /*threads*/,
                                                 std::uint64_t /*most_bytes*/ = ~std::uint64_t{0}) const {
        return nullptr;
    }

    /// Estimates the nanoseconds of a probe into a block that is not decoded yet: fitted once to measurements
    /// (bench/results/history.md), for a payload and a packed block of that many bytes, that many differences to sum
    /// up, and that many codes to be read. Constant blocks have no payload.
    virtual double probe_time(double payload, double packed, double differences, double codes) const;
    static constexpr double lookup_time = 60;

    /// Tries more ways of its own, in two rounds, after a quick look at all codecs.
    virtual void improve(Search&, int /*round*/) const {}
    /// The candidate, which is of this codec, in other blocks. Nothing if it would have to be trained again for them,
    /// and may not.
    virtual std::optional<Candidate> in_blocks(Candidate candidate, unsigned block_log2, const Search& search,
                                               bool may_train) const;

    /// Lower bound on the bits of a symbol, of `symbols` different ones.
    virtual unsigned least_bits(std::uint64_t /*symbols*/) const { return 0; }
    /// Lower bound on the bytes of that many numbers with their dictionary.
    virtual std::size_t least_bytes(std::uint64_t /*numbers*/) const { return 0; }
    /// About what all codecs make of a block of symbols, by a very quick look; the greatest number: it cannot tell.
    virtual std::size_t estimated_bytes(std::span<const std::uint32_t> /*symbols*/, unsigned /*needed_bits*/,
                                        CodecBuffers&) const {
        return std::numeric_limits<std::size_t>::max();
    }
};

/// All codecs, untrained, in the order of their numbers. The first packs nothing: others are measured against it.
std::span<const std::shared_ptr<const Encoder>> encoders();

// Those of each codec, in codecs/NAME.cpp.
#define MEXBASE_MAKER(name, ...) std::shared_ptr<const Encoder> make_##name##_encoder();
MEXBASE_CODECS(MEXBASE_MAKER)
#undef MEXBASE_MAKER

/// Writes numbers one after another, each in so many bits, from `out` on, which has `packed_bytes` of room.
void write_bits(std::span<const std::uint32_t> numbers, unsigned bits, std::byte* out);

/// Turns settled symbols into differences, as a block holds them: 2d, or -2d - 1 where d is negative. The first is 0.
void to_differences(std::span<std::uint32_t> symbols);

/// How the blocks of a stream are packed.
struct Packing {
    std::shared_ptr<const Encoder> encoder;  ///< trained, at a level
    unsigned bits = 0;
    bool delta = false;  ///< the first symbol, then differences
};

/// Packs blocks, one after another. For one thread.
class BlockEncoder {
  public:
    /// Packs a block of symbols, `dont_care` among them, which it settles.
    PackedBlock encode(std::span<std::uint32_t> symbols, const Packing& packing);
    CodecBuffers& buffers() { return buffers_; }

  private:
    CodecBuffers buffers_;
    std::vector<std::byte> payload_;
    std::vector<std::uint32_t> open_;  // the symbols before they were settled
};

}  // namespace mexbase::detail
