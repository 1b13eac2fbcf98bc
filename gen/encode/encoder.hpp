// SPDX-License-Identifier: MIT
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

/// Numbers of a block to pack. They are its symbols, or the differences of successive symbols.
struct BlockNumbers {
    std::span<const std::uint32_t> settled;  ///< numbers in which a symbol replaces each `dont_care`
    std::span<const std::uint32_t> open;     ///< symbols with `dont_care` for any symbol; empty for differences
    unsigned bits = 0;
};

/// Result of packing. `BlockEncoder` returns a complete block, and a codec returns the body of a block.
struct PackedBlock {
    std::span<const std::byte> payload;  ///< valid until the next call; empty: the block is constant or has no body
    std::uint32_t symbol = 0;            ///< symbol of a constant block
    std::size_t codes = 0;               ///< number of codes that a reader decodes one by one; 0: it unpacks the block
};

/// Codec for writing, untrained or trained for a stream. This base class packs nothing. Immutable; thread-safe.
class Encoder : public std::enable_shared_from_this<Encoder> {
  public:
    /// Properties that decide what a search tries.
    struct Traits {
        bool trained = false;  ///< needs a dictionary made from samples
        bool levels = false;   ///< has levels: higher ones are slower and pack better
        bool widths = false;   ///< packs whole bytes: symbols of 2, 4, 8, … bits may pack better than narrower ones
    };

    Encoder(Codec number, Traits properties, std::vector<std::byte> shared = {})
        : codec(number), traits(properties), dictionary(std::move(shared)) {}
    virtual ~Encoder() = default;

    const Codec codec;
    const Traits traits;
    const std::vector<std::byte> dictionary;  ///< stored with the stream; empty if the codec has none or is untrained

    /// Packs a block. The caller uses the result only if it is shorter than the numbers in `bits` bits each.
    virtual PackedBlock pack(const BlockNumbers&, CodecBuffers&) const { return {}; }
    /// Returns this codec, set to a compression level and ready to pack.
    virtual std::shared_ptr<const Encoder> at_level(int /*level*/) const { return shared_from_this(); }
    /// Trains the codec for a stream of numbers below `limit` with the parameters of the candidate. Returns null if
    /// that fails, or if the samples would take more than about `most_bytes`.
    virtual std::shared_ptr<const Encoder> train(const Candidate&, const Samples&, std::uint32_t /*limit*/,
                                                 unsigned /*threads*/,
                                                 std::uint64_t /*most_bytes*/ = ~std::uint64_t{0}) const {
        return nullptr;
    }

    /// Returns bytes from which `restored` makes an encoder that packs the same.
    virtual std::vector<std::byte> state() const { return dictionary; }
    /// Returns the encoder of this codec that had this state, for a stream with this header.
    virtual std::shared_ptr<const Encoder> restored(std::span<const std::byte> /*state*/,
                                                    const format::StreamHeader&) const {
        return shared_from_this();
    }

    /// Estimates the nanoseconds of a probe into a block that is not decoded yet, by a fit to measurements
    /// (bench/results/history.md). The arguments are the bytes of the payload, the bytes of the numbers at a fixed
    /// width, the number of differences to add and the number of codes to read. Constant blocks have no payload.
    virtual double probe_time(double payload, double packed, double differences, double codes) const;
    static constexpr double lookup_time = 60;

    /// Tries more candidates (ways to pack the stream) with this codec. It is called after a quick trial of all codecs,
    /// with `round` 0 and then 1.
    virtual void improve(Search&, int /*round*/) const {}
    /// Returns a copy of `candidate`, which has this codec, with another block size. Returns `std::nullopt` if the copy
    /// needs training and `may_train` is false.
    virtual std::optional<Candidate> in_blocks(Candidate candidate, unsigned block_log2, const Search& search,
                                               bool may_train) const;

    /// Returns a lower bound on the bits per symbol if a stream has `symbols` distinct symbols.
    virtual unsigned least_bits(std::uint64_t /*symbols*/) const { return 0; }
    /// Returns a lower bound on the bytes that `numbers` numbers take, with their dictionary.
    virtual std::size_t least_bytes(std::uint64_t /*numbers*/) const { return 0; }
    /// Returns a quick estimate of the bytes of a block. The least estimate of all codecs is an estimate for the best
    /// codec. Returns the greatest number if this codec cannot estimate.
    virtual std::size_t estimated_bytes(std::span<const std::uint32_t> /*symbols*/, unsigned /*needed_bits*/,
                                        CodecBuffers&) const {
        return std::numeric_limits<std::size_t>::max();
    }
};

/// Returns all codecs, untrained, in the order of their numbers. The first codec, `raw`, packs nothing. The others are
/// compared with `raw`.
std::span<const std::shared_ptr<const Encoder>> encoders();

// The codec NAME is made in codecs/NAME.cpp, and `raw` in encoder.cpp.
#define MEXBASE_MAKER(name, ...) std::shared_ptr<const Encoder> make_##name##_encoder();
MEXBASE_CODECS(MEXBASE_MAKER)
#undef MEXBASE_MAKER

/// Writes each number in `bits` bits, in sequence, to `out`, a buffer of `packed_bytes` bytes.
void write_bits(std::span<const std::uint32_t> numbers, unsigned bits, std::byte* out);

/// Replaces symbols by differences in their stored form: 2d, or -2d - 1 if the difference d is negative. The first
/// difference is 0. The symbols must not contain `dont_care`.
void to_differences(std::span<std::uint32_t> symbols);

/// Parameters for packing the blocks of a stream.
struct Packing {
    std::shared_ptr<const Encoder> encoder;  ///< trained, with its level set
    unsigned bits = 0;
    bool delta = false;  ///< stores the first symbol, then differences
};

/// Packs blocks one after another. Not thread-safe.
class BlockEncoder {
  public:
    /// Packs a block of symbols. Replaces each `dont_care` by a symbol.
    PackedBlock encode(std::span<std::uint32_t> symbols, const Packing& packing);
    CodecBuffers& buffers() { return buffers_; }

  private:
    CodecBuffers buffers_;
    std::vector<std::byte> payload_;
    std::vector<std::uint32_t> open_;  // symbols before each `dont_care` was replaced
};

}  // namespace mexbase::detail
