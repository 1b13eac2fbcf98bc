// SPDX-License-Identifier: MIT
#include "chess.hpp"

#include <string>
#include <vector>

#include "../../lib/games/boards/chess.hpp"
#include "../../lib/rules/game_of.hpp"
#include "../../lib/suggestions.hpp"

namespace mexbase {

namespace {

Failure no_chess(const Table& table) {
    return {ErrorCode::not_applicable, "the table of " + table.info().spec + " is not a table of chess"};
}

}  // namespace

Result<Index> chess_index(const Table& table, const chess::Diagram& board) noexcept {
    const auto game = table.game();
    if (!game) return game.error();
    try {
        const Chess* const rules = rules_of<Chess>(*game);
        if (rules == nullptr) return no_chess(table);
        chess::BoardError fault = chess::BoardError::none;
        if (const auto index = rules->index_of(board, &fault)) return *index;
        // Returns the error without a slow exception, because programs often look up boards outside the table.
        return Failure{ErrorCode::bad_position, "the board is not a position: " + to_string(fault, board)};
    } catch (...) {
        return detail::current_failure();
    }
}

Result<IndexRange> chess_range(const Table& table, std::string_view material) noexcept {
    const auto game = table.game();
    if (!game) return game.error();
    try {
        const Chess* const rules = rules_of<Chess>(*game);
        if (rules == nullptr) return no_chess(table);
        const chess::Material asked = chess::parse_material(material);
        const chess::Material normal = asked.normal() ? asked : asked.exchanged();
        std::vector<std::string> names;
        for (const chess::MaterialNumbering& layout : rules->layouts()) {
            if (layout.material() == normal) return IndexRange{layout.first(), layout.first() + layout.size()};
            names.push_back(chess::format(layout.material()));
        }
        return Failure{ErrorCode::out_of_domain, "a table of " + table.info().spec +
                                                     " has no positions with the pieces " + chess::format(normal) +
                                                     did_you_mean(chess::format(normal), names).text};
    } catch (...) {
        return detail::current_failure();
    }
}

}  // namespace mexbase
