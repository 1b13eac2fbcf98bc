// SPDX-License-Identifier: MIT
/// \file
/// Positions that a table stores as texts (keys), and their stored moves.
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

/// Reader of the keys (texts of positions), marks and moves in a table. Each thread reads by its own cursor. Borrows
/// the table. Safe to use from several threads. Members throw `Error{corrupt}` for invalid data.
class StoredPositions {
  public:
    explicit StoredPositions(const TableData& table) : table_(table) {}

    /// Reads now the data that is otherwise read at first use.
    void load() const;
    Index size() const;
    bool partizan() const { return keys().partizan; }
    Index start() const { return keys().start; }
    /// Returns the index of the position with that text, or `size()` if there is no such position.
    Index find(std::string_view text) const;
    /// Returns the text of a position below `size`.
    std::string text(Index index) const;
    /// Returns the `Board::Mark` of a position. A table without moves stores no other mark than `Board::beyond` (past
    /// the bound).
    std::uint8_t mark(Index index) const;
    bool has_moves() const;
    /// Replaces `out` by the targets of the moves, ascending. Requires `has_moves`.
    void moves(Index index, Player player, std::vector<Index>& out) const;

    /// Calls `f` with every text, in order.
    void for_each_text(const std::function<void(const std::string&)>& f) const;
    void check() const;

  private:
    const format::StoredKeys& keys() const;
    const format::StoredMoves& stored_moves() const;
    std::uint64_t rows() const;
    /// Calls `f` with each text of a group of keys, in order, until `f` returns false. Keys must be stored as texts.
    template <class F>
    void walk_letters(std::uint64_t group, F f) const;
    /// Variant of `walk_letters` for keys stored as numbers. Calls `f` with each number.
    template <class F>
    void walk_numbers(std::uint64_t group, F f) const;

    const TableData& table_;
    Lazy<format::StoredKeys> keys_;
    Lazy<format::StoredMoves> moves_;
};

}  // namespace mexbase::detail
