/// \file
/// What is asked of a server, and what it answers: a function of a request and a library of tables (docs/server.md).
#pragma once

#include "../library.hpp"
#include "http.hpp"

namespace mexbase::serve {

/// Moves of a line of play that are told at most.
inline constexpr std::uint64_t most_line_moves = 10'000;
/// Positions of one request at most.
inline constexpr std::uint64_t most_positions = 1'000'000;
/// Components of a sum at most.
inline constexpr std::size_t most_components = 64;

/// The answer to any request, errors included. Opens no socket, and no file but the library's own. May be called by
/// many threads at once. Throws nothing but `std::bad_alloc`.
Answer answer(const Request& request, const Library& library);

}  // namespace mexbase::serve
