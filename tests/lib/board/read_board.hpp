// SPDX-License-Identifier: MIT
/// \file
/// Boards and errors of board files as text, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <type_traits>

#include "lib/board/board.hpp"
#include "lib/error.hpp"
#include "tests/refusal.hpp"

namespace mexbase {

/// Returns a board as `a>b,c b! c>a`: vertices in order, each with its successors; `!` is past the bound, `^` is home;
/// `:L` and `:R` follow arcs of one player.
inline std::string sketch(const Board& board) {
    std::string text;
    for (Vertex v = 0; v < board.vertex_count(); ++v) {
        if (v > 0) text += ' ';
        text += board.name(v);
        if ((board.mark(v) & Board::beyond) != 0) text += '!';
        if ((board.mark(v) & Board::home) != 0) text += '^';
        char separator = '>';
        const auto owners = board.owners_ahead(v);
        for (std::size_t a = 0; a < board.successors(v).size(); ++a) {
            text += separator + board.name(board.successors(v)[a]);
            if (!owners.empty() && owners[a] != Board::either) text += owners[a] == Board::left ? ":L" : ":R";
            separator = ',';
        }
    }
    return text;
}

/// Returns the message of the `bad_file` error of reading a text.
template <class Parse>
std::string bad_file(Parse&& parse, std::string_view text) {
    const auto read = [&] {
        if constexpr (std::is_invocable_v<Parse, std::string_view, std::string_view>)
            parse(text, "f");
        else
            parse(text, "f", nullptr);
    };
    std::string message = test::refusal_of(read, ErrorCode::bad_file);
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
}

}  // namespace mexbase
