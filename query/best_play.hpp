/// \file
/// Playing from a table: the options of a position with their values, best first, and a line of best play.
#pragma once

#include <vector>

#include "table.hpp"

namespace mexbase {

/// An option with its own value, which is that of the opponent who moves there.
struct RatedOption {
    Index index = 0;
    Value value;
};

/// The options of a stored position, each once, best for the player to move first: by `better_option`, equals by index.
/// Empty where play has stopped. Errors as `Table::game` and `Table::at` have them, `out_of_domain` for what is no position, and
/// `not_applicable` for tables that hold no outcomes.
Result<std::vector<RatedOption>> best_options(const Table& table, Index index, Player player) noexcept;

/// How a line of best play ends.
enum class LineEnd : unsigned char {
    stopped,   ///< play is over
    repeated,  ///< a position came again: with best play of both it goes on for ever
    unproven,  ///< a position whose value is unknown
    cut,       ///< the line is longer than was asked for
};

/// A line of best play.
struct BestLine {
    std::vector<Index> positions;  ///< the first is where it begins; after `repeated` the last one stands there twice
    LineEnd end = LineEnd::stopped;
};

/// One line of best play: the winner hurries, the loser delays, and who draws keeps the draw. At most `longest` positions.
/// Errors as for `best_options`.
Result<BestLine> best_line(const Table& table, Index index, Player player, std::size_t longest = 1000000) noexcept;

}  // namespace mexbase
