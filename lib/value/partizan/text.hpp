/// \file
/// The notation of partizan values, as CGSuite (Siegel) writes canonical forms.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "arena.hpp"

namespace mexbase {

/// The longest notation that is written or read, in characters.
constexpr std::size_t longest_game_text = std::size_t{1} << 20;

/// The canonical form of `g`: numbers `3`, `-1/2`; nimbers `*`, `*2`; ups `^`, `^2`, `v3`; their sums `1/2v2*3`; powers
/// of up `^[2]` = {0|v*} and `v[2]`, with `*` or without; `+-1`, `+-(1,{2|0})` for what is its own negative; and else
/// the options, in braces: `{2|1,{3|0}}`. Where a player has one option, it is written without braces of its own, and
/// the bars have to tell: `{0||0|-1}` is {0|{0|-1}}; never more than four bars. Equal values have equal texts in all
/// arenas. `Error{not_applicable}` if the text would be longer than `longest_game_text`.
std::string to_text(const GameArena& arena, GameId g);

/// The same with nothing but braces, bars and commas: * is `{{|}|{|}}`.
std::string to_braces(const GameArena& arena, GameId g);

/// The value of any text that `to_text` and `to_braces` write, of options that are not canonical, and of sums and
/// differences of such texts; parentheses group; `^^*` and `vv` are read too, and spaces skipped. What is no notation,
/// what is out of an arena's bounds, nested more than 2000 deep, longer than `longest_game_text`, or a sum that takes
/// too many games to find throws `Error{bad_position}` with one line that says what and where.
GameId parse_game(GameArena& arena, std::string_view text);

}  // namespace mexbase
