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

#include "../../../lib/rules/registry.hpp"

namespace mexbase::cli {

/// One command of a program.
struct Command {
    std::string name;
    bool may_be_left_out = false;  ///< default command, for command lines without a command's name
    std::string usage;             ///< one line
    std::string other_usage;       ///< alternative usage, one line, or empty
    std::string example;
    std::string summary;               ///< its first sentence states the purpose of the command
    std::vector<std::string> options;  ///< long names of its options, except `help`
};

/// A program with commands. Borrows the families.
struct Program {
    std::string name;
    std::string what;  ///< one sentence, in lower case: `answers from a table that mexgen wrote`
    std::vector<Command> commands;
    /// If the value of an option is one of a few words, its name is these words, separated by `|`.
    boost::program_options::options_description options;
    std::string more;                    ///< paragraphs that end the help
    std::span<const Family> families{};  ///< the games of its specs
};

/// The help of a program, as in the files of its folder `help/`.
struct HelpTexts {
    /// `program: WHAT`, then the commands: lines `command: NAME` (`[NAME]` if it may be left out), `usage: …`, `or: …`,
    /// `example: …` and `options: …`, then the summary.
    std::string_view commands;
    /// Each option as the help prints it, `-o, --output FILE`, with its text in the lines below. The first long name is
    /// that of the program's code. `[a|b]` is a value that may be left out, `DIR...` one that may be given again.
    std::string_view options;
    std::string_view notes;  ///< paragraphs that end the help
};

/// Reads the texts of program `name`; `words` replace those in braces in the options. Throws `std::logic_error` for a
/// line that it cannot read.
Program read_program(std::string_view name, const HelpTexts&, const std::map<std::string, std::string>& words,
                     std::span<const Family> families = {});

/// Returns `-o`, or an empty string if the option has no short name.
std::string short_name(const boost::program_options::option_description&);
/// Returns every name of an option with its dashes: `-o`, `--output`.
std::vector<std::string> names_of(const boost::program_options::option_description&);
/// Returns `-o, --output FILE`.
std::string heading(const boost::program_options::option_description&);
/// Returns true if a value may follow the option.
bool takes_value(const boost::program_options::option_description&);
/// Returns the words that the value of an option may be, or nothing if it may be others.
std::vector<std::string> words_of(const boost::program_options::option_description&);

}  // namespace mexbase::cli
