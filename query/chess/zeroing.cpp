// SPDX-License-Identifier: MIT
#include "zeroing.hpp"

#include <algorithm>

#include "../../lib/games/boards/chess.hpp"
#include "../../lib/games/boards/chess/fen.hpp"
#include "../../lib/rules/game_of.hpp"

namespace mexbase {

std::string_view to_string(ChessResult result) {
    constexpr std::string_view names[] = {"loss", "unknown",    "maybe-loss", "blessed-loss",
                                          "draw", "cursed-win", "maybe-win",  "win"};
    return names[static_cast<std::size_t>(result)];
}

ChessResult result_within(const OutcomeValue& value, std::uint64_t clock) {
    if (value.outcome == Outcome::unknown) return ChessResult::unknown;
    if (value.outcome != Outcome::win && value.outcome != Outcome::loss) return ChessResult::draw;
    const bool wins = value.outcome == Outcome::win;
    if (!wins && value.remoteness == 0) return ChessResult::loss;  // mate ends the game
    if (clock <= Chess::exit_limit && value.remoteness <= Chess::exit_limit - clock)
        return wins ? ChessResult::win : ChessResult::loss;
    return wins ? ChessResult::cursed_win : ChessResult::blessed_loss;
}

std::optional<std::int64_t> syzygy_distance(const OutcomeValue& value) {
    if (value.outcome == Outcome::unknown) return std::nullopt;
    const auto plies = static_cast<std::int64_t>(value.remoteness);
    if (value.outcome == Outcome::win) return plies;
    return value.outcome == Outcome::loss ? std::min<std::int64_t>(-plies, -1) : 0;
}

bool is_chess(const Table& table) noexcept {
    const auto game = table.game();
    return game && rules_of<Chess>(*game) != nullptr;
}

std::optional<std::uint64_t> clock_of(std::string_view fen) {
    return chess::FenFields(fen).clock;
}

}  // namespace mexbase
