#include "lichess.hpp"

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

/// What fifty moves without a capture or pawn move, after which a draw may be claimed, leave of a result. From the best
/// to the worst for who moves into it: the results are for the opponent.
enum class Category : std::uint8_t { loss, unknown, maybe_loss, blessed_loss, draw, cursed_win, maybe_win, win };

constexpr std::string_view name_of(Category category) {
    constexpr std::string_view names[] = {"loss", "unknown",    "maybe-loss", "blessed-loss",
                                          "draw", "cursed-win", "maybe-win",  "win"};
    return names[static_cast<std::size_t>(category)];
}

/// The same for the other player.
constexpr Category for_opponent(Category category) {
    constexpr Category opposite[] = {Category::win,  Category::unknown,      Category::maybe_win,  Category::cursed_win,
                                     Category::draw, Category::blessed_loss, Category::maybe_loss, Category::loss};
    return opposite[static_cast<std::size_t>(category)];
}

/// A draw may be claimed after so many plies without a capture or pawn move.
constexpr std::uint64_t claimed_after = 100;

/// `clock` counts plies since the last capture or pawn move. Mate within what is left of a hundred is certain. Where it
/// takes longer the table, which does not know of the fifty moves, cannot tell.
Category category_of(const OutcomeValue& value, std::uint64_t clock) {
    if (value.outcome == Outcome::unknown) return Category::unknown;
    if (value.outcome != Outcome::win && value.outcome != Outcome::loss) return Category::draw;
    const bool wins = value.outcome == Outcome::win;
    if (clock <= claimed_after && value.remoteness <= claimed_after - clock)
        return wins ? Category::win : Category::loss;
    if (clock >= claimed_after) return wins ? Category::cursed_win : Category::blessed_loss;
    return wins ? Category::maybe_win : Category::maybe_loss;
}

/// Whether nobody can mate however badly the other plays, as far as the men alone say.
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

/// Plies to mate: below 0 for who is mated, 0 for a draw; null where nothing is known.
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

Assessment judge(const Game& game, const ResolvedPosition& position, const OutcomeValue& value, std::uint64_t clock) {
    Assessment judged;
    judged.value = value;
    judged.category = category_of(value, clock);
    judged.checkmate = value.outcome == Outcome::loss && value.remoteness == 0;
    judged.stalemate = value.outcome == Outcome::draw && !can_move(game, position);
    judged.dead = is_dead(Diagram::parse(position.text));
    return judged;
}

void add_fields(Json& json, const Assessment& judged) {
    json["checkmate"] = judged.checkmate;
    json["stalemate"] = judged.stalemate;
    json["variant_win"] = false;
    json["variant_loss"] = false;
    json["insufficient_material"] = judged.dead;
    json["dtz"] = nullptr;
    json["precise_dtz"] = nullptr;
    json["dtm"] = dtm_of(judged.value);
    json["dtw"] = nullptr;
    json["dtc"] = nullptr;
    json["category"] = name_of(judged.category);
}

/// A position and the table that has it.
struct AskedBoard {
    Table table;
    const Game& game;
    ResolvedPosition position;
    OutcomeValue value;
    Diagram board;
    std::uint64_t clock = 0;
};

/// The fifth field counts plies since the last capture or pawn move; 0 where it is left out.
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
    if (!found && found.error().code == ErrorCode::not_found) throw HttpError{404, "no table of chess is here"};
    Table table = found.value();
    chess::BoardError fault = chess::BoardError::none;
    const auto* const rules = rules_of<Chess>(table.game().value());
    if (rules != nullptr && !rules->index_of(board, &fault) && fault == chess::BoardError::material)
        throw HttpError{404, "no table here has positions with these men"};
    ResolvedPosition position = table.resolve(fen).value();
    const OutcomeValue value = table.at(position).value().outcome;
    const Game& game = table.game().value();
    return {std::move(table), game, std::move(position), value, board, clock_of(fen)};
}

/// The square that a name such as `e4` names.
std::size_t square_of(std::string_view name) {
    return static_cast<std::size_t>(name[1] - '1') * 8 + static_cast<std::size_t>(name[0] - 'a');
}

/// Whether a move, as engines write it, is a capture or a pawn move.
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
        Assessment judged;
    };
    const std::vector<Move> moves = best_moves(asked.table, asked.position).value();
    std::vector<Played> played;
    played.reserve(moves.size());
    for (const Move& move : moves) {
        const bool zeroing = sets_clock_back(asked.board, move.engine_name);
        played.push_back(
            {&move, zeroing, judge(asked.game, move.to, move.value.outcome, zeroing ? 0 : asked.clock + 1)});
    }
    // By what is certain first, of draws those that have come; the soonest mate, and the latest, stand first already.
    std::stable_sort(played.begin(), played.end(), [](const Played& a, const Played& b) {
        if (a.judged.category != b.judged.category) return a.judged.category < b.judged.category;
        if (a.judged.stalemate != b.judged.stalemate) return a.judged.stalemate;
        return a.judged.dead && !b.judged.dead;
    });
    Assessment judged = judge(asked.game, asked.position, asked.value, asked.clock);
    // A slower mate may be a certain one, where a pawn moves on the way before a draw may be claimed.
    if (!played.empty() && asked.clock < claimed_after) judged.category = for_opponent(played.front().judged.category);
    Json json;
    add_fields(json, judged);
    Json& list = json["moves"] = Json::array();
    for (const Played& each : played) {
        Json& object = list.emplace_back();
        object["uci"] = each.move->engine_name;
        object["san"] = each.move->name;
        object["zeroing"] = each.zeroing;
        add_fields(object, each.judged);
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
        for (std::size_t m = 1; m < line.moves.size(); ++m) {  // the first is no move
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
