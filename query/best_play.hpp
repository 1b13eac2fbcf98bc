// SPDX-License-Identifier: MIT
/// \file
/// Best moves of a position, and lines of best play.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "table.hpp"

namespace mexbase {

/// An option of a position, with its value for the opponent, who moves there.
struct Option {
    /// Indices of the position after the move: several if the position is a sum, none if it has no index.
    std::vector<Index> parts;
    Value value;
    /// Returns the index of the position after the move, or `no_index` if it is a sum or has no index.
    Index index() const { return parts.size() == 1 ? parts.front() : no_index; }
    friend bool operator==(const Option&, const Option&) = default;
};

/// A move from a position that `Table::resolve` has returned.
struct Move {
    ResolvedPosition to;  ///< the position after the move
    std::string name;     ///< empty if the game does not name moves
    Value value;          ///< value of `to` for the opponent, who moves there
    /// Name of the move in the notation of engines, such as `e7e8q`; empty if the game has no such notation.
    std::string engine_name{};
    friend bool operator==(const Move&, const Move&) = default;
};

/// Returns true if option `a` is better than `b` for `mover`. Each value is that of the position after the move, with
/// the opponent to move. Impartial values ignore `mover`. The order depends on the kind of value, best first:
/// - Outcomes: the opponent loses, ties, draws, has an unknown result, or wins. Losses and ties with smaller remoteness
/// are better, and so are wins with greater remoteness. Partizan values count the outcome if the opponent begins.
/// - Nimbers: the opponent loses, draws, or wins. Among losses, a smaller `NimberValue::counter` is better.
/// - Obliged pairs: 00 (`mover` wins normal and misère play), 01 (wins normal play only), 10, 11.
/// - Canonical forms: `mover` wins if the opponent begins, or does not.
bool better_option(const Value& a, const Value& b, Player mover = Player::left);

/// Returns the options of a stored position, each once, best first for `mover` (see `better_option`). Equally good
/// options are in the order of their indices. In a table of canonical forms, winning options come before losing
/// options. In each of these two groups, undominated options come first. If Left is to move, a greater option dominates
/// a lesser one; if Right is to move, a lesser option dominates a greater one. Impartial games ignore `mover`. The
/// result is empty if play has ended or `mover` cannot move. Options past the bound of a bounded game (explored only in
/// part) are left out, because they have no index. Options that have a value and no index are listed once per value.
/// Errors: those of `Table::stored_at`, `out_of_domain` for more options than can be listed or compared, and the reason
/// why the game cannot be made.
Result<std::vector<Option>> best_options(const Table& table, Index index, Player mover = Player::left) noexcept;
/// Overload for a sum of positions with indices `parts`. A move changes one part. Returns `not_applicable` for several
/// parts with obliged values. After a move there, the moved part must be finished first, so the result is not an
/// obliged sum (see `Sum`).
Result<std::vector<Option>> best_options(const Table& table, std::span<const Index> parts,
                                         Player mover = Player::left) noexcept;

/// Returns the moves of a resolved position (`Table::resolve`), in the order of `best_options`. If the game names its
/// moves, returns every move. Equally good moves are then ordered by index, and moves with equal indices as in the
/// rules. Otherwise returns each option once, without a name. In some games a position counts as ended because a move
/// wins at once. Then returns the winning moves that the game names. A target that is not a position has the text
/// `over_text`. Errors: as for `best_options`.
Result<std::vector<Move>> best_moves(const Table& table, const ResolvedPosition& position,
                                     Player mover = Player::left) noexcept;

/// Reason why a line of play ends.
enum class LineEnd {
    finished,  ///< play has ended
    repeated,  ///< the last position has occurred before
    cut,       ///< the line has the maximum length
};

/// A line of play, whose positions are given by their indices.
struct Line {
    using End = LineEnd;
    std::vector<Index> positions;  ///< the initial position and the position after each move
    /// Value of the last position of the line, if it has a value and no index. `positions` then does not contain it.
    std::optional<OutcomeValue> settled;
    End end = End::finished;
};

/// Returns a line of best play from a stored position, with at most `longest` moves. `mover` makes the first move. The
/// winner ends play as soon as possible, the loser as late as possible, and a tie is reached as soon as possible. A
/// drawn line ends when a position recurs with the same player to move. Returns `not_applicable` unless the table holds
/// outcomes or partizan outcomes. Other errors are those of `best_options`.
Result<Line> best_line(const Table& table, Index index, std::size_t longest, Player mover = Player::left) noexcept;

/// Line of play from a position that `Table::resolve` has returned.
struct PlayedLine {
    std::vector<Move> moves;  ///< the first element holds the initial position instead of a move
    LineEnd end = LineEnd::finished;
};

/// Overload that starts from a resolved position (`Table::resolve`). Each position of the line is the exact target of a
/// move, not a symmetric position.
Result<PlayedLine> best_line(const Table& table, const ResolvedPosition& position, std::size_t longest,
                             Player mover = Player::left) noexcept;

}  // namespace mexbase
