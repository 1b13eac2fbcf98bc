// SPDX-License-Identifier: MIT
/// \file
/// Games in which a position is a word: a colour for each vertex of a board. Solvers that visit all words use it.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "../board/colouring.hpp"
#include "../value/outcome.hpp"

namespace mexbase {

class Words;

/// A buffer for the positions after one player's moves: at most 63 vertices, and two colours to choose from.
using WordOptions = std::array<Colouring, 126>;

/// A game whose indices are the ranks of the words in `words`. Every move lowers the rank. Borrows the ruleset.
struct WordGame {
    std::string_view family;
    const Words* words = nullptr;
    const Neighbours* board = nullptr;
    bool partizan = false;
    /// True if a move colours an open vertex, and every word with one more coloured vertex is an option. In partizan
    /// play, black is Left's colour.
    bool places = false;
    /// True if a position is the disjunctive sum of its connected components.
    bool has_components = false;
    /// Writes the position after every move of the player to `out`, in the order of the rules. Returns their number.
    std::function<std::size_t(const Colouring&, Player, WordOptions& out)> moves;
    /// Returns true for words that are positions. If empty, all words are positions.
    std::function<bool(const Colouring&)> belongs;

    /// If not null, this is the first phase of a conjoined game, and `hand_over` gives the second-phase position for a
    /// position without moves. The indices of the second phase come first.
    std::shared_ptr<const WordGame> second;
    std::function<Colouring(const Colouring&)> hand_over;
};

}  // namespace mexbase
