/// \file
/// What a program says of itself, for people, for `man`, for bash and for programs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arguments.hpp"
#include "program.hpp"

namespace mexbase::cli {

/// The answer to a command line that asks about the program itself: `--help`, `-h` or `help`, alone or with a command;
/// `help --man`, `help --completion`; `--version`. Nothing where it asks for something else. Throws `Error{bad_usage}`
/// for help on what is no command.
std::optional<std::string> answer_about(const Program&, const Arguments&);

/// The help of a whole program: what it is, what each command does in a sentence, and `more`.
std::string program_help(const Program&);
/// The help of one command: usage, summary, its options, an example.
std::string command_help(const Program&, const Command&);
/// The same for programs: one line of JSON.
std::string help_json(const Program&, const Command* only = nullptr);
/// A manual page of section 1, in the macros of man(7).
std::string manual_page(const Program&);
/// A script for bash that completes the program's commands, options, and the specs of its games.
std::string bash_completion(const Program&);

/// `text` in lines of at most `width` characters, each after `indent` blanks; line breaks stay. Words that are longer
/// stand alone.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 100);

}  // namespace mexbase::cli
