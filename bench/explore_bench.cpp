// SPDX-License-Identifier: MIT
// Explores, solves and writes Quixo from rules without an index at full size, and compares it with the indexed ruleset:
// explore_bench SIZE [THREADS [SCRATCH [whole|reduced [compare|alone [MEMORY]]]]].
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "gen/encode/sink.hpp"
#include "gen/explore/large_rules.hpp"
#include "gen/explore/positions/explored_positions.hpp"
#include "gen/game_file.hpp"
#include "gen/make/make_table.hpp"
#include "gen/memory.hpp"
#include "gen/temporary_folder.hpp"
#include "quixo_rules.hpp"

namespace {

using namespace mexbase;

double cpu_seconds() {
    ::rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

void tell(const char* what) {
    static const auto begin = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    fmt::print("{:7.1f} s, {:7.1f} CPU s, {:5} MiB: {}\n", seconds, cpu_seconds(), peak_memory() >> 20, what);
    std::fflush(stdout);
}

Table made(const Game& game, const JobOptions& options) {
    MemorySink sink;
    make_table(game, sink, options);
    return Table::from_memory(sink.take()).value();
}

/// Times probes by text of positions in random order, mostly in blocks not yet decoded.
void time_texts(const Table& table) {
    std::mt19937_64 random(1);
    std::vector<std::string> texts;
    for (int k = 0; k < 100'000; ++k) texts.push_back(table.text_of(random() % table.info().indices).value());
    std::vector<double> taken;
    for (const std::string& text : texts) {
        const auto begin = std::chrono::steady_clock::now();
        if (!table.probe(text)) std::abort();
        taken.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count());
    }
    std::ranges::sort(taken);
    fmt::print("a probe by text: median {:.0f} ns, p99 {:.0f} ns\n", taken[taken.size() / 2],
               taken[taken.size() * 99 / 100]);
}

struct Wanted {
    unsigned side = 3;
    bool compare = false;
    LargeOptions options;
};

template <class Rules>
int run(const Wanted& wanted) {
    const unsigned threads = wanted.options.explore.threads;
    tell("begun");
    const Rules rules(wanted.side);
    Explored explored = explore_large(rules, wanted.options);
    tell("positions numbered and moves reversed");
    const ReversedMoves& moves = explored.positions->reversed();
    fmt::print("{} positions, {} moves; {} bytes of reversed moves, {} while they were sorted\n",
               explored.positions->size(), moves.count(), moves.bytes(), moves.sorting_bytes());
    const auto game = explored_game("quixo", std::move(explored));
    JobOptions job;
    job.threads = threads;
    job.scratch = wanted.options.reversing.scratch;
    job.memory = wanted.options.explore.memory;
    const Table table = made(*game, job);
    tell("solved and written");
    fmt::print("{}: {} bytes; loss {}, win {}, draw {}\n", game->spec(), table.file_bytes(), table.info().outcomes[0],
               table.info().outcomes[1], table.info().outcomes[2]);
    for (const StreamInfo& stream : table.streams())
        fmt::print("{}: {}, blocks of {}, {} bytes, {:.3f} bits per position\n", to_string(stream.kind),
                   to_string(stream.codec), stream.block, stream.bytes,
                   8.0 * static_cast<double>(stream.bytes) / static_cast<double>(table.info().indices));
    time_texts(table);
    if (!wanted.compare) return 0;
    const auto ranked = make_game_from_files(stock_registry(), fmt::format("quixo:size={}", wanted.side));
    const Table other = made(*ranked, job);
    for (Index i = 0; i < game->size(); ++i)
        if (!(table.at(i).value() == other.probe(game->format(i)).value())) {
            fmt::print("{} differs\n", game->format(i));
            return 1;
        }
    tell("every position compared");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return_freed_memory(true);
    std::vector<std::string> given;
    for (int k = 1; k < argc; ++k)
        if (argv[k][0] != '-') given.emplace_back(argv[k]);  // others are for Google Benchmark
    const auto argument = [&](std::size_t k, const char* otherwise) { return k < given.size() ? given[k] : otherwise; };
    Wanted wanted;
    wanted.side = static_cast<unsigned>(std::stoul(argument(0, "3")));
    wanted.options.explore.threads = static_cast<unsigned>(std::stoul(argument(1, "2")));
    wanted.options.reversing.scratch = argument(2, temporary_folder().c_str());
    wanted.compare = argument(4, "") == "compare";
    wanted.options.explore.memory = parse_size(argument(5, "0"));
    return argument(3, "whole") == "reduced" ? run<ReducedQuixoRules>(wanted) : run<QuixoRules>(wanted);
}
