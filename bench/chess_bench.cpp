// SPDX-License-Identifier: MIT
// Times lookups of the outcome or value of a chess board, given by its squares or in Forsyth-Edwards notation, with
// decoded values and with blocks not yet decoded. The time is per board; the time of reading the clock is subtracted.
// `chess_bench [OPTION...] [TABLE]` uses a chess table in a file, or `chess:KQKR`.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "gen/encode/sink.hpp"
#include "gen/game_file.hpp"
#include "gen/make/make_table.hpp"
#include "lib/games/boards/chess.hpp"
#include "lib/rules/game_of.hpp"
#include "query/chess/chess.hpp"

namespace mexbase {
namespace {

/// File of the table; if empty, `chess:KQKR` is made here.
std::string file;

Table open_table(std::size_t cache_bytes) {
    OpenOptions open;
    open.cache_bytes = cache_bytes;
    if (!file.empty()) return Table::open(file, open).value();
    static const std::vector<std::byte> bytes = [] {
        const auto game = make_game_from_files(stock_registry(), "chess:KQKR", ValueKind::outcome);
        MemorySink sink;
        make_table(*game, sink, JobOptions{});
        return sink.take();
    }();
    return Table::from_memory(std::span(bytes), open).value();
}

struct Boards {
    std::vector<std::string> texts;
    std::vector<chess::Diagram> squares;
    std::vector<Index> indices;
};

/// Returns positions in random order, in user form: either side may have the queen.
Boards some_boards(const Table& table) {
    const Chess& rules = *rules_of<Chess>(table.game().value());
    std::mt19937_64 random(1);
    Boards boards;
    while (boards.texts.size() < 50'000) {
        const Index i = random() % rules.size();
        if (!rules.legal(i)) continue;
        boards.texts.push_back(rules.format(rules.position(i, static_cast<unsigned>(random() % rules.images()))));
        boards.squares.push_back(chess::Diagram::parse(boards.texts.back()));
        boards.indices.push_back(i);
    }
    return boards;
}

enum class How { index, squares, text };
enum class What { place, outcome, value };

using Clock = std::chrono::steady_clock;

double nanoseconds_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

double clock_nanoseconds() {
    std::vector<double> times(10'001);
    for (double& time : times) time = nanoseconds_since(Clock::now());
    std::ranges::nth_element(times, times.begin() + 5'000);
    return times[5'000];
}

/// Times each board separately. Boards are parsed before, as a calling program has them.
void board(benchmark::State& state, How how, What what, bool decoded) {
    const Table table = open_table(decoded ? std::size_t{1} << 30 : 0);
    table.preload().value();
    const Boards boards = some_boards(table);
    const double clock = clock_nanoseconds();
    std::vector<double> times;
    for (auto _ : state) {
        const std::size_t at = times.size() % boards.texts.size();
        const std::string text = boards.texts[at];
        const chess::Diagram squares = boards.squares[at];
        const Index index = boards.indices[at];
        benchmark::ClobberMemory();
        const auto begin = Clock::now();
        const Index i = how == How::index     ? index
                        : how == How::squares ? chess_index(table, squares).value()
                                              : table.index_of(text).value();
        if (what == What::outcome) {
            auto found = table.stored_outcome(i);
            benchmark::DoNotOptimize(found);
        } else if (what == What::value) {
            auto found = table.stored_at(i);
            benchmark::DoNotOptimize(found);
        } else {
            benchmark::DoNotOptimize(i);
        }
        times.push_back(std::max(0.0, nanoseconds_since(begin) - clock));
        state.SetIterationTime(times.back() * 1e-9);
    }
    std::ranges::sort(times);
    state.counters["median_ns"] = times[times.size() / 2];
    state.counters["p99_ns"] = times[times.size() * 99 / 100];
}

void register_all() {
    const std::pair<How, const char*> ways[] = {{How::index, "index"}, {How::squares, "squares"}, {How::text, "text"}};
    for (const auto& [how, by] : ways) {
        if (how != How::index)
            benchmark::RegisterBenchmark((std::string("place/") + by).c_str(), board, how, What::place, true)
                ->UseManualTime();
        for (const bool decoded : {true, false})
            for (const auto& [what, name] : {std::pair{What::outcome, "outcome/"}, {What::value, "value/"}})
                benchmark::RegisterBenchmark((std::string(decoded ? "decoded/" : "undecoded/") + name + by).c_str(),
                                             board, how, what, decoded)
                    ->UseManualTime();
    }
}

}  // namespace
}  // namespace mexbase

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (argc > 1) mexbase::file = argv[1];
    mexbase::register_all();
    benchmark::RunSpecifiedBenchmarks();
}
