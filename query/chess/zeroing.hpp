// SPDX-License-Identifier: MIT
/// \file
/// Results of chess positions under the rule of fifty moves, from tables of distances to an exit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "../table.hpp"

namespace mexbase {

/// Result for the player to move under the rule of fifty moves: a player may claim a draw after a hundred plies without
/// a capture or pawn move. The results are sorted from the best to the worst for the opponent. `cursed_win` and
/// `blessed_loss` are a win and a loss that the rule makes a draw. `maybe_win` and `maybe_loss` are results that may be
/// drawn by the rule.
enum class ChessResult : std::uint8_t { loss, unknown, maybe_loss, blessed_loss, draw, cursed_win, maybe_win, win };

/// Returns the name that the tablebase server of Lichess uses, such as `cursed-win`.
std::string_view to_string(ChessResult result);

/// Returns the result for the other player.
constexpr ChessResult for_opponent(ChessResult result) {
    using enum ChessResult;
    constexpr ChessResult opposite[] = {win, unknown, maybe_win, cursed_win, draw, blessed_loss, maybe_loss, loss};
    return opposite[static_cast<std::size_t>(result)];
}

/// Returns the exact result of a position. `value` is its value in a table of distances to an exit. `clock` is the
/// number of plies since the last capture or pawn move.
ChessResult result_within(const OutcomeValue& value, std::uint64_t clock);

/// Returns the distance to zeroing with the sign of Syzygy tables: positive if the player to move wins, negative if he
/// loses, -1 for checkmate, 0 for a draw. A distance over 100 means a cursed win or a blessed loss. `value` is the
/// value of the position in a table of distances to an exit. Returns `std::nullopt` if the outcome is unknown.
std::optional<std::int64_t> syzygy_distance(const OutcomeValue& value);

/// Returns true if the table is of chess, and false also if its game cannot be made.
bool is_chess(const Table& table) noexcept;

/// Returns the number of plies since the last capture or pawn move in a valid FEN or EPD (`chess::FenFields`), or
/// `std::nullopt` if it is missing.
std::optional<std::uint64_t> clock_of(std::string_view fen);

}  // namespace mexbase
