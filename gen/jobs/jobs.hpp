// SPDX-License-Identifier: MIT
/// \file
/// Declares the jobs of mexgen: make a table, verify a table, search values, check rules.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../lib/error.hpp"
#include "../../lib/rules/family.hpp"
#include "../../lib/solve/retrograde/strategy.hpp"
#include "../../query/table.hpp"
#include "../encode/encode_report.hpp"
#include "../temporary_folder.hpp"

namespace mexbase {

class Transport;
namespace detail {
class RankRounds;
}

/// Function that a job calls to report progress. `phase` is a word such as `exploring`, `scanning` or `writing`. A
/// colon and the part in work may follow, such as `solving: slice 6-6, ply 23`. `done` and `total` count positions; a
/// total of 0 is unknown. Calls never overlap. The function must return quickly.
using ProgressSink = std::function<void(std::string_view phase, std::uint64_t done, std::uint64_t total)>;

/// The indices that `verify_table` checks. If they are not all, it checks neither the header's counts of values nor
/// that each canonical form of the table's list is used.
struct VerifiedPart {
    Index from = 0, until = no_index;  ///< from the first up to but not including the last
    /// If not 0, that many indices only, one from each of as many equal parts of the range. They are always the same.
    std::uint64_t sample = 0;

    /// Returns true if the part contains all indices of a table with so many.
    bool is_all_of(Index indices) const { return from == 0 && until >= indices && (sample == 0 || sample >= indices); }
};

/// Options of a job. Only `value`, `play`, `codec`, `level`, `apart` and `arcs` change the bytes of the table.
struct JobOptions {
    ValueKind value{};
    Play play = Play::normal;
    unsigned threads = 1;
    /// Bytes that the job may use, in addition to what the process and the game take before it begins. 0: no limit.
    std::uint64_t memory = 0;
    /// How to solve loopy games; `automatic` picks a method that fits into the memory. Other games ignore this.
    Strategy strategy = Strategy::automatic;
    std::string scratch = temporary_folder();  ///< folder for data that exceeds the memory
    /// Path of the checkpoint, from which a killed job can resume. If it is empty, nothing is saved. Only long sweeps
    /// and solvers of loopy games save checkpoints. Large data is saved in more files whose names begin with this path.
    /// A finished job deletes all these files.
    std::string checkpoint;
    /// Begins the identity of the checkpoint, in addition to the spec: an external program that has the rules.
    std::string checkpoint_identity;
    /// Set to true when a checkpoint of this job is read or written. May be null.
    std::atomic<bool>* resumable = nullptr;
    /// Minimum time between two saves, longer if saving is slow; 0: save as often as possible. If it is not given, the
    /// time follows from the duration of the last save (`Snapshot`).
    std::optional<double> checkpoint_seconds;
    std::optional<Codec> codec;
    std::optional<int> level;
    bool apart = false;  ///< stores outcome and remoteness in separate streams
    bool arcs = false;   ///< if positions are stored as texts, stores their moves too
    /// Verification skips `check_rules` if this is true. Use it to verify several tables of one game.
    bool rules_checked = false;
    VerifiedPart verified;
    ProgressSink progress;  ///< may be empty
    /// Connects this process, which must be rank 0, with others that help it. Null if it is alone.
    Transport* transport = nullptr;
    /// Rounds in which all ranks verify a part each; only for `verify_on_all_ranks`.
    detail::RankRounds* rounds = nullptr;
};

/// Memory that a job needs in bytes, without the program and the game's board.
struct JobMemory {
    std::uint64_t fastest = 0;   ///< if the job uses the fastest method
    std::uint64_t least = 0;     ///< if the job uses one thread and the method that takes the least
    std::uint64_t scratch = 0;   ///< bytes on disk in `JobOptions::scratch`, if memory is below `fastest`
    bool may_end_early = false;  ///< the job may need less, because it ends if it proves a period
};

/// Clock that times jobs. It measures real time, not processor time.
using JobClock = std::chrono::steady_clock;

/// Seconds that the parts of a job took. The time of a resumed job is that of its last run.
struct JobTimes {
    double exploring = 0;  ///< making the game: finding its positions by playing, or reading its board
    double solving = 0;    ///< computing the values
    double packing = 0;    ///< choosing the codecs and writing the table

    double total() const { return exploring + solving + packing; }
};

/// Describes a finished job.
struct JobReport {
    TableInfo info;
    EncodeReport encoding;
    JobTimes times;               ///< after `make_table`: without the time in which the caller made the game
    JobClock::time_point solved;  ///< end of solving, begin of packing
    std::uint64_t peak_bytes = 0;
    std::uint64_t form_bytes = 0;    ///< memory of the canonical forms at the end
    unsigned processes = 1;          ///< that have computed the values
    Index resumed_from = 0;          ///< positions loaded from a checkpoint
    std::string checkpoint_failure;  ///< why saving stopped; empty if it did not
    std::string checkpoint_damage;   ///< sentence about a useless checkpoint; empty if there was none

