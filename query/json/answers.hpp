// SPDX-License-Identifier: MIT
/// \file
/// JSON results, and the traversal of a line of play that they share with text output (docs/command-line.md).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "../best_play.hpp"
#include "../sum.hpp"
#include "json.hpp"

namespace mexbase {

/// Returns the description of a table: `spec value play positions indices histogram longest_remoteness largest_nimber`
/// and others; `distinct_values` for canonical forms.
Json info_json(const TableInfo&);
/// Returns the description of an open table with its file size and streams, and on request the cost of each codec.
Json table_json(const Table& table, bool with_choices);

/// Returns the bits of the file per stored index.
inline double bits_a_position(std::uint64_t bytes, const TableInfo& info) {
    return info.indices == 0 ? 0 : 8.0 * static_cast<double>(bytes) / static_cast<double>(info.indices);
}

/// Returns the fields of a move: its names, its target and the value there.
Json move_json(const Game& game, const Move& move);
/// Returns the output of `best --json`: a resolved position and its moves. Throws `Error`.
Json best_json(const Table& table, const std::string& position, Player first, bool with_picture);

/// Reason why a line of play ends, for both output formats.
struct Ending {
    std::string_view key = "finished";  ///< in JSON
    std::string_view line;              ///< in text; empty for no line
};
/// Limits on the length of a line of play, with and without names of moves.
inline constexpr std::size_t longest_named_line = 1'000'000, longest_line = 10'000'000;
/// Calls `tell` for a resolved position and for each move of best play from it, up to `longest` and to the limits
/// above. Throws `Error`.
Ending for_each_in_line(const Table& table, const ResolvedPosition& asked, Player first, std::size_t longest,
                        const std::function<void(const Move&)>& tell);
/// Returns the output of `line --json`. Likewise.
Json line_json(const Table& table, const std::string& position, Player first, std::size_t longest, bool with_picture);

/// Calls `tell(key, text)` with the value of a sum as soon as it is known. `key` is the value's key in JSON: `outcome`,
/// or for obliged sums `obliged`, or for partizan sums `class`. Then calls `tell_move(name, move)` for each best move.
/// `name` is empty, or for obliged sums `normal` or `misere`, or for partizan sums `left` or `right`. Throws `Error`.
void for_each_in_sum(Sum& sum, const std::function<void(const char* key, const std::string& text)>& tell,
                     const std::function<void(const char* name, const std::optional<SumMove>&)>& tell_move);
/// Returns the output of `sum --json`. Throws `Error`.
Json sum_json(Sum& sum);
/// Throws `Error{not_applicable}` unless `obliged` agrees with the kind of value of the table.
void check_sum_kind(const Table& table, bool obliged);

}  // namespace mexbase
