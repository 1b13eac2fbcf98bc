/// \file
/// Whole jobs: making a table of a game, and verifying one. Here the ruleset's type is erased, once a job.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../lib/rules/family.hpp"
#include "../../lib/solve/retrograde/strategy.hpp"
#include "../../query/table.hpp"
#include "../encode/table_writer.hpp"
#include "../temporary_folder.hpp"

namespace mexbase {

/// Receives the phase (`exploring`, `solving`, `writing`, `verifying`), what is done and what there is in all, in
/// positions (0: unknown). Called from one thread at a time, a few times a second at most in effect: it must return
/// quickly.
using ProgressSink = std::function<void(std::string_view phase, std::uint64_t done, std::uint64_t total)>;

/// How a table is made. The bytes of the table depend on `value`, `play`, `codec`, `level`, `apart` and `arcs`
/// only.
struct JobOptions {
    ValueKind value{};
    Play play = Play::normal;
    unsigned threads = 1;
    std::uint64_t memory = 0;  ///< bytes the job may use for positions; 0: what the machine has
    /// Automatic: what the memory allows. Games that are solved by one sweep need none.
    Strategy strategy = Strategy::automatic;
    std::string scratch = temporary_folder();  ///< folder for what does not fit into memory
    /// File in which a long sweep, or the solving of a loopy game, saves what it has, so that a killed job can go on;
    /// empty: none. What does not belong in it lies beside it, in files named after it. A finished job leaves none of
    /// them. Jobs that cannot be resumed ignore it.
    std::string checkpoint;
    double checkpoint_seconds =
        60;  ///< between two saves, more where saving takes long; 0: whenever there is something
    std::optional<Codec> codec;
    std::optional<int> level;
    bool apart = false;  ///< outcome and remoteness never in one stream
    bool arcs = false;   ///< a table that holds its positions by their texts holds their moves too
    /// Verification leaves out `check_rules`. Set it to verify many tables of one game.
    bool rules_checked = false;
    ProgressSink progress;  ///< may be empty
};

/// What a finished job tells.
struct JobReport {
    TableInfo info;
    EncodeReport encoding;
    double seconds = 0;
    std::uint64_t peak_bytes = 0;
    Index resumed_from = 0;          ///< positions that a checkpoint brought
    std::string checkpoint_failure;  ///< why nothing was saved any more; empty if all went well
};

/// Values that were found without a table.
struct FoundValues {
    std::vector<Value> values;
    std::shared_ptr<const CanonicalValues> forms;  ///< what those of kind canonical borrow from
};

/// What a check of the rules has looked at.
struct RulesReport {
    Index indices = 0;    ///< all there are
    Index checked = 0;    ///< those that were looked at
    Index positions = 0;  ///< the positions among them
};

/// Checks the rules as `check_rules` does, unless `rules_checked`, and then derives every stored value again from its
/// options' values, and all that the table's header says of values from them. Returns the number of positions checked.
/// Throws `Error{verification_failed}` at the first value that the rules do not give, and if the header says something
/// else.
std::uint64_t verify_table(const Game& game, const Table& table, const JobOptions& options);

/// The values, of a kind of `searched_kind`, of sums of positions, each given by the indices of its parts. They are
/// found by search in at most about `memory` bytes (0: any), without a table. Throws `Error{not_applicable}` if the
/// game has no such values, and if play from there need not end or leaves a bound; `Error{out_of_memory}`.
FoundValues search_values(const Game& game, ValueKind kind, std::span<const std::vector<Index>> sums,
                          std::uint64_t memory);

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
/// - the start is no position that may be asked for, or more indices are queryable than there are.
RulesReport check_rules(const Game& game, const JobOptions& options);
/// Compares what the functions of `Moves` return, which read many positions per call, with calls for single positions.
/// Throws `Error{verification_failed}` with the first position found where they differ. A game cannot override these
/// functions, so a fault is one of this library or of rules that answer differently when they are asked again.
void check_chunks(const Game& game);

/// Where a table holds its positions by their texts, the game that jobs take of it, which borrows nothing of the table;
/// null for all other tables, whose own game jobs take. Throws `Error{not_applicable}` where the table does not hold
/// its moves: then the game has to be explored again.
std::unique_ptr<Game> game_for_jobs(const Registry& registry, const Table& table);

/// The kind of value that a table of `game` has unless another is asked for.
ValueKind default_kind(const Game& game);
/// The kind of value that is searched for unless another is asked for: nimbers, obliged pairs where the game has no
/// nimbers, or canonical forms. Throws `Error{not_applicable}` where it has none of these.
ValueKind searched_kind(const Game& game);

/// True if some position has an option past the bound.
bool is_cut_off(const Moves& moves);

namespace detail {
/// Throws the reason why a game has no values of this kind.
[[noreturn]] void throw_no_such_values(const Game& game, ValueKind kind);
/// Throws the reason why positions of a game are not searched for values of a kind that it may have.
[[noreturn]] void throw_no_searched_values(const Game& game, ValueKind kind);
/// Throws the reason unless the game may have them.
void require_kind(const Game& game, ValueKind kind);
/// Throws `Error{not_applicable}` if positions of this game have no values that add, as nimbers, obliged pairs and
/// canonical forms do.
void require_values_that_add(const Game& game);
/// Throws `Error{not_applicable}` for a game that is known up to a bound only: values that hold whatever lies there are
/// stored for impartial games.
void refuse_cut_off(const Game& game);
}  // namespace detail

}  // namespace mexbase
