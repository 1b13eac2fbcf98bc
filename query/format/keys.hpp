/// \file
/// The texts of a table's positions, in order: the keys by which it finds them. And where their moves stand.
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

/// Which bytes stand in which column of some texts.
struct ColumnBytes {
    std::size_t shortest = 0;          ///< bytes of the shortest text
    std::vector<std::string> columns;  ///< of the longest one: the bytes that occur there, ascending
    friend bool operator==(const ColumnBytes&, const ColumnBytes&) = default;
};

/// Texts as numbers, in the order of their bytes: a digit for each column, the first weighs most. Where a text has
/// ended, its digit is less than that of any byte. A plain value.
class KeyColumns {
  public:
    KeyColumns() = default;
    /// There is a column, and each has bytes, ascending, as many as `shortest` at least. Throws `Error{corrupt}` for
    /// others, and where there are more numbers than 2^63.
    explicit KeyColumns(ColumnBytes bytes);
    /// Whether there are no more numbers than 2^63.
    static bool fit(const ColumnBytes& bytes);

    const ColumnBytes& bytes() const { return bytes_; }
    /// How many numbers there are.
    std::uint64_t size() const { return size_; }
    /// The number of a text; nothing where it has a byte that no text has there.
    std::optional<std::uint64_t> number(std::string_view text) const;
    /// The text of a number below `size`. Throws `Error{corrupt}` where a byte would follow the text's end.
    std::string text(std::uint64_t number) const;

  private:
    ColumnBytes bytes_;
    std::uint64_t size_ = 0;
    std::vector<std::array<std::uint16_t, 256>> digits_;  // of each byte in each column, plus 1; 0: none
};

/// What a table says of its keys beside their streams. Every 2^group_log2-th of them stands here as it is, so that a
/// key is found by a search among these and one group.
struct StoredKeys {
    bool partizan = false;
    std::uint8_t group_log2 = 0;
    Index start = 0;  ///< what play begins with
    /// Texts as numbers, and then `numbers` are the first of each group; or nothing, and then `texts` are.
    std::optional<KeyColumns> columns;
    std::vector<std::uint64_t> numbers;
    std::vector<std::string> texts;
    std::vector<std::uint64_t> letters;  ///< with `texts`: where each group begins in the stream of letters
};

inline constexpr unsigned most_group_log2 = 16;

std::vector<std::byte> encode_keys(const StoredKeys& keys);
/// The keys of a table of `count` positions. Throws `Error` corrupt or unsupported_version.
StoredKeys parse_keys(std::span<const std::byte> bytes, std::uint64_t count);

/// What a table says of its moves beside their streams. A row is a position, or in partizan games one for each player.
struct StoredMoves {
    std::uint8_t group_log2 = 0;
    std::uint64_t count = 0;            ///< of all moves
    std::vector<std::uint64_t> before;  ///< how many moves stand before each 2^group_log2-th row
};

std::vector<std::byte> encode_moves(const StoredMoves& moves);
/// Of so many rows. Throws likewise.
StoredMoves parse_moves(std::span<const std::byte> bytes, std::uint64_t rows);

/// How a move is stored: of the first of a row how far it leads from `from`, up or down; of others how far from the
/// one before.
constexpr std::uint64_t first_move(std::uint64_t from, std::uint64_t to) {
    return to >= from ? 2 * (to - from) : 2 * (from - to) - 1;
}
/// The inverse; a number that is none comes out too large.
constexpr std::uint64_t first_target(std::uint64_t from, std::uint64_t number) {
    return number % 2 == 0 ? from + number / 2 : from - (number / 2 + 1);
}
/// So many positions may have moves stored, that first moves fit a stream.
inline constexpr std::uint64_t most_with_moves = std::uint64_t{1} << 31;

}  // namespace mexbase::format
