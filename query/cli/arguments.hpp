/// \file
/// Command lines of both programs: Boost.Program_options, with positions that may begin with a dash.
#pragma once

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>
#include <string>
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

/// Throws `Error{bad_usage}` unless there are at least `least` and at most `most` words; `usage` says what they should
/// be. An excess word that begins with a dash is called an unknown option.
void expect_words(const Arguments&, std::size_t least, std::size_t most, const std::string& usage);

/// One line on standard error: `mexgen: error: …`, and the exit status for the exception in flight. Call it in a
/// handler.
int report_error(const char* program) noexcept;

}  // namespace mexbase::cli
