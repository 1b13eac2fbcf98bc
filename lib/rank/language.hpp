// SPDX-License-Identifier: MIT
/// \file
/// Languages: sets of words on a board, which have one letter per vertex. They are given by automata that read a board
/// vertex by vertex and remember only the frontier (see `ScanStep`).
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace mexbase {

/// The letter of a vertex. A move changes `open` to a colour, or a letter to `removed`. Letters are sorted so that
/// every move of a colouring game makes a word smaller.
enum class Letter : unsigned char { removed = 0, black = 1, white = 2, open = 3 };

inline constexpr unsigned letter_count = 4;

/// One vertex of a scan. The *frontier* is the list of vertices read before that still have unread neighbours.
struct ScanStep {
    unsigned vertex = 0;
    std::vector<unsigned> neighbours;  ///< frontier slots of the neighbours read before
    /// Slots of the vertices that stay in the frontier. This vertex has the slot after the old frontier.
    std::vector<unsigned> kept;
};

/// A set of words on a board, given by a deterministic automaton that reads them vertex by vertex. A plain value;
/// its functions are pure and safe for any number of threads.
struct Language {
    /// The state before the first vertex. States are short byte strings.
    std::string start;
    /// Advances `state` over the next vertex and its letter, and forgets the vertices that leave the frontier. Returns
    /// false if no word of the language begins with the letters read; `state` is then unspecified.
    std::function<bool(std::string& state, Letter letter, const ScanStep& step)> read;
    /// Returns true if a word that ends in `state` belongs to the language; by default all do.
    std::function<bool(const std::string& state)> accepts = [](const std::string&) { return true; };
};

/// Colours that two coloured neighbours must not have: the same colour (Col) or two colours (Snort).
enum class Forbidden : bool { same_colour, two_colours };

/// Returns the language of all words with the letters black, white and open.
Language colourings();
/// Returns the words of black, white and open without a forbidden pair of neighbours.
Language proper_colourings(Forbidden forbidden);
/// Returns the subset of `proper_colourings` in which no open vertex can be coloured.
Language finished_colourings(Forbidden forbidden);
/// Returns the words of black, white and open in which every group (a connected component of one colour) has an open
/// neighbour: the positions of NoGo.
Language colourings_with_liberties();
/// Returns the words of removed, black and white, and also open if `green` is true, in which every connected component
/// of the present vertices has at least two colours: the positions of Cutthroat.
Language two_coloured_components(bool green);

/// Returns the language of all words with the letters removed and open. They are sets of vertices.
Language vertex_sets();

/// Returns the words of black, white and open that belong to `finished`, or to `second` but not to `first`. They are
/// the second-phase positions of two conjoined games. `finished` has the words in which the first game is over.
Language second_phase(Language first, Language finished, Language second);

/// Returns the words of `language` whose first coloured letter, in the order of the scan, is black. If `language` is
/// invariant under an exchange of the colours, the result has one of each two words that differ by the exchange.
Language first_is_black(Language language);

}  // namespace mexbase
