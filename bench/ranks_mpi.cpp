// SPDX-License-Identifier: MIT
// Several processes that solve one graph, compared with threads of one process: mpirun -n N ranks_mpi [THREADS
// [REPEATS]]. Solves the games of kernel_bench in turns: on all ranks, each with THREADS threads, and on rank 0 alone,
// with as many threads as all ranks have. Prints medians and the median of the ratios, the bytes sent per move, and the
// exchanges per ply.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/mpi/mpi_transport.hpp"
#include "kernel_games.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/outcomes/solve_ranks.hpp"
#include "tests/counting_transport.hpp"

namespace mexbase {

namespace {

double median(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    return numbers[numbers.size() / 2];
}

struct Plies : AnalysisListener {
    std::uint64_t count = 0;
    void finish_ply(std::uint64_t, const PlyCounts&) override { ++count; }
};

template <class R>
void compare(const char* name, const R& rules, MpiTransport& mpi, unsigned threads, int repeats) {
    const GameOf<R> game(rules, "", nullptr);
    const auto seconds_of = [](const auto& f) {
        const auto begun = std::chrono::steady_clock::now();
        f();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    };
    SolveOptions on_each_rank, on_one_rank;
    on_each_rank.threads = threads;
    on_one_rank.threads = threads * mpi.ranks();
    std::vector<double> shared, alone, ratios;
    std::uint64_t bytes = 0, exchanges = 0, edges = 0, plies = 0;
    for (int k = 0; k < repeats; ++k) {
        test::CountingTransport counting(mpi);
        Plies listener;
        Summary summary;
        shared.push_back(
            seconds_of([&] { summary = solve_with_ranks(game, counting, on_each_rank, listener).summary; }));
        // Until all are here, no rank solves alone.
        Round round;
        round.words = {counting.bytes};
        round.out.resize(mpi.ranks());
        mpi.exchange(round);
        bytes = 0;
        for (const std::uint64_t each : round.all_words) bytes += each;
        exchanges = counting.exchanges;
        edges = summary.edges;
        plies = listener.count;
        if (mpi.rank() == 0) {
            AnalysisListener quiet;
            alone.push_back(seconds_of([&] { solve_in_cells(game, Strategy::child_counters, on_one_rank, quiet); }));
            ratios.push_back(alone.back() / shared.back());
        }
        mpi.exchange(round);
    }
    if (mpi.rank() != 0) return;
    // The cells of other ranks travel to rank 0 at the end, 2 bytes each.
    const double cells = 2.0 * static_cast<double>(game.size()) * (mpi.ranks() - 1) / mpi.ranks();
    fmt::print(
        "{:10} {} ranks of {} threads {:.3f} s, alone {:.3f} s, ratio {:.2f}; {:.2f} bytes per move, "
        "{} exchanges for {} plies\n",
        name, mpi.ranks(), threads, median(shared), median(alone), median(ratios),
        (static_cast<double>(bytes) - cells) / static_cast<double>(edges), exchanges, plies);
}

/// Prints the time of an exchange without bytes, as in a ply without messages.
void measure_exchange(MpiTransport& mpi) {
    constexpr int repeats = 20'000;
    Round round;
    round.words.assign(7, 0);
    round.out.resize(mpi.ranks());
    const auto begun = std::chrono::steady_clock::now();
    for (int k = 0; k < repeats; ++k) mpi.exchange(round);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begun;
    if (mpi.rank() == 0) fmt::print("exchange   {} ranks {:.1f} us\n", mpi.ranks(), time.count() / repeats);
}

}  // namespace

}  // namespace mexbase

int main(int argc, char** argv) {
    mexbase::MpiTransport mpi(argc, argv);
    const unsigned threads = argc > 1 ? static_cast<unsigned>(std::stoul(argv[1])) : 1;
    const int repeats = argc > 2 ? std::stoi(argv[2]) : 9;
    mexbase::measure_exchange(mpi);
    mexbase::compare("scattered", mexbase::bench::ScatteredRules{}, mpi, threads, repeats);
    mexbase::compare("local-wide", mexbase::bench::LocalRules<true>(mexbase::Index{1} << 24), mpi, threads, repeats);
}
