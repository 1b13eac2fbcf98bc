/// \file
/// The best moves of a position, and a line of best play.
#pragma once

#include <cstddef>
#include <vector>

#include "table.hpp"

namespace mexbase {

/// One option of a position, with its own value: as the opponent sees it, who moves there.
struct Option {
    Index index = 0;
    Value value;
    friend bool operator==(const Option&, const Option&) = default;
};

/// The options of a stored position, each once, best first for the player `mover` who chooses: those lost for the
/// opponent by least remoteness, then ties and draws, unknown ones, those won for the opponent by greatest remoteness;
/// equals by index. Impartial games ignore `mover`. Empty where play has stopped. Options past the bound of a cut-off
/// game have no index, and are not among them. Errors: those of `Table::stored_at`, and the reason why the table's game
/// cannot be made.
Result<std::vector<Option>> best_options(const Table& table, Index index, Player mover = Player::left) noexcept;

/// A line of play.
struct Line {
    /// Why it ends where it does.
    enum class End {
        finished,  ///< play has stopped
        repeated,  ///< the last position is one that was there before
        cut,       ///< the length asked for
    };
    std::vector<Index> positions;  ///< the first is where it began
    End end = End::finished;
};

/// Best play from a stored position: the winner hurries, the loser delays, a draw is kept until a position comes
/// back. At most `longest` moves. `mover` makes the first. Errors as for `best_options`.
Result<Line> best_line(const Table& table, Index index, std::size_t longest, Player mover = Player::left) noexcept;

}  // namespace mexbase
