/// \file
/// The best moves of a position, and a line of best play.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "table.hpp"

namespace mexbase {

/// One option of a position, with its own value: as the opponent sees it, who moves there.
struct Option {
    /// One index, but where the game breaks positions into sums; none where the position after the move has no index.
    std::vector<Index> parts;
    Value value;
    /// The index of an option that is one position and has one; else `no_index`.
    Index index() const { return parts.size() == 1 ? parts.front() : no_index; }
    friend bool operator==(const Option&, const Option&) = default;
};

/// One move from a position as it was asked for.
struct Move {
    ResolvedPosition to;  ///< what it leads to
    std::string name;     ///< its name; empty where the game names no moves
    Value value;          ///< of `to`, as the opponent sees it, who moves there
    /// The name that programs give it, in the notation that `Game::engine_notation` names; empty where there is none.
    std::string engine_name{};
    friend bool operator==(const Move&, const Move&) = default;
};

/// Orders options for the player who chooses among them, best first, by their own values: outcomes as for
/// `better_option` of outcomes. Nimbers: those lost for the opponent by least counter, then drawn ones, then those won
/// for the opponent. Obliged pairs: 00, which is won in both plays, then 01, won in normal play, then 10, then 11.
/// Partizan outcomes are ordered as outcomes are, for the opponent of `mover` to begin. Of canonical forms those after
/// which `mover` wins, the opponent beginning, come before the others. Impartial values ignore `mover`.
bool better_option(const Value& a, const Value& b, Player mover = Player::left);

/// The options of a stored position, each once, best first for the player `mover` who chooses (see `better_option`);
/// equals by index. Canonical forms have an order of their own besides: both of those that win and of those that lose,
/// the options that are not dominated come first. An option is dominated by a greater one if Left is to move, by a less
/// one if Right is. Impartial games ignore `mover`. Empty where play has stopped, and where `mover` has no move.
/// Options past the bound of a cut-off game have no index, and are not among them; those that are settled without an
/// index are one for each value. Errors: those of `Table::stored_at`, `out_of_domain` for more options than can be
/// listed or compared, and the reason why the table's game cannot be made.
Result<std::vector<Option>> best_options(const Table& table, Index index, Player mover = Player::left) noexcept;
/// The same for a sum of positions of the table: a move is made in one part. An obliged sum, in which the part must
/// then be finished, has options that are no such sums: `not_applicable` for more than one part (see `Sum`).
Result<std::vector<Option>> best_options(const Table& table, std::span<const Index> parts,
                                         Player mover = Player::left) noexcept;

/// The moves of a position that was asked for (`Table::resolve`), ordered as options are: where the game names its
/// moves, every move, equals by index and then in the order of the rules; else every option once, without a name. Where
/// play has stopped because a move wins at once, the moves that do, if the game names them: what is left may be no
/// position, and is called `over_text` then. Errors as for `best_options`.
Result<std::vector<Move>> best_moves(const Table& table, const ResolvedPosition& position,
                                     Player mover = Player::left) noexcept;

/// Why a line of play ends where it does.
enum class LineEnd {
    finished,  ///< play has stopped
    repeated,  ///< the last position is one that was there before
    cut,       ///< the length asked for
};

/// A line of play, by index.
struct Line {
    using End = LineEnd;
    std::vector<Index> positions;  ///< the first is where it began
    /// The value of what the last of these positions leads to, where that has none but a value.
    std::optional<OutcomeValue> settled;
    End end = End::finished;
};

/// Best play from a stored position of a table of outcomes or of partizan outcomes (`not_applicable` for others): the
/// winner hurries, the loser delays, a tie comes as soon as it can, a draw is kept until a position comes back with the
/// same player to move. At most `longest` moves. `mover` makes the first. Errors as for `best_options`.
Result<Line> best_line(const Table& table, Index index, std::size_t longest, Player mover = Player::left) noexcept;

/// A line of play from a position as it was asked for.
struct PlayedLine {
    std::vector<Move> moves;  ///< the first is no move, but the position where it began
    LineEnd end = LineEnd::finished;
};

/// The same from a position that was asked for: what is after each move is the option of the one before it, and no
/// other position that has its index.
Result<PlayedLine> best_line(const Table& table, const ResolvedPosition& position, std::size_t longest,
                             Player mover = Player::left) noexcept;

}  // namespace mexbase
