/// \file
/// Whole jobs: making a table of a game, and verifying one. Here the ruleset's type is erased, once a job.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../lib/rules/registry.hpp"
#include "../../lib/solve/retrograde/strategy.hpp"
#include "../../query/table.hpp"
#include "../encode/table_writer.hpp"
#include "progress.hpp"

namespace mexbase {

/// How a table is made. The bytes of the table depend on `value`, `play`, `codec`, `level`, `apart` and `arcs`
/// only.
struct JobOptions {
    ValueKind value = ValueKind::outcome;
    Play play = Play::normal;
    unsigned threads = 1;
    std::uint64_t memory = 0;  ///< bytes the job may use for positions; 0: what the machine has
    /// Automatic: what the memory allows. Games that are solved by one sweep need none.
    Strategy strategy = Strategy::automatic;
    std::string scratch = "/tmp";  ///< folder for what does not fit into memory
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
    /// The positions, with moves, of a game that was explored and has no board; borrowed.
    const PositionSource* positions = nullptr;
    /// Verification takes the rules as checked (`RulesetJobs::check`): for whoever verifies many tables of one game.
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

/// The jobs of one ruleset.
struct RulesetJobs {
    std::string_view family;
    const void* tag = nullptr;  ///< `rules_tag` of the ruleset
    /// The kinds of value that its games may have: the first that a game has is made unless another is asked for.
    std::vector<ValueKind> kinds;
    /// Solves `game` and writes its table to `sink`. Throws `Error`; `Error{not_applicable}` says why this game has no
    /// values of this kind.
    JobReport (*make_table)(const Game& game, Sink& sink, const JobOptions&) = nullptr;
    /// Checks the rules as `check` does, unless `rules_checked`, and then re-derives every stored value from its
    /// options' values, and all that the table's header says of values from them. Throws `Error{verification_failed}`
    /// at the first that the rules do not give, and where the header says something else. Returns the number of
    /// positions checked.
    std::uint64_t (*verify_table)(const Game& game, const Table& table, const JobOptions&) = nullptr;
    /// The values, of a kind of `searched_kind`, of sums of positions, each given by the indices of its parts, by
    /// search in at most about `memory` bytes (0: any), without a table. Throws `Error{not_applicable}` where the game
    /// has no such values, and where play from there need not end or leaves a bound; `Error{out_of_memory}`.
    FoundValues (*search)(const Game& game, ValueKind kind, std::span<const std::vector<Index>> sums,
                          std::uint64_t memory) = nullptr;
    /// Checks that the rules do not contradict themselves: `check_rules`.
    RulesReport (*check)(const Game& game, const JobOptions&) = nullptr;
    /// Whether play may stop where moves exist, so that positions are no components of a sum.
    bool stops = false;
    /// Whether play of some of its games may come back to where it was: those have no obliged pairs or canonical forms.
    bool may_loop = false;
    /// Whether outcomes take a step a line of its boards, not one an option: `HasLines`.
    bool has_lines = false;
    /// Whether moves of some of its games may leave a bound: those have no values in sums at all.
    bool has_bound = false;
};

/// The jobs of a ruleset; instantiated in one translation unit each, by `jobs_of.hpp`.
template <class R>
RulesetJobs jobs_of();

/// The jobs of every ruleset that Mexbase brings.
std::span<const RulesetJobs> stock_jobs();

/// Where a table holds its positions by their texts, the game that jobs take of it, which borrows nothing of the table;
/// null for all other tables, whose own game jobs take. Throws `Error{not_applicable}` where the table does not hold
/// its moves: then the game has to be explored again.
std::unique_ptr<Game> game_for_jobs(const Registry& registry, const Table& table);

/// The kind of value that a table of `game` has unless another is asked for.
ValueKind default_kind(const RulesetJobs& jobs, const Game& game);
/// The kind of value that is searched for unless another is asked for: nimbers, obliged pairs where the game has no
/// nimbers, or canonical forms. Throws `Error{not_applicable}` where it has none of these.
ValueKind searched_kind(const RulesetJobs& jobs, const Game& game);

namespace detail {
/// Throws the reason why a game has no values of this kind, where its ruleset has those of `kinds`; `stops` says
/// whether play of it may stop though moves exist.
[[noreturn]] void throw_no_such_values(const Game& game, ValueKind kind, std::span<const ValueKind> kinds, bool stops);
/// What `verify` returns and throws, but `Error{verification_failed}` for `Error{not_applicable}`: a table of values
/// that its game cannot have is wrong, whatever they are.
std::uint64_t verify_kind(const std::function<std::uint64_t()>& verify);
/// Throws the reason why positions of a game are not searched for values of a kind that it may have.
[[noreturn]] void throw_no_searched_values(const Game& game, ValueKind kind);
/// Throws the reason unless the game may have them.
void require_kind(const Game& game, ValueKind kind, std::span<const ValueKind> kinds, bool stops);
}  // namespace detail

/// The jobs of a game; throws `Error{bad_spec}` where there are none.
const RulesetJobs& find_jobs(std::span<const RulesetJobs>, const Game& game);

}  // namespace mexbase
