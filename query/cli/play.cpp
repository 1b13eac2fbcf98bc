// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "../../lib/error.hpp"
#include "../../lib/rules/game.hpp"
#include "../json/answers.hpp"
#include "../kinds/kind.hpp"
#include "commands.hpp"
#include "describe_info.hpp"

namespace mexbase::cli {

namespace {

/// Maximum number of moves without names that are listed, because the texts of their positions are long.
constexpr std::size_t shown_options = 12;

void print_position(const Table& table, const Game& game, const ResolvedPosition& at, Player mover) {
    const std::string picture = game.picture(at);
    std::cout << (picture == at.text ? at.text : picture + "\n" + at.text) << "   " << to_string(table.at(at).value());
    if (is_partizan(table.info().value))
        std::cout << ", " << (mover == Player::left ? "Left" : "Right") << " to move\n";
    else
        std::cout << " for the player to move\n";
}

/// Returns the text by which the user may enter a move.
const std::string& shown_name(const Move& move) {
    return move.name.empty() ? move.to.text : move.name;
}

std::string described(const Move& move) {
    return move.name.empty() ? move.to.text : move.to.text + " (" + move.name + ')';
}

/// Returns the move whose name equals `line` apart from signs of check and mate, or null unless exactly one does.
const Move* move_without_signs(const std::vector<Move>& moves, std::string_view line) {
    const auto stem = [](std::string_view name) { return name.substr(0, name.find_last_not_of("+#") + 1); };
    const Move* found = nullptr;
    for (const Move& move : moves) {
        if (move.name.empty() || stem(move.name) != stem(line)) continue;
        if (found != nullptr) return nullptr;
        found = &move;
    }
    return found;
}

/// Returns the move that `line` names. `line` is the move's name, the text of its target, or `#N` with the target's
/// index N. If that index is below `queryable_size`, other texts of the target are accepted too.
const Move& named_move(const Game& game, const std::vector<Move>& moves, const std::string& line) {
    for (const Move& move : moves)
        if (move.to.text == line || move.name == line || move.engine_name == line) return move;
    if (const Move* const move = move_without_signs(moves, line)) return *move;
    for (const Move& move : moves)
        if (move.to.index() != no_index && '#' + std::to_string(move.to.index()) == line) return move;
    // Another text of a sum may have the parts in another order, or leave out parts without moves.
    const auto essence = [&game](std::vector<Index> parts) {
        if (!game.whole()) std::erase(parts, Index{0});
        std::ranges::sort(parts);
        return parts;
    };
    const ResolvedPosition asked = game.resolve(line, no_index);
    const auto named = essence(asked.place.parts);
    for (const Move& move : moves)
        if (game.names_moves() ? move.to.text == asked.text : essence(move.to.place.parts) == named) return move;
    throw Error(ErrorCode::bad_position, "no move leads to this position");
}

/// Reads lines until a line names a move. Returns that move, or null at the end of the input or at `quit`.
const Move* ask(const Game& game, const std::vector<Move>& moves) {
    for (std::string line; std::cout << "your move> " << std::flush && read_line(std::cin, line);) {
        line.erase(line.find_last_not_of(" \t") + 1);
        line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
        if (line == "quit" || line == "q") return nullptr;
        if (line == "hint") {
            std::cout << "best: " << described(moves.front()) << '\n';
            continue;
        }
        if (line.empty() || line == "help" || line == "?") {
            std::cout << (game.names_moves()
                              ? "write a move, the position to move to, `hint` or `quit`; possible moves ("
                              : "write the position to move to, `hint` or `quit`; possible moves (")
                      << moves.size() << "):";
            const std::size_t shown = game.names_moves() ? moves.size() : std::min(moves.size(), shown_options);
            for (std::size_t i = 0; i < shown; ++i) std::cout << ' ' << shown_name(moves[i]);
            std::cout << (shown < moves.size() ? " …\n" : "\n");
            continue;
        }
        try {
            return &named_move(game, moves, line);
        } catch (const Error& e) {
            std::cout << (game.names_moves() ? in_quotes(line) + " is not the name of a move (`help` lists the moves); "
                                             : "")
                      << e.what() << '\n';
        }
    }
    std::cout << '\n';
    return nullptr;
}

/// Variant of `ask` for JSON output, which reports invalid lines as JSON objects.
const Move* ask_json(const Game& game, const std::vector<Move>& moves) {
    for (std::string line; read_line(std::cin, line);) {
        line.erase(line.find_last_not_of(" \t") + 1);
        if (line == "quit") return nullptr;
        try {
            return &named_move(game, moves, line);
        } catch (const Error& e) {
            Json json;
            json["error"] = e.what();
            std::cout << to_line(json) << std::endl;
        }
    }
    return nullptr;
}

/// Returns an object with the current position, the player to move, and the moves, best first.
Json state_json(const Table& table, const Game& game, const ResolvedPosition& at, Player mover, bool person,
                const std::vector<Move>& moves) {
    Json json = position_json(at, table.at(at).value());
    json["turn"] = person ? "you" : "table";
    if (is_partizan(table.info().value)) json["first"] = name_of(mover);
    Json& list = json["moves"] = Json::array();
    for (const Move& move : moves) list.push_back(move_json(game, move));
    return json;
}

std::string_view winner_name(Outcome outcome, bool person_to_move) {
    if (outcome == Outcome::unknown) return "unknown";
    if (outcome != Outcome::win && outcome != Outcome::loss) return "nobody";
    return (outcome == Outcome::win) == person_to_move ? "you" : "table";
}

std::string_view result(Outcome outcome, bool person_to_move) {
    switch (outcome) {
        case Outcome::win:
            return person_to_move ? "play is over: you win\n" : "play is over: the table wins\n";
        case Outcome::loss:
            return person_to_move ? "play is over: the table wins\n" : "play is over: you win\n";
        case Outcome::unknown:
            return "every move from here leads past the bound of the table, so nothing is proven\n";
        default:
            return "play is over: nobody wins\n";
    }
}

}  // namespace

void play(const Table& table, const PlayRequest& request) {
    const Game& game = table.game().value();
    const TableInfo& info = table.info();
    if (request.first && !is_partizan(info.value))
        throw Error(ErrorCode::bad_usage,
                    "--first is only for partizan games, in which Left and Right have different moves; with --second, "
                    "the table moves first");
    ResolvedPosition at = table.resolve(request.position).value();
    if (kind_of(info.value).obliged && !game.whole())
        throw Error(
            ErrorCode::not_applicable,
            "an obliged sum cannot be played: a component once begun changes its value; use a table of nimbers");
    const bool as_json = request.as_json;
    Player mover = request.first.value_or(Player::left);
    for (bool person = !request.table_begins;; person = !person, mover = other(mover)) {
        const auto moves = best_moves(table, at, mover).value();
        Json state;
        if (as_json)
            state = state_json(table, game, at, mover, person, moves);
        else
            print_position(table, game, at, mover);
        if (as_json && request.with_picture) state["picture"] = game.picture(at);
        if (moves.empty()) {
            const Outcome outcome = outcome_for(table.at(at).value(), mover, info.play);
            state["winner"] = winner_name(outcome, person);
            std::cout << (as_json ? to_line(state) + '\n' : std::string(result(outcome, person)));
            return;
        }
        if (as_json) std::cout << to_line(state) << std::endl;
        const Move* move = &moves.front();
        if (person) {
            move = as_json ? ask_json(game, moves) : ask(game, moves);
            if (move == nullptr) return;
        } else if (!as_json) {
            std::cout << "the table moves to " << described(*move) << '\n';
        }
        at = move->to;
    }
}

}  // namespace mexbase::cli
