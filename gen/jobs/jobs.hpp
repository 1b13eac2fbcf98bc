// SPDX-License-Identifier: MIT
/// \file
/// Jobs that make and verify tables, search values and check rules.
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
#include "../encode/encode_report.hpp"
#include "../temporary_folder.hpp"

namespace mexbase {

/// Progress callback. Receives the phase, such as `exploring`, `scanning`, `sweeping`, `writing` or `verifying`. Also
/// receives the number of positions done and the total (0: unknown). Calls never overlap, and come at most a few times
/// per second. The callback must return quickly.
using ProgressSink = std::function<void(std::string_view phase, std::uint64_t done, std::uint64_t total)>;

/// Options of a job. Only `value`, `play`, `codec`, `level`, `apart` and `arcs` change the bytes of the table.
struct JobOptions {
    ValueKind value{};
    Play play = Play::normal;
    unsigned threads = 1;
    std::uint64_t memory = 0;  ///< bytes the job may use for positions; 0: chosen from the machine's memory
    /// `automatic` picks a strategy that fits into the memory. Games that are solved by one sweep ignore this.
    Strategy strategy = Strategy::automatic;
    std::string scratch = temporary_folder();  ///< folder for data that exceeds the memory
    /// Checkpoint file from which a killed job can resume; empty: no checkpoint. Used by long sweeps and by the solvers
    /// of loopy games; other jobs ignore it. Large data goes to further files whose names begin with this path. A
    /// finished job deletes all these files.
    std::string checkpoint;
    double checkpoint_seconds =
        60;  ///< minimum time between two saves, longer if saving is slow; 0: save as often as possible
    std::optional<Codec> codec;
    std::optional<int> level;
    bool apart = false;  ///< stores outcome and remoteness in separate streams
    bool arcs = false;   ///< if positions are stored as texts, stores their moves too
    /// If true, verification skips `check_rules`. Set it to verify many tables of one game.
    bool rules_checked = false;
    ProgressSink progress;  ///< may be empty
};

/// Results of a finished job.
struct JobReport {
    TableInfo info;
    EncodeReport encoding;
    double seconds = 0;
    std::uint64_t peak_bytes = 0;
    Index resumed_from = 0;          ///< positions loaded from a checkpoint
    std::string checkpoint_failure;  ///< why saving stopped; empty if it did not
};

/// Values found without a table.
struct FoundValues {
    std::vector<Value> values;
    std::shared_ptr<const CanonicalValues> forms;  ///< owns the data of canonical values
};

/// Counts of a check of the rules.
struct RulesReport {
    Index indices = 0;    ///< number of indices of the game
    Index checked = 0;    ///< number of indices checked
    Index positions = 0;  ///< number of positions among the checked indices
};

/// Checks the rules as `check_rules` does, unless `rules_checked` is set. Then derives every stored value again from
/// the values of the options, and checks all fields of the header about values. Returns the number of positions
/// checked. Throws `Error{verification_failed}` at the first value or field that differs from the derived one.
std::uint64_t verify_table(const Game& game, const Table& table, const JobOptions& options);

/// Searches the values of sums of positions without a table. A sum is given by the indices of its parts. `kind` is
/// nimber, obliged or canonical. Uses at most about `memory` bytes (0: no limit). Throws `Error{not_applicable}` if
/// the game has no such values, if play from a sum need not end, or if it leaves a bound. Throws
/// `Error{out_of_memory}`.
FoundValues search_values(const Game& game, ValueKind kind, std::span<const std::vector<Index>> sums,
                          std::uint64_t memory);

/// Checks the rules of `game` on the threads of the job: on all indices, or on a sample of a game with more than a
/// million indices or very many options. The sample is spread evenly, fits into a bounded number of steps, and is
/// always the same.
///
/// Throws `Error{verification_failed}` at the first fault. The message names the index, the violated condition of
/// `lib/rules/ruleset.hpp` and the value found. Faults:
///
/// - `rank(unrank(i))`, or the index read from the text of i, is not i; or a text can also be read as another position;
/// - an option, or a part of one, is not a position, or its index is not smaller although it must be; `option_count` is
///   wrong;
/// - the game claims to be impartial, but the players' options or `terminal` differ;
/// - the predecessors are not the reversed options within the slice, with multiplicity, of positions that are not
///   terminal;
/// - slices are not contiguous; an option is in a higher slice, or in the same slice if that is loop-free; or the
///   options in lower slices are reported wrongly;
/// - the text of an image (a position with the same index) is not read back, or gives another index or image;
/// - the named moves of an image have duplicate names, or their targets are not the options (each target counted once);
/// - a position that is terminal with win 1 has no finishing moves, or these have duplicate names or a target that is
///   not lost for the opponent;
/// - the position with the other player to move (`passed`) has no index, is the same position or does not pass back; or
///   images of one position pass to positions of different indices;
/// - `for_each_position` or the layers do not visit each position once, or an option is not in a lower layer;
/// - the earlier positions in the lines (`Has::lines`) of a position are not its options;
/// - the start is not a queryable position, or more indices are queryable than exist.
RulesReport check_rules(const Game& game, const JobOptions& options);
/// Compares the functions of `Moves` that read many positions per call with calls for single positions. Throws
/// `Error{verification_failed}` at the first difference. A game cannot override these functions. So the fault is in
/// this library, or in rules whose answers change from call to call.
void check_chunks(const Game& game);

/// Returns the game that jobs use for a table that stores its positions as texts, or null for any other table. The game
/// borrows nothing from the table. Throws `Error{not_applicable}` if such a table has no moves: then the game must be
/// explored again.
std::unique_ptr<Game> game_for_jobs(const Registry& registry, const Table& table);

/// Returns the default kind of value for a table of `game`.
ValueKind default_kind(const Game& game);
/// Returns the default kind of value for `search_values`: nimbers, else obliged pairs, else canonical forms. Throws
/// `Error{not_applicable}` if the game has none of these.
ValueKind searched_kind(const Game& game);

/// Returns true if some position has an option past the bound.
bool is_cut_off(const Moves& moves);

namespace detail {
/// Throws an error that says why a game has no values of this kind.
[[noreturn]] void throw_no_such_values(const Game& game, ValueKind kind);
/// Throws an error with the reason if the game cannot have values of this kind.
void require_kind(const Game& game, ValueKind kind);
/// Throws `Error{not_applicable}` if the positions have no values that add (nimbers, obliged pairs or canonical forms).
void require_values_that_add(const Game& game);
/// Throws `Error{not_applicable}` for a bounded game. Only impartial games have values that hold for any play past the
/// bound.
void refuse_cut_off(const Game& game);
}  // namespace detail

}  // namespace mexbase
