// SPDX-License-Identifier: MIT
// Times the C functions of a folder of chess endings: results, distances and ranked moves of boards as bitboards. For
// comparison, times the same lookups in a table that is opened directly, and ranked moves by text. The folder has
// KQKR with distances to mate and to zeroing, decoded. The time is per board.
//
// On a busy machine, use the minimum of several runs:
// `endings_bench --benchmark_repetitions=9 --benchmark_report_aggregates_only=true`.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "gen/encode/atomic_file.hpp"
#include "gen/game_file.hpp"
#include "gen/make/make_table.hpp"
#include "lib/games/boards/chess.hpp"
#include "lib/rules/game_of.hpp"
#include "query/mexquery.h"
#include "query/table.hpp"

namespace mexbase {
namespace {

void need(int code, const mexquery_error& error) {
    if (code == MEXQUERY_OK) return;
    std::fprintf(stderr, "%s\n", error.message);
    std::exit(1);
}

/// A board in each form that the functions take.
struct Board {
    mexquery_chess_board sets{};
    char men[64]{};
    std::string text;
};

mexquery_chess_board sets_of(const chess::Diagram& diagram) {
    mexquery_chess_board board{};
    uint64_t* const kinds[] = {&board.kings, &board.queens, &board.rooks, &board.bishops, &board.knights, &board.pawns};
    for (unsigned square = 0; square < 64; ++square) {
        const char man = diagram.men[square];
        if (man == 0) continue;
        const bool black = man >= 'a';
        (black ? board.black : board.white) |= chess::bit(square);
        const auto kind = std::string_view(black ? "kqrbnp" : "KQRBNP").find(man);
        *kinds[kind] |= chess::bit(square);
    }
    board.turn = diagram.black_moves ? 0 : 1;
    board.ep = diagram.passed;
    return board;
}

/// The open tables and the boards to look up.
struct Fixture {
    std::filesystem::path folder;
    mexquery_chess* endings = nullptr;
    mexquery_table *mates = nullptr, *exits = nullptr;
    std::vector<Board> boards;

    Fixture() {
        std::string name = (std::filesystem::temp_directory_path() / "endings-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) std::exit(1);
        folder = name;
        for (const Distance distance : {Distance::end, Distance::exit}) {
            const auto game = make_game_from_files(stock_registry(), "chess:KQKR", ValueKind::outcome, 0, distance);
            AtomicFile file(path(distance));
            make_table(*game, file, JobOptions{});
            file.commit();
        }
        mexquery_open_options options = {};
        options.size = sizeof options;
        options.cache_bytes = std::size_t{1} << 30;
        mexquery_error error;
        need(mexquery_chess_open(name.c_str(), &options, &endings, &error), error);
        need(mexquery_open_with(path(Distance::end).c_str(), &options, &mates, &error), error);
        need(mexquery_open_with(path(Distance::exit).c_str(), &options, &exits, &error), error);
        add_boards();
    }
    ~Fixture() {
        mexquery_chess_close(endings);
        mexquery_close(mates);
        mexquery_close(exits);
        std::filesystem::remove_all(folder);
    }
    Fixture(const Fixture&) = delete;
    Fixture& operator=(const Fixture&) = delete;

    std::string path(Distance distance) const {
        return (folder / (distance == Distance::end ? "mates.mxb" : "exits.mxb")).string();
    }

  private:
    /// Adds positions in random order, in user form: either side may have the queen.
    void add_boards() {
        const auto game = make_game_from_files(stock_registry(), "chess:KQKR", ValueKind::outcome);
        const Chess& rules = *rules_of<Chess>(*game);
        std::mt19937_64 random(1);
        while (boards.size() < 50'000) {
            const Index i = random() % rules.size();
            if (!rules.legal(i)) continue;
            Board board;
            board.text = rules.format(rules.position(i, static_cast<unsigned>(random() % rules.images())));
            const chess::Diagram diagram = chess::Diagram::parse(board.text);
            std::copy(diagram.men.begin(), diagram.men.end(), board.men);
            board.sets = sets_of(diagram);
            boards.push_back(board);
        }
    }
};

Fixture& fixture() {
    static Fixture shared;
    return shared;
}

/// Times `look_up(fixture, board)`.
template <class LookUp>
void time_boards(benchmark::State& state, const LookUp& look_up) {
    Fixture& shared = fixture();
    for (const Board& board : shared.boards) look_up(shared, board);  // decodes the tables
    std::size_t at = 0;
    for (auto _ : state) {
        look_up(shared, shared.boards[at]);
        at = (at + 1) % shared.boards.size();
    }
}

int black_moves(const Board& board) {
    return board.sets.turn == 0 ? 1 : 0;
}

void outcome_direct(benchmark::State& state) {
    time_boards(state, [](Fixture& shared, const Board& board) {
        mexquery_error error;
        uint64_t index = 0;
        int32_t outcome = 0;
        need(mexquery_chess_index(shared.exits, board.men, black_moves(board), 0, &index, &error), error);
        need(mexquery_stored_outcome_at(shared.exits, index, &outcome, &error), error);
        benchmark::DoNotOptimize(outcome);
    });
}

void outcome_in_folder(benchmark::State& state) {
    time_boards(state, [](Fixture& shared, const Board& board) {
        mexquery_error error;
        int32_t wdl = 0;
        need(mexquery_chess_wdl(shared.endings, &board.sets, &wdl, &error), error);
        benchmark::DoNotOptimize(wdl);
    });
}

void value_direct(benchmark::State& state) {
    time_boards(state, [](Fixture& shared, const Board& board) {
        mexquery_error error;
        uint64_t index = 0;
        mexquery_value value;
        need(mexquery_chess_index(shared.mates, board.men, black_moves(board), 0, &index, &error), error);
        need(mexquery_stored_at(shared.mates, index, &value, &error), error);
        benchmark::DoNotOptimize(value);
    });
}

void value_in_folder(benchmark::State& state) {
    time_boards(state, [](Fixture& shared, const Board& board) {
        mexquery_error error;
        int32_t dtm = 0;
        need(mexquery_chess_dtm(shared.endings, &board.sets, &dtm, &error), error);
        benchmark::DoNotOptimize(dtm);
    });
}

void moves_by_text(benchmark::State& state) {
    time_boards(state, [](Fixture& shared, const Board& board) {
        mexquery_error error;
        mexquery_moves* moves = nullptr;
        need(mexquery_moves_of(shared.mates, board.text.c_str(), MEXQUERY_LEFT, &moves, &error), error);
        mexquery_moves_free(moves);
    });
}

void moves_in_folder(benchmark::State& state) {
    time_boards(state, [](Fixture& shared, const Board& board) {
        mexquery_error error;
        mexquery_chess_move moves[MEXQUERY_CHESS_MOST_MOVES];
        size_t count = 0;
        need(mexquery_chess_root(shared.endings, &board.sets, moves, std::size(moves), &count, &error), error);
        benchmark::DoNotOptimize(moves);
    });
}

double least(const std::vector<double>& times) {
    return *std::min_element(times.begin(), times.end());
}

BENCHMARK(outcome_direct)->ComputeStatistics("min", least);
BENCHMARK(outcome_in_folder)->ComputeStatistics("min", least);
BENCHMARK(value_direct)->ComputeStatistics("min", least);
BENCHMARK(value_in_folder)->ComputeStatistics("min", least);
BENCHMARK(moves_by_text)->ComputeStatistics("min", least);
BENCHMARK(moves_in_folder)->ComputeStatistics("min", least);

}  // namespace
}  // namespace mexbase

BENCHMARK_MAIN();
