// SPDX-License-Identifier: MIT
// Compares the kernel with hand-written loops, on an implicit graph, on stored graphs and with two threads.
//
// All ways to solve one game are run in turn within one benchmark, and medians are compared, because the speed of a
// shared machine changes. Figures of one thread are processor time. Figures of two threads are elapsed time, which is
// only meaningful on an idle machine. An edge is one visited predecessor.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernel_games.hpp"
#include "kernel_raw.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/retrograde/retrograde_analysis.hpp"

namespace mexbase::bench {
namespace {

constexpr Index local_size = 10'000'000;
constexpr int rounds = 9;

double now(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Sample {
    double processor = 0, elapsed = 0;
};
template <class F>
Sample timed(const F& f) {
    const double processor = now(CLOCK_PROCESS_CPUTIME_ID), elapsed = now(CLOCK_MONOTONIC);
    f();
    return {now(CLOCK_PROCESS_CPUTIME_ID) - processor, now(CLOCK_MONOTONIC) - elapsed};
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// A way to solve the game, with the times of its runs.
struct Way {
    std::string name;
    std::function<void(OutcomeCells&)> solve;
    std::vector<double> processor{}, elapsed{};
};

template <class G>
Summary run_kernel(const G& graph, OutcomeCells& cells, unsigned threads) {
    AnalysisOptions options;
    options.threads = threads;
    AnalysisListener quiet;
    return retrograde_analysis(graph, cells, get(boost::vertex_index, graph), DefaultTerminal{}, quiet, options);
}

// Touches the pages of the cells, so that page faults are not measured.
void touch(OutcomeCells& cells) {
    cells.visit([&cells](auto* p) { std::fill_n(p, cells.size(), 0); });
    benchmark::ClobberMemory();
}

// Runs all ways in turn and reports the median of each in ns per edge. `ways[0]` is the hand-written loop, `ways[1]`
// the kernel on the typed graph, `ways[2]` the kernel on `MovesGraph`.
void compare(benchmark::State& state, Index size, unsigned cell_bytes, const Summary& summary, std::vector<Way> ways) {
    const auto edges = static_cast<double>(summary.edges);
    for (auto _ : state) {
        // The first round is not counted. It fills the heap with pages for the later rounds.
        for (int round = -1; round < rounds; ++round)
            for (Way& way : ways) {
                OutcomeCells cells(size, cell_bytes);
                touch(cells);
                const Sample sample = timed([&] { way.solve(cells); });
                if (round < 0) continue;
                way.processor.push_back(sample.processor);
                way.elapsed.push_back(sample.elapsed);
            }
        state.SetIterationTime(median(ways[1].elapsed));
    }
    for (const Way& way : ways) state.counters[way.name + "_ns"] = median(way.processor) / edges * 1e9;
    state.counters["ratio"] = median(ways[1].processor) / median(ways[0].processor);
    state.counters["moves_ratio"] = median(ways[2].processor) / median(ways[0].processor);
    for (const Way& way : ways)
        if (way.name == "two_threads") {
            state.counters["two_threads_ns"] = median(way.elapsed) / edges * 1e9;
            state.counters["speedup"] = median(ways[2].elapsed) / median(way.elapsed);
        }
    state.counters["decided"] = static_cast<double>(summary.wins + summary.losses) / static_cast<double>(size);
    state.counters["plies"] = static_cast<double>(summary.longest + 1);
}

template <class T>
T* cells_of(OutcomeCells& cells) {
    return cells.visit([](auto* p) -> T* {
        if constexpr (std::is_same_v<decltype(p), T*>)
            return p;
        else
            return nullptr;
    });
}

// Solves the games by the hand-written loops.
template <bool exits, Walk walk>
void solve_local(OutcomeCells& cells) {
    benchmark::DoNotOptimize(
        raw_local<exits, walk>(cells_of<std::uint32_t>(cells), static_cast<std::uint32_t>(cells.size())));
}
template <Walk walk>
void solve_scattered(OutcomeCells& cells) {
    benchmark::DoNotOptimize(raw_scattered<walk>(cells_of<std::uint16_t>(cells)));
}

// Game with its two graphs: one with inlined moves, and `MovesGraph`.
template <class R>
struct Graphs {
    explicit Graphs(R rules) : typed(rules), game(std::move(rules), "", nullptr), moves(game) {}

    TypedGraph<R> typed;
    GameOf<R> game;
    MovesGraph moves;
};

// Returns the ways to solve that are measured for every game.
template <class R>
std::vector<Way> kernel_ways(const Graphs<R>& graphs, std::function<void(OutcomeCells&)> raw,
                             std::function<void(OutcomeCells&)> raw_listed) {
    std::vector<Way> ways;
    ways.push_back({"raw", std::move(raw)});
    ways.push_back({"typed", [&graphs](OutcomeCells& cells) { run_kernel(graphs.typed, cells, 1); }});
    ways.push_back({"moves", [&graphs](OutcomeCells& cells) { run_kernel(graphs.moves, cells, 1); }});
    ways.push_back({"two_threads", [&graphs](OutcomeCells& cells) { run_kernel(graphs.moves, cells, 2); }});
    ways.push_back({"raw_listed", std::move(raw_listed)});
    return ways;
}

// Remoteness in the local game exceeds 16 bits. All ways start with cells of 32 bits, so that none must widen them.
template <bool exits>
void local(benchmark::State& state) {
    const Graphs graphs(LocalRules<exits>{local_size});
    OutcomeCells cells(local_size, 4);
    const Summary summary = run_kernel(graphs.moves, cells, 1);
    auto ways = kernel_ways(graphs, solve_local<exits, Walk::ring>, solve_local<exits, Walk::listed>);
    ways.push_back({"raw_bare", solve_local<exits, Walk::bare>});
    compare(state, local_size, 4, summary, std::move(ways));
}

// Compares stored forms of the same game: Boost's graph with edges in both directions, and one with forward edges only,
// which the kernel transposes.
void local_stored(benchmark::State& state) {
    const Graphs graphs(LocalRules<false>{local_size});
    using Number = std::uint32_t;
    using Both = boost::compressed_sparse_row_graph<boost::bidirectionalS, boost::no_property, boost::no_property,
                                                    boost::no_property, Number, Number>;
    using Forward = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                       boost::no_property, Number, Number>;
    std::vector<std::pair<Number, Number>> edges;
    for (Index v = 0; v < local_size; ++v)
        for_each_option(graphs.typed, v,
                        [&](Index w) { edges.emplace_back(static_cast<Number>(v), static_cast<Number>(w)); });
    const Both both(boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(), Number{local_size});
    const Forward forward(boost::edges_are_sorted, edges.begin(), edges.end(), Number{local_size});
    edges = {};
    OutcomeCells cells(local_size, 4);
    const Summary summary = run_kernel(graphs.moves, cells, 1);
    auto ways = kernel_ways(graphs, solve_local<false, Walk::ring>, solve_local<false, Walk::listed>);
    ways.push_back({"csr", [&](OutcomeCells& c) { run_kernel(both, c, 1); }});
    ways.push_back({"csr_transposed", [&](OutcomeCells& c) { run_kernel(forward, c, 1); }});
    compare(state, local_size, 4, summary, std::move(ways));
}

void scattered(benchmark::State& state) {
    const Graphs graphs(ScatteredRules{});
    const Index size = graphs.game.size();
    OutcomeCells cells(size);
    const Summary summary = run_kernel(graphs.moves, cells, 1);
    compare(state, size, 2, summary, kernel_ways(graphs, solve_scattered<Walk::ring>, solve_scattered<Walk::listed>));
}

BENCHMARK(local<false>)->Name("kernel/local")->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(local<true>)->Name("kernel/local-wide")->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(local_stored)->Name("kernel/local-stored")->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(scattered)->Name("kernel/scattered")->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mexbase::bench

int main(int argc, char** argv) {
    // Keeps freed memory in the heap: page faults of frontiers would take longer than the loops and vary by half.
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
