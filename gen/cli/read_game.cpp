#include "read_game.hpp"

#include <fmt/format.h>

#include "../../lib/memory_text.hpp"
#include "../game_file.hpp"

namespace mexbase::cli {

void subtract_board(JobOptions& options, const Game& game) {
    const std::uint64_t needed = game.board() == nullptr ? 0 : game.board()->bytes();
    if (needed >= options.memory)
        throw Error(ErrorCode::out_of_memory, fmt::format("the graph alone needs {}, and --memory allows {}",
                                                          memory_text(needed), memory_text(options.memory)));
    options.memory -= needed;
}

void throw_beside_board(const Error& e, const Game& game) {
    const std::uint64_t mebibytes = game.board() == nullptr ? 0 : game.board()->bytes() >> 20;
    if (e.code() != ErrorCode::out_of_memory || mebibytes == 0) throw e;
    throw Error(e.code(), fmt::format("{}, beside {} MiB for the graph", e.what(), mebibytes + 1));
}

std::unique_ptr<Game> read_game(const Registry& registry, const std::string& spec, std::optional<ValueKind> kind,
                                JobOptions& options) {
    auto game = make_game_from_files(registry, spec, kind, options.memory);
    subtract_board(options, *game);
    return game;
}

}  // namespace mexbase::cli
