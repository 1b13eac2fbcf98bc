/// \file
/// A program as data: what it does, its commands and their options. Its help, its manual page, its completion and what
/// is said of a mistyped name are made of this.
#pragma once

#include <boost/program_options/options_description.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../../lib/rules/registry.hpp"

namespace mexbase::cli {

/// One command of a program.
struct Command {
    std::string_view name;     ///< empty: what the program does without a command word
    std::string_view usage;    ///< one line
    std::string_view summary;  ///< its first sentence says what the command does
    std::string_view example;
    std::vector<const char*> options;  ///< the options it takes, beside `help`
    /// A second way to write it, one line; empty where there is none.
    std::string other_usage = {};
};

/// A program of commands; borrows all.
struct Program {
    std::string_view name;
    std::string_view what;  ///< one sentence, in small letters: `answers from a table that mexgen wrote`
    std::span<const Command> commands;
    /// An option whose value is one of a few words has them as the name of its value, separated by `|`.
    const boost::program_options::options_description& options;
    std::string_view more;               ///< paragraphs that end the help
    std::span<const Family> families{};  ///< the games whose specs it takes
};

}  // namespace mexbase::cli
