/// \file
/// Packs a stream of few positions as one piece under one checksum.
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

/// A small stream as it is stored.
struct SmallStream {
    format::StreamHeader header;
    std::vector<std::byte> section;
};

/// Looks for the smallest section that holds a stream as a small one: of all codecs, or the one that `options` name.
/// What it finds depends on the values and on the options that change bytes, on nothing else.
class SmallPacker {
  public:
    SmallPacker(const StoredStream& stream, const EncodeOptions& options);

    /// About the bytes of the section, by the quickest look. Infinite where none may be: too many positions for one
    /// block (or for the block size that the options give).
    double estimated_bytes() const { return is_possible_ ? static_cast<double>(estimated_) : infinite; }
    /// Bytes of the smallest section by what takes little time: all codecs that need no training, at the level of the
    /// options. It may be too long for a small stream; infinite where it is so by far, or where none may be.
    double quick_bytes();
    /// Whether blocks of the stream could be packed in no way but those that its one piece is.
    bool knows_all_ways() const { return is_possible_ && knows_all_ways_; }
    /// Tries the rest. The smallest section, or nothing where each is too long.
    std::optional<SmallStream> take();

  private:
    using Symbols = std::vector<std::uint32_t>;
    static constexpr std::size_t no_bytes = std::numeric_limits<std::size_t>::max();
    static constexpr double infinite = std::numeric_limits<double>::infinity();

    /// One way to write the values as symbols, and the least that these took.
    struct Shape {
        format::StreamHeader header;
        std::uint32_t greatest = 0;  ///< number
        std::size_t quick = no_bytes;
    };

    void try_shapes();
    void attempt(format::StreamHeader header, const Symbols& symbols, bool delta);
    void pack_trained(const Shape& shape, const Encoder& untrained);
    std::size_t pack(const format::StreamHeader& header, Symbols symbols, std::shared_ptr<const Encoder> encoder);
    std::size_t keep(format::StreamHeader header, std::span<const std::byte> dictionary,
                     std::span<const std::byte> payload);
    /// The codecs that the options allow.
    std::vector<std::shared_ptr<const Encoder>> allowed(bool trained) const;

    bool is_possible_;
    std::optional<Codec> codec_;
    int level_;
    bool highest_, knows_all_ways_ = true, shapes_tried_ = false;
    Symbols open_, values_;  // what is stored, with gaps and without
    Symbols distinct_;
    format::StreamHeader header_;  // what is the same in every shape
    std::vector<Shape> shapes_;
    BlockEncoder encoder_;
    std::size_t estimated_ = no_bytes, quick_ = no_bytes;  // the least of those that are quick
    std::optional<format::StreamHeader> quickest_;         // which that was
    std::optional<SmallStream> best_;
};

}  // namespace mexbase::detail
