/// \file
/// The command line of mexgen: its commands and options, and what the options say of a job.
#pragma once

#include <optional>

#include "../../query/cli/command_line/arguments.hpp"
#include "../jobs/jobs.hpp"

namespace mexbase::cli {

/// The commands of mexgen and its options, with the games of a registry. Borrows the registry.
Program mexgen_program(const Registry&);

/// What the options say of a job. Throws `Error{bad_usage}`.
JobOptions job_options(const Arguments&);

/// The kind of value asked for, if one is. Throws `Error{bad_usage}`.
std::optional<ValueKind> value_kind(const Arguments&);

}  // namespace mexbase::cli
