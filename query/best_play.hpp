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
    /// One index, or several if the game splits positions into sums; empty if the position after the move has no index.
    std::vector<Index> parts;
    Value value;
    /// Returns the index if the option is one position with an index, else `no_index`.
    Index index() const { return parts.size() == 1 ? parts.front() : no_index; }
    friend bool operator==(const Option&, const Option&) = default;
};

/// A move from a resolved position.
struct Move {
    ResolvedPosition to;  ///< the position after the move
    std::string name;     ///< its name; empty if the game does not name moves
    Value value;          ///< value of `to` for the opponent, who moves there
    /// The move in the notation that `Game::engine_notation` names; empty if the game has none.
    std::string engine_name{};
    friend bool operator==(const Move&, const Move&) = default;
};

/// Returns true if option `a` is better than `b` for the player who chooses. Both values are for the opponent, who
/// moves next. Orders of the kinds of value, best first:
/// - Outcomes: as for `better_option` of outcomes. Partizan outcomes likewise, with the opponent of `mover` to begin.
/// - Nimbers: lost for the opponent, by least counter; then drawn; then won for the opponent.
/// - Obliged pairs: 00 (won in both plays), 01 (won in normal play), 10, 11.
/// - Canonical forms: options after which `mover` wins, with the opponent to begin, come first. Impartial values ignore
/// `mover`.
bool better_option(const Value& a, const Value& b, Player mover = Player::left);

/// Returns the options of a stored position, each once, best first for the player `mover` (see `better_option`); equal
/// options by index. In a table of canonical forms, the winning options begin with the undominated ones, and so do the
/// losing options. A greater option dominates if Left is to move, a lesser option if Right is to move. Impartial games
/// ignore `mover`. The result is empty if play has ended or `mover` cannot move. Options past the bound of a bounded
/// game have no index and are left out. Unindexed options of equal value are listed once. Errors: those of
/// `Table::stored_at`, `out_of_domain` for more options than can be listed or compared, and the reason why the game
/// cannot be made.
Result<std::vector<Option>> best_options(const Table& table, Index index, Player mover = Player::left) noexcept;
/// Overload for a sum of positions of the table; a move is made in one part. Returns `not_applicable` for an obliged
/// sum of several parts. After a move, the part moved in must be finished first, so the result is not an obliged sum
/// (see `Sum`).
Result<std::vector<Option>> best_options(const Table& table, std::span<const Index> parts,
                                         Player mover = Player::left) noexcept;

/// Returns the moves of a resolved position (`Table::resolve`), ordered as options are. If the game names its moves,
/// returns every move, equal ones by index and then in the order of the rules. Otherwise returns each option once,
/// without a name. If play has ended because a move wins at once, returns the winning moves that the game names. Their
/// targets may not be positions and have the text `over_text`. Errors as for `best_options`.
Result<std::vector<Move>> best_moves(const Table& table, const ResolvedPosition& position,
                                     Player mover = Player::left) noexcept;

/// Reason why a line of play ends.
enum class LineEnd {
    finished,  ///< play has ended
    repeated,  ///< the last position has occurred before
    cut,       ///< the line has the length asked for
};

/// A line of play, by index.
struct Line {
    using End = LineEnd;
    std::vector<Index> positions;  ///< the first is the initial position
    /// The value after the last of these positions, if the position there has a value and no index.
    std::optional<OutcomeValue> settled;
    End end = End::finished;
};

/// Returns best play from a stored position of a table of outcomes or of partizan outcomes (`not_applicable` for
/// others). The winner hurries, the loser delays, a tie comes as soon as possible. A draw is kept until a position
/// recurs with the same player to move. At most `longest` moves; `mover` makes the first. Errors as for `best_options`.
Result<Line> best_line(const Table& table, Index index, std::size_t longest, Player mover = Player::left) noexcept;

/// Line of play from a resolved position.
struct PlayedLine {
    std::vector<Move> moves;  ///< the first is not a move but the initial position
    LineEnd end = LineEnd::finished;
};

/// Overload for a resolved position: each position is the exact target of the move, not another one of its index.
Result<PlayedLine> best_line(const Table& table, const ResolvedPosition& position, std::size_t longest,
                             Player mover = Player::left) noexcept;

}  // namespace mexbase
