// SPDX-License-Identifier: MIT
// Times sums by index: ten components from decoded blocks of several tables, combined anew each time, and the winning
// move.
#include <benchmark/benchmark.h>

#include <random>
#include <utility>

#include "gen/encode/sink.hpp"
#include "gen/game_file.hpp"
#include "gen/make/make_table.hpp"
#include "query/sum.hpp"

namespace mexbase {
namespace {

Table table_of(const std::string& spec, ValueKind kind) {
    const auto game = make_game_from_files(stock_registry(), spec, kind);
    MemorySink sink;
    JobOptions options;
    options.value = kind;
    make_table(*game, sink, options);
    return Table::from_memory(sink.take()).value();
}

/// 256 sums of ten positions each, from the first few thousand of every table, so that all blocks are decoded.
struct Sums {
    std::vector<Table> tables;
    std::vector<std::vector<std::pair<const Table*, Index>>> sums;
    Sum sum;
    std::size_t at = 0;

    explicit Sums(ValueKind kind) {
        const std::string boards = MEXBASE_DATA "/boards/";
        tables = {table_of("octal:code=0.77,max=100000", kind), table_of("grundy:max=20000", kind),
                  table_of("wythoff:max=100", kind), table_of("nim:piles=3,max=15", kind)};
        if (kind == ValueKind::nimber) {
            tables.push_back(table_of("graph:file=" + boards + "nims-island.dot", kind));
            tables.push_back(table_of("square-but-one:max=100000", kind));
        }
        std::mt19937_64 random(1);
        for (int s = 0; s < 256; ++s) {
            auto& list = sums.emplace_back();
            for (int c = 0; c < 10; ++c) {
                const Table& table = tables[random() % tables.size()];
                list.emplace_back(&table, random() % std::min<Index>(table.info().queryable_size, 4000));
            }
        }
    }

    Sum& next() {
        sum.clear();
        for (const auto& [table, index] : sums[at++ % 256]) sum.add(*table, index).value();
        return sum;
    }
};

void outcome_of_ten(benchmark::State& state) {
    Sums sums(ValueKind::nimber);
    for (auto _ : state) benchmark::DoNotOptimize(sums.next().value().value());
}
BENCHMARK(outcome_of_ten);

void obliged_pair_of_ten(benchmark::State& state) {
    Sums sums(ValueKind::obliged);
    for (auto _ : state) benchmark::DoNotOptimize(sums.next().value().value());
}
BENCHMARK(obliged_pair_of_ten);

void move_in_a_sum_of_ten(benchmark::State& state) {
    Sums sums(ValueKind::nimber);
    for (auto _ : state) benchmark::DoNotOptimize(sums.next().best_move().value().has_value());
}
BENCHMARK(move_in_a_sum_of_ten);

}  // namespace
}  // namespace mexbase

BENCHMARK_MAIN();
