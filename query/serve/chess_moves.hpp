// SPDX-License-Identifier: MIT
/// \file
/// Chess positions with any number of pieces and with castling, and their legal moves. Tables have neither more than
/// six pieces nor castling, but clients of Lichess may ask for such positions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../lib/games/boards/chess/reading.hpp"

namespace mexbase::serve {

/// A chess position with castling rights.
struct ChessPosition {
    chess::Bitboards board;       ///< `passed` is 0 unless a capture en passant is legal
    chess::Squares castling = 0;  ///< the rooks with which castling is still allowed
    std::uint64_t clock = 0;      ///< number of plies since the last capture or pawn move

    /// Reads Forsyth-Edwards notation or EPD (`chess::FenFields`). Only the board is required. Ignores castling rights
    /// without a king and a rook on their first squares, and an en passant square that no pawn can have passed.
    /// Throws `Error{bad_position}` for invalid notation and for an illegal position.
    static ChessPosition parse(std::string_view fen);
    /// Returns the text by which tables find the position. It has no castling rights.
    std::string text() const { return board.diagram().format(); }
    /// Returns true if the player to move is in check.
    bool in_check() const;
};

/// A legal move.
struct ChessMove {
    std::string uci;       ///< name in the notation of the Universal Chess Interface: `e7e8q`, `e1g1` for castling
    std::string san;       ///< name in standard algebraic notation: `e8=Q#`, `O-O`
    bool zeroing = false;  ///< a capture or a pawn move
    std::optional<chess::Kind> taken;     ///< kind of the captured piece
    std::optional<chess::Kind> promoted;  ///< kind that a pawn becomes
    ChessPosition after;                  ///< the position after the move
    bool check = false;                   ///< the opponent is in check after the move
    bool ends = false;                    ///< the opponent has no legal move
    /// Returns true if the move changes the material.
    bool converts() const { return taken || promoted; }
};

/// Returns the legal moves of a position.
std::vector<ChessMove> legal_moves(const ChessPosition& position);

}  // namespace mexbase::serve
