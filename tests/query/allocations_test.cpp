// SPDX-License-Identifier: MIT
// A probe by number allocates nothing once a thread has its buffers. This program replaces `operator new` to count; a
// sanitizer has its own.
#ifndef MEXBASE_SANITIZED
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

#include "counting_reader.hpp"
#include "query/mexquery.h"
#include "query/table.hpp"
#include "test_tables.hpp"
#include "tests/gen/jobs/tables.hpp"
#include "tests/scratch.hpp"

namespace {
thread_local std::size_t allocations = 0;
thread_local std::ptrdiff_t live_bytes = 0, most_live_bytes = 0;
constexpr std::size_t size_bytes = alignof(std::max_align_t);  // before the memory, for its size
}  // namespace

void* operator new(std::size_t bytes) {
    ++allocations;
    live_bytes += static_cast<std::ptrdiff_t>(bytes);
    most_live_bytes = std::max(most_live_bytes, live_bytes);
    auto* memory = static_cast<char*>(std::malloc(size_bytes + bytes));
    if (memory == nullptr) throw std::bad_alloc();
    std::memcpy(memory, &bytes, sizeof bytes);
    return memory + size_bytes;
}
void operator delete(void* memory) noexcept {
    if (memory == nullptr) return;
    char* begin = static_cast<char*>(memory) - size_bytes;
    std::size_t bytes = 0;
    std::memcpy(&bytes, begin, sizeof bytes);
    live_bytes -= static_cast<std::ptrdiff_t>(bytes);
    std::free(begin);
}
void operator delete(void* memory, std::size_t) noexcept {
    operator delete(memory);
}

namespace mexbase::allocations_test {

using namespace test;

/// Probes every third index with each call that takes a number.
void ask_all(const Table& table, Index indices) {
    for (Index i = 0; i < indices; i += 3) {
        ASSERT_TRUE(table.at(i));
        ASSERT_TRUE(table.stored_at(i));
        ASSERT_TRUE(table.outcome(i));
        ASSERT_TRUE(table.stored_outcome(i));
    }
}

TEST(Allocations, AProbeByNumberMakesNoneOnceItsThreadHasWhatItKeeps) {
    const Values values = made_up(Content::noise, 100000, 1);
    const auto bytes = table_bytes(values);
    // Decoded whole at the first use; and in blocks, with a small cache.
    for (const std::size_t cache : {std::size_t{1} << 20, std::size_t{1} << 14}) {
        OpenOptions options = test_options();
        options.cache_bytes = cache;
        const Table table = Table::from_memory(std::span(bytes), options).value();
        if (cache == std::size_t{1} << 20)
            ASSERT_TRUE(table.at(0)) << "the first";
        else
            ask_all(table, values.size());
        const std::size_t before = allocations;
        ask_all(table, values.size());
        EXPECT_EQ(allocations, before) << cache;
    }
}

TEST(Allocations, NorDoesOneInC) {
    const auto bytes = table_bytes(made_up(Content::noise, 100000, 1));
    mexquery_table* table = nullptr;
    ASSERT_EQ(mexquery_open_memory(bytes.data(), bytes.size(), &table, nullptr), MEXQUERY_OK);
    mexquery_value value;
    ASSERT_EQ(mexquery_stored_at(table, 0, &value, nullptr), MEXQUERY_OK);
    const std::size_t before = allocations;
    for (std::uint64_t i = 0; i < 100000; i += 7) ASSERT_EQ(mexquery_stored_at(table, i, &value, nullptr), MEXQUERY_OK);
    EXPECT_EQ(allocations, before);
    mexquery_close(table);
}

TEST(Allocations, NorDoesOneOfAChessEnding) {
    const Scratch scratch;
    for (const Distance distance : {Distance::end, Distance::exit}) {
        const auto game = make_game_from_files(stock_registry(), "chess:KRK", ValueKind::outcome, 0, distance);
        scratch.write(distance == Distance::end ? "mates.mxb" : "exits.mxb", make_table_bytes(*game));
    }
    mexquery_chess* endings = nullptr;
    ASSERT_EQ(mexquery_chess_open(scratch.path().c_str(), nullptr, &endings, nullptr), MEXQUERY_OK);
    mexquery_chess_board board = {};
    board.white = 1U << 0 | 1U << 7;  // king on a1, rook on h1
    board.rooks = 1U << 7;
    board.rule50 = 99;
    board.turn = 1;
    const auto ask_everything = [&] {
        for (unsigned square = 16; square < 64; ++square) {
            board.black = std::uint64_t{1} << square;
            board.kings = board.black | 1;
            mexquery_error error;
            mexquery_chess_move moves[MEXQUERY_CHESS_MOST_MOVES];
            std::size_t count = 0;
            std::int32_t number = 0;
            // The black king is in check on the h file. Without `error`, the failure makes no message.
            mexquery_error* const told = square % 8 == 7 ? nullptr : &error;
            const int code = told == nullptr ? MEXQUERY_BAD_POSITION : MEXQUERY_OK;
            ASSERT_EQ(mexquery_chess_wdl(endings, &board, &number, told), code);
            ASSERT_EQ(mexquery_chess_dtm(endings, &board, &number, told), code);
            ASSERT_EQ(mexquery_chess_dtz(endings, &board, &number, told), code);
            ASSERT_EQ(mexquery_chess_root(endings, &board, moves, std::size(moves), &count, told), code);
        }
        const std::uint64_t rooks = std::exchange(board.rooks, 0);
        std::int32_t number = 0;
        board.queens = board.knights = rooks;
        ASSERT_EQ(mexquery_chess_wdl(endings, &board, &number, nullptr), MEXQUERY_BAD_POSITION);
        board.knights = 0;
        ASSERT_EQ(mexquery_chess_wdl(endings, &board, &number, nullptr), MEXQUERY_NOT_FOUND);
        board.queens = 0;
        board.rooks = rooks;
    };
    ask_everything();
    const std::size_t before = allocations;
    ask_everything();
    EXPECT_EQ(allocations, before);
    mexquery_chess_close(endings);
}

TEST(Allocations, ARemoteTableIsCheckedInLittleMemory) {
    EncodeOptions encode = with_codec(Codec::raw);
    encode.block_log2 = 8;
    const auto bytes = table_bytes(made_up(Content::noise, 300000, 1), encode);
    OpenOptions options = test_options();
    options.cache_bytes = 1 << 14;
    const Table table = Table::from_reader(std::make_shared<Counting>(bytes), options).value();
    most_live_bytes = live_bytes;
    const std::ptrdiff_t before = live_bytes;
    ASSERT_TRUE(table.check());
    EXPECT_LT(most_live_bytes - before, 100'000);
    EXPECT_GT(bytes.size(), 300'000U);
}

}  // namespace mexbase::allocations_test
#endif
