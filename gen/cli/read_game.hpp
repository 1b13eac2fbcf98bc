/// \file
/// Games for the commands of mexgen.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "../../lib/rules/family.hpp"
#include "../jobs/jobs.hpp"

namespace mexbase::cli {

/// The game of a spec, read within `options.memory`, which is then less by what its board needs. Throws what
/// `make_game_from_files` throws.
std::unique_ptr<Game> read_game(const Registry& registry, const std::string& spec, std::optional<ValueKind> kind,
                                JobOptions& options);

}  // namespace mexbase::cli
