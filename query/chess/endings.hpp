// SPDX-License-Identifier: MIT
/// \file
/// All tables of chess endings in a directory, for chess engines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../../lib/games/boards/chess.hpp"
#include "../table.hpp"
#include "zeroing.hpp"

namespace mexbase {

/// A legal move with the values that the tables have for it. All values are for the player who makes the move.
struct EndingMove {
    chess::Square from = 0, to = 0;
    chess::Kind promoted = chess::king;         ///< kind that a pawn becomes; `king` without promotion
    bool mates = false;                         ///< the move is checkmate
    ChessResult result = ChessResult::unknown;  ///< result after the move, under the rule of fifty moves if it applies
    /// Distance to zeroing if this move is made: 1 for a capture, pawn move or checkmate that wins, -1 for one that
    /// loses (101 and -101 if only the rule of fifty moves makes it a draw). 0 for a draw, or without such a table.
    std::int32_t dtz = 0;
    /// Plies to mate including this move, negative if the player is mated. 0 for a draw, or without such a table.
    std::int32_t dtm = 0;
};

/// All tables of chess endings in a directory. A position is found by its pieces: no spec and no text is needed. Safe
/// to use from several threads.
///
/// If several tables of one distance have a material, the one with the fewest indices is used.
class ChessEndings {
  public:
    /// Upper bound on the number of legal moves with at most `chess::most_men` pieces.
    static constexpr std::size_t most_moves = 128;

    /// Opens every table of chess in `directory`. Ignores files that are not tables, tables of other games, and tables
    /// with unknown values. Errors: `not_found` if there is no table of chess, and those of `Table::open`.
    static Result<ChessEndings> open(const std::string& directory, const OpenOptions& options = {}) noexcept;

    const std::string& directory() const { return directory_; }
    /// Returns the greatest number of pieces, kings included, that a table has positions of.
    unsigned most_men() const { return most_men_; }

    /// Converts a board to a position. Returns `BoardError::none`, or the reason why no table has the board; `p` is
    /// then unspecified. Allocates no memory.
    chess::BoardError read(const chess::Bitboards& board, chess::Position& p) const noexcept {
        return rules_.read(board, p);
    }
    /// Returns the material of a position, such as `KQKR`.
    std::string material_of(const chess::Position& p) const {
        return chess::format(rules_.layouts()[p.material].material());
    }
    /// Returns true if a table of that distance has the position. At least one of the distances has it.
    bool has(const chess::Position& p, Distance distance) const { return source(p, distance).layout != nullptr; }

    /// Returns the value of a position, as `Table::stored_at` does. Requires `has(p, distance)`. Allocates memory only
    /// at a thread's first use of a table, to decode a block, or for an error.
    Result<OutcomeValue> value(const chess::Position& p, Distance distance) const noexcept;
    /// Returns the result for the player to move. `clock` is the number of plies since the last capture or pawn move,
    /// or empty to ignore the rule of fifty moves. The rule is also ignored without a table of distances to zeroing.
    Result<ChessResult> result(const chess::Position& p, std::optional<std::uint64_t> clock) const noexcept;
    /// Writes the legal moves, best first, and returns their number. The order is by result, then by distance to
    /// zeroing, then by distance to mate. `clock` is as for `result`.
    Result<std::size_t> moves(const chess::Position& p, std::optional<std::uint64_t> clock,
                              std::span<EndingMove, most_moves> moves) const noexcept;

  private:
    /// A table that has a material.
    struct Source {
        const chess::MaterialNumbering* layout = nullptr;  ///< owned by the table's game; null without a table
        std::size_t table = 0;                             ///< index in `tables_`
        std::uint64_t longest = 0;                         ///< longest distance of any position in the table
    };
    using Sources = std::array<Source, 2>;  ///< by `Distance`

    ChessEndings(const std::string& directory, std::vector<Table> tables, Chess rules)
        : directory_(directory), tables_(std::move(tables)), rules_(std::move(rules)) {}
    const Source& source(const chess::Position& p, Distance distance) const {
        return sources_[p.material][static_cast<std::size_t>(distance)];
    }

    std::string directory_;
    std::vector<Table> tables_;
    Chess rules_;                   ///< the game of all materials in all tables
    std::vector<Sources> sources_;  ///< by material, in the order of `rules_.layouts()`
    unsigned most_men_ = 0;
};

}  // namespace mexbase
