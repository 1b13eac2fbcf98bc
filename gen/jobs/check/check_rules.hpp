/// \file
/// The check of a ruleset itself, apart from any table: numbering, texts, options and their inverses, walks and layers.
/// A table can be right by rules that contradict themselves, and then answers with other positions' values.
#pragma once

#include "../jobs.hpp"

namespace mexbase {

/// Checks the rules of `game`: all indices, or, where these are more than a million or have very many options, as many
/// as a bounded number of steps allows, spread evenly and always the same ones. On the threads of the job.
///
/// Throws `Error{verification_failed}`, which names an index, what the conditions of `lib/rules/ruleset.hpp` ask there,
/// and what was found, where
///
/// - `rank(unrank(i))`, or the text of i when it is read, is another index; or a text can only be read as something
/// else;
/// - an option or a part of one is no position, or does not descend where it should; `option_count` is another number;
/// - the game is said to be impartial, and the players' options or `terminal` differ;
/// - predecessors are not the options turned round, with multiplicity, without those at which play has stopped and
///   those of other slices;
/// - slices do not follow each other, an option lies above its slice or, of a loop-free one, in it, or the options
///   below it are told to be others;
/// - a position as people see it is not read back, has another index or image, or its named moves have names that are
///   not different or lead elsewhere than the options do (each place counted once), or where play stops at win 1 its
///   finishing moves are none, or have names that are not different, or lead to what the opponent has not lost;
/// - a position with the other player to move (`passed`) has no index, is the same, or does not pass back; or images of
///   one position pass to positions of different indices;
/// - `for_each_position` or the layers do not visit each position once, or options are in no lower layer;
/// - the positions before one in its lines are not its options;
/// - a chunk function (`Moves`) returns something else than calls for single positions;
/// - the start is no position that may be asked for, or more indices are queryable than there are.
RulesReport check_rules(const Game& game, const JobOptions& options);

/// Throws `Error{verification_failed}` unless `heap_game()`, if there is one, is the game that the rules play, also
/// past the heaps of the table: what proves a period is about all heaps.
void check_heap_game(const Game& game);

}  // namespace mexbase
