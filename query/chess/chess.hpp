// SPDX-License-Identifier: MIT
/// \file
/// Queries for chess positions given as a board.
#pragma once

#include <string_view>

#include "../../lib/games/boards/chess/fen.hpp"
#include "../table.hpp"

namespace mexbase {

/// Returns the index of a board, for `Table::stored_outcome` or `Table::stored_at`. Takes some hundred nanoseconds, and
/// allocates memory only for an error message. Errors: `not_applicable` for a table of another game; `bad_position` for
/// a board outside this table, such as one with too many men; the reason why the game cannot be made. Tables have no
/// positions with castling rights.
///
///     mexbase::chess::Diagram board;
///     board.men[6 * 8 + 4] = 'K';                         // on e7
///     …
///     auto index = mexbase::chess_index(*table, board);
///     if (index) outcome = table->stored_outcome(*index);
Result<Index> chess_index(const Table& table, const chess::Diagram& board) noexcept;

/// Returns the range of indices of all positions with a material, such as KQKR, whichever player is White. Errors:
/// `bad_spec` if `material` is malformed, `out_of_domain` if the table does not have it, and those of `chess_index`.
Result<IndexRange> chess_range(const Table& table, std::string_view material) noexcept;

}  // namespace mexbase
