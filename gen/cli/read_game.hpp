/// \file
/// Games for the commands of mexgen.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "../../lib/error.hpp"
#include "../../lib/rules/registry.hpp"
#include "../jobs/jobs.hpp"

namespace mexbase::cli {

/// Takes from `options.memory` what a game's board needs. Throws `Error{out_of_memory}` where nothing would be left.
void subtract_board(JobOptions& options, const Game& game);

/// The game of a spec, read within `options.memory`, which is then less by what its board needs. Throws what
/// `make_game_from_files` throws.
std::unique_ptr<Game> read_game(const Registry& registry, const std::string& spec, std::optional<ValueKind> kind,
                                JobOptions& options);

/// Throws `e` again; where memory was not enough, with what the game's board has of it.
[[noreturn]] void throw_beside_board(const Error& e, const Game& game);

}  // namespace mexbase::cli
