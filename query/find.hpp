// SPDX-License-Identifier: MIT
/// \file
/// Search for positions by value: the longest, those of one value, and mutual zugzwangs.
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
    std::string text;             ///< text of the first position of the index (`Has::images`)
    Player mover = Player::left;  ///< player to move; set in partizan games only
    OutcomeValue value;           ///< for the player to move
    friend bool operator==(const FoundPosition&, const FoundPosition&) = default;
};

/// The first positions found, and their total number.
struct FoundPositions {
    std::uint64_t count = 0;
    std::optional<std::uint64_t> remoteness;  ///< of `find_longest`: the longest; empty if none was found
    std::vector<FoundPosition> positions;
};

/// An outcome, with a remoteness in plies or with any remoteness.
struct ValueQuery {
    Outcome outcome = Outcome::win;
    std::optional<std::uint64_t> remoteness;  ///< empty: any
    friend bool operator==(const ValueQuery&, const ValueQuery&) = default;
};

/// Parses `win 7`, `loss 4`, `tie 9`; `win`, `loss` and `tie` of any remoteness; `draw`, `unknown`. Returns
/// `std::nullopt` for other texts.
std::optional<ValueQuery> value_query_from(std::string_view text);
/// Inverse of `value_query_from`.
std::string to_string(const ValueQuery&);

/// Returns the first `most` positions by index with that value, and the number of all.
///
/// All searches of this file visit the legal positions of a range of indices. Each index counts once even if it stands
/// for several positions; in a partizan table twice, once for each player to begin. They read the range once, in order,
/// and store only their result. `not_applicable` for tables whose values have no remoteness.
Result<FoundPositions> find_value(const Table& table, const ValueQuery& sought, std::size_t most,
                                  const IndexRange& range = {}) noexcept;

/// Returns the `most` positions of greatest remoteness with that outcome, the longest first, equal ones by index. Some
/// may be shorter than the longest; `count` is the number of positions with the greatest remoteness. `bad_usage` for
/// `draw` and `unknown`, which have no remoteness.
Result<FoundPositions> find_longest(const Table& table, Outcome outcome, std::size_t most,
                                    const IndexRange& range = {}) noexcept;

/// A mutual zugzwang: either player would rather not be to move.
struct Zugzwang {
    FoundPosition to_move;  ///< lost for the player to move
    FoundPosition passed;   ///< the same position with the other player to move, who does not win
    friend bool operator==(const Zugzwang&, const Zugzwang&) = default;
};

/// Mutual (reciprocal) zugzwangs: positions that A wins if B is to move, and does not win if A is to move. In a
/// *full-point* zugzwang the player to move loses. In a *half-point* zugzwang B loses if to move, and with A to move
/// the result is a draw or a tie. (J. Beasley, "Chess: positions of reciprocal zugzwang with not more than six men",
/// 2015.) A player without a move would rather pass too. Not counted: positions that are terminal with either player to
/// move, and positions with an unproven value.
struct Zugzwangs {
    std::uint64_t full_points = 0, half_points = 0;  ///< totals; a position with either player to move counts once
    std::vector<Zugzwang> full, half;                ///< the first by the index of `to_move`, the lesser of two
};

/// Finds the mutual zugzwangs whose lost position (or one of two) is in the range, and returns at most `most` of each
/// type. Each lost position takes one more probe, with the other player to move: some tenths of a microsecond in most
/// tables. A partizan table has both results in one value. `not_applicable` as for `find_value`, and for impartial
/// games whose rules cannot pass the turn (`Has::passed`).
Result<Zugzwangs> find_zugzwangs(const Table& table, std::size_t most, const IndexRange& range = {}) noexcept;

}  // namespace mexbase
