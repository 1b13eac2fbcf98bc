#include <iostream>
#include <string>

#include "../best_play.hpp"
#include "commands.hpp"
#include "json.hpp"

namespace mexbase::cli {

namespace {

constexpr std::size_t longest_line = 10'000'000, longest_named_line = 1'000'000;

/// The fields of what a move leads to.
Json move_json(const Game& game, const Move& move) {
    Json json = position_json(move.to, move.value);
    if (!move.name.empty()) json["move"] = move.name;
    if (!move.engine_name.empty()) json[std::string(game.engine_notation())] = move.engine_name;
    return json;
}

/// `POSITION: VALUE (MOVE)`.
std::string to_text(const Move& move) {
    std::string text = move.to.text + ": " + to_string(move.value);
    if (!move.name.empty()) text += " (" + move.name + ')';
    return text + '\n';
}

/// What there is to say of a position without a move that could be listed. There is no colon in it, so that nobody who
/// reads `POSITION: VALUE` takes it for an option.
std::string stopped_line(const Value& value, Player mover, Play play) {
    if (value.kind == ValueKind::obliged)
        return "play has stopped, and the player to move has lost in normal play and won in misere play\n";
    const Outcome outcome = outcome_for(value, mover, play);
    if (outcome == Outcome::unknown) return "every move leaves the bound of the table, and nothing is proven\n";
    if (outcome == Outcome::draw || outcome == Outcome::tie) return "play has stopped, and nobody has won\n";
    // At a remoteness above 0 what a move leads to is neither a position nor named.
    const bool over = value.kind != ValueKind::outcome || value.outcome.remoteness == 0;
    std::string who = "the player to move";
    if (is_partizan(value.kind)) who = mover == Player::left ? "Left, who is to move," : "Right, who is to move,";
    return "play has stopped, and " + who + (over ? " has " : " will have ") +
           (outcome == Outcome::win ? "won\n" : "lost\n");
}

/// The picture in lines of its own; nothing where it would be the text again.
std::string picture_lines(const Table& table, const AskedPosition& position) {
    const std::string picture = table.game().value().picture(position);
    return picture == position.text ? "" : picture + '\n';
}

/// Why a line of play ends where it does, in the words of either form.
struct Ending {
    std::string_view key;   ///< of JSON
    std::string_view line;  ///< of text; empty where there is nothing to say
};

Ending ending_of(LineEnd end, const Value& last) {
    if (last.kind == ValueKind::outcome && last.outcome.outcome == Outcome::unknown)
        return {"unknown", "nothing is proven of play from here\n"};
    switch (end) {
        case LineEnd::repeated:
            return {"repeated", "and so on: this position was there before\n"};
        case LineEnd::cut:
            return {"cut", "and so on\n"};
        default:
            return {"finished", ""};
    }
}

/// Calls `print(move, end)` for the position that was asked for and what best play makes of it, until it says no.
template <class Print>
void for_each_in_line(const Table& table, const AskedPosition& asked, Player first, Print&& print) {
    const Game& game = table.game().value();
    if (game.names_moves() || asked.index() == no_index) {
        const PlayedLine line = best_line(table, asked, longest_named_line, first).value();
        for (const Move& move : line.moves)
            if (!print(move, line.end)) return;
        return;
    }
    // A position is its index: a line of millions takes little memory.
    const Line line = best_line(table, asked.index(), longest_line, first).value();
    for (const Index i : line.positions)
        if (!print(Move{{game.format(i), {{i}, {}}}, {}, table.stored_at(i).value()}, line.end)) return;
    if (!line.settled) return;
    const AskedPosition last{"(settled)", {{}, line.settled}};
    print(Move{last, {}, table.at(last).value()}, line.end);
}

}  // namespace

int print_best(const Table& table, const std::string& position, Player first, bool as_json, bool with_picture) {
    const AskedPosition asked = table.ask(position).value();
    const auto moves = best_moves(table, asked, first).value();
    if (!as_json) {
        if (with_picture) std::cout << picture_lines(table, asked);
        for (const Move& move : moves) std::cout << to_text(move);
        if (moves.empty()) std::cout << stopped_line(table.at(asked).value(), first, table.info().play);
        return 0;
    }
    Json json = position_json(position, index_of(asked), table.at(asked).value());
    const Game& game = table.game().value();
    if (with_picture) json["picture"] = game.picture(asked);
    Json& list = json["moves"] = Json::array();
    for (const Move& move : moves) list.push_back(move_json(game, move));
    std::cout << to_line(json) << '\n';
    return 0;
}

int print_line(const Table& table, const std::string& position, Player first, bool as_json, bool with_picture) {
    const AskedPosition asked = table.ask(position).value();
    const Game& game = table.game().value();
    Json json;
    Ending ending;
    const auto print = [&](const Move& move, LineEnd line_end) {
        if (as_json) {
            if (json.empty()) json = position_json(position, index_of(asked), move.value);
            Json& list = json["line"];
            list.push_back(move_json(game, move));
            if (with_picture) list.back()["picture"] = game.picture(move.to);
        } else {
            if (with_picture) std::cout << picture_lines(table, move.to);
            std::cout << to_text(move);
        }
        ending = ending_of(line_end, move.value);
        return ending.key != "unknown";
    };
    for_each_in_line(table, asked, first, print);
    json["end"] = ending.key;
    if (as_json)
        std::cout << to_line(json) << '\n';
    else
        std::cout << ending.line;
    return 0;
}

}  // namespace mexbase::cli
