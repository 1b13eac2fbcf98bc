/// \file
/// Languages of words on a board, a letter a vertex, as automata that remember the frontier of a scan.
#pragma once

#include <functional>
#include <string>

#include "scan.hpp"

namespace mexbase {

/// What stands at a vertex, in the order in which words are sorted: every move of a colouring game makes a word
/// smaller, as colours come before `open` and `removed` before colours.
enum class Letter : unsigned char { removed = 0, black = 1, white = 2, open = 3 };

/// How many letters there are.
inline constexpr unsigned letter_count = 4;

/// A set of words on a board, given by a deterministic automaton that reads them vertex by vertex. A plain value;
/// its functions are pure and safe for any number of threads.
struct Language {
    /// What is remembered before the first vertex. States are short byte strings.
    std::string start;
    /// Takes `state` over the next vertex and its letter, and forgets what the step does not keep. False if no word of
    /// the language begins so; `state` then means nothing.
    std::function<bool(std::string& state, Letter letter, const ScanStep& step)> read;
    /// Whether a word that ends in `state` belongs to the language.
    std::function<bool(const std::string& state)> accepts;
};

/// What neighbours may not be: of one colour (Col) or of two (Snort).
enum class Forbidden : bool { same_colour, two_colours };

/// All words of black, white and open.
Language colourings();
/// Words of black, white and open in which no two neighbours are as forbidden.
Language proper_colourings(Forbidden forbidden);
/// Those of them in which no open vertex can be coloured any more.
Language finished_colourings(Forbidden forbidden);
/// Words of black, white and open in which every group, that is every connected component of one colour, has an open
/// neighbour: the positions of NoGo.
Language colourings_with_liberties();
/// Words of removed, black and white, and with `green` of open, in which every connected component of what is not
/// removed has two colours at least: the positions of Cutthroat.
Language two_coloured_components(bool green);

/// All words of removed and open: sets of vertices.
Language vertex_sets();

/// Words of black, white and open that belong to `finished`, or to `second` but not to `first`: the positions of the
/// second of two conjoined placement games on the same board, if `finished` has the words in which the first is over.
Language second_phase(Language first, Language finished, Language second);

/// Words of `language` whose first coloured letter, in the order of the scan, is black: one of each pair of words that
/// differ by an exchange of the colours, if `language` has both or neither.
Language first_is_black(Language language);

}  // namespace mexbase
