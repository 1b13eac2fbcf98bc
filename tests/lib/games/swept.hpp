// SPDX-License-Identifier: MIT
/// \file
/// Colouring games on boards of tests, solved by a sweep.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "lib/games/colouring/conjoined_boards.hpp"
#include "lib/games/colouring/placement_games.hpp"
#include "lib/solve/colouring/board_sweep.hpp"

namespace mexbase::test {

inline ColouringBoard board_of(const Board& board, unsigned columns = 0) {
    return {std::make_shared<const Board>(board), "test", columns};
}

/// Returns the `fold` of every position, in order of index.
template <class R>
std::vector<WordCell> swept(const R& rules, const auto& fold, unsigned threads = 1) {
    std::vector<WordCell> cells(rules.size());
    SweepOptions options{.threads = threads};
    sweep_board(rules.word_game(), cells, fold, options);
    return cells;
}

/// `First`, and then `Second`, on a given board.
template <class First, class Second>
struct PairGame {
    static constexpr std::optional<ColouringGame> searched{};
    static constexpr std::string_view family = "pair";
    static const FamilyHelp& help() { return Col::help(); }
    static auto make(const ColouringBoard& board, Symmetry symmetry) {
        return conjoin_placements<First, Second>(board, symmetry);
    }
};

}  // namespace mexbase::test
