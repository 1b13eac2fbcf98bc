// SPDX-License-Identifier: MIT
/// \file
/// The two distances that a table of outcomes may store as remoteness.
#pragma once

#include <cstdint>

namespace mexbase {

/// What the remoteness of a position counts. The numbers are those of the table format.
enum class Distance : std::uint8_t {
    end = 0,   ///< plies to the end of the game
    exit = 1,  ///< plies to the next exit (a move that leaves the slice) that keeps the outcome, or to the end
};

/// The limit on distances to an exit in games without such a limit (`GameTraits::exit_limit`).
inline constexpr std::uint64_t no_exit_limit = ~std::uint64_t{0};

}  // namespace mexbase
