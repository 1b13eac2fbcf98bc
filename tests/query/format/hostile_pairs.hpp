// SPDX-License-Identifier: MIT
/// \file
/// Tables with an invalid stream in the codec pairs, and the expected refusals.
#pragma once

#include "pairs_by_hand.hpp"

namespace mexbase::test::by_hand {

/// Two literals; 2 expands to 0 1, 3 to 0 1 0 1. The code of 3 is 0, of literal 0 10, of literal 1 110, of 2 111.
inline const Grammar plain{{0, 0}, {{0, 1}, {2, 2}}, {2, 3, 3, 1}};
inline const Bytes plain_block = "\x1e";  // 15 positions: 3 3 3 2 0

inline PairsStream fifteen(const Bytes& dictionary, const Bytes& block = plain_block) {
    PairsStream s{.count = 15, .dictionary = dictionary, .blocks = {{block, 0}}};
    return s;
}

template <class T>
bool is_corrupt(const Result<T>& result) {
    return !result && result.error().code == ErrorCode::corrupt;
}

/// Opens a copy of the bytes.
inline Result<Table> opened(const Bytes& bytes, std::size_t cache) {
    const auto all = std::as_bytes(std::span(bytes));
    return Table::from_memory(std::vector<std::byte>(all.begin(), all.end()), options_with(cache));
}

/// Expects a table that is corrupt when opened, or for every way of reading.
inline void expect_corrupt(const Bytes& bytes, Index count) {
    for (const std::size_t cache : {std::size_t{0}, OpenOptions{}.cache_bytes}) {
        SCOPED_TRACE(cache);
        const auto table = opened(bytes, cache);
        if (!table) {
            EXPECT_EQ(table.error().code, ErrorCode::corrupt) << table.error().message;
            continue;
        }
        std::vector<Index> all(count);
        std::vector<Value> values(count);
        Cursor cursor = table->cursor().value();
        for (Index i = 0; i < count; ++i) {
            all[i] = i;
            EXPECT_TRUE(is_corrupt(table->cursor()->at(i)) && is_corrupt(table->at(i)) && is_corrupt(cursor.at(i)))
                << i;
        }
        EXPECT_TRUE(is_corrupt(table->at(std::span(std::as_const(all)), std::span(values))));
        EXPECT_TRUE(is_corrupt(cursor.at(std::span(std::as_const(all)), std::span(values))));
        EXPECT_TRUE(is_corrupt(cursor.read(0, std::span(values))));
        EXPECT_TRUE(is_corrupt(table->check()));
        EXPECT_TRUE(is_corrupt(table->preload()) || cache == 0);
    }
}

/// Tests streams in both forms.
inline void expect_corrupt(PairsStream s) {
    for (const bool small : {false, true}) {
        SCOPED_TRACE(small ? "small" : "large");
        s.small = small;
        expect_corrupt(table_of(s), s.count);
    }
}

inline void expect_good(PairsStream s) {
    for (const bool small : {false, true}) {
        SCOPED_TRACE(small ? "small" : "large");
        s.small = small;
        const Bytes bytes = table_of(s);
        for (const std::size_t cache : {std::size_t{0}, OpenOptions{}.cache_bytes}) {
            const auto table = opened(bytes, cache);
            ASSERT_TRUE(table) << table.error().message;
            for (Index i = 0; i < s.count; ++i) ASSERT_TRUE(table->at(i)) << i;
            EXPECT_TRUE(table->check());
        }
    }
}

}  // namespace mexbase::test::by_hand
