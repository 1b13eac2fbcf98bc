/// \file
/// The commands and options of mexgen, and what the options say of a job.
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

/// The commands of mexgen and its options, with the games of a registry. Borrows the registry.
Program mexgen_program(const Registry&);

/// Reads the options of a job. Throws `Error{bad_usage}`.
JobOptions job_options(const Arguments&);

/// The kind of value asked for, if one is. Throws `Error{bad_usage}`.
std::optional<ValueKind> value_kind(const Arguments&);

// The commands print to standard output, throw `Error`, and return an exit status.

/// `SPEC -o FILE`
int generate(const Arguments&, const Registry&);
/// `--specs FILE`: the job of each line of a file, or of standard input where it is `-`. What is wrong with one is
/// reported with its number, and the others are done; the exit status of the first that failed.
int generate_all(const std::string& path, const Program&, const Arguments&, const Registry&);
/// `--estimate SPEC [--json]`
int estimate(const Arguments&, const Registry&);
/// Says on standard error from which files the job that runs can go on when it is stopped now. For signal handlers.
void report_checkpoint() noexcept;
/// `list [--json]`
int list(const Arguments&, const Registry&);
/// `describe FAMILY [--json]`, of `family` or a spec of it.
int describe(const Arguments&, const Registry&, const std::string& family);
/// The kinds of value that games of a family may have, over all its rulesets, the default of each first.
struct FamilyKinds {
    std::vector<std::string_view> impartial, partizan;
    std::vector<std::string> conditions;  ///< on some of these: in which games of the family they can be had
};
FamilyKinds kinds_of(const Family& family);
/// As `describe` prints them: `outcome (default), nimber, obliged; obliged only where play must end`.
std::string kinds_text(const FamilyKinds& kinds);
/// `value SPEC [POSITION...]`
int value(const Arguments&, const Registry&);
/// `verify FILE`
int verify(const Arguments&, const Registry&);
/// `check SPEC`
int check(const Arguments&, const Registry&);

/// The game of a spec, whose files are read, or of the program that --command names; `options.memory` is less
/// afterwards by what its board needs. What a program has answered is saved to `checkpoint` now and then, unless it is
/// empty; `saving` hears how that went.
std::unique_ptr<Game> game_of(const Arguments&, const Registry&, const std::string& spec, std::optional<ValueKind>,
                              JobOptions& options, const std::string& checkpoint = {}, SavingReport* saving = nullptr);

/// The game of the program that --program names, of which the table is said to be.
std::unique_ptr<Game> ask_program_of(const Table&, const Arguments&, const Registry&, JobOptions&);

}  // namespace mexbase::cli
