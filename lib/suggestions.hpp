/// \file
/// What somebody may have meant who wrote a name that there is not.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "error.hpp"

namespace mexbase {

/// The least number of steps from `a` to `b`: a character put in, left out or exchanged for another, or two neighbours
/// swapped, none of them changed again (the distance of Damerau and Levenshtein in its restricted form).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Those of `names` that `word` may have been meant for, the nearest only and three at most, in the order of `names`. A
/// name is near that is a third of the word's length or one step away, in any case of letters, or that the word, of
/// three characters or more, begins.
std::vector<std::string_view> suggestions(std::string_view word, std::span<const std::string_view> names);

/// Returns `; did you mean kayles?` or `; did you mean col or nogo?`, or nothing if no name is near.
Suggestion did_you_mean(std::string_view word, std::span<const std::string_view> names);
/// Overload for names in strings.
Suggestion did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace mexbase
