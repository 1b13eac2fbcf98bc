// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "lib/games/boards/tic_tac_toe.hpp"
#include "solved_games.hpp"
#include "swept_table.hpp"

extern "C" {
int capi_names_moves(const void* tic_tac_toe, size_t length);
int capi_lists_moves_without_names(const void* heaps, size_t length);
int capi_refuses_moves(const void* tic_tac_toe, size_t length);
}

namespace mexbase::capi_moves_test {

using namespace test;

TEST(CApi, NamesMoves) {
    const auto bytes = swept_bytes<TicTacToe>();
    EXPECT_EQ(capi_names_moves(bytes.data(), bytes.size()), 0) << "the line of c_moves_plain.c that failed";
    EXPECT_EQ(capi_refuses_moves(bytes.data(), bytes.size()), 0);
}

TEST(CApi, ListsMovesWithoutNames) {
    const auto bytes = nimber_bytes("octal:code=0.77,max=20");
    EXPECT_EQ(capi_lists_moves_without_names(bytes.data(), bytes.size()), 0);
}

}  // namespace mexbase::capi_moves_test
