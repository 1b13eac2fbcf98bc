// SPDX-License-Identifier: MIT
// Positions and best play from them.
#include <string>

#include "../../lib/rules/game.hpp"
#include "../best_play.hpp"
#include "../json/answers.hpp"
#include "../kinds/kind.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// Formats a move as the line `POSITION: VALUE (MOVE)`.
std::string to_text(const Move& move, bool with_remoteness) {
    std::string text = move.to.text + ": " + value_text(move.value, with_remoteness);
    if (!move.name.empty()) text += " (" + move.name + ')';
    return text + '\n';
}

/// Returns the line for a position without listed moves. It has no colon, so that programs do not take it for
/// `POSITION: VALUE`.
std::string stopped_line(const Value& value, Player mover, Play play) {
    if (kind_of(value.kind).obliged)
        return "play is over, and the player to move has lost in normal play and won in misere play\n";
    const Outcome outcome = outcome_for(value, mover, play);
    if (outcome == Outcome::unknown) return "every move leads past the bound of the table, so nothing is proven\n";
    if (outcome == Outcome::draw || outcome == Outcome::tie) return "play is over, and nobody has won\n";
    // If the remoteness is above 0, a move wins. The game has no name for this move, and its target is not a position.
    const bool over = value.outcome.remoteness == 0;
    std::string who = "the player to move";
    if (is_partizan(value.kind)) who = mover == Player::left ? "Left, who is to move," : "Right, who is to move,";
    return (over ? "play is over, and " + who + " has " : "play ends here, and " + who + " will have ") +
           (outcome == Outcome::win ? "won\n" : "lost\n");
}

/// Returns the picture of a position with a line end, or an empty string if the picture equals the text.
std::string picture_lines(const Table& table, const ResolvedPosition& position) {
    const std::string picture = table.game().value().picture(position);
    return picture == position.text ? "" : picture + '\n';
}

}  // namespace

void print_best(const Table& table, const std::string& position, Player first, const PlayForm& form) {
    if (form.with_remoteness) require_remoteness(table);
    if (form.as_json) return print(best_json(table, position, first, form.with_picture));
    const ResolvedPosition asked = table.resolve(position).value();
    const auto moves = best_moves(table, asked, first).value();
    if (form.with_picture) std::cout << picture_lines(table, asked);
    for (const Move& move : moves) std::cout << to_text(move, form.with_remoteness);
    if (moves.empty()) std::cout << stopped_line(table.at(asked).value(), first, table.info().play);
}

void print_line(const Table& table, const std::string& position, Player first, const PlayForm& form) {
    if (form.with_remoteness) require_remoteness(table);
    if (form.as_json) return print(line_json(table, position, first, longest_line, form.with_picture));
    const Ending ending =
        for_each_in_line(table, table.resolve(position).value(), first, longest_line, [&](const Move& move) {
            if (form.with_picture) std::cout << picture_lines(table, move.to);
            std::cout << to_text(move, form.with_remoteness);
        });
    std::cout << ending.line;
}

}  // namespace mexbase::cli
