#include "read_game.hpp"

#include "../game_file.hpp"
#include "../make/room.hpp"

namespace mexbase::cli {

std::unique_ptr<Game> read_game(const Registry& registry, const std::string& spec, std::optional<ValueKind> kind,
                                JobOptions& options) {
    auto game = make_game_from_files(registry, spec, kind, options.memory);
    subtract_board(options, *game);
    return game;
}

}  // namespace mexbase::cli
