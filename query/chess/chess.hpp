/// \file
/// Tables of chess endings, asked by boards.
#pragma once

#include <string_view>

#include "../../lib/games/boards/chess/fen.hpp"
#include "../index_range.hpp"
#include "../table.hpp"

namespace mexbase {

/// The index of the position on a board, to be looked up by `Table::stored_outcome` or `Table::stored_at`. It takes no
/// memory but for what an error says: some hundred nanoseconds. `not_applicable` for a table of another game;
/// `bad_position` for a board that is no position of this table, as one with too many men; and the reason why the
/// table's game cannot be made. Castling is not known here: where it is allowed, the table does not have the position.
///
///     mexbase::chess::Diagram board;
///     board.men[6 * 8 + 4] = 'K';                         // on e7
///     …
///     auto index = mexbase::chess_index(*table, board);
///     if (index) outcome = table->stored_outcome(*index);
Result<Index> chess_index(const Table& table, const chess::Diagram& board) noexcept;

/// The indices of all positions with some material, as KQKR, in either colour. `bad_spec` for what is no material,
/// `out_of_domain` for one that the table does not have; otherwise as above.
Result<IndexRange> chess_range(const Table& table, std::string_view material) noexcept;

}  // namespace mexbase
