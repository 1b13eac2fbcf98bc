// SPDX-License-Identifier: MIT
/// \file
/// Declares the commands of mexgen and the functions that read its options.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../query/cli/command_line/arguments.hpp"
#include "../explore/program_rules.hpp"
#include "../game_file.hpp"
#include "../jobs/jobs.hpp"
#include "../make/make_table.hpp"

namespace mexbase::cli {

/// Name of the program in its messages and usage lines: `mexgen`, or `mexgen-mpi` if `run_mexgen` got a transport.
inline const char* program_name = "mexgen";

/// Returns the commands and options of mexgen with the games of a registry. Borrows the registry.
Program mexgen_program(const Registry&);

/// Returns the bytes that the process may take: those of `--memory`, or three quarters of the machine's memory.
std::uint64_t allowed_memory(const Arguments&);
/// Reads the options of a job. Throws `Error{bad_usage}`.
JobOptions job_options(const Arguments&);

/// Returns the kind of value that the user chose, or `std::nullopt`. Throws `Error{bad_usage}` for an unknown kind.
std::optional<ValueKind> value_kind(const Arguments&);

// The next functions run commands. They print to standard output, return an exit status, and may throw `Error`.

/// Makes a table: `mexgen SPEC -o FILE`.
int generate(const Arguments&, const Registry&, Transport* transport = nullptr);
/// Runs `mexgen --specs FILE`: each line of the file is a job (`-` is standard input). Reports the line number of a
/// failed job and continues. Returns the exit status of the first failed job.
int generate_all(const std::string& path, const Program&, const Arguments&, const Registry&, Transport* transport);
/// Estimates time, memory and file size: `mexgen --estimate SPEC [--json]`.
int estimate(const Arguments&, const Registry&);
/// Prints on standard error that the program was stopped, with the files from which the running job can resume. Safe to
/// call from a signal handler.
void report_checkpoint() noexcept;
/// Lists the families of games: `mexgen list [--json]`.
int list(const Arguments&, const Registry&);
/// Describes a family of games: `mexgen describe FAMILY [--json]`. `family` may also be the spec of one game.
int describe(const Arguments&, const Registry&, const std::string& family);
/// Lists the kinds of value that games of a family may have. The first kind of each list is the default.
struct FamilyKinds {
    std::vector<std::string_view> impartial, partizan;
    std::vector<std::string> conditions;  ///< conditions under which games of the family have some of these kinds
    /// Distances that the remoteness of an outcome may count (`--distance`). The first is the default.
    std::vector<std::string_view> distances{"end"};
};
FamilyKinds kinds_of(const Family& family);
/// Returns the list of kinds of value that `describe` prints. An example is `outcome (default), nimber, obliged;
/// obliged only where play must end`.
std::string kinds_text(const FamilyKinds& kinds);
/// Computes values of single positions: `mexgen value SPEC [POSITION...]`.
int value(const Arguments&, const Registry&);
/// Verifies a table: `mexgen verify FILE`.
int verify(const Arguments&, const Registry&, Transport* transport = nullptr);
/// Checks the rules of a game: `mexgen check SPEC`.
int check(const Arguments&, const Registry&);

/// Returns the memory that the process needs for a job, with the program and the game's board. The job itself may take
/// `options.memory`.
JobMemory whole_memory(const Game&, const JobOptions& options);
/// Returns the option for that many bytes, such as `--memory 59M or more`.
std::string memory_to_give(std::uint64_t bytes);
/// Throws `Error{out_of_memory}` if a job needs more memory than the `allowed` bytes of the process. Takes the result
/// of `whole_memory`.
void require_memory(const Game&, const JobMemory&, std::uint64_t allowed);
/// Prints one line on standard error if a job will be long: the expected time, memory, scratch files and size of the
/// table. A short job takes some milliseconds more. Takes the result of `whole_memory`.
void announce(const Registry&, const Game&, const JobMemory&, const JobOptions&);

/// Throws `Error{out_of_memory}` if the program and the game's board leave less than a mebibyte of the `allowed` bytes.
void require_start(const Game&, std::uint64_t allowed);

/// Makes the game of a spec (the text that names a game), or explores the game of the program in --command. Subtracts
/// the memory of its board from `options.memory`, but leaves at least one byte. If `checkpoint` names a file,
/// periodically saves the program's answers there and reports this in `saving`. Throws `Error{bad_spec}` if the game
/// has more than `most` indices.
std::unique_ptr<Game> game_of(const Arguments&, const Registry&, const std::string& spec, std::optional<ValueKind>,
                              JobOptions& options, const std::string& checkpoint = {}, SavingReport* saving = nullptr,
                              Index most = most_table_indices);

/// Explores the game of the program in --program. It should not have more positions than the table.
std::unique_ptr<Game> ask_program_of(const Table&, const Arguments&, const Registry&, JobOptions&);

}  // namespace mexbase::cli
