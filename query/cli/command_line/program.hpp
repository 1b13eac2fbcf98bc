// SPDX-License-Identifier: MIT
/// \file
/// Description of a program: its purpose, its commands and their options. Help, manual pages, completions and
/// suggestions for misspelled names are generated from it.
#pragma once

#include <boost/program_options/options_description.hpp>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/rules/registry.hpp"

namespace mexbase::cli {

/// One command of a program.
struct Command {
    std::string name;
    bool may_be_left_out = false;  ///< true for the default command, which is run if the command line names no command
    std::string usage;             ///< form of the command line, such as `mexquery find FILE`
    std::string other_usage;       ///< another form of the command line, or empty
    std::string example;
    std::string summary;               ///< its first sentence states the purpose of the command
    std::vector<std::string> options;  ///< long names of its options, except `help`
};

/// Advice about an option that remedies an error.
struct Advice {
    Remedy remedy;
    const char* option;     ///< no advice is given if this option is present; empty: always given
    std::string_view text;  ///< text to append, such as `name it with --program COMMAND`
};

/// A program with commands. Borrows the families.
struct Program {
    std::string name;
    std::string what;  ///< its purpose, in lower case: `answers from a table that mexgen wrote`
    std::vector<Command> commands;
    /// If the value of an option must be one of a few words, the name of the value is these words, separated by `|`.
    boost::program_options::options_description options;
    std::string more;                    ///< paragraphs that end the help
    std::span<const Family> families{};  ///< the games of its specs
    std::vector<Advice> advice{};        ///< advice for the remedies of errors
};

/// The help of a program: the content of the files in its folder `help/`.
struct HelpTexts {
    /// Begins with a line `program: WHAT`. Each command follows with lines `command: NAME` (`[NAME]` for the default
    /// command), `usage: …`, `or: …`, `example: …` and `options: …`, then its summary.
    std::string_view commands;
    /// Lists each option as the help prints it, such as `-o, --output FILE`, with its text in the lines below. The code
    /// uses the first long name. `[a|b]` is an optional value. An option with `DIR...` may be repeated.
    std::string_view options;
    std::string_view notes;  ///< paragraphs that end the help
};

/// Parses the help of program `name`. In `HelpTexts::options`, a name in braces is replaced by its text in `words`.
/// Throws `std::logic_error` for a line with another form.
Program read_program(std::string_view name, const HelpTexts&, const std::map<std::string, std::string>& words,
                     std::span<const Family> families = {});

/// Returns the short name of an option, such as `-o`, or an empty string if it has none.
std::string short_name(const boost::program_options::option_description&);
/// Returns all names of an option with their dashes, such as `-o` and `--output`.
std::vector<std::string> names_of(const boost::program_options::option_description&);
/// Returns the names and the value of an option as the help prints them: `-o, --output FILE`.
std::string heading(const boost::program_options::option_description&);
/// Returns true if a value may follow the option.
bool takes_value(const boost::program_options::option_description&);
/// Returns the words that an option allows as its value, or an empty list if it allows other values.
std::vector<std::string> words_of(const boost::program_options::option_description&);

}  // namespace mexbase::cli
