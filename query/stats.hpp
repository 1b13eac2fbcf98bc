// SPDX-License-Identifier: MIT
/// \file
/// Positions of a table, counted by value: all of them, or those reachable from the start.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table.hpp"

namespace mexbase {

/// Number of positions by value.
struct Statistics {
    /// Positions of one remoteness.
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
    std::array<std::uint64_t, outcome_count> outcomes{};  ///< by `Outcome`
    std::optional<std::uint64_t> longest_remoteness;      ///< empty if no position has one
    /// Counts by remoteness, from 0 to the longest. Rows without a position are left out from `histogram_limit` on.
    std::vector<Row> by_remoteness;
    /// At most five of the longest wins, the longest first, equal ones by index; one position per index.
    std::vector<Win> longest_wins;
};

/// Counts the legal positions among the queryable indices, each index once even if it stands for several positions
/// (`Has::images`). A partizan table is counted twice, once for each player to begin. Reads the whole table, or the
/// range. `not_applicable` for tables whose values have no remoteness; `TableInfo` has their counts.
Result<Statistics> statistics(const Table& table, const IndexRange& range = {}) noexcept;

/// Counts the reachable positions. The player to move is part of a position, and symmetric positions count separately
/// (`for_each_reachable`). In partizan games `first` begins. Uses all processors. Takes two bits per index and image,
/// and for unindexed positions a bit each if the rules number them, or else their texts. Errors: as for `statistics`,
/// and `not_applicable` or `bad_position` for games without a start or that split positions into sums.
Result<Statistics> reachable_statistics(const Table& table, Player first = Player::left) noexcept;

}  // namespace mexbase
