// SPDX-License-Identifier: MIT
/// \file
/// Keys: the sorted texts of a table's positions. Also the moves of such positions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../lib/index.hpp"

namespace mexbase::format {

/// The bytes that occur in each column of some texts. Column k has byte k of each text.
struct ColumnBytes {
    std::size_t shortest = 0;          ///< length of the shortest text
    std::vector<std::string> columns;  ///< the bytes that occur in each column, ascending; up to the longest text
    friend bool operator==(const ColumnBytes&, const ColumnBytes&) = default;
};

/// Numbering of texts in the order of their bytes. A number has one digit per column; the digit of the first column is
/// the most significant. Past the end of a text the digit is less than the digit of any byte.
class KeyColumns {
  public:
    KeyColumns() = default;
    /// Makes the numbering. Throws `Error{corrupt}` unless there is at least one column, at least `shortest` columns,
    /// ascending bytes in each column, and at most 2^63 numbers.
    explicit KeyColumns(ColumnBytes bytes);
    /// Returns true if at most 2^63 numbers are needed for texts with these bytes.
    static bool fit(const ColumnBytes& bytes);

    const ColumnBytes& bytes() const { return bytes_; }
    /// Returns the count of numbers. The numbers are 0..size-1.
    std::uint64_t size() const { return size_; }
    /// Returns the number of a text, or `std::nullopt` if one of its bytes does not occur in the byte's column.
    std::optional<std::uint64_t> number(std::string_view text) const;
    /// Returns the text of a number below `size`. Throws `Error{corrupt}` if no text has this number.
    std::string text(std::uint64_t number) const;

  private:
    ColumnBytes bytes_;
    std::uint64_t size_ = 0;
    std::vector<std::array<std::uint16_t, 256>> digits_;  // per column, of each byte: its digit + 1; 0 if absent
};

/// The part of a table's keys that is not in a stream: the first key of each group. Keys are the texts of the
/// positions, in ascending order, in groups of 2^group_log2. A search reads only the first keys and one group.
struct StoredKeys {
    bool partizan = false;
    std::uint8_t group_log2 = 0;
    Index start = 0;  ///< index of the initial position
    /// If set, keys are stored as numbers: `numbers` has the first key of each group. Otherwise `texts` has these keys.
    std::optional<KeyColumns> columns;
    std::vector<std::uint64_t> numbers;
    std::vector<std::string> texts;
    std::vector<std::uint64_t> letters;  ///< only with `texts`: where each group starts in the stream `key_letter`
};

inline constexpr unsigned most_group_log2 = 16;

std::vector<std::byte> encode_keys(const StoredKeys& keys);
/// Reads the keys of a table of `count` positions. Throws `Error` corrupt or unsupported_version.
StoredKeys parse_keys(std::span<const std::byte> bytes, std::uint64_t count);

/// Counts of a table's moves; the moves themselves are in streams. A row is the list of moves of one position. In
/// partizan games, it has the moves of one player at that position.
struct StoredMoves {
    std::uint8_t group_log2 = 0;
    std::uint64_t count = 0;            ///< number of all moves
    std::vector<std::uint64_t> before;  ///< the number of moves before each 2^group_log2-th row
};

std::vector<std::byte> encode_moves(const StoredMoves& moves);
/// Reads the output of `encode_moves`, for a table with `rows` lists of moves. Throws as `parse_keys`.
StoredMoves parse_moves(std::span<const std::byte> bytes, std::uint64_t rows);

/// Encodes the first move of a position, from index `from` to index `to`, as one number for its distance and direction.
/// Each further move is stored as its distance from the move before.
constexpr std::uint64_t first_move(std::uint64_t from, std::uint64_t to) {
    return to >= from ? 2 * (to - from) : 2 * (from - to) - 1;
}
/// Inverse of `first_move`. An invalid number gives an index past the last position.
constexpr std::uint64_t first_target(std::uint64_t from, std::uint64_t number) {
    return number % 2 == 0 ? from + number / 2 : from - (number / 2 + 1);
}
/// Maximum number of positions with stored moves, so that each result of `first_move` fits into a stream.
inline constexpr std::uint64_t most_with_moves = std::uint64_t{1} << 31;

}  // namespace mexbase::format
