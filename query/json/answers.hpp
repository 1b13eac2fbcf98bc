/// \file
/// Whole answers as JSON, and the walk along a line of play that they and the text of commands share
/// (docs/command-line.md).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "../best_play.hpp"
#include "../sum.hpp"
#include "json.hpp"

namespace mexbase {

/// What a table says of itself: `spec value play positions indices histogram longest_remoteness largest_nimber` and
/// some more; `distinct_values` of canonical forms.
Json info_json(const TableInfo&);
/// The same of an open table, with its file's size and its streams; with what each codec would have cost, if asked for.
Json table_json(const Table& table, bool with_choices);

/// Returns the bits of the file for each index stored.
inline double bits_a_position(std::uint64_t bytes, const TableInfo& info) {
    return info.indices == 0 ? 0 : 8.0 * static_cast<double>(bytes) / static_cast<double>(info.indices);
}

/// The fields of what a move leads to, with its names.
Json move_json(const Game& game, const Move& move);
/// `best --json`: a position, as it was asked for, and its moves. Throws `Error`.
Json best_json(const Table& table, const std::string& position, Player first, bool with_picture);

/// Why a line of play ends where it does, in the words of either form.
struct Ending {
    std::string_view key = "finished";  ///< of JSON
    std::string_view line;              ///< of text; empty where there is nothing to say
};
/// Moves that a line of play has at most, where moves have names and where not.
inline constexpr std::size_t longest_named_line = 1'000'000, longest_line = 10'000'000;
/// Calls `tell` for the position that was asked for and for each move of best play from it, up to `longest` and to the
/// bounds above. Throws `Error`.
Ending for_each_in_line(const Table& table, const ResolvedPosition& asked, Player first, std::size_t longest,
                        const std::function<void(const Move&)>& tell);
/// `line --json`; likewise.
Json line_json(const Table& table, const std::string& position, Player first, std::size_t longest, bool with_picture);

/// Calls `tell(key, text)` with what a sum is worth as soon as that is known, and then `tell_move(name, move)` for each
/// move that goes with it: without a name, or `normal` and `misere`, or `left` and `right`. Throws `Error`.
void for_each_in_sum(Sum& sum, const std::function<void(const char* key, const std::string& text)>& tell,
                     const std::function<void(const char* name, const std::optional<SumMove>&)>& tell_move);
/// `sum --json`. Throws `Error`.
Json sum_json(Sum& sum);
/// Throws `Error{not_applicable}` unless a sum of tables with values of this kind is what was asked for, an obliged one
/// or not: so that nobody takes the one for the other.
void check_sum_kind(const Table& table, bool obliged);

}  // namespace mexbase
