/// \file
/// Names of chess moves.
#pragma once

#include <span>
#include <string>

#include "moves.hpp"

namespace mexbase::chess {

/// The move in standard algebraic notation (FIDE, appendix C) without the sign for check: `Qxe4`, `exd6`, `Rae1`,
/// `b8=N`. `moves` are all legal moves. With `black_first` the board is seen from the other side.
std::string san(const Layout& layout, const View& v, bool black_first, const Move& move, std::span<const Move> moves);

/// The move as engines write it: `e2e4`, `e7e8q`.
std::string uci(const Layout& layout, const View& v, bool black_first, const Move& move);

}  // namespace mexbase::chess