    /// Sets the times of a job that ends now. It began at `begun`, and its game was made at `explored`.
    void set_times(JobClock::time_point begun, JobClock::time_point explored) {
        const auto seconds = [](JobClock::duration time) { return std::chrono::duration<double>(time).count(); };
        times = {seconds(explored - begun), seconds(solved - explored), seconds(JobClock::now() - solved)};
    }
};

/// Counts what a check of the rules has covered.
struct RulesReport {
    Index indices = 0;    ///< number of indices of the game
    Index checked = 0;    ///< number of indices checked
    Index positions = 0;  ///< number of positions among the checked indices
};

/// Verifies a table. First calls `check_rules`, unless `rules_checked` is true. Then computes every value again from
/// the stored values of the options. Also checks the header fields that describe the values. Returns the number of
/// positions checked. Throws `Error{verification_failed}` at the first difference.
std::uint64_t verify_table(const Game& game, const Table& table, const JobOptions& options);

/// Verifies the table at `path` on all ranks of `options.transport` as `verify_table` does; only for rank 0. The values
/// must be outcomes, and the other ranks must find the same file. They must be in `help_with_jobs`.
std::uint64_t verify_on_all_ranks(const Game& game, const Table& table, const std::string& path,
                                  const JobOptions& options);

/// Computes the value of a sum of positions, given by their indices. Stores results for later calls. A canonical value
/// is valid until the next call. Throws `Error{not_applicable}` if play from the sum may be endless or leave the bound,
/// or if its value is too large. Throws `Error{out_of_memory}` if the search needs more memory. Not thread-safe.
using ValueSearch = std::function<Value(std::span<const Index> sum)>;
/// Returns a search for values without a table. `kind` must be nimber, obliged or canonical. Borrows the game. Uses at
/// most about `memory` bytes (0: no limit). Throws `Error{not_applicable}` if the game has no such values.
ValueSearch search_values(const Game& game, ValueKind kind, std::uint64_t memory);

/// Checks the rules of `game` on the threads of the job. A game with more than a million indices or very many options
/// is checked on a sample. The sample is spread evenly and is always the same.
///
/// Throws `Error{verification_failed}` at the first fault. The message names the index, the violated condition of
/// `lib/rules/ruleset.hpp` and the value found. Each of these is a fault:
///
/// - `rank(unrank(i))` is not i, or the text of i is read as another index, or a text names two positions.
/// - An option or a part of one is not a position, or does not have a smaller index although it must.
/// - `option_count` is wrong, or the game is called impartial but the players have different options or `terminal`.
/// - The predecessors of a position are not exactly the moves to it from its slice, counted with multiplicity.
/// - The slices are not contiguous, or the reported options in lower slices are wrong.
/// - An option is in a higher slice, or it is in the same slice and that slice is called loop-free.
/// - The text of an image (one of the positions with the same index) is read as another index or image.
/// - Two named moves of an image have the same name, or the named moves do not lead to exactly the options.
/// - A position that can be won at once has no finishing moves, or one does not lead to a lost position.
/// - Two finishing moves of a position have the same name.
/// - The position after passing (`passed`) has no index, is the same position or does not pass back.
/// - Images of one position pass to positions with different indices.
/// - `for_each_position` or the layers do not visit each position once, or an option is not in a lower layer.
/// - The options of a position are not the earlier positions in its lines (`Has::lines`).
/// - The start is not a queryable position, or more indices are queryable than exist.
RulesReport check_rules(const Game& game, const JobOptions& options);
/// Compares the functions of `Moves` for many positions with the functions for single positions. Throws
/// `Error{verification_failed}` if they differ. Games cannot override these functions. So a difference is a fault of
/// this library, or the rules return different results in repeated calls.
void check_chunks(const Game& game);

/// Returns the game of a table that stores its positions as texts, or null for any other table. The game borrows
/// nothing from the table. Throws `Error{not_applicable}` if the moves are not stored. Then a program must give the
/// rules.
std::unique_ptr<Game> game_for_jobs(const Registry& registry, const Table& table);

/// Returns the kind of value that a table of `game` has if the user chooses none.
ValueKind default_kind(const Game& game);
/// Returns the kind of value that `search_values` computes if the user chooses none. This is the first kind that the
/// game has among nimber, obliged and canonical. Throws `Error{not_applicable}` if it has none of them.
ValueKind searched_kind(const Game& game);

/// Returns true if `options.transport` connects several ranks that solve the game together by retrograde analysis. The
/// game has outcomes that `solve_with_ranks` finds, and its spec alone names it.
bool is_shared(const Game& game, const JobOptions& options);

/// Returns true if play from some position can leave the bound of the game.
bool is_cut_off(const Moves& moves);

namespace detail {
/// Throws `Error{not_applicable}`. The message says why the game has no values of this kind.
[[noreturn]] void throw_no_such_values(const Game& game, ValueKind kind);
/// Throws `Error{not_applicable}` with the reason if the game has no values of this kind.
void require_kind(const Game& game, ValueKind kind);
/// Throws `Error{not_applicable}` unless the value of a sum follows from the values of its parts in this game.
void require_values_that_add(const Game& game);
/// Throws `Error{not_applicable}` if play can leave the bound of the game, because then it has no partizan outcomes.
void refuse_cut_off(const Game& game);
}  // namespace detail

}  // namespace mexbase
