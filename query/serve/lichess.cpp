// SPDX-License-Identifier: MIT
// Answers chess queries in the format of the tablebase server of Lichess.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "../../lib/games/boards/chess.hpp"
#include "../../lib/games/boards/chess/fen.hpp"
#include "../../lib/rules/game_of.hpp"
#include "../../lib/text_parts.hpp"
#include "../best_play.hpp"
#include "answer.hpp"

namespace mexbase::serve {

namespace {

using chess::Diagram;

/// Result for the player to move under the 50-move rule. By this rule, a player may claim a draw after fifty moves
/// without a capture or pawn move. Results are ordered from best to worst for the opponent.
enum class Category : std::uint8_t { loss, unknown, maybe_loss, blessed_loss, draw, cursed_win, maybe_win, win };

constexpr std::string_view name_of(Category category) {
    constexpr std::string_view names[] = {"loss", "unknown",    "maybe-loss", "blessed-loss",
                                          "draw", "cursed-win", "maybe-win",  "win"};
    return names[static_cast<std::size_t>(category)];
}

constexpr Category for_opponent(Category category) {
    constexpr Category opposite[] = {Category::win,  Category::unknown,      Category::maybe_win,  Category::cursed_win,
                                     Category::draw, Category::blessed_loss, Category::maybe_loss, Category::loss};
    return opposite[static_cast<std::size_t>(category)];
}

/// Number of plies without a capture or pawn move after which a draw may be claimed.
constexpr std::uint64_t claimed_after = 100;

/// Returns the category of a value. `clock` is the number of plies since the last capture or pawn move. Values ignore
/// the 50-move rule. So a mate is certain only if `clock` stays at most 100 until then.
Category category_of(const OutcomeValue& value, std::uint64_t clock) {
    if (value.outcome == Outcome::unknown) return Category::unknown;
    if (value.outcome != Outcome::win && value.outcome != Outcome::loss) return Category::draw;
    const bool wins = value.outcome == Outcome::win;
    if (clock <= claimed_after && value.remoteness <= claimed_after - clock)
        return wins ? Category::win : Category::loss;
    if (clock >= claimed_after) return wins ? Category::cursed_win : Category::blessed_loss;
    return wins ? Category::maybe_win : Category::maybe_loss;
}

/// Returns true if no sequence of legal moves leads to a mate, because there is too little material.
bool is_dead(const Diagram& board) {
    unsigned minors = 0, knights = 0, light = 0, dark = 0;
    for (std::size_t square = 0; square < board.men.size(); ++square) {
        switch (board.men[square]) {
            case 0:
            case 'K':
            case 'k':
                break;
            case 'N':
            case 'n':
                ++minors, ++knights;
                break;
            case 'B':
            case 'b':
                ++minors, ++((square / 8 + square) % 2 == 0 ? dark : light);
                break;
            default:
                return false;
        }
    }
    return minors <= 1 || (knights == 0 && (light == 0 || dark == 0));
}

bool can_move(const Game& game, const ResolvedPosition& position) {
    bool any = false;
    game.for_each_named_move(position, Player::left, [&any](ResolvedPosition&&, std::string_view) { any = true; });
    return any;
}

/// Returns the number of plies to mate. It is negative if the player to move loses, 0 for a draw, and null if unknown.
Json dtm_of(const OutcomeValue& value) {
    if (value.outcome == Outcome::unknown) return nullptr;
    const auto plies = static_cast<std::int64_t>(value.remoteness);
    return value.outcome == Outcome::loss ? -plies : value.outcome == Outcome::win ? plies : 0;
}

struct Assessment {
    bool checkmate = false, stalemate = false, dead = false;
    OutcomeValue value;
    Category category = Category::unknown;
};

Assessment assess(const Game& game, const ResolvedPosition& position, const OutcomeValue& value, std::uint64_t clock) {
    return {.checkmate = value.outcome == Outcome::loss && value.remoteness == 0,
            .stalemate = value.outcome == Outcome::draw && !can_move(game, position),
            .dead = is_dead(Diagram::parse(position.text)),
            .value = value,
            .category = category_of(value, clock)};
}

void add_fields(Json& json, const Assessment& assessed) {
    json["checkmate"] = assessed.checkmate;
    json["stalemate"] = assessed.stalemate;
    json["variant_win"] = false;
    json["variant_loss"] = false;
    json["insufficient_material"] = assessed.dead;
    json["dtz"] = nullptr;
    json["precise_dtz"] = nullptr;
    json["dtm"] = dtm_of(assessed.value);
    json["dtw"] = nullptr;
    json["dtc"] = nullptr;
    json["category"] = name_of(assessed.category);
}

/// A chess position of a request, and the table that has its value.
struct AskedBoard {
    Table table;
    const Game& game;
    ResolvedPosition position;
    OutcomeValue value;
    Diagram board;
    std::uint64_t clock = 0;
};

/// Returns the fifth field of a FEN, or 0 if it is missing. It counts the plies since the last capture or pawn move.
std::uint64_t clock_of(std::string_view fen) {
    for (int field = 0; field < 4; ++field) {
        const std::size_t space = fen.find(' ');
        if (space == std::string_view::npos) return 0;
        fen.remove_prefix(std::min(fen.find_first_not_of(' ', space), fen.size()));
    }
    return exact_number(fen.substr(0, fen.find_first_not_of("0123456789"))).value_or(0);
}

AskedBoard asked_board(const Library& library, const Parameters& parameters) {
    const Parameter& parameter = parameters.get("fen");
    std::string fen = parameter.form_decoded.value_or(parameter.value);
    std::replace(fen.begin(), fen.end(), '_', ' ');
    const Diagram board = Diagram::parse(fen);
    TableChoice choice;
    choice.value = ValueKind::outcome;
    const Result<Table> found = library.table_for("chess", fen, choice);
    if (!found && found.error().code == ErrorCode::not_found) throw HttpError{404, "the server has no table of chess"};
    Table table = found.value();
    chess::BoardError fault = chess::BoardError::none;
    const auto* const rules = rules_of<Chess>(table.game().value());
    if (rules != nullptr && !rules->index_of(board, &fault) && fault == chess::BoardError::material)
        throw HttpError{404, "the server has no table with these pieces"};
    ResolvedPosition position = table.resolve(fen).value();
    const OutcomeValue value = table.at(position).value().outcome;
    const Game& game = table.game().value();
    return {std::move(table), game, std::move(position), value, board, clock_of(fen)};
}

/// Returns the square with a name such as `e4`.
std::size_t square_of(std::string_view name) {
    return static_cast<std::size_t>(name[1] - '1') * 8 + static_cast<std::size_t>(name[0] - 'a');
}

/// Returns true if a move in UCI notation is a capture or a pawn move.
bool sets_clock_back(const Diagram& board, std::string_view uci) {
    const char man = board.men[square_of(uci)], taken = board.men[square_of(uci.substr(2))];
    return man == 'P' || man == 'p' || taken != 0;
}

}  // namespace

Answer lichess_position(const Request& request, const Library& library, const Parameters& parameters) {
    const AskedBoard asked = asked_board(library, parameters);
    struct Played {
        const Move* move;
        bool zeroing;
        Assessment assessed;
    };
    const std::vector<Move> moves = best_moves(asked.table, asked.position).value();
    std::vector<Played> played;
    played.reserve(moves.size());
    for (const Move& move : moves) {
        const bool zeroing = sets_clock_back(asked.board, move.engine_name);
        played.push_back(
            {&move, zeroing, assess(asked.game, move.to, move.value.outcome, zeroing ? 0 : asked.clock + 1)});
    }
    // Moves are sorted by category. Among draws, stalemates come first, then positions without mating material. Moves
    // that are equal in this order stay sorted by time to mate.
    std::stable_sort(played.begin(), played.end(), [](const Played& a, const Played& b) {
        if (a.assessed.category != b.assessed.category) return a.assessed.category < b.assessed.category;
        if (a.assessed.stalemate != b.assessed.stalemate) return a.assessed.stalemate;
        return a.assessed.dead && !b.assessed.dead;
    });
    Assessment assessed = assess(asked.game, asked.position, asked.value, asked.clock);
    // The category follows from the best move. If it is a capture or pawn move, the count of plies starts again.
    if (!played.empty() && asked.clock < claimed_after)
        assessed.category = for_opponent(played.front().assessed.category);
    Json json;
    add_fields(json, assessed);
    Json& list = json["moves"] = Json::array();
    for (const Played& each : played) {
        Json& object = list.emplace_back();
        object["uci"] = each.move->engine_name;
        object["san"] = each.move->name;
        object["zeroing"] = each.zeroing;
        add_fields(object, each.assessed);
    }
    return with_etag(json_answer(to_line(json)), etag_of({&asked.table, 1}), request);
}

Answer lichess_mainline(const Request& request, const Library& library, const Parameters& parameters) {
    const AskedBoard asked = asked_board(library, parameters);
    const bool decided = asked.value.outcome == Outcome::win || asked.value.outcome == Outcome::loss;
    Json json;
    json["dtz"] = nullptr;
    json["precise_dtz"] = nullptr;
    json["dtm"] = dtm_of(asked.value);
    Json& list = json["mainline"] = Json::array();
    if (decided) {
        const PlayedLine line = best_line(asked.table, asked.position, most_line_moves).value();
        for (std::size_t m = 1; m < line.moves.size(); ++m) {  // element 0 is the initial position
            Json& object = list.emplace_back();
            object["uci"] = line.moves[m].engine_name;
            object["san"] = line.moves[m].name;
            object["dtz"] = nullptr;
            object["precise_dtz"] = nullptr;
            object["dtm"] = dtm_of(line.moves[m].value.outcome);
        }
    }
    json["winner"] = nullptr;
    if (decided) json["winner"] = (asked.value.outcome == Outcome::win) == asked.board.black_moves ? "b" : "w";
    return with_etag(json_answer(to_line(json)), etag_of({&asked.table, 1}), request);
}

}  // namespace mexbase::serve
