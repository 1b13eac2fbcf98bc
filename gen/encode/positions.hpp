// SPDX-License-Identifier: MIT
/// \file
/// Converts positions that a table stores as texts to sections and streams.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../query/format/keys.hpp"
#include "symbols.hpp"

namespace mexbase::detail {

/// Stored form of positions. Borrows the `PositionSource`. Not copyable, because its streams refer to this object.
class PackedPositions {
  public:
    /// Reads all positions. Throws `Error{bad_usage}` for invalid texts, and for texts or moves that are not in
    /// ascending order. Throws `Error{not_applicable}` for more positions than a table with moves can hold.
    PackedPositions(const PositionSource& positions, unsigned threads);
    PackedPositions(const PackedPositions&) = delete;
    PackedPositions& operator=(const PackedPositions&) = delete;

    format::StoredKeys keys;
    std::optional<format::StoredMoves> moves;
    std::vector<StoredStream> streams;
    /// Returns the binary logarithm of the block size that readers expect for the stream, or `std::nullopt` if any size
    /// is allowed.
    std::optional<unsigned> block_log2(StreamKind kind) const {
        if (kind == StreamKind::key_gap) return keys.group_log2;
        return std::nullopt;
    }

  private:
    void find_columns();
    bool number_keys();
    void take_texts();
    void count_moves();
    void add_stream(StreamKind kind, std::uint64_t count, decltype(StreamSource::fill) fill);
    std::uint64_t number(Index index, std::string& spare) const;
    void fill_gaps(Index first, std::span<std::uint32_t> out) const;
    void fill_letters(std::uint64_t first, std::span<std::uint32_t> out) const;
    void fill_counts(std::uint64_t first, std::span<std::uint32_t> out) const;
    void fill_moves(std::uint64_t first, std::span<std::uint32_t> out) const;
    void row(std::uint64_t row, std::vector<Index>& out) const;
    std::uint64_t rows() const { return positions_.partizan ? 2 * positions_.count : positions_.count; }

    const PositionSource& positions_;
    unsigned threads_;
    format::ColumnBytes columns_;
    std::vector<std::unique_ptr<StreamSource>> sources_;
};

}  // namespace mexbase::detail
