// SPDX-License-Identifier: MIT
// Answers chess queries in the format of the tablebase server of Lichess.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../../lib/games/boards/chess.hpp"
#include "../../lib/games/boards/chess/fen.hpp"
#include "../../lib/rules/game_of.hpp"
#include "../best_play.hpp"
#include "../chess/zeroing.hpp"
#include "answer.hpp"

namespace mexbase::serve {

namespace {

using chess::Diagram;

/// Number of plies without a capture or pawn move after which a draw may be claimed.
constexpr std::uint64_t claimed_after = Chess::exit_limit;

/// The values of a position in the tables.
struct Known {
    std::optional<OutcomeValue> mate;  ///< with the plies to mate
    std::optional<OutcomeValue> exit;  ///< with the plies to the next capture, pawn move or mate that keeps the outcome

    void add(const Value& value) { (value.distance == Distance::end ? mate : exit) = value.outcome; }
    Outcome outcome() const { return exit ? exit->outcome : mate->outcome; }
    bool is_decided() const { return outcome() == Outcome::win || outcome() == Outcome::loss; }
    /// Returns the number of plies to mate: negative if the player to move loses, 0 in a draw. Null if it is not known.
    std::optional<std::int64_t> dtm() const {
        if (outcome() == Outcome::unknown) return std::nullopt;
        if (!is_decided()) return 0;
        if (!mate) return std::nullopt;
        const auto plies = static_cast<std::int64_t>(mate->remoteness);
        return outcome() == Outcome::win ? plies : -plies;
    }
    std::optional<std::int64_t> dtz() const {
        if (exit) return syzygy_distance(*exit);
        return outcome() == Outcome::unknown || is_decided() ? std::nullopt : std::optional<std::int64_t>(0);
    }
};

/// Returns the result of a position. `clock` is the number of plies since the last capture or pawn move, and `before`
/// is this number before the last move. If `before` is at least 100, the game could have been drawn before. Without the
/// distance to an exit, a mate is certain only if `clock` stays at most 100 until then.
ChessResult result_of(const Known& known, std::uint64_t clock, std::uint64_t before) {
    const ChessResult result = result_within(known.exit ? *known.exit : *known.mate, clock);
    if (before >= claimed_after && known.is_decided())
        return known.outcome() == Outcome::win ? ChessResult::cursed_win : ChessResult::blessed_loss;
    if (known.exit || clock >= claimed_after) return result;
    if (result == ChessResult::cursed_win) return ChessResult::maybe_win;
    return result == ChessResult::blessed_loss ? ChessResult::maybe_loss : result;
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

struct Assessment {
    bool checkmate = false, stalemate = false, dead = false;
    Known known;
    ChessResult category = ChessResult::unknown;
};

Assessment assess(const Game& game, const ResolvedPosition& position, const Known& known, std::uint64_t clock,
                  std::uint64_t before) {
    const bool ended = !can_move(game, position), checkmate = ended && known.outcome() == Outcome::loss;
    return {.checkmate = checkmate,
            .stalemate = ended && known.outcome() == Outcome::draw,
            .dead = is_dead(Diagram::parse(position.text)),
            .known = known,
            .category = result_of(known, clock, before)};
}

Json number_or_null(const std::optional<std::int64_t>& number) {
    return number ? Json(*number) : Json(nullptr);
}

void add_distances(Json& json, const Known& known) {
    json["dtz"] = json["precise_dtz"] = number_or_null(known.dtz());
    json["dtm"] = number_or_null(known.dtm());
}

void add_fields(Json& json, const Assessment& assessed) {
    json["checkmate"] = assessed.checkmate;
    json["stalemate"] = assessed.stalemate;
    json["variant_win"] = false;
    json["variant_loss"] = false;
    json["insufficient_material"] = assessed.dead;
    add_distances(json, assessed.known);
    json["dtw"] = nullptr;
    json["dtc"] = nullptr;
    json["category"] = to_string(assessed.category);
}

struct FoundBoard {
    Table table;
    const Game* game;  ///< owned by the table
    ResolvedPosition position;
};

/// A chess position of a request, and the tables with its value: a table of mates, a table of distances to an exit, or
/// both.
struct AskedBoard {
    std::optional<FoundBoard> mates, exits;
    Known known;
    Diagram board;
    std::uint64_t clock = 0;

    const FoundBoard& any() const { return mates ? *mates : *exits; }
    /// Returns the tag of the answer, which depends on all tables.
    std::string etag() const {
        std::vector<Table> tables;
        for (const auto* each : {&mates, &exits})
            if (*each) tables.push_back((*each)->table);
        return etag_of(tables);
    }
    /// Returns the values of the position with this text in the tables.
    Known know(const std::string& text) const {
        Known all;
        for (const auto* each : {&mates, &exits})
            if (*each) all.add((*each)->table.at((*each)->table.resolve(text).value()).value());
        return all;
    }
};

/// Returns the position in a table of that distance, or `std::nullopt` if no such table has the position.
std::optional<FoundBoard> find_board(const Library& library, const std::string& fen, const Diagram& board,
                                     Distance distance) {
    TableChoice choice;
    choice.value = ValueKind::outcome;
    choice.distance = distance;
    const Result<Table> found = library.table_for("chess", fen, choice);
    if (!found && (found.error().code == ErrorCode::not_found || found.error().code == ErrorCode::out_of_domain))
        return std::nullopt;
    Table table = found.value();
    const Game& game = table.game().value();
    chess::BoardError fault = chess::BoardError::none;
    const auto* const rules = rules_of<Chess>(game);
    if (rules != nullptr && !rules->index_of(board, &fault) && fault == chess::BoardError::material)
        return std::nullopt;
    ResolvedPosition position = table.resolve(fen).value();
    return FoundBoard{std::move(table), &game, std::move(position)};
}

AskedBoard asked_board(const Library& library, const Parameters& parameters) {
    const Parameter& parameter = parameters.get("fen");
    std::string fen = parameter.form_decoded.value_or(parameter.value);
    std::replace(fen.begin(), fen.end(), '_', ' ');
    AskedBoard asked;
    asked.board = Diagram::parse(fen);
    asked.clock = clock_of(fen).value_or(0);
    asked.mates = find_board(library, fen, asked.board, Distance::end);
    asked.exits = find_board(library, fen, asked.board, Distance::exit);
    if (!asked.mates && !asked.exits) throw HttpError{404, "the server has no table of chess with these pieces"};
    asked.known = asked.know(asked.any().position.text);
    return asked;
}

/// Returns the square with a name such as `e4`.
std::size_t square_of(std::string_view name) {
    return static_cast<std::size_t>(name[1] - '1') * 8 + static_cast<std::size_t>(name[0] - 'a');
}

/// Facts about a move in UCI notation.
struct MoveFacts {
    bool zeroing = false;     ///< a capture or a pawn move
    bool conversion = false;  ///< a capture or a promotion
};

MoveFacts facts_of(const Diagram& board, std::string_view uci) {
    const std::size_t from = square_of(uci), to = square_of(uci.substr(2));
    const bool pawn = board.men[from] == 'P' || board.men[from] == 'p';
    const bool takes = board.men[to] != 0 || (pawn && from % 8 != to % 8);
    return {pawn || takes, takes || uci.size() > 4};
}

struct PlayedMove {
    const Move* move;
    MoveFacts facts;
    Assessment assessed;
};

/// Returns a key by which moves are sorted, the least first, as lila-tablebase sorts them. Moves to positions that are
/// lost for the opponent come first, the soonest end first. Moves to positions that are won for the opponent come last.
auto order_of(const PlayedMove& played) {
    const Assessment& after = played.assessed;
    const bool opponent_wins = after.known.outcome() == Outcome::win;
    const auto first = [&](bool is_first) { return is_first == opponent_wins ? 1 : 0; };
    return std::tuple(after.category, !after.checkmate, !after.stalemate, !after.dead, -after.known.dtm().value_or(0),
                      first(played.facts.conversion), first(played.facts.zeroing), -after.known.dtz().value_or(0));
}

}  // namespace

Answer lichess_position(const Request& request, const Library& library, const Parameters& parameters) {
    const AskedBoard asked = asked_board(library, parameters);
    const FoundBoard& found = asked.any();
    const std::vector<Move> moves = best_moves(found.table, found.position).value();
    std::vector<PlayedMove> played;
    played.reserve(moves.size());
    for (const Move& move : moves) {
        const MoveFacts facts = facts_of(asked.board, move.engine_name);
        const std::uint64_t clock = facts.zeroing ? 0 : asked.clock + 1;
        played.push_back({&move, facts, assess(*found.game, move.to, asked.know(move.to.text), clock, asked.clock)});
    }
    std::stable_sort(played.begin(), played.end(),
                     [](const PlayedMove& a, const PlayedMove& b) { return order_of(a) < order_of(b); });
    Assessment assessed = assess(*found.game, found.position, asked.known, asked.clock,
                                 asked.clock - std::min<std::uint64_t>(asked.clock, 1));
    // Without distances to an exit, the category follows from the best move. If this move is a capture or pawn move,
    // the count of plies starts again.
    if (!asked.exits && !played.empty() && asked.clock < claimed_after)
        assessed.category = for_opponent(played.front().assessed.category);
    Json json;
    add_fields(json, assessed);
    Json& list = json["moves"] = Json::array();
    for (const PlayedMove& each : played) {
        Json& object = list.emplace_back();
        object["uci"] = each.move->engine_name;
        object["san"] = each.move->name;
        object["zeroing"] = each.facts.zeroing;
        object["conversion"] = each.facts.conversion;
        add_fields(object, each.assessed);
    }
    return with_etag(json_answer(to_line(json)), asked.etag(), request);
}

Answer lichess_mainline(const Request& request, const Library& library, const Parameters& parameters) {
    const AskedBoard asked = asked_board(library, parameters);
    const bool decided = asked.known.is_decided();
    Json json;
    add_distances(json, asked.known);
    Json& list = json["mainline"] = Json::array();
    if (decided) {
        const FoundBoard& found = asked.exits ? *asked.exits : *asked.mates;
        const PlayedLine line = best_line(found.table, found.position, most_line_moves).value();
        for (std::size_t m = 1; m < line.moves.size(); ++m) {  // element 0 is the initial position
            Json& object = list.emplace_back();
            object["uci"] = line.moves[m].engine_name;
            object["san"] = line.moves[m].name;
            add_distances(object, asked.know(line.moves[m].to.text));
        }
    }
    json["winner"] = nullptr;
    if (decided) json["winner"] = (asked.known.outcome() == Outcome::win) == asked.board.black_moves ? "b" : "w";
    return with_etag(json_answer(to_line(json)), asked.etag(), request);
}

}  // namespace mexbase::serve
