// SPDX-License-Identifier: MIT Times nimbers of taking-and-breaking games: the sweep against the naive loop, and the
// growth of its time. Times are processor times of one thread. `values/s` counts heaps.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

#include "lib/error.hpp"
#include "lib/solve/heaps/find_period.hpp"
#include "lib/solve/heaps/nimber_sweep.hpp"
#include "lib/solve/heaps/obliged_sweep.hpp"

namespace mexbase::bench {
namespace {

TakeAndBreak game_of(const std::string& name) {
    if (name == "grundy") return grundys_game();
    std::vector<std::uint8_t> digits;
    for (const char c : name)
        if (c != '.') digits.push_back(static_cast<std::uint8_t>(c - '0'));
    return take_and_break_code(digits);
}

// Computes all pairs of parts for every heap, and searches a set for the mex.
std::vector<std::uint16_t> naive(const TakeAndBreak& game, std::size_t heaps) {
    std::vector<std::uint16_t> values;
    std::vector<std::size_t> seen(1U << 16, 0);  // the last heap that had such an option, plus one
    for (std::size_t heap = 0; heap < heaps; ++heap) {
        const std::size_t mark = heap + 1;
        for (const TakeAndBreakMove& move : game.moves) {
            if (move.taken > heap) continue;
            const std::size_t left = heap - move.taken;
            if (move.heaps == 0 && left == 0) seen[0] = mark;
            if (move.heaps == 1 && left > 0) seen[values[left]] = mark;
            if (move.heaps != 2) continue;
            for (std::size_t a = 1; a < left - a + (game.distinct ? 0 : 1); ++a)
                seen[static_cast<std::size_t>(values[a] ^ values[left - a])] = mark;
        }
        std::size_t mex = 0;
        while (seen[mex] == mark) ++mex;
        values.push_back(static_cast<std::uint16_t>(mex));
    }
    return values;
}

void report(benchmark::State& state, std::uint64_t heaps) {
    state.counters["values/s"] =
        benchmark::Counter(static_cast<double>(heaps), benchmark::Counter::kIsIterationInvariantRate);
}

void sparse(benchmark::State& state, const std::string& name, NimberSweepOptions options) {
    const TakeAndBreak game = game_of(name);
    const auto heaps = std::uint64_t{1} << state.range(0);
    for (auto _ : state) {
        NimberSweep sweep(game, options);
        sweep.extend(heaps);
        state.counters["rare"] = static_cast<double>(sweep.rare_heaps());
        state.counters["mask"] = sweep.mask().value_or(0);
        benchmark::DoNotOptimize(sweep.value(heaps - 1));
    }
    report(state, heaps);
}

void plain(benchmark::State& state, const std::string& name) {
    const TakeAndBreak game = game_of(name);
    const auto heaps = std::uint64_t{1} << state.range(0);
    for (auto _ : state) {
        const auto values = naive(game, heaps);
        benchmark::DoNotOptimize(values.data());
    }
    report(state, heaps);
}

void obliged(benchmark::State& state, const std::string& name) {
    const TakeAndBreak game = game_of(name);
    const auto heaps = std::uint64_t{1} << state.range(0);
    for (auto _ : state) {
        ObligedSweep sweep(game);
        sweep.extend(heaps);
        benchmark::DoNotOptimize(sweep.value(heaps - 1));
    }
    report(state, heaps);
}

// Searches the values of Kayles for a period.
void period(benchmark::State& state) {
    const TakeAndBreak game = game_of("0.77");
    const auto heaps = std::uint64_t{1} << state.range(0);
    NimberSweep sweep(game);
    sweep.extend(heaps);
    for (auto _ : state) benchmark::DoNotOptimize(sweep.visit([&](auto values) { return find_period(values, game); }));
    report(state, heaps);
}

}  // namespace
}  // namespace mexbase::bench

int main(int argc, char** argv) {
    using namespace mexbase;
    const auto add = [](const std::string& name, const auto& f, auto... rest) {
        return benchmark::RegisterBenchmark(name.c_str(), f, rest...)->Unit(benchmark::kMillisecond);
    };
    const NimberSweepOptions stock, portable{.portable = true};
    add("nimbers/0.6", bench::sparse, std::string("0.6"), stock)->DenseRange(14, 20);
    add("nimbers-portable/0.6", bench::sparse, std::string("0.6"), portable)->Arg(18)->Arg(20);
    add("naive/0.6", bench::plain, std::string("0.6"))->Arg(14)->Arg(16);
    add("nimbers/0.007", bench::sparse, std::string("0.007"), stock)->DenseRange(14, 17);
    add("naive/0.007", bench::plain, std::string("0.007"))->Arg(14)->Arg(16);
    add("nimbers/grundy", bench::sparse, std::string("grundy"), stock)->Arg(20)->Arg(22)->Arg(24)->Iterations(1);
    for (const std::string game : {"0.6", "0.77", "grundy"})
        add("obliged/" + game, bench::obliged, game)->Arg(14)->Arg(17)->Arg(20)->Iterations(1);
    add("period/0.77", bench::period)->Arg(14)->Arg(20);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
