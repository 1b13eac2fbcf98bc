/// \file
/// Help of a program: for people, for `man`, for shells and for programs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arguments.hpp"
#include "program.hpp"

namespace mexbase::cli {

/// Returns the answer to a command line about the program itself: `--help`, `-h` or `help`, alone or with a command;
/// `help --man`, `help --completion`; `--version`. Returns nothing for other command lines. Throws `Error{bad_usage}`
/// if there is no such command.
std::optional<std::string> answer_about(const Program&, const Arguments&);

/// The help of a whole program: what it is, what each command does in a sentence, and `more`.
std::string program_help(const Program&);
/// The help of one command: usage, summary, its options, an example.
std::string command_help(const Program&, const Command&);
/// The same for programs: one line of JSON.
std::string help_json(const Program&, const Command* only = nullptr);
/// A manual page of section 1, in the macros of man(7).
std::string manual_page(const Program&);
/// Returns a script for bash, zsh or fish that completes the program's commands, options, and the specs of its games.
std::string completion(const Program&, std::string_view shell);

/// `text` in lines of at most `width` characters, each after `indent` blanks; line breaks stay. Words that are longer
/// stand alone.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 100);

}  // namespace mexbase::cli
