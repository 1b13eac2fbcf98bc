/// \file
/// Many positions in one request: a line for each, and a line back for each.
#pragma once

#include <string>

#include "../library.hpp"
#include "http.hpp"
#include "parts.hpp"

namespace mexbase::serve {

/// `POST /v1/SPEC`: the body has a position a line, as JSON (a text, the number of an index, or an object with
/// `position` or `index`), or as plain text where that is its type. What is answered has a line for each, in order, as
/// a single probe would be; for what is no position, an object with `error` and `message`, and `position` where that is
/// known. Throws `HttpError`, `Error`.
Answer many(const Request& request, const Library& library, const std::string& spec, const Parameters& parameters);

}  // namespace mexbase::serve
