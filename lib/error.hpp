/// \file
/// The one error type of the project. `lib` and `gen` throw it; `query` turns it into the `Failure` of a
/// `Result`; the programs print it.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mexbase {

/// What went wrong, for programs. The message says it for people. The numbers are those of the C library
/// (`mexquery.h`), and never change.
enum class ErrorCode : unsigned char {
    bad_spec = 1,         ///< unknown game, unknown or missing key, value out of its range
    bad_position,         ///< text that names no position of the game
    bad_file,             ///< a board or graph file that does not parse
    not_applicable,       ///< a value this game cannot have, a strategy it does not allow
    bad_usage,            ///< any other misuse of a command line or a call
    not_found,            ///< no such file
    io,                   ///< the system refused to read or write
    not_a_table,          ///< a file that is no Mexbase table
    unsupported_version,  ///< a table that needs a newer reader
    corrupt,              ///< a table whose bytes contradict its checksums or themselves
    out_of_domain,        ///< an index or position that the table does not hold
    out_of_memory,        ///< memory, or the limit set for it, is used up
    verification_failed,  ///< a stored value that the rules do not give
    interrupted,          ///< the user stopped the job, or the time for an answer is over (`TimeLimit`)
};

/// Exit status of a program that ends with `code`: 2 for bad usage, 1 for a job that failed.
constexpr int exit_status(ErrorCode code) {
    switch (code) {
        case ErrorCode::bad_spec:
        case ErrorCode::bad_position:
        case ErrorCode::bad_file:
        case ErrorCode::not_applicable:
        case ErrorCode::bad_usage:
        case ErrorCode::out_of_domain:
            return 2;
        default:
            return 1;
    }
}

/// `text` with control characters and bytes that are no UTF-8 escaped, as `\x0a`: fit to be printed on one line.
std::string one_line(std::string_view text);

/// A remedy against an error. Programs name the option that applies it.
enum class Remedy : unsigned char {
    none,
    correct_name,     ///< a name is corrected as the message suggests
    name_program,     ///< the program is named that answers for the rules of a table
    name_command,     ///< the program is named that answers for the rules of a game
    allow_positions,  ///< more positions are allowed
    allow_memory,     ///< more memory is allowed
    skip_checkpoint,  ///< no checkpoint is made
};

/// The end of a message that suggests names which may have been meant. Empty if none is near.
struct Suggestion {
    std::string text;
};

/// An error with a code and one line of text (no trailing period). What would break the line, as a text that somebody
/// else wrote and that a message repeats may, is escaped here, once for all.
class Error : public std::runtime_error {
  public:
    Error(ErrorCode code, std::string_view message, Remedy remedy = Remedy::none)
        : std::runtime_error(one_line(message)), code_(code), remedy_(remedy) {}
    Error(ErrorCode code, const std::string& message, const Suggestion& meant)
        : Error(code, message + meant.text, meant.text.empty() ? Remedy::none : Remedy::correct_name) {}
    ErrorCode code() const noexcept { return code_; }
    Remedy remedy() const noexcept { return remedy_; }

  private:
    ErrorCode code_;
    Remedy remedy_;
};

/// Bytes of the character that `text` begins with, 1..4; 0 if it is empty or does not begin with well-formed UTF-8 (the
/// Unicode Standard, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text);
/// Whether all of `text` is well-formed UTF-8.
bool is_utf8(std::string_view text);
/// Whether `text` begins with a control character: U+0000..U+001F, U+007F..U+009F.
bool begins_with_control(std::string_view text);
/// Whether all of `text` is well-formed UTF-8 without control characters, and may be printed as it is.
bool is_plain_text(std::string_view text);

/// `text` in quotes (not `quoted`, which std would be asked for too), shortened, and with control characters and bytes
/// that are no UTF-8 escaped: fit for one line of an error message.
std::string in_quotes(std::string_view text);

}  // namespace mexbase
