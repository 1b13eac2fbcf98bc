// SPDX-License-Identifier: MIT
/// \file
/// Command lines of both programs. Boost.Program_options parses them, except positions that begin with a dash.
#pragma once

#include <boost/program_options/variables_map.hpp>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "../../../lib/error.hpp"
#include "program.hpp"

namespace mexbase::cli {

/// A parsed command line.
struct Arguments {
    boost::program_options::variables_map options;
    std::vector<std::string> words;  ///< all words that are not options, in order
    const Program* program = nullptr;
    bool has(const char* name) const { return options.count(name) != 0; }
    /// Returns the value of an option. The option must be present and have a value.
    const std::string& text(const char* name) const { return options[name].as<std::string>(); }
};

/// Parses `arguments` by the options of a program, which must outlive the result. A word that begins with a dash and is
/// not an option is an ordinary word, `--` ends the options, and options are not abbreviated. If the first word is not
/// a command, inserts the name of the default command. Throws `Error{bad_usage}` for an option without its value.
Arguments read_arguments(const std::vector<std::string>& arguments, const Program&);

/// Returns the value of option `name` as a number in [low, high], or `fallback` if the option is absent. Throws
/// `Error{bad_usage}` for other values.
std::uint64_t number_option(const Arguments&, const char* name, std::uint64_t low, std::uint64_t fallback,
                            std::uint64_t high = std::numeric_limits<std::uint64_t>::max());

/// Returns the value of option `name`. If it is not one of the words that the option allows (`words_of`), throws
/// `Error{bad_usage}` that lists these words.
const std::string& word_option(const Arguments&, const char* name);
/// Returns `word`. If it is not one of the `words` of option `name`, throws `Error{bad_usage}` that lists the words.
const std::string& expect_word(const std::string& word, const char* name, const std::vector<std::string>& words);

/// Returns the command with this name, or null.
const Command* find_command(const Program&, std::string_view name);
/// Returns a suggestion of commands with names similar to a word.
Suggestion command_meant(const Program&, std::string_view word);
/// Throws `Error{bad_usage}` for an option that the command does not take.
void check_options(const Command& command, const Arguments& arguments);

/// Throws `Error{bad_usage}` unless there are at least `least` and at most `most` words. The message shows `usage`, and
/// calls an excess word with a dash in front an unknown option.
void expect_words(const Arguments&, std::size_t least, std::size_t most, std::string_view usage);

/// Returns a suggestion of options similar to a word that begins with two dashes.
Suggestion option_meant(const Arguments&, const std::string& word);
/// Returns the result of `run`. If `run` throws an error about a bad word, and a word resembles an option, adds a
/// suggestion of that option to the message.
int with_options_meant(const Arguments&, const std::function<int()>& run);

/// Returns the result of `run`. If `run` throws an error with a remedy, appends the program's advice for this remedy to
/// the message.
int with_advice(const Arguments&, const std::function<int()>& run);

/// Reads the next line of a text as `clean_line` returns it. Returns false at the end of the text. Throws
/// `Error{bad_file}` for UTF-16.
bool read_line(std::istream& in, std::string& line);

/// Prints the current exception as one line on standard error, such as `mexgen: error: …`, and returns the exit status
/// for it. Call this in a `catch` block.
int report_error(const char* program) noexcept;

}  // namespace mexbase::cli
