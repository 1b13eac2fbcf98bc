// SPDX-License-Identifier: MIT
/// \file
/// Requests with many positions: one line per position, and one line per answer.
#pragma once

#include <string>

#include "../library.hpp"
#include "http.hpp"
#include "parts.hpp"

namespace mexbase::serve {

/// Answers `POST /v1/SPEC`. Each line of the body is a position in JSON: a text, the number of an index, or an object
/// with `position` or `index`. A body of type text/plain has a position per line. The answer has a line for each, in
/// order, equal to that of a single probe. For an invalid position it is an object with `error` and `message`, and
/// `position` if known. Throws `HttpError`, `Error`.
Answer many(const Request& request, const Library& library, const std::string& spec, const Parameters& parameters);

}  // namespace mexbase::serve
