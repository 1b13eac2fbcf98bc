// SPDX-License-Identifier: MIT
/// \file
/// JSON output of queries, and functions that it shares with text output (docs/command-line.md).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "../../lib/rules/moves.hpp"
#include "../best_play.hpp"
#include "../stats.hpp"
#include "../sum.hpp"
#include "json.hpp"

namespace mexbase {

/// Returns the description of a table, with the keys that `info --json` prints (docs/command-line.md).
Json info_json(const TableInfo&);
/// Returns the description of an open table with file size and streams. If `with_choices`, adds the writer's estimates
/// for each codec.
Json table_json(const Table& table, bool with_choices);

/// Returns the drawing of a position as an SVG file. `with_values` writes the values of a token's places next to them.
/// Throws `Error{not_applicable}` if the game has no such places.
std::string svg_of(const Table& table, const ResolvedPosition& position, bool with_values);

/// What to count: all positions, those of one chess material, those that are reachable, or those of each slice.
struct StatsRequest {
    std::optional<std::string> material;
    bool reachable = false;
    bool by_slice = false;
    Player first = Player::left;  ///< player who begins; for `reachable`
};
/// Returns the output of `stats --json`: counts by outcome and remoteness, or by value if values have no remoteness.
Json stats_json(const Table& table, const StatsRequest& request);
/// Calls `f` with each slice of the game, in order, and its counts. Throws `Error{bad_usage}` if the game is not solved
/// in slices.
void for_each_slice(const Table& table, const std::function<void(const Slice&, const Statistics&)>& f);

/// Returns the size of a file of `bytes` bytes in bits per stored index.
inline double bits_a_position(std::uint64_t bytes, const TableInfo& info) {
    return info.indices == 0 ? 0 : 8.0 * static_cast<double>(bytes) / static_cast<double>(info.indices);
}

/// Appends the line that `probe --json` prints, without line end, to `out`. These are the members of `position_json`.
/// If the table has distances to an exit in chess, adds `dtz`, and also `category` if the FEN has a clock. If this
/// throws, `out` is unchanged.
void add_probe_line(std::string& out, const Table& table, std::string_view position, std::optional<Index> index,
                    const Value& value);

/// Returns an object with the names of a move, its target, and the value of the target.
Json move_json(const Game& game, const Move& move);
/// Returns the output of `best --json`: a position and its moves. Throws `Error`.
Json best_json(const Table& table, const std::string& position, Player first, bool with_picture);

/// Reason why a line of play ends, for both output formats.
struct Ending {
    std::string_view key = "finished";  ///< reason in JSON
    std::string_view line;              ///< line that ends text output; may be empty
};
/// Maximum number of moves in a line of play, with and without names of moves.
inline constexpr std::size_t longest_named_line = 1'000'000, longest_line = 10'000'000;
/// Calls `tell` for a resolved position, and for each move of best play from that position. Stops after `longest`
/// moves, or at the limits `longest_named_line` and `longest_line`. Throws `Error`.
Ending for_each_in_line(const Table& table, const ResolvedPosition& asked, Player first, std::size_t longest,
                        const std::function<void(const Move&)>& tell);
/// Returns the output of `line --json`. The length is limited as in `for_each_in_line`. Throws `Error`.
Json line_json(const Table& table, const std::string& position, Player first, std::size_t longest, bool with_picture);

/// Calls `tell(key, text)` with the value of a sum. `key` is its key in JSON: `obliged` for an obliged sum, `class` for
/// a partizan sum, else `outcome`. Then calls `tell_move(name, move)` for each best move. `name` is `normal` or
/// `misere` in an obliged sum, `left` or `right` in a partizan sum, else empty. Throws `Error`.
void for_each_in_sum(Sum& sum, const std::function<void(const char* key, const std::string& text)>& tell,
                     const std::function<void(const char* name, const std::optional<SumMove>&)>& tell_move);
/// Returns the output of `sum --json`. Throws `Error`.
Json sum_json(Sum& sum);
/// Throws `Error{not_applicable}` for an obliged sum of values that are not obliged, or another sum of obliged values.
void check_sum_kind(const Table& table, bool obliged);

}  // namespace mexbase
