// SPDX-License-Identifier: MIT
/// \file
/// Chess queries compatible with the tablebase server of Lichess (lila-tablebase), so that its clients can use this
/// server.
#pragma once

#include "../library.hpp"
#include "http.hpp"
#include "parts.hpp"

namespace mexbase::serve {

/// Answers `/standard?fen=…`: the position and its moves, best first. Throws `HttpError`, `Error`.
Answer lichess_position(const Request& request, const Library& library, const Parameters& parameters);
/// Answers `/standard/mainline?fen=…`: best play to mate. Likewise.
Answer lichess_mainline(const Request& request, const Library& library, const Parameters& parameters);

}  // namespace mexbase::serve
