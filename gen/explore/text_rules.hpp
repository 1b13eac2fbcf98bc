/// \file
/// The games of rules whose positions are texts.
#pragma once

#include <memory>
#include <string>

#include "../../lib/rules/family.hpp"
#include "exploration.hpp"

namespace mexbase {

/// The game of a board that was explored, of the family `program`: `program:name=…,answers=@…`. Throws
/// `Error{bad_spec}` for a name that is none.
std::unique_ptr<Game> explored_game(const Registry& registry, const std::string& name,
                                    std::shared_ptr<const Board> board, std::uint64_t bound = 0);

/// The game of rules, explored with positions and moves in scratch files in `folder`: for whom `explore` has no memory.
/// `saved`, which may be null, gets what is known level by level. Throws as `explore` does, and `Error{io}`.
std::unique_ptr<Game> explore_in_scratch(TextRules& rules, const std::string& name, const ExploreOptions& options,
                                         const std::string& folder, PositionCheckpoint* saved = nullptr);

}  // namespace mexbase
