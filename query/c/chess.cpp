// SPDX-License-Identifier: MIT
// Chess boards in plain C.
#include "../chess/chess.hpp"

#include <algorithm>

#include "../mexquery.h"
#include "answers.hpp"

int mexquery_chess_index(const mexquery_table* table, const char men[64], int black_moves, int en_passant,
                         uint64_t* index, mexquery_error* error) {
    using namespace mexbase;
    if (table == nullptr || men == nullptr || index == nullptr) return c::missing(error);
    chess::Diagram board;
    if (en_passant < 0 || en_passant >= static_cast<int>(board.men.size()))
        return c::fail(ErrorCode::bad_usage, "the en passant square is not one of 0 (a1, for none) to 63 (h8)", error);
    std::transform(men, men + board.men.size(), board.men.begin(), [](char man) { return man == '.' ? '\0' : man; });
    board.black_moves = black_moves != 0;
    board.passed = static_cast<std::uint8_t>(en_passant);
    return c::hand_over(chess_index(c::ruled(table), board), index, error);
}
