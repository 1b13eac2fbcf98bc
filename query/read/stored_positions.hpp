/// \file
/// The positions that a table stores by their texts, and their moves where it has them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../lib/index.hpp"
#include "../../lib/lazy.hpp"
#include "../../lib/value/outcome.hpp"
#include "../format/keys.hpp"

namespace mexbase::detail {

struct TableData;

/// Reads keys, marks and moves through the calling thread's cursor. Borrows the table. Safe for any number of threads.
/// Members throw `Error{corrupt}` where what they read cannot be.
class StoredPositions {
  public:
    explicit StoredPositions(const TableData& table) : table_(table) {}

    /// Reads now what is read of keys and moves at their first use.
    void load() const;
    Index size() const;
    bool partizan() const { return keys().partizan; }
    Index start() const { return keys().start; }
    /// The position with that text, or `size`.
    Index find(std::string_view text) const;
    /// The text of a position below `size`.
    std::string text(Index index) const;
    /// The `Board::Mark` of a position; where there are no moves only `Board::beyond` is known.
    std::uint8_t mark(Index index) const;
    bool has_moves() const;
    /// Replaces `out` by where the moves of a position lead, ascending. `has_moves`.
    void moves(Index index, Player player, std::vector<Index>& out) const;

    /// Calls `f` with every text, in order.
    void for_each_text(const std::function<void(const std::string&)>& f) const;
    /// Reads everything and checks it.
    void check() const;

  private:
    const format::StoredKeys& keys() const;
    const format::StoredMoves& stored_moves() const;
    std::uint64_t rows() const;
    /// Calls `f` with each text of a group, in order, until it returns false. For keys that are texts.
    template <class F>
    void walk_letters(std::uint64_t group, F f) const;
    /// The same for numbers.
    template <class F>
    void walk_numbers(std::uint64_t group, F f) const;

    const TableData& table_;
    Lazy<format::StoredKeys> keys_;
    Lazy<format::StoredMoves> moves_;
};

}  // namespace mexbase::detail
