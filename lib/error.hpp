// SPDX-License-Identifier: MIT
/// \file
/// The one error type of the project. `lib` and `gen` throw it; `query` turns it into the `Failure` of a
/// `Result`; the programs print it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mexbase {

/// The kind of error, which programs can check. The numbers are those of `mexquery.h`, and never change.
enum class ErrorCode : unsigned char {
    bad_spec = 1,         ///< unknown game, unknown or missing key, value out of its range
    bad_position,         ///< text that is not a position of the game
    bad_file,             ///< a board or graph file that does not parse
    not_applicable,       ///< a value that this game cannot have, a strategy that it does not allow
    bad_usage,            ///< any other misuse of a command line or a call
    not_found,            ///< no such file
    io,                   ///< the system refused to read or write
    not_a_table,          ///< a file that is not a Mexbase table
    unsupported_version,  ///< a table that needs a newer reader
    corrupt,              ///< a table whose bytes contradict its checksums or themselves
    out_of_domain,        ///< an index or position that the table does not hold
    out_of_memory,        ///< memory, or the limit set for it, is used up
    verification_failed,  ///< a stored value that the rules do not give
    interrupted,          ///< the user stopped the job, or the time limit has passed (`TimeLimit`)
};

/// Returns the exit status of a program that ends with `code`: 2 for wrong input, 1 for a job that failed.
constexpr int exit_status(ErrorCode code) {
    return code <= ErrorCode::bad_usage || code == ErrorCode::out_of_domain ? 2 : 1;
}

/// Returns `text` for one line. Escapes control characters and bytes that are not UTF-8, as in `\x0a`.
std::string one_line(std::string_view text);

/// A remedy for an error. The programs print the command-line option that applies the remedy.
enum class Remedy : unsigned char {
    none,
    correct_name,     ///< correct a name as the message suggests
    name_program,     ///< name the program with the rules of a table
    name_command,     ///< name the program with the rules of a game
    allow_positions,  ///< allow more positions
    allow_memory,     ///< allow more memory
    skip_checkpoint,  ///< make no checkpoint
};

/// The end of a message that suggests names similar to a misspelled one. Empty if none is similar.
struct Suggestion {
    std::string text;
};

/// An error with a code and one line of text (no trailing period). The constructor escapes anything that would break
/// the line, such as control characters in repeated input.
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

/// Returns the length in bytes, 1..4, of the first character of `text`; 0 if `text` is empty or does not begin with
/// well-formed UTF-8 (the Unicode Standard, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);
/// Returns true if `text` begins with a control character: U+0000..U+001F, U+007F..U+009F.
bool begins_with_control(std::string_view text);
/// Returns true if all of `text` is well-formed UTF-8 without control characters, and can be printed unchanged.
bool is_plain_text(std::string_view text);

/// Returns `text` in quotes and shortened, for an error message. Escapes control characters and bytes that are not
/// UTF-8. The name is not `quoted`, because calls might then find `std::quoted`.
std::string in_quotes(std::string_view text);

/// Returns a memory size in MiB, KiB or bytes: the largest unit with at least three digits, rounded up. So a needed and
/// an allowed size look different in a message, even if both are small.
std::string memory_text(std::uint64_t bytes);

/// Throws `Error{bad_position}` with the text `"text" fault`. The fault begins with a verb, as in `is not a heap: …`.
[[noreturn]] void throw_bad_position(std::string_view text, std::string_view fault);
/// Throws `Error{out_of_domain}` with the text `"text" is not in this table: limit`.
[[noreturn]] void throw_not_in_table(std::string_view text, std::string_view limit);

}  // namespace mexbase
