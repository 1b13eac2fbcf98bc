// What a probe by number allocates: nothing, once a thread has what it keeps. This program's `operator new` counts; a
// sanitizer has one of its own.
#ifndef MEXBASE_SANITIZED
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "query/mexquery.h"
#include "query/table.hpp"
#include "test_tables.hpp"

namespace {
thread_local std::size_t allocations = 0;
}

void* operator new(std::size_t bytes) {
    ++allocations;
    if (void* memory = std::malloc(bytes != 0 ? bytes : 1)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace mexbase {
namespace allocations_test {

using namespace test;

/// Asks for every third index, by each call that takes a number.
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
    // Decoded whole at the first use; and in blocks, of which few are kept.
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

}  // namespace allocations_test
}  // namespace mexbase
#endif
