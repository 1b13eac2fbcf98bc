// SPDX-License-Identifier: MIT
// Times making and verifying whole tables: positions per second, memory, bits per position by stream, and the size of
// the same values under zstd -19 in one piece.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <zstd.h>

#include <map>

#include "gen/encode/sink.hpp"
#include "gen/game_file.hpp"
#include "gen/make/make_table.hpp"
#include "gen/memory.hpp"
#include "query/table.hpp"

namespace mexbase {
namespace {

const std::vector<std::byte>& table_bytes(const std::string& spec) {
    static std::map<std::string, std::vector<std::byte>> made;
    const auto [at, fresh] = made.try_emplace(spec);
    if (fresh) {
        const auto game = make_game_from_files(stock_registry(), spec);
        MemorySink sink;
        JobOptions options;
        options.memory = machine_memory() / 2;
        make_table(*game, sink, options);
        at->second = sink.take();
    }
    return at->second;
}

void generate(benchmark::State& state, const std::string& spec) {
    JobReport report;
    for (auto _ : state) {
        const auto game = make_game_from_files(stock_registry(), spec);
        MemorySink sink;
        JobOptions options;
        options.memory = machine_memory() / 2;
        report = make_table(*game, sink, options);
        benchmark::DoNotOptimize(sink.bytes().data());
    }
    const auto positions = static_cast<double>(report.info.indices);
    state.counters["positions"] = positions;
    state.counters["M/s"] =
        benchmark::Counter(positions * static_cast<double>(state.iterations()) / 1e6, benchmark::Counter::kIsRate);
    state.counters["bits/pos"] = 8 * static_cast<double>(report.encoding.file_bytes) / positions;
    for (const StreamInfo& stream : report.encoding.streams)
        state.counters[std::string(to_string(stream.kind)) + " b/p"] = report.encoding.bits_per_position(stream);
}

void verify(benchmark::State& state, const std::string& spec) {
    const Table table = Table::from_memory(std::span(table_bytes(spec))).value();
    const Game& game = table.game().value();
    JobOptions options;
    options.memory = machine_memory() / 2;
    std::uint64_t checked = 0;
    for (auto _ : state) checked += verify_table(game, table, options);
    state.counters["M/s"] = benchmark::Counter(static_cast<double>(checked) / 1e6, benchmark::Counter::kIsRate);
}

/// Compares the size of a stream with that of its values, one or two bytes each, packed by zstd -19 in one piece. The
/// difference is the cost of small blocks.
void against_one_piece(benchmark::State& state, const std::string& spec, StreamKind kind) {
    const Table table = Table::from_memory(std::span(table_bytes(spec))).value();
    const Index n = table.info().indices;
    std::vector<Value> values(n);
    table.cursor().value().read(0, values).value();
    const bool wide = kind == StreamKind::remoteness && table.info().longest_remoteness.value_or(0) > 255;
    std::vector<char> unpacked;
    for (const Value& v : values) {
        const std::uint64_t x =
            kind == StreamKind::outcome ? static_cast<std::uint64_t>(v.outcome.outcome) : v.outcome.remoteness;
        unpacked.push_back(static_cast<char>(x & 255));
        if (wide) unpacked.push_back(static_cast<char>(x >> 8 & 255));
    }
    std::vector<char> packed(ZSTD_compressBound(unpacked.size()));
    std::size_t size = 0;
    for (auto _ : state) size = ZSTD_compress(packed.data(), packed.size(), unpacked.data(), unpacked.size(), 19);
    std::uint64_t ours = 0;
    for (const StreamInfo& stream : table.streams())
        if (stream.kind == kind) ours = stream.bytes;
    state.counters["whole b/p"] = 8 * static_cast<double>(size) / static_cast<double>(n);
    state.counters["ours b/p"] = 8 * static_cast<double>(ours) / static_cast<double>(n);
    state.counters["ratio"] = static_cast<double>(ours) / static_cast<double>(size);
}

const char* const generated[] = {"fair-shares:n=60", "fair-shares:n=70", "fair-shares:n=80",
                                 "put-or-take-a-square:max=10000000,bound=10000000", "square-but-one:max=1000000"};
const std::string boards = std::string(MEXBASE_DATA) + "/boards/";
/// Large tables, then those in data/golden.
const std::string compared[] = {"fair-shares:n=60",
                                "put-or-take-a-square:max=10000000,bound=10000000",
                                "square-but-one:max=1000000",
                                "subtraction:set=1-4-9,max=1000000",
                                "square:max=300000",
                                "nim:piles=3,max=15",
                                "subtraction:set=1-4-9,max=20000",
                                "square-but-one:max=20000",
                                "put-or-take-a-square:max=20000,bound=20000",
                                "fair-shares:n=30",
                                "graph:file=" + boards + "nims-island.dot",
                                "snakes-and-adders:file=" + boards + "snakes-and-adders.board",
                                "horsefly:file=" + boards + "horsefly.dot"};

}  // namespace
}  // namespace mexbase

int main(int argc, char** argv) {
    using namespace mexbase;
    for (const std::string spec : generated) {
        benchmark::RegisterBenchmark(("generate/" + spec).c_str(), generate, spec)
            ->Iterations(1)
            ->Unit(benchmark::kSecond);
        benchmark::RegisterBenchmark(("verify/" + spec).c_str(), verify, spec)->Iterations(1)->Unit(benchmark::kSecond);
    }
    for (const std::string& spec : compared)
        for (const StreamKind kind : {StreamKind::outcome, StreamKind::remoteness})
            benchmark::RegisterBenchmark(fmt::format("one-piece/{}/{}", to_string(kind), spec).c_str(),
                                         against_one_piece, spec, kind)
                ->Iterations(1)
                ->Unit(benchmark::kSecond);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
