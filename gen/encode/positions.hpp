/// \file
/// The positions of a table, by their texts, as its sections and streams store them.
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

/// What is stored of positions. Borrows them; not to be copied, for its streams borrow its sources.
class PackedPositions {
  public:
    /// Reads all of them. Throws `Error{bad_usage}` for texts that do not ascend, or cannot be texts, and for moves
    /// that do not; `Error{not_applicable}` for more positions than may have moves.
    PackedPositions(const PositionSource& positions, unsigned threads);
    PackedPositions(const PackedPositions&) = delete;
    PackedPositions& operator=(const PackedPositions&) = delete;

    format::StoredKeys keys;
    std::optional<format::StoredMoves> moves;
    std::vector<StoredStream> streams;
    /// In which blocks the stream is read, as a power of two; nothing where any will do.
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
