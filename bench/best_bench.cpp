// SPDX-License-Identifier: MIT
// Times two queries about positions of board games: the best options by index, and the best moves with their names.
// Measures both decoded values and options that are nearly all in blocks not yet decoded. The time is per position;
// `per_option` is the time divided by the number of options.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "gen/encode/sink.hpp"
#include "gen/game_file.hpp"
#include "gen/make/make_table.hpp"
#include "query/best_play.hpp"

namespace mexbase {
namespace {

const std::vector<std::byte>& bytes_of(const std::string& spec) {
    static std::string made;
    static std::vector<std::byte> bytes;
    if (made != spec) {
        const auto game = make_game_from_files(stock_registry(), spec, ValueKind::outcome);
        MemorySink sink;
        make_table(*game, sink, JobOptions{});
        bytes = sink.take();
        made = spec;
    }
    return bytes;
}

/// Returns positions that are not terminal, in random order.
std::vector<Index> some_positions(const Table& table) {
    std::mt19937_64 random(1);
    std::vector<Index> some;
    while (some.size() < 20'000) {
        const Index i = random() % table.info().indices;
        if (table.legal(i).value() && !best_options(table, i)->empty()) some.push_back(i);
    }
    return some;
}

void best(benchmark::State& state, const std::string& spec, bool decoded, bool named) {
    OpenOptions open;
    open.cache_bytes = decoded ? std::size_t{1} << 30 : 0;
    const Table table = Table::from_memory(std::span(bytes_of(spec)), open).value();
    table.preload().value();
    const std::vector<Index> positions = some_positions(table);
    std::vector<ResolvedPosition> asked;
    if (named)
        for (const Index i : positions) asked.push_back(table.resolve('#' + std::to_string(i)).value());
    std::size_t at = 0, options = 0;
    for (auto _ : state) {
        options += named ? best_moves(table, asked[at]).value().size() : best_options(table, positions[at])->size();
        at = (at + 1) % positions.size();
    }
    state.counters["options"] = benchmark::Counter(static_cast<double>(options), benchmark::Counter::kAvgIterations);
    state.counters["per_option"] =
        benchmark::Counter(static_cast<double>(options), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void register_all() {
    for (const char* spec : {"quixo:size=4", "mens-morris:men=5", "dao"})
        for (const bool decoded : {true, false})
            for (const bool named : {false, true})
                benchmark::RegisterBenchmark(
                    (std::string(decoded ? "decoded/" : "undecoded/") + (named ? "moves/" : "options/") + spec).c_str(),
                    best, spec, decoded, named);
}

}  // namespace
}  // namespace mexbase

int main(int argc, char** argv) {
    mexbase::register_all();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
