// SPDX-License-Identifier: MIT
#include "table_job.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "../../lib/error.hpp"
#include "../../lib/games/tokens/program.hpp"
#include "../../query/kinds/kind.hpp"
#include "../game_file.hpp"
#include "../memory.hpp"
#include "../parallel_ordered.hpp"

namespace mexbase::detail {

namespace {

/// Returns functions that read the positions and moves of an explored game. Borrows the game.
PositionSource source_of(const ListedGame& game) {
    PositionSource source;
    source.count = game.size();
    source.partizan = game.partizan();
    source.start = *game.start();
    source.text = [&game](Index i, std::string& out) { out = game.positions().text(i); };
    source.mark = [&game](Index i) { return game.positions().mark(i); };
    source.moves = [&game](Index i, Player player, std::vector<Index>& out) {
        out.clear();
        game.positions().add_moves(i, player, out);
        std::ranges::sort(out);
    };
    return source;
}

/// Returns true if the table stores its positions as texts.
bool holds_texts(const Table& table) {
    const auto game = table.game();
    return game && as_program(*game) != nullptr && game->board() == nullptr;
}

/// Checks that the table stores the texts of the game's positions, in the same order.
void check_texts(const Table& table, const Game& game) {
    const Game& stored = table.game().value();
    bool right = stored.size() == game.size() && stored.start() == game.start() && stored.partizan() == game.partizan();
    for (Index i = 0; right && i < game.size(); ++i)
        right = stored.legal(i) == game.legal(i) && stored.format(i) == game.format(i);
    if (!right) throw Error(ErrorCode::verification_failed, "the positions in the table differ from those of its game");
}

}  // namespace

TableContents contents_for(const Game& game, const JobOptions& options) {
    TableContents contents;
    contents.info.spec = game.spec();
    contents.info.value = options.value;
    contents.info.play = options.play;
    contents.info.rules_version = game.rules_version();
    contents.info.indices = game.size();
    contents.info.queryable_size = game.queryable_size();
    contents.info.distance = game.traits().distance;
    if (contents.info.distance != Distance::end) contents.info.exit_limit = game.traits().exit_limit;
    if (const ListedGame* program = as_program(game))
        contents.positions = source_of(*program);
    else
        contents.board = game.board().get();
    if (contents.positions && !options.arcs) contents.positions->moves = nullptr;
    return contents;
}

JobReport finish_job(Sink& sink, const TableContents& contents, const JobOptions& options, std::uint64_t held) {
    JobReport report;
    report.solved = JobClock::now();
    EncodeOptions encoding;
    encoding.codec = options.codec;
    encoding.level = options.level.value_or(0);
    encoding.apart = options.apart;
    encoding.threads = options.threads;
    if (options.memory != 0) {
        encoding.memory = std::max<std::uint64_t>(1, options.memory - std::min(options.memory, held));
        while (encoding.threads > 1 && packing_memory(contents.info.indices, encoding.threads) > encoding.memory)
            --encoding.threads;
    }
    if (options.progress)
        encoding.progress = [&options](std::uint64_t done, std::uint64_t total) {
            options.progress("writing", done, total);
        };
    report.encoding = write_table(sink, contents, encoding);
    report.info = report.encoding.info;
    report.peak_bytes = peak_memory();
    return report;
}

std::uint32_t stream_value(std::uint64_t number) {
    if (number >= dont_care)
        throw Error(ErrorCode::not_applicable,
                    "a table cannot store the value " + std::to_string(number) + ": expected a number below 2^32 - 1");
    return static_cast<std::uint32_t>(number);
}

std::uint64_t other_programs(unsigned processes) {
    return (processes - std::uint64_t{1}) * program_memory;
}

std::uint64_t least_packing_memory(const Game& game) {
    return packing_memory(game.size(), 1);
}

JobMemory job_memory(const Game& game, const JobOptions& options, std::uint64_t solving, std::uint64_t held) {
    constexpr std::uint64_t buffers = std::uint64_t{1} << 20;  // of a sweep, per thread
    JobMemory memory;
    memory.least = std::max(solving, held + least_packing_memory(game));
    memory.fastest =
        std::max(solving + options.threads * buffers, held + fastest_packing_memory(game.size(), options.threads));
    return memory;
}

void check_memory(std::uint64_t bytes, const JobOptions& options) {
    if (options.memory != 0 && bytes > options.memory)
        throw Error(
            ErrorCode::out_of_memory,
            "the job needs " + memory_text(bytes) + " of memory, and " + memory_text(options.memory) + " are allowed",
            Remedy::allow_memory);
}

void check_room(const std::string& folder, std::uint64_t bytes) {
    std::error_code unknown;
    const std::uint64_t room = std::filesystem::space(folder, unknown).available;
    if (unknown || room >= bytes) return;
    throw Error(ErrorCode::io, "the job may need " + memory_text(bytes) + " in the scratch folder " +
                                   in_quotes(folder) + ", and " + memory_text(room) + " are free");
}

void refuse_misere(const JobOptions& options) {
    if (options.play == Play::normal) return;
    const std::string_view why = kind_of(options.value).no_misere;
    if (!why.empty()) throw Error(ErrorCode::not_applicable, std::string(why));
}

void check_table(const Table& table, const Game& game) {
    table.check().value();
    const TableInfo& info = table.info();
    const bool keys = as_program(game) != nullptr && holds_texts(table);
    const auto board = keys ? game.board() : table.board().value();
    if (keys) check_texts(table, game);
    if (board ? !names_board(info.spec, *board) : game.board() != nullptr)
        throw Error(ErrorCode::verification_failed, "the board in the table differs from the one that its spec names");
    if (info.spec != game.spec())
        throw Error(ErrorCode::verification_failed, "the table's spec, " + in_quotes(info.spec) +
                                                        ", is not in its normal form, " + in_quotes(game.spec()));
    if (info.indices != game.size() || info.queryable_size != game.queryable_size() ||
        info.rules_version != game.rules_version())
        throw Error(ErrorCode::verification_failed,
                    "the table was made for other rules of " + std::string{game.family()});
}

void throw_wrong(const Game& game, Index index, const std::string& stored, const std::string& derived) {
    throw Error(ErrorCode::verification_failed, "wrong value at position " + game.format(index) + " (index " +
                                                    std::to_string(index) + "): the table says " + stored +
                                                    ", its options give " + derived);
}

void parallel_for_ranges(Index count, unsigned threads, const ProgressSink& progress, std::string_view phase,
                         const std::function<bool(unsigned, Index, Index)>& work) {
    constexpr Index range = Index{1} << 14;
    const auto end = [&](Index r) { return std::min(count, (r + 1) * range); };
    parallel_ordered((count + range - 1) / range, threads,
                     [&](unsigned thread, Index r) { return work(thread, r * range, end(r)); },
                     [&](Index r, bool is_correct) {
                         if (progress) progress(phase, end(r), count);
                         return is_correct;
                     });
}

}  // namespace mexbase::detail

namespace mexbase {

std::unique_ptr<Game> game_for_jobs(const Registry& registry, const Table& table) {
    if (!detail::holds_texts(table)) return nullptr;
    auto board = table.board().value();
    if (!board)
        throw Error(ErrorCode::not_applicable,
                    "the table does not store its moves, so its rules must come from a program", Remedy::name_program);
    return make_game(registry, table.info().spec, std::move(board));
}

}  // namespace mexbase
