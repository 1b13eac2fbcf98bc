// SPDX-License-Identifier: MIT
/// \file
/// Suggestions for misspelled names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "error.hpp"

namespace mexbase {

/// Returns the smallest number of edits from `a` to `b`: insert, delete or replace a character, or swap two neighbours.
/// No character is edited twice (the restricted Damerau-Levenshtein distance).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Returns the nearest `names` to `word`, three at most, in the order of `names`. A name is near if its edit distance
/// from `word`, ignoring case, is at most a third of the word's length or one. A name that begins with `word` is near
/// too, if `word` has three characters or more.
std::vector<std::string_view> suggestions(std::string_view word, std::span<const std::string_view> names);

/// Returns `; did you mean kayles?` or `; did you mean col or nogo?`. Returns an empty suggestion if no name is near,
/// or if `word` is one of the names.
Suggestion did_you_mean(std::string_view word, std::span<const std::string_view> names);
/// Overload for names in `std::string`.
Suggestion did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace mexbase
