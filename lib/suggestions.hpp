// SPDX-License-Identifier: MIT
/// \file
/// Suggestions for misspelled names.
#pragma once

#include <cstdint>
#include <optional>
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

/// Returns the whole number that `text` means in another notation: `1e5`, `1.5e6`, `10^5`, `2**20`, `100_000`,
/// `100,000`, `1k` (thousand), `2M` (million). Returns `std::nullopt` if it is another text, or not a whole number of
/// 64 bits.
std::optional<std::uint64_t> number_meant(std::string_view text);
/// Returns `; write 100000` if `text` means a number in another notation, else an empty suggestion.
Suggestion write_number(std::string_view text);

/// Returns the spec to write for a graph in a file. If the name is that of a table, says how to read it. If it is that
/// of a script, says how to solve its game.
Suggestion write_file_spec(std::string_view file);
/// Returns `write_file_spec` if `word`, which is not a game, looks like the name of a file: it has a `/` or an
/// extension. Returns an empty suggestion for other words.
Suggestion file_meant(std::string_view word);
/// Returns where to find, or how to write, the rules of a well-known game that is not built in. Ignores case and
/// punctuation. For a chess material, such as KQK, returns its spec. Returns an empty suggestion for other names.
Suggestion own_game_meant(std::string_view word);

}  // namespace mexbase
