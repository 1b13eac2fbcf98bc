// SPDX-License-Identifier: MIT
/// \file
/// Packs a stream of few positions as one piece with one checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "../../query/format/format.hpp"
#include "encoder.hpp"
#include "symbols.hpp"

namespace mexbase::detail {

/// Small stream (one block with one checksum) in its stored form.
struct SmallStream {
    format::StreamHeader header;
    std::vector<std::byte> section;
};

/// Search for the smallest section that stores a stream as one block, with all codecs or the codec in `options`. The
/// result depends only on the values and on the options that change bytes.
class SmallPacker {
  public:
    SmallPacker(const StoredStream& stream, const EncodeOptions& options);

    /// Estimates the bytes of the section quickly. Returns infinity if the stream has too many positions for one block,
    /// or more than the block size in the options.
    double estimated_bytes() const { return is_possible_ ? static_cast<double>(estimated_) : infinite; }
    /// Returns the bytes of the smallest section by all codecs that need no training, at the level of the options. This
    /// section may be too long for a small stream. Returns infinity if the stream is far too long.
    double quick_bytes();
    /// Returns true if packing the stream in several blocks would try the same ways as packing it in one block.
    bool knows_all_ways() const { return is_possible_ && knows_all_ways_; }
    /// Also tries the codecs that need training. Returns the smallest section, or `std::nullopt` if all are too long.
    std::optional<SmallStream> take();

  private:
    using Symbols = std::vector<std::uint32_t>;
    static constexpr std::size_t no_bytes = std::numeric_limits<std::size_t>::max();
    static constexpr double infinite = std::numeric_limits<double>::infinity();

    /// One way to write the values as symbols, with the smallest size found so far.
    struct Shape {
        format::StreamHeader header;
        std::uint32_t greatest = 0;  ///< greatest number to pack
        std::size_t quick = no_bytes;
    };

    void try_shapes();
    void attempt(format::StreamHeader header, const Symbols& symbols, bool delta);
    void pack_trained(const Shape& shape, const Encoder& untrained);
    std::size_t pack(const format::StreamHeader& header, Symbols symbols, std::shared_ptr<const Encoder> encoder);
    std::size_t keep(format::StreamHeader header, std::span<const std::byte> dictionary,
                     std::span<const std::byte> payload);
    std::vector<std::shared_ptr<const Encoder>> allowed(bool trained) const;

    bool is_possible_;
    std::optional<Codec> codec_;
    int level_;
    bool highest_, knows_all_ways_ = true, shapes_tried_ = false;
    Symbols open_, values_;  // values with and without `dont_care`
    Symbols distinct_;
    format::StreamHeader header_;  // common part of the headers of all shapes
    std::vector<Shape> shapes_;
    BlockEncoder encoder_;
    std::size_t estimated_ = no_bytes, quick_ = no_bytes;  // least sizes of the quick trials
    std::optional<format::StreamHeader> quickest_;         // header of the best quick trial
    std::optional<SmallStream> best_;
};

}  // namespace mexbase::detail
