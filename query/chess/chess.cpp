#include "chess.hpp"

#include "../../lib/games/boards/chess.hpp"
#include "../../lib/rules/game_of.hpp"

namespace mexbase {

Result<Index> chess_index(const Table& table, const chess::Diagram& board) noexcept {
    const auto game = table.game();
    if (!game) return game.error();
    try {
        const Chess* const rules = rules_of<Chess>(*game);
        if (rules == nullptr)
            return Failure{ErrorCode::not_applicable, "a table of " + table.info().spec + " is none of chess"};
        chess::Fault fault = chess::Fault::none;
        if (const auto index = rules->index_of(board, &fault)) return *index;
        // Programs ask for boards that no table has: an exception would take microseconds.
        return Failure{ErrorCode::bad_position, "the board is no position: " + to_string(fault, board)};
    } catch (...) {
        return detail::current_failure();
    }
}

}  // namespace mexbase
