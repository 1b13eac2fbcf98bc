/// \file
/// What a program says that knows the moves which a table does not hold.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../lib/value/outcome.hpp"

namespace mexbase {

/// Says the moves of a position for the player: replaces `options` by their texts, or returns how play has stopped
/// there for that player. Called by any thread; what it throws comes out as an error of the call that asked.
using MoveProvider =
    std::function<std::optional<Outcome>(std::string_view position, Player mover, std::vector<std::string>& options)>;

}  // namespace mexbase
