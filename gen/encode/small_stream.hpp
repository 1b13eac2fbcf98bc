/// \file
/// Packs a stream of few positions as one piece under one checksum.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "../../query/format/format.hpp"
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
    /// Borrows both.
    SmallPacker(const StoredStream& stream, const EncodeOptions& options);
    ~SmallPacker();
    SmallPacker(SmallPacker&&) noexcept;
    SmallPacker& operator=(SmallPacker&&) noexcept;

    /// About the bytes of the section, by the quickest look. Infinite where none may be: too many positions for one
    /// block (or for the block size that the options give).
    double rough_bytes() const;
    /// Bytes of the smallest section by what takes little time: all codecs but `pairs`, zstd at the level of the
    /// options. It may be too long for a small stream; infinite where it is so by far, or where none may be.
    double quick_bytes();
    /// Whether blocks of the stream could be packed in no way but those that its one piece is.
    bool knows_all_ways() const;
    /// Tries the rest. The smallest section, or nothing where each is too long.
    std::optional<SmallStream> take();

  private:
    class Search;
    std::unique_ptr<Search> search_;
};

}  // namespace mexbase::detail
