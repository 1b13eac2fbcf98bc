// SPDX-License-Identifier: MIT
/// \file
/// Help of a program: as text, as a manual page, as shell completions and as JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arguments.hpp"
#include "program.hpp"

namespace mexbase::cli {

/// The version that both programs print.
inline constexpr std::string_view version = MEXBASE_VERSION;

/// Returns the answer to a command line about the program itself: `--version`, `help --man` or `help --completion`. It
/// may also be `--help`, `-h` or `help`, alone or with a command. Returns `std::nullopt` for other command lines.
/// Throws `Error{bad_usage}` for an unknown command.
std::optional<std::string> answer_about(const Program&, const Arguments&);

/// Returns the help of a program: its purpose, one sentence per command, and `Program::more`.
std::string program_help(const Program&);
/// Returns the help of one command: usage, summary, its options, an example.
std::string command_help(const Program&, const Command&);
/// Returns the help of a program, or of the command `only` if it is not null, as one line of JSON.
std::string help_json(const Program&, const Command* only = nullptr);
/// Returns a manual page of section 1, in the macros of man(7).
std::string manual_page(const Program&);
/// Returns a script for bash, zsh or fish that completes the program's commands, options, and the specs of its games.
std::string completion(const Program&, std::string_view shell);

/// Wraps `text` into lines of at most `width` characters after `indent` blanks. Line breaks stay. A longer word gets
/// its own line.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 100);

}  // namespace mexbase::cli
