/// \file
/// Chess endings, asked and answered as the tablebase server of Lichess has it (lila-tablebase), so that programs which
/// know that one can ask this one.
#pragma once

#include "../library.hpp"
#include "http.hpp"
#include "parts.hpp"

namespace mexbase::serve {

/// `/standard?fen=…`: the position and its moves, best first. Throws `HttpError`, `Error`.
Answer lichess_position(const Request& request, const Library& library, const Parameters& parameters);
/// `/standard/mainline?fen=…`: play to mate. Likewise.
Answer lichess_mainline(const Request& request, const Library& library, const Parameters& parameters);

}  // namespace mexbase::serve
