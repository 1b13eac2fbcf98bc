// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "gen/encode/sink.hpp"
#include "gen/make/make_table.hpp"
#include "lib/games/colouring/placement_games.hpp"
#include "lib/games/heaps/heaps.hpp"
#include "lib/games/tokens/wythoff.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase::threads_test {

/// Makes and verifies a table of every kind with that many threads. Returns the concatenated bytes.
template <class R>
std::vector<std::byte> all_tables(const std::string& spec, unsigned threads) {
    const Registry registry({family_of<R>()});
    const auto game = make_game(registry, spec);
    std::vector<std::byte> all;
    for (const ValueKind kind : game->facts().kinds) {
        JobOptions options{.value = kind, .threads = threads, .memory = std::uint64_t{1} << 30};
        MemorySink sink;
        try {
            make_table(*game, sink, options);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::not_applicable) << error.what();
            continue;
        }
        std::vector<std::byte> bytes = sink.take();
        all.insert(all.end(), bytes.begin(), bytes.end());
        const Table table = Table::from_memory(std::move(bytes), {.registry = &registry}).value();
        EXPECT_EQ(verify_table(*game, table, options), table.info().indices);
    }
    EXPECT_FALSE(all.empty());
    return all;
}

template <class R>
void expect_same_bytes(const std::string& spec) {
    const auto one = all_tables<R>(spec, 1);
    EXPECT_EQ(all_tables<R>(spec, 2), one);
    EXPECT_EQ(all_tables<R>(spec, 3), one);
}

// A loopy game, one in layers, and a board in impartial and in partizan play.
TEST(JobThreads, MakeAndVerifyTheSameTables) {
    expect_same_bytes<SquareButOne>("square-but-one:max=40000");
    expect_same_bytes<Wythoff>("wythoff:max=100");
    expect_same_bytes<Col>("col:board=grid-3x4,play=impartial");
    expect_same_bytes<Col>("col:board=grid-3x3");
}

}  // namespace mexbase::threads_test
