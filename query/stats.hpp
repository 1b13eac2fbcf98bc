// SPDX-License-Identifier: MIT
/// \file
/// Counts of the positions of a table by value: of all positions, or of the reachable ones.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table.hpp"

namespace mexbase {

/// Numbers of positions by value.
struct Statistics {
    /// Numbers of positions of one remoteness.
    struct Row {
        std::uint64_t remoteness = 0;
        std::uint64_t win = 0, loss = 0, tie = 0;
        friend bool operator==(const Row&, const Row&) = default;
    };
    /// A won position.
    struct Win {
        std::uint64_t remoteness = 0;
        std::string position;         ///< text of the position
        Player mover = Player::left;  ///< winner and player to move; set in partizan games only
        friend bool operator==(const Win&, const Win&) = default;
    };

    std::uint64_t positions = 0;
    std::array<std::uint64_t, outcome_count> outcomes{};  ///< number of positions by `Outcome`
    std::optional<std::uint64_t> longest_remoteness;      ///< empty if no position has one
    /// Counts by remoteness, from 0 to the greatest. From `histogram_limit` on, rows without a position are left out.
    std::vector<Row> by_remoteness;
    /// At most five wins with the greatest remoteness, the longest first. Wins of equal length are in the order of
    /// their indices. Only one position per index is listed.
    std::vector<Win> longest_wins;

    std::uint64_t count(Outcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
};

/// Counts the legal positions of the queryable indices in `range` by outcome. An index counts once even if several
/// symmetric positions have it (`Has::images`). In a partizan table each index counts twice, once for each player to
/// begin. Returns `not_applicable` for tables whose values have no remoteness (use `value_counts`).
Result<Statistics> statistics(const Table& table, const IndexRange& range = {}) noexcept;

/// Counts the positions that can be reached from the start. The same position with another player to move counts
/// separately, and so do symmetric positions (`Game::for_each_reachable`). In partizan games `first` begins. Uses all
/// processors. Takes two bits of memory per index, symmetric position and player to move. Positions without an index
/// take one bit each if the rules number them, else the memory of their texts. Errors: as for `statistics`, and
/// `not_applicable` or `bad_position` for games that have no start position or split positions into sums.
Result<Statistics> reachable_statistics(const Table& table, Player first = Player::left) noexcept;

/// Counts positions as `statistics` does, but by value, in a table whose values have no remoteness. Returns the table's
/// description with the counts of the range: `positions`, the numbers by value, `distinct_values` and
/// `largest_nimber`. Reads no values if the range is the whole table.
Result<TableInfo> value_counts(const Table& table, const IndexRange& range = {}) noexcept;

/// Counts positions as `reachable_statistics` does, but by value, as `value_counts` does.
Result<TableInfo> reachable_value_counts(const Table& table, Player first = Player::left) noexcept;

}  // namespace mexbase
