// What a chess program asks of a table: the outcome or the value of a board, given by its squares or in Forsyth-Edwards
// notation, where all values are decoded already and where the blocks are not. The time is that of one board.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "gen/encode/sink.hpp"
#include "gen/game_file.hpp"
#include "gen/jobs/jobs.hpp"
#include "lib/games/boards/chess.hpp"
#include "query/chess/chess.hpp"

namespace mexbase {
namespace {

constexpr std::string_view spec = "chess:KQKR";

const std::vector<std::byte>& table_bytes() {
    static const std::vector<std::byte> bytes = [] {
        const auto game = make_game_from_files(stock_registry(), spec, ValueKind::outcome);
        MemorySink sink;
        find_jobs(stock_jobs(), *game).make_table(*game, sink, JobOptions{});
        return sink.take();
    }();
    return bytes;
}

struct Boards {
    std::vector<std::string> texts;
    std::vector<chess::Diagram> squares;
    std::vector<Index> indices;
};

/// Positions with all four men, in no order, as people see them: either side may have the queen.
Boards some_boards(const Table& table) {
    const Chess& rules = *rules_of<Chess>(table.game().value());
    const Slice slice = rules.slice(rules.slices() - 1);
    std::mt19937_64 random(1);
    Boards boards;
    while (boards.texts.size() < 50'000) {
        const Index i = slice.first + random() % slice.size;
        if (!rules.legal(i)) continue;
        boards.texts.push_back(rules.format(rules.position(i, static_cast<unsigned>(random() % rules.images()))));
        boards.squares.push_back(chess::Diagram::parse(boards.texts.back()));
        boards.indices.push_back(i);
    }
    return boards;
}

enum class How { index, squares, text };
enum class What { place, outcome, value };

void board(benchmark::State& state, How how, What what, bool decoded) {
    OpenOptions open;
    open.cache_bytes = decoded ? std::size_t{1} << 30 : 0;
    const Table table = Table::from_memory(std::span(table_bytes()), open).value();
    table.preload().value();
    const Boards boards = some_boards(table);
    std::size_t at = 0;
    for (auto _ : state) {
        const Index i = how == How::index     ? boards.indices[at]
                        : how == How::squares ? chess_index(table, boards.squares[at]).value()
                                              : table.index_of(boards.texts[at]).value();
        if (what == What::outcome) {
            auto found = table.stored_outcome(i);
            benchmark::DoNotOptimize(found);
        } else if (what == What::value) {
            auto found = table.stored_at(i);
            benchmark::DoNotOptimize(found);
        } else {
            benchmark::DoNotOptimize(i);
        }
        at = at + 1 == boards.texts.size() ? 0 : at + 1;
    }
}

void register_all() {
    const std::pair<How, const char*> ways[] = {{How::index, "index"}, {How::squares, "squares"}, {How::text, "text"}};
    for (const auto& [how, by] : ways) {
        if (how != How::index)
            benchmark::RegisterBenchmark((std::string("place/") + by).c_str(), board, how, What::place, true);
        for (const bool decoded : {true, false})
            for (const auto& [what, name] : {std::pair{What::outcome, "outcome/"}, {What::value, "value/"}})
                benchmark::RegisterBenchmark((std::string(decoded ? "decoded/" : "undecoded/") + name + by).c_str(),
                                             board, how, what, decoded);
    }
}

}  // namespace
}  // namespace mexbase

int main(int argc, char** argv) {
    mexbase::register_all();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
