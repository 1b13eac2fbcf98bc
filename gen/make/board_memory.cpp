// SPDX-License-Identifier: MIT
#include "board_memory.hpp"

#include <cstdint>
#include <string>

#include "../../lib/board/board.hpp"
#include "../../lib/error.hpp"
#include "../encode/sink.hpp"
#include "../explore/explored.hpp"
#include "make_table.hpp"

namespace mexbase {

namespace {

void move_to_scratch(std::unique_ptr<Game>& game, const JobOptions& options) {
    game = in_scratch_files(*game, options.threads, options.scratch, options.memory);
}

/// Returns true if positions and moves of the game are stored in its board.
bool has_explored_board(const Game& game) {
    return as_program(game) != nullptr && game.board() != nullptr;
}

}  // namespace

std::uint64_t board_bytes(const Game& game) {
    return game.board() == nullptr ? 0 : game.board()->bytes();
}

void subtract_board_memory(JobOptions& options, const Game& game) {
    const std::uint64_t needed = board_bytes(game);
    if (needed >= options.memory)
        throw Error(ErrorCode::out_of_memory, "the graph alone needs " + memory_text(needed) +
                                                  " of memory, more than the allowed " + memory_text(options.memory));
    options.memory -= needed;
}

void reserve_board_memory(JobOptions& options, std::unique_ptr<Game>& game, bool may_spill) {
    if (may_spill && has_explored_board(*game) && board_bytes(*game) >= options.memory)
        move_to_scratch(game, options);
    else
        subtract_board_memory(options, *game);
}

bool free_board_memory(const Error& e, std::unique_ptr<Game>& game, JobOptions& options) {
    if (e.code() != ErrorCode::out_of_memory || !game || !has_explored_board(*game)) return false;
    options.memory += board_bytes(*game);
    move_to_scratch(game, options);
    return true;
}

JobReport make_table_within_memory(std::unique_ptr<Game>& game, Sink& sink, JobOptions& options, bool may_spill) {
    try {
        return make_table(*game, sink, options);
    } catch (const Error& e) {
        if (!may_spill || sink.size() != 0 || !free_board_memory(e, game, options)) throw;
    }
    return make_table(*game, sink, options);
}

void throw_with_board_memory(const Error& e, const Game& game, std::uint64_t program) {
    if (e.code() != ErrorCode::out_of_memory) throw e;
    std::string text = e.what();
    const std::uint64_t mebibytes = board_bytes(game) >> 20;
    const std::string graph = mebibytes == 0 ? "" : "the graph takes " + std::to_string(mebibytes + 1) + " MiB more";
    if (program != 0) text += "; the program takes " + memory_text(program) + " more";
    if (!graph.empty()) text += (program != 0 ? ", and " : "; ") + graph;
    if (game.spec().starts_with("chess:men=")) text += "; a table of one material, such as chess:KRPKN, needs less";
    throw Error(e.code(), text, e.remedy());
}

}  // namespace mexbase
