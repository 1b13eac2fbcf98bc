// SPDX-License-Identifier: MIT
/// \file
/// Chess endings, solved by the kernel.
#pragma once

#include <string_view>

#include "lib/games/boards/chess.hpp"
#include "lib/solve/outcomes/solve.hpp"
#include "lib/solve/retrograde/cells.hpp"

namespace mexbase::chess {

/// A material with all materials reached from it.
struct SolvedChess {
    explicit SolvedChess(std::string_view material) : rules({parse_material(material)}), cells(solve(rules).cells) {}
    OutcomeValue value(Index i) const { return cells[i]; }

    Chess rules;
    OutcomeCells cells;
};

}  // namespace mexbase::chess
