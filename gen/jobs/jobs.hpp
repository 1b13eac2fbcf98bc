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

/// How a table is made. The bytes of the table depend on `kind`, `play`, `codec` and `level` only.
struct JobOptions {
    Play play = Play::normal;
    unsigned threads = 1;
    std::uint64_t memory = 0;                 ///< bytes the job may use for positions; 0: what the machine has
    Strategy strategy = Strategy::automatic;  ///< automatic: what the memory allows
    std::string scratch = "/tmp";             ///< folder for what does not fit into memory
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
};

/// The jobs of one family.
struct FamilyJobs {
    std::string_view family;
    /// Solves `game` for outcomes and writes its table to `sink`. Throws `Error`.
    JobReport (*make_outcome_table)(const Game& game, Sink& sink, const JobOptions&) = nullptr;
    /// Re-derives every stored value from its options' values. Throws `Error{verification_failed}` at the first that
    /// the rules do not give. Returns the number of positions checked.
    std::uint64_t (*verify_outcome_table)(const Game& game, const Table& table, const JobOptions&) = nullptr;
};

/// The jobs of a ruleset; instantiated in one translation unit a family, by `jobs_of.hpp`.
template <Ruleset R>
FamilyJobs jobs_of();

/// The jobs of every family that Mexbase brings.
std::span<const FamilyJobs> stock_jobs();

/// The jobs of a family; throws `Error{bad_spec}` where there are none.
const FamilyJobs& find_jobs(std::span<const FamilyJobs>, std::string_view family);

}  // namespace mexbase
