// SPDX-License-Identifier: MIT
/// \file
/// Search for positions: with a given value, of greatest remoteness, and mutual zugzwangs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table.hpp"

namespace mexbase {

/// A position that was found.
struct FoundPosition {
    Index index = 0;
    std::string text;  ///< text of the position; of the first one, if several symmetric positions have the index
    Player mover = Player::left;  ///< player to move; set in partizan games only
    OutcomeValue value;           ///< for the player to move
    friend bool operator==(const FoundPosition&, const FoundPosition&) = default;
};

/// The first positions found, and the number of all positions found.
struct FoundPositions {
    std::uint64_t count = 0;
    std::optional<std::uint64_t> remoteness;  ///< set by `find_longest`: the greatest; empty if none was found
    std::vector<FoundPosition> positions;
};

/// An outcome to search for, with a given remoteness or with any.
struct ValueQuery {
    Outcome outcome = Outcome::win;
    std::optional<std::uint64_t> remoteness;  ///< in plies; empty: any
    friend bool operator==(const ValueQuery&, const ValueQuery&) = default;
};

/// Parses texts such as `win 7`, `loss 4` and `tie 9`, and texts without a remoteness: `win`, `loss`, `tie`, `draw` and
/// `unknown`. If the table counts plies to an exit (`distance`), also parses `win exit 7`. Returns `std::nullopt` for
/// other texts.
std::optional<ValueQuery> value_query_from(std::string_view text, Distance distance = Distance::end);
/// Inverse of `value_query_from`. The text is `win exit 7` if `distance` is `exit`.
std::string to_string(const ValueQuery&, Distance distance = Distance::end);

/// Returns the number of positions with value `sought`, and the first `most` of them in the order of their indices.
///
/// Each search in this file visits the legal positions of a range of indices. An index counts once even if several
/// symmetric positions have it. In a partizan table each index counts twice, once for each player to begin. A search
/// reads the range once, in order, and stores only its result. Returns `not_applicable` if values have no remoteness.
Result<FoundPositions> find_value(const Table& table, const ValueQuery& sought, std::size_t most,
                                  const IndexRange& range = {}) noexcept;

/// The first indices found, in ascending order, and the number of all indices found.
struct FoundIndices {
    std::uint64_t count = 0;
    std::vector<Index> indices;
    std::string text;  ///< the value as `to_string(const Value&)` prints it, or the name of a class
};

/// Finds the positions whose value `to_string(const Value&)` prints as `text`. In a table of canonical forms, `text`
/// may be any text of the form, such as `^+*` for `^*`, or the class `N`, `P`, `L` or `R`. Each index counts once.
/// Returns `bad_usage` if no value of the kind has that text, and `not_applicable` for tables of outcomes (use
/// `find_value`).
Result<FoundIndices> find_text(const Table& table, std::string_view text, std::size_t most,
                               const IndexRange& range = {}) noexcept;

/// Returns the `most` positions with that outcome and the greatest remoteness, the greatest first. Positions of equal
/// remoteness are in the order of their indices. `count` is the number of positions with the greatest remoteness. If it
/// is below `most`, positions of lesser remoteness follow. Returns `bad_usage` for outcomes without a remoteness.
Result<FoundPositions> find_longest(const Table& table, Outcome outcome, std::size_t most,
                                    const IndexRange& range = {}) noexcept;

/// A mutual zugzwang: a position in which each player would rather pass than move.
struct Zugzwang {
    FoundPosition to_move;  ///< the position with the player to move who loses
    FoundPosition passed;   ///< the same position with the other player to move, who does not win
    friend bool operator==(const Zugzwang&, const Zugzwang&) = default;
};

/// Mutual (reciprocal) zugzwangs: positions that one player, A, wins if the other, B, is to move, but not if A is to
/// move. In a *full-point* zugzwang, A loses if A is to move. In a *half-point* zugzwang, A then draws or ties. (J.
/// Beasley, "Chess: positions of reciprocal zugzwang with not more than six men", 2015.) A player without a move counts
/// as a player who would rather pass. Positions that are terminal with either player to move are not counted. Nor are
/// positions with an unproven value.
struct Zugzwangs {
    std::uint64_t full_points = 0, half_points = 0;  ///< totals; each zugzwang counts once, not per player
    /// The first zugzwangs, in the order of the index of `to_move`. If both players lose, `to_move` has the lower one.
    std::vector<Zugzwang> full, half;
};

/// Finds the mutual zugzwangs with a lost position in the range, and returns at most `most` full-point and `most`
/// half-point zugzwangs. In an impartial game, each lost position takes one more probe, with the other player to move.
/// This takes some tenths of a microsecond in most tables. A partizan table has both results in one value. Returns
/// `not_applicable` if values have no remoteness, or if the rules of an impartial game cannot pass the turn
/// (`Has::passed`).
Result<Zugzwangs> find_zugzwangs(const Table& table, std::size_t most, const IndexRange& range = {}) noexcept;

}  // namespace mexbase
