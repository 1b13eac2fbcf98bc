/// \file
/// Positions of a table by what they are worth: the longest, those of one value, and mutual zugzwangs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index_range.hpp"
#include "table.hpp"

namespace mexbase {

/// A position that was found.
struct FoundPosition {
    Index index = 0;
    std::string text;             ///< of the first position that the index stands for (`Has::images`)
    Player mover = Player::left;  ///< who is to move; means something in partizan games only
    OutcomeValue value;           ///< for the player to move
    friend bool operator==(const FoundPosition&, const FoundPosition&) = default;
};

/// Some of the positions that were found, and how many there are.
struct FoundPositions {
    std::uint64_t count = 0;
    std::optional<std::uint64_t> remoteness;  ///< of `find_longest`: the longest; nothing where there is none
    std::vector<FoundPosition> positions;
};

/// An outcome, with its remoteness in plies or with any.
struct ValueQuery {
    Outcome outcome = Outcome::win;
    std::optional<std::uint64_t> remoteness;  ///< nothing: any
    friend bool operator==(const ValueQuery&, const ValueQuery&) = default;
};

/// `win 7`, `loss 4`, `tie 9`; `win`, `loss` and `tie` of any remoteness; `draw`, `unknown`. Nothing for other texts.
std::optional<ValueQuery> value_query_from(std::string_view text);
/// The inverse.
std::string to_string(const ValueQuery&);

/// The first positions with that value by index, at most `most`, and how many there are in all.
///
/// This and what follows look at the legal positions of a range of indices, each index once for how many
/// positions it may stand, in a partizan table twice, once for each player to begin. They read that range once, in
/// order, and keep in memory what they return. `not_applicable` for tables whose values have no remoteness.
Result<FoundPositions> find_value(const Table& table, const ValueQuery& sought, std::size_t most,
                                  const IndexRange& range = {}) noexcept;

/// The positions with that outcome of greatest remoteness, the longest first and equals by index, at most `most`; some
/// may be shorter than the longest. `count` is how many are as long as the longest. `bad_usage` for draws and what is
/// unknown, which have no remoteness.
Result<FoundPositions> find_longest(const Table& table, Outcome outcome, std::size_t most,
                                    const IndexRange& range = {}) noexcept;

/// A mutual zugzwang: either player would rather not be to move.
struct Zugzwang {
    FoundPosition to_move;  ///< lost for the player to move
    FoundPosition passed;   ///< the same with the other player to move, who does not win
    friend bool operator==(const Zugzwang&, const Zugzwang&) = default;
};

/// Mutual zugzwangs, also called reciprocal: positions that A wins when B is to move, and does not win when he is to
/// move himself. Whoever is to move loses in one that is *full-point*, and in one that is *half-point* B does, while
/// with A to move nobody wins: a draw or a tie (J. Beasley, "Chess: positions of reciprocal zugzwang with not more than
/// six men", 2015). A player who has no move would rather pass too; but where play has stopped whoever is to move there
/// is none. What is not proven is not counted.
struct Zugzwangs {
    std::uint64_t full_points = 0, half_points = 0;  ///< how many there are: with either player to move, they are one
    std::vector<Zugzwang> full, half;                ///< the first by the index of `to_move`, the lesser of two
};

/// The mutual zugzwangs whose lost position, or one of two, is in the range, and at most `most` of either kind. Every
/// lost position takes a probe of the same with the other player to move besides, some tenths of a microsecond each in
/// most tables; in partizan tables, whose positions have both results, nothing more. `not_applicable` as above, and for
/// impartial games whose rules do not know a position with the other player to move (`Has::passed`).
Result<Zugzwangs> find_zugzwangs(const Table& table, std::size_t most, const IndexRange& range = {}) noexcept;

}  // namespace mexbase
