/// \file
/// Positions of a table, counted by their values: all of them, or what play from the start reaches.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "index_range.hpp"
#include "table.hpp"

namespace mexbase {

/// How many positions have which value.
struct Statistics {
    /// Positions of one remoteness.
    struct Row {
        std::uint64_t remoteness = 0;
        std::uint64_t win = 0, loss = 0, tie = 0;
        friend bool operator==(const Row&, const Row&) = default;
    };
    /// A position that is won.
    struct Win {
        std::uint64_t remoteness = 0;
        std::string position;         ///< its text
        Player mover = Player::left;  ///< who wins, and is to move; means something in partizan games only
        friend bool operator==(const Win&, const Win&) = default;
    };

    std::uint64_t positions = 0;
    std::array<std::uint64_t, outcome_count> outcomes{};  ///< by `Outcome`
    std::optional<std::uint64_t> longest_remoteness;      ///< nothing where no position has one
    /// By remoteness, from 0 to the longest. From `histogram_limit` on, rows without a position are left out.
    std::vector<Row> by_remoteness;
    /// Some of the longest wins, the longest first, equals by index: at most five, and one position for each index.
    std::vector<Win> longest_wins;
};

/// Counts the legal positions among the queryable indices, each index once, for how many positions it may stand
/// (`Has::images`); in a partizan table twice, once for each player to begin. It reads the whole table, or the range.
/// `not_applicable` for tables whose values have no remoteness (see `TableInfo` for how these are counted).
Result<Statistics> statistics(const Table& table, const IndexRange& range = {}) noexcept;

/// Counts what play from the start reaches, as people see positions: whose turn it is is part of them, and what is
/// symmetric to another counts for itself (`for_each_reachable`). In partizan games `first` begins. All processors
/// search. Its memory is two bits for each index and image, and, of positions that are settled without an index, the
/// texts, or a bit for each if the rules number them. Errors: as above, and `not_applicable` or `bad_position` for
/// games without a start and for those that break positions into sums.
Result<Statistics> reachable_statistics(const Table& table, Player first = Player::left) noexcept;

}  // namespace mexbase
