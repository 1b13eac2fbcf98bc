// SPDX-License-Identifier: MIT
// Times colouring games: ranks of words on a board, sweeps over whole boards, and single positions by components.
#include <benchmark/benchmark.h>

#include <random>

#include "lib/board/families.hpp"
#include "lib/games/colouring/conjoined_boards.hpp"
#include "lib/games/colouring/placement_games.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/colouring/board_sweep.hpp"
#include "lib/solve/search/component_search.hpp"
#include "lib/solve/sweep/sweep.hpp"

namespace mexbase {
namespace {

ColouringBoard board_of(const std::string& name) {
    return {std::make_shared<const Board>(family_board(name)), name};
}

/// Returns the ranks of 2^14 random words.
template <class R>
std::vector<Index> random_ranks(const R& rules) {
    std::mt19937_64 random(1);
    std::vector<Index> ranks(1 << 14);
    for (Index& rank : ranks) rank = random() % rules.size();
    return ranks;
}

void count_vertices(benchmark::State& state, const ColouringBoard& board) {
    const auto words = static_cast<double>(state.iterations()) * (1 << 14);
    state.counters["ns/vertex"] = benchmark::Counter(words * board.neighbours().vertices / 1e9,
                                                     benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class R>
void unrank_words(benchmark::State& state, const std::string& name) {
    const R rules(board_of(name));
    const auto ranks = random_ranks(rules);
    for (auto _ : state)
        for (const Index rank : ranks) benchmark::DoNotOptimize(rules.unrank(rank));
    count_vertices(state, rules.board());
}

template <class R>
void rank_words(benchmark::State& state, const std::string& name) {
    const R rules(board_of(name));
    std::vector<Colouring> words;
    for (const Index rank : random_ranks(rules)) words.push_back(rules.unrank(rank));
    for (auto _ : state)
        for (const Colouring& word : words) benchmark::DoNotOptimize(rules.rank(word));
    count_vertices(state, rules.board());
}

template <class R>
void sweep_whole_board(benchmark::State& state, const std::string& name, Symmetry symmetry, unsigned threads) {
    const R rules(board_of(name), symmetry);
    std::vector<WordCell> cells(rules.size());
    SweepOptions options;
    options.threads = threads;
    for (auto _ : state) sweep_board(rules.word_game(), cells, WordNimberFold{}, options);
    state.counters["positions"] = static_cast<double>(rules.size());
    state.counters["positions/s"] = benchmark::Counter(
        static_cast<double>(rules.size()) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

/// Baseline of the sweep: the same rules in index order, ranking every option anew.
template <class R>
void sweep_with_ranks(benchmark::State& state, const std::string& name) {
    const R rules(board_of(name));
    const GameOf<R> game(rules, "", nullptr);
    for (auto _ : state) benchmark::DoNotOptimize(sweep<NimberFold>(game).data());
    state.counters["positions/s"] = benchmark::Counter(
        static_cast<double>(rules.size()) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void search_components(benchmark::State& state, ColouringGame game, const std::string& name) {
    const ColouringBoard board = board_of(name);
    std::size_t stored = 0;
    for (auto _ : state) {
        ComponentValues values(game, board.neighbours());
        benchmark::DoNotOptimize(values.value({0, 0, board.neighbours().all()}));
        stored = values.stored();
    }
    state.counters["stored"] = static_cast<double>(stored);
}

void register_all() {
    const auto ms = benchmark::kMillisecond;
    for (const char* name : {"path-22", "grid-4x6", "grid-5x5"}) {
        benchmark::RegisterBenchmark((std::string("unrank/col/") + name).c_str(), unrank_words<Col>, name);
        benchmark::RegisterBenchmark((std::string("rank/col/") + name).c_str(), rank_words<Col>, name);
    }
    benchmark::RegisterBenchmark("rank/snort/grid-5x5", rank_words<Snort>, "grid-5x5");
    for (const char* name : {"path-22", "grid-4x5", "grid-5x5"}) {
        benchmark::RegisterBenchmark((std::string("unrank/nogo/") + name).c_str(), unrank_words<NoGo>, name);
        benchmark::RegisterBenchmark((std::string("rank/nogo/") + name).c_str(), rank_words<NoGo>, name);
    }
    const auto none = Symmetry::none, colours = Symmetry::colours, all = Symmetry::all;
    benchmark::RegisterBenchmark("sweep/col/grid-3x7", sweep_whole_board<Col>, "grid-3x7", none, 1)->Unit(ms);
    benchmark::RegisterBenchmark("sweep/col/grid-3x7/2 threads", sweep_whole_board<Col>, "grid-3x7", none, 2)
        ->Unit(ms)
        ->UseRealTime();
    benchmark::RegisterBenchmark("sweep/col/grid-3x7/colours", sweep_whole_board<Col>, "grid-3x7", colours, 1)
        ->Unit(ms);
    benchmark::RegisterBenchmark("sweep/col/grid-3x7/all", sweep_whole_board<Col>, "grid-3x7", all, 1)->Unit(ms);
    benchmark::RegisterBenchmark("sweep/col/grid-3x7/options ranked anew", sweep_with_ranks<Col>, "grid-3x7")->Unit(ms);
    benchmark::RegisterBenchmark("sweep/snort/grid-4x5", sweep_whole_board<Snort>, "grid-4x5", none, 1)->Unit(ms);
    benchmark::RegisterBenchmark("sweep/nogo/path-16", sweep_whole_board<NoGo>, "path-16", none, 1)->Unit(ms);
    benchmark::RegisterBenchmark("sweep/nogo/path-16/options ranked anew", sweep_with_ranks<NoGo>, "path-16")->Unit(ms);
    benchmark::RegisterBenchmark("sweep/go-cut/path-15", sweep_whole_board<GoCut>, "path-15", none, 1)->Unit(ms);
    benchmark::RegisterBenchmark("sweep/sno-go/path-16", sweep_whole_board<SnoGo>, "path-16", none, 1)->Unit(ms);
    benchmark::RegisterBenchmark("search/col/grid-3x7", search_components, ColouringGame::col, "grid-3x7")->Unit(ms);
    benchmark::RegisterBenchmark("search/col/grid-4x5", search_components, ColouringGame::col, "grid-4x5")->Unit(ms);
}

}  // namespace
}  // namespace mexbase

int main(int argc, char** argv) {
    mexbase::register_all();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
