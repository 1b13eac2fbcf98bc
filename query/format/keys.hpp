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

/// The bytes that occur in each column of some texts.
struct ColumnBytes {
    std::size_t shortest = 0;          ///< length of the shortest text
    std::vector<std::string> columns;  ///< up to the longest text: the bytes that occur in each column, ascending
    friend bool operator==(const ColumnBytes&, const ColumnBytes&) = default;
};

/// Numbers texts in the order of their bytes, with one digit per column, the first most significant. Past the end of a
/// text the digit is less than the digit of any byte. A plain value.
class KeyColumns {
  public:
    KeyColumns() = default;
    /// Needs at least one column, at least `shortest` columns, and ascending bytes in each. Throws `Error{corrupt}`
    /// otherwise, and for more than 2^63 numbers.
    explicit KeyColumns(ColumnBytes bytes);
    /// Returns true if there are at most 2^63 numbers.
    static bool fit(const ColumnBytes& bytes);

    const ColumnBytes& bytes() const { return bytes_; }
    /// Returns the count of numbers.
    std::uint64_t size() const { return size_; }
    /// Returns the number of a text, or `std::nullopt` if one of its bytes does not occur in that column.
    std::optional<std::uint64_t> number(std::string_view text) const;
    /// Returns the text of a number below `size`. Throws `Error{corrupt}` if a byte would follow the text's end.
    std::string text(std::uint64_t number) const;

  private:
    ColumnBytes bytes_;
    std::uint64_t size_ = 0;
    std::vector<std::array<std::uint16_t, 256>> digits_;  // of each byte per column, plus 1; 0: not in the column
};

/// Keys are the texts of a table's positions, in ascending order. This is the part that is not in a stream. It contains
/// every 2^group_log2-th key, so that a search reads only these and one group.
struct StoredKeys {
    bool partizan = false;
    std::uint8_t group_log2 = 0;
    Index start = 0;  ///< the initial position
    /// If set, texts are stored as numbers, and `numbers` has the first of each group. Otherwise `texts` has them.
    std::optional<KeyColumns> columns;
    std::vector<std::uint64_t> numbers;
    std::vector<std::string> texts;
    std::vector<std::uint64_t> letters;  ///< with `texts`: the start of each group in the stream of letters
};

inline constexpr unsigned most_group_log2 = 16;

std::vector<std::byte> encode_keys(const StoredKeys& keys);
/// Reads the keys of a table of `count` positions. Throws `Error` corrupt or unsupported_version.
StoredKeys parse_keys(std::span<const std::byte> bytes, std::uint64_t count);

/// The data about moves that is not stored in their streams. A row is a position, or in partizan games one position and
/// player.
struct StoredMoves {
    std::uint8_t group_log2 = 0;
    std::uint64_t count = 0;            ///< of all moves
    std::vector<std::uint64_t> before;  ///< the number of moves before each 2^group_log2-th row
};

std::vector<std::byte> encode_moves(const StoredMoves& moves);
/// Reads the moves of `rows` rows. Throws likewise.
StoredMoves parse_moves(std::span<const std::byte> bytes, std::uint64_t rows);

/// Encodes the first move of a row as the distance from `from`, up or down. Further moves are stored as the distance
/// from the move before.
constexpr std::uint64_t first_move(std::uint64_t from, std::uint64_t to) {
    return to >= from ? 2 * (to - from) : 2 * (from - to) - 1;
}
/// Inverse of `first_move`; the result of an invalid number is too large.
constexpr std::uint64_t first_target(std::uint64_t from, std::uint64_t number) {
    return number % 2 == 0 ? from + number / 2 : from - (number / 2 + 1);
}
/// Limit on positions with stored moves, so that first moves fit a stream.
inline constexpr std::uint64_t most_with_moves = std::uint64_t{1} << 31;

}  // namespace mexbase::format
