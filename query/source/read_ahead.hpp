// SPDX-License-Identifier: MIT
/// \file
/// Bytes of a table that were read in advance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace mexbase::detail {

/// A range of bytes of a table.
struct ByteRange {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// Byte ranges with their content, sorted by offset, without overlaps.
class ReadAhead {
  public:
    struct ByteChunk {
        std::uint64_t offset = 0;
        std::vector<std::byte> bytes;
    };

    /// Returns these bytes if one chunk contains all of them, or else null.
    const std::byte* find(std::uint64_t offset, std::uint64_t length) const {
        auto after = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                      [](std::uint64_t at, const ByteChunk& piece) { return at < piece.offset; });
        if (after == pieces_.begin()) return nullptr;
        const ByteChunk& piece = *--after;
        const std::uint64_t at = offset - piece.offset, size = piece.bytes.size();
        return at <= size && length <= size - at ? piece.bytes.data() + at : nullptr;
    }
    /// Adds chunks and removes those contained in others. Then only the last chunk that begins at or before an offset
    /// can contain a range there.
    void add(std::vector<ByteChunk>&& pieces) {
        for (ByteChunk& piece : pieces) pieces_.push_back(std::move(piece));
        const auto end = [](const ByteChunk& piece) { return piece.offset + piece.bytes.size(); };
        std::sort(pieces_.begin(), pieces_.end(), [&](const ByteChunk& a, const ByteChunk& b) {
            return a.offset != b.offset ? a.offset < b.offset : end(a) > end(b);
        });
        std::uint64_t covered = 0;
        const auto is_covered = [&](const ByteChunk& piece) {
            if (end(piece) <= covered) return true;
            covered = end(piece);
            return false;
        };
        pieces_.erase(std::remove_if(pieces_.begin(), pieces_.end(), is_covered), pieces_.end());
    }
    void clear() { pieces_.clear(); }
    std::uint64_t bytes() const {
        std::uint64_t all = 0;
        for (const ByteChunk& piece : pieces_) all += piece.bytes.size();
        return all;
    }

  private:
    std::vector<ByteChunk> pieces_;
};

}  // namespace mexbase::detail
