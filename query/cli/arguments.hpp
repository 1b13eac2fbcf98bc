/// \file
/// Command lines of both programs: Boost.Program_options, with positions that may begin with a dash.
#pragma once

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mexbase::cli {

/// A command line taken apart.
struct Arguments {
    boost::program_options::variables_map options;
    std::vector<std::string> words;  ///< everything that is no option, in order
    bool has(const char* name) const { return options.count(name) != 0; }
};

/// Reads `arguments` against `known`. A word that begins with a dash and is no option of `known` is an ordinary word,
/// `--` ends the options, and options are not abbreviated. Throws `Error{bad_usage}` for an option without its value.
Arguments read_arguments(const std::vector<std::string>& arguments,
                         const boost::program_options::options_description& known);

/// One command of a program, as its help shows it.
struct Command {
    std::string_view name;  ///< empty: what the program does without a command word
    std::string_view usage;
    std::string_view summary;
    std::string_view example;
    std::vector<const char*> options;  ///< the options it takes, beside `help`
};

/// The command whose name is the first word, or the one without a name where there is one; null if there is neither.
const Command* find_command(std::span<const Command> commands, const Arguments& arguments);
/// Throws `Error{bad_usage}` for an option that the command does not take.
void check_options(const Command& command, const Arguments& arguments);
/// The help of a whole program: what it is, its commands, and `more`.
std::string program_help(std::string_view what, std::span<const Command> commands, std::string_view more);
/// The help of one command: usage, summary, its options as `known` describes them, an example.
std::string command_help(const Command& command, const boost::program_options::options_description& known);

/// Throws `Error{bad_usage}` unless there are at least `least` and at most `most` words; `usage` says what they should
/// be. An excess word that begins with a dash is called an unknown option.
void expect_words(const Arguments&, std::size_t least, std::size_t most, const std::string& usage);

/// Calls `f` for every line of standard input that is not empty. Throws `Error{io}`.
void for_each_input_line(const std::function<void(const std::string&)>& f);

/// One line on standard error: `mexgen: error: …`, and the exit status for the exception in flight. Call it in a
/// handler.
int report_error(const char* program) noexcept;

}  // namespace mexbase::cli
