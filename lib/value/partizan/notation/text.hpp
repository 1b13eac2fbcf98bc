// SPDX-License-Identifier: MIT
/// \file
/// The notation of partizan values, as CGSuite 2 (Siegel) writes canonical forms.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "../arena.hpp"

namespace mexbase {

/// Maximum length of the text of a game, in characters.
constexpr std::size_t longest_game_text = std::size_t{1} << 20;

/// Returns the canonical form of `g`, as CGSuite 2 prints it:
/// - numbers `3`, `-1/2`; nimbers `*`, `*2`; ups `^`, `^^`, `^3` and downs `v`, `vv`, `v3`;
/// - powers of up, such as `^<2>` = {0|v*}, and of down, such as `v<2>`; sums of the first powers, such as `^[2]` =
///   {^|*} and `v[2]`; at most `GameArena::most_power`;
/// - a number, ups or a power, and a nimber without a sign between them: `1/2vv*3`, `-1^<2>*`;
/// - `Tiny(G)` = {0||0|-G} and `Miny(G)` = {G|0||0} if G has a positive mean, perhaps after a number: `3Tiny(1)`;
/// - `+-1`, `+-(1*)`, `+-{1,{2|0}}` for games that are their own negatives;
/// - otherwise the options, in braces: `{2|1,{3|0}}`. A single option of a player has no braces of its own, and longer
///   bars separate the outer options: `{0||0|v3}` is {0|{0|v3}}; at most four bars.
///
/// Equal values have equal texts in all arenas. Throws `Error{not_applicable}` if the text exceeds `longest_game_text`.
std::string to_text(const GameArena& arena, PartizanId g);

/// Reads any text that `to_text` writes, and sums and differences of such texts. Options need not be canonical.
/// Parentheses group, bars may be of any length, and spaces are skipped except in `+-`. `+-` before a game G is the
/// switch {G|-G}. After another game, it adds this switch: `3+-1` is {4|2}. `^2` is read as `^^`, `+-(1,{2|0})` as
/// `+-{1,{2|0}}`. Also reads the signs of books in UTF-8 (U+00B1, arrows, U+2212, U+2217, fractions such as U+00BD,
/// bars, multiples `3·↑`, powers `↑²` and nimbers `*₂` with one raised or lowered digit), and decimal fractions such as
/// `1.25` whose denominator is a power of two. Throws `Error{bad_position}` if the text
/// is invalid, ambiguous, nested more than 2000 deep or longer than `longest_game_text`. Also throws it if a value is
/// out of an arena's bounds or takes too long to compute. The message names the fault and its place in one line.
PartizanId parse_game(GameArena& arena, std::string_view text);

}  // namespace mexbase
