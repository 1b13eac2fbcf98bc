// SPDX-License-Identifier: MIT
/// \file
/// Requests to the server and their answers: a function of a request and a library of tables (docs/server.md).
#pragma once

#include "../library.hpp"
#include "http.hpp"

namespace mexbase::serve {

/// Maximum number of moves in a line of play.
inline constexpr std::uint64_t most_line_moves = 10'000;
/// Maximum number of positions in one request.
inline constexpr std::uint64_t most_positions = 1'000'000;
/// Maximum number of components in a sum.
inline constexpr std::size_t most_components = 64;

/// Answers any request, errors included. Opens no socket, and only files of the library. Safe to call from several
/// threads. Throws only `std::bad_alloc`.
Answer answer(const Request& request, const Library& library);

}  // namespace mexbase::serve
