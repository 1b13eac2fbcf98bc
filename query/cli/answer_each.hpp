// SPDX-License-Identifier: MIT
/// \file
/// Answers to many positions or values, for mexquery and mexgen.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "command_line/arguments.hpp"

namespace mexbase::cli {

/// Calls `answer` for each text, or for each non-empty line of standard input if `texts` is empty. Returns 0, or the
/// exit status of the first error of a text without an answer: wrong input, or a text that needs more memory. Prints
/// one error for each such text: for `texts` after all answers, for a line at once and with its number. With `--json`,
/// such a line also has an object on standard output, with the text as member `key`.
int answer_each(const Arguments&, std::span<const std::string> texts, const char* key,
                const std::function<void(const std::string&)>& answer);

}  // namespace mexbase::cli
