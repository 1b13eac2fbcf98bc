// SPDX-License-Identifier: MIT
/// \file
/// Reads the texts of positions from tables that store them, and their stored moves.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "../../lib/index.hpp"
#include "../../lib/lazy.hpp"
#include "../../lib/value/outcome.hpp"
#include "../format/keys.hpp"

namespace mexbase::detail {

struct TableData;

/// Reads texts of positions (keys), their marks and their moves from a table. Each thread uses its own cursor. Borrows
/// the table. Safe to call from several threads. Member functions throw `Error{corrupt}` for invalid data.
class StoredPositions {
  public:
    explicit StoredPositions(const TableData& table) : table_(table) {}

    /// Reads data in advance that would otherwise be read at its first use.
    void load() const;
    Index size() const;
    bool partizan() const { return keys().partizan; }
    Index start() const { return keys().start; }
    /// Returns the index of the position with that text, or `size()` if there is no such position.
    Index find(std::string_view text) const;
    /// Returns the text of a position below `size`.
    std::string text(Index index) const;
    /// Returns the mark of a position (`Board::Mark`). A table without moves stores only the mark `Board::beyond`.
    std::uint8_t mark(Index index) const;
    bool has_moves() const;
    /// Replaces `out` by the indices to which `player` can move, in ascending order. Requires `has_moves`.
    void moves(Index index, Player player, std::vector<Index>& out) const;

    /// Calls `f` with the texts of all positions, in order.
    void for_each_text(const std::function<void(const std::string&)>& f) const;
    void check() const;

  private:
    const format::StoredKeys& keys() const;
    const format::StoredMoves& stored_moves() const;
    std::uint64_t rows() const;
    /// Calls `f` with the texts of a group of positions until `f` returns false. Not if they are stored as numbers.
    template <class F>
    void walk_letters(std::uint64_t group, F f) const;
    /// Calls `f` with the texts of a group of positions as numbers. Only if they are stored as numbers.
    template <class F>
    void walk_numbers(std::uint64_t group, F f) const;

    const TableData& table_;
    Lazy<format::StoredKeys> keys_;
    Lazy<format::StoredMoves> moves_;
};

}  // namespace mexbase::detail
