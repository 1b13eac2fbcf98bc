// SPDX-License-Identifier: MIT
/// \file
/// Commands and options of mexgen, and the job options they define.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../query/cli/command_line/arguments.hpp"
#include "../explore/program_rules.hpp"
#include "../jobs/jobs.hpp"
#include "../make/make_table.hpp"

namespace mexbase::cli {

/// Returns the commands and options of mexgen with the games of a registry. Borrows the registry.
Program mexgen_program(const Registry&);

/// Reads the options of a job. Throws `Error{bad_usage}`.
JobOptions job_options(const Arguments&);

/// Returns the kind of value in the options, if any. Throws `Error{bad_usage}`.
std::optional<ValueKind> value_kind(const Arguments&);

// The commands print to standard output, throw `Error`, and return an exit status.

/// Makes a table: `mexgen SPEC -o FILE`.
int generate(const Arguments&, const Registry&);
/// Runs the job of each line of a file (`mexgen --specs FILE`), or of standard input for `-`. Reports a failed job with
/// its line number and continues with the others. Returns the exit status of the first failure.
int generate_all(const std::string& path, const Program&, const Arguments&, const Registry&);
/// Estimates time, memory and file size: `mexgen --estimate SPEC [--json]`.
int estimate(const Arguments&, const Registry&);
/// Prints on standard error the files from which the running job can resume if it is stopped now. Safe to call from a
/// signal handler.
void report_checkpoint() noexcept;
/// Lists the families of games: `mexgen list [--json]`.
int list(const Arguments&, const Registry&);
/// Describes a family: `mexgen describe FAMILY [--json]`. `family` may also be a spec of the family.
int describe(const Arguments&, const Registry&, const std::string& family);
/// Kinds of value that games of a family may have, over all its rulesets. In each list the default comes first.
struct FamilyKinds {
    std::vector<std::string_view> impartial, partizan;
    std::vector<std::string> conditions;  ///< conditions under which games of the family have some of these kinds
};
FamilyKinds kinds_of(const Family& family);
/// Returns the kinds as printed by `describe`: `outcome (default), nimber, obliged; obliged only where play must end`.
std::string kinds_text(const FamilyKinds& kinds);
/// Computes values of single positions: `mexgen value SPEC [POSITION...]`.
int value(const Arguments&, const Registry&);
/// Verifies a table: `mexgen verify FILE`.
int verify(const Arguments&, const Registry&);
/// Checks the rules of a game: `mexgen check SPEC`.
int check(const Arguments&, const Registry&);

/// Makes the game of a spec and reads its files, or explores the game of the program in --command. Subtracts the memory
/// of its board from `options.memory`. If `checkpoint` is not empty, saves the program's answers to it periodically and
/// stores the results in `saving`.
std::unique_ptr<Game> game_of(const Arguments&, const Registry&, const std::string& spec, std::optional<ValueKind>,
                              JobOptions& options, const std::string& checkpoint = {}, SavingReport* saving = nullptr);

/// Explores the game of the program in --program. It should be the game of the table.
std::unique_ptr<Game> ask_program_of(const Table&, const Arguments&, const Registry&, JobOptions&);

}  // namespace mexbase::cli
