/// \file
/// Whole jobs: making a table of a game, and verifying one. Here the ruleset's type is erased, once a job.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../lib/rules/registry.hpp"
#include "../../lib/solve/strategy.hpp"
#include "../../query/table.hpp"
#include "../encode/table_writer.hpp"
#include "progress.hpp"

namespace mexbase {

/// How a table is made. The bytes of the table depend on `value`, `play`, `codec` and `level` only.
struct JobOptions {
    ValueKind value = ValueKind::outcome;
    Play play = Play::normal;
    unsigned threads = 1;
    std::uint64_t memory = 0;  ///< bytes the job may use for positions; 0: what the machine has
    /// Automatic: what the memory allows. Games that are solved by one sweep need none.
    Strategy strategy = Strategy::automatic;
    std::string scratch = "/tmp";  ///< folder for what does not fit into memory
    /// File in which a long sweep saves what it has, so that a killed job can go on; empty: none. A finished job leaves
    /// no such file. Sweeps that cannot be resumed ignore it.
    std::string checkpoint;
    double checkpoint_seconds = 60;  ///< between two saves
    std::optional<Codec> codec;
    std::optional<int> level;
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
    /// Checks the rules as `check` does, and then re-derives every stored value from its options' values. Throws
    /// `Error{verification_failed}` at the first that the rules do not give. Returns the number of positions checked.
    std::uint64_t (*verify_table)(const Game& game, const Table& table, const JobOptions&) = nullptr;
    /// Checks that the rules do not contradict themselves: `check_rules`.
    RulesReport (*check)(const Game& game, const JobOptions&) = nullptr;
    /// The nimbers of the positions with these indices, by search in at most `memory` bytes (0: any), without a
    /// table; null where there is no such way. Throws `Error{out_of_memory}`.
    std::vector<std::uint32_t> (*search)(const Game& game, std::span<const Index> positions,
                                         std::uint64_t memory) = nullptr;
    /// The same for partizan games: their canonical forms, as `to_text` writes them.
    std::vector<std::string> (*search_canonical)(const Game& game, std::span<const Index> positions,
                                                 std::uint64_t memory) = nullptr;
};

/// The jobs of a ruleset; instantiated in one translation unit each, by `jobs_of.hpp`.
template <class R>
RulesetJobs jobs_of();

/// The jobs of every ruleset that Mexbase brings.
std::span<const RulesetJobs> stock_jobs();

/// Whether values of this kind are for games whose players differ, or for those whose players do not.
constexpr bool is_partizan(ValueKind kind) {
    return kind == ValueKind::canonical || kind == ValueKind::partizan_outcome;
}

/// The kind of value that a table of `game` has unless another is asked for.
ValueKind default_kind(const RulesetJobs& jobs, const Game& game);

namespace detail {
/// Throws the reason why a game has no values of this kind, where its ruleset has those of `kinds`; `stops` says
/// whether play of it may stop though moves exist.
[[noreturn]] void throw_no_such_values(const Game& game, ValueKind kind, std::span<const ValueKind> kinds, bool stops);
/// Throws it unless the game may have them.
void require_kind(const Game& game, ValueKind kind, std::span<const ValueKind> kinds, bool stops);
}  // namespace detail

/// The jobs of a game; throws `Error{bad_spec}` where there are none.
const RulesetJobs& find_jobs(std::span<const RulesetJobs>, const Game& game);

}  // namespace mexbase
