// SPDX-License-Identifier: MIT
// Answers chess queries in the format of the tablebase server of Lichess.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../../lib/games/boards/chess.hpp"
#include "../../lib/rules/game_of.hpp"
#include "../../lib/time_limit.hpp"
#include "../best_play.hpp"
#include "../chess/zeroing.hpp"
#include "answer.hpp"
#include "chess_moves.hpp"

namespace mexbase::serve {

namespace {

/// Number of plies without a capture or pawn move after which a draw may be claimed.
constexpr std::uint64_t claimed_after = Chess::exit_limit;

/// The values of a position in the tables. Both are empty if no table has the position.
struct Known {
    std::optional<OutcomeValue> mate;  ///< with the plies to mate
    std::optional<OutcomeValue> exit;  ///< with the plies to the next capture, pawn move or mate that keeps the outcome

    void add(const Value& value) { (value.distance == Distance::end ? mate : exit) = value.outcome; }
    Outcome outcome() const { return exit ? exit->outcome : mate ? mate->outcome : Outcome::unknown; }
    bool is_decided() const { return outcome() == Outcome::win || outcome() == Outcome::loss; }
    /// Returns the number of plies to mate: negative if the player to move loses, 0 in a draw. Empty for checkmate, as
    /// 0 means a draw, and if the number is not known.
    std::optional<std::int64_t> dtm() const {
        if (outcome() == Outcome::unknown) return std::nullopt;
        if (!is_decided()) return 0;
        if (!mate || mate->remoteness == 0) return std::nullopt;
        const auto plies = static_cast<std::int64_t>(mate->remoteness);
        return outcome() == Outcome::win ? plies : -plies;
    }
    std::optional<std::int64_t> dtz() const {
        if (exit) return syzygy_distance(*exit);
        return outcome() == Outcome::unknown || is_decided() ? std::nullopt : std::optional<std::int64_t>(0);
    }
};

/// Returns true if no sequence of legal moves leads to a mate, because there is too little material.
bool is_dead(const chess::Bitboards& board) {
    constexpr chess::Squares dark = 0xaa55aa55aa55aa55;
    const auto& kinds = board.kinds;
    const chess::Squares bishops = kinds[chess::bishop], knights = kinds[chess::knight];
    if ((kinds[chess::queen] | kinds[chess::rook] | kinds[chess::pawn]) != 0) return false;
    if (std::popcount(bishops | knights) <= 1) return true;
    return knights == 0 && ((bishops & dark) == 0 || (bishops & ~dark) == 0);
}

/// Facts about a position that an answer gives.
struct Assessment {
    bool checkmate = false, stalemate = false, dead = false;
    Known known;
    ChessResult category = ChessResult::unknown;
};

/// Returns the result of a position. `clock` is the number of plies since the last capture or pawn move, and `before`
/// is this number before the last move. If `before` is at least 100, the game could have been drawn before. Without the
/// distance to an exit, a mate is certain only if `clock` stays at most 100 until then.
ChessResult result_of(const Assessment& assessed, std::uint64_t clock, std::uint64_t before) {
    const Known& known = assessed.known;
    if (assessed.stalemate || assessed.dead) return ChessResult::draw;
    if (assessed.checkmate) return before < claimed_after ? ChessResult::loss : ChessResult::blessed_loss;
    if (!known.mate && !known.exit) return ChessResult::unknown;
    const ChessResult result = result_within(known.exit ? *known.exit : *known.mate, clock);
    if (before >= claimed_after && known.is_decided())
        return known.outcome() == Outcome::win ? ChessResult::cursed_win : ChessResult::blessed_loss;
    if (known.exit || clock >= claimed_after) return result;
    if (result == ChessResult::cursed_win) return ChessResult::maybe_win;
    return result == ChessResult::blessed_loss ? ChessResult::maybe_loss : result;
}

/// Returns the assessment of a position. `ends` means that it has no legal move.
Assessment assess(const ChessPosition& position, bool check, bool ends, const Known& known, std::uint64_t before) {
    Assessment assessed{
        .checkmate = ends && check, .stalemate = ends && !check, .dead = is_dead(position.board), .known = known};
    assessed.category = result_of(assessed, position.clock, before);
    return assessed;
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

/// The tables that have the positions of one material.
struct MaterialTables {
    std::optional<Table> mates, exits;

    bool empty() const { return !mates && !exits; }
    Known know(const std::string& text) const {
        Known known;
        for (const auto* table : {&mates, &exits})
            if (*table) known.add((*table)->at((*table)->resolve(text).value()).value());
        return known;
    }
};

/// Looks up chess positions in all tables of a library.
class ChessLookup {
  public:
    /// Borrows the library.
    explicit ChessLookup(const Library& library) : library_(library) {}

    /// Returns the tables that have a position. No table has positions with castling rights or with too many pieces.
    const MaterialTables& tables(const ChessPosition& position) {
        static const MaterialTables none;
        const chess::Material material = position.board.material();
        if (position.castling != 0 || material.men() > chess::most_men) return none;
        const auto [at, is_new] = found_.try_emplace(material);
        if (is_new) at->second = {find(position, Distance::end), find(position, Distance::exit)};
        return at->second;
    }
    Known know(const ChessPosition& position) {
        const MaterialTables& its = tables(position);
        return its.empty() ? Known{} : its.know(position.text());
    }
    /// Returns the tag of an answer, which depends on all tables that were found.
    std::string etag() const {
        std::vector<Table> all;
        for (const auto& [material, its] : found_)
            for (const auto* table : {&its.mates, &its.exits})
                if (*table) all.push_back(**table);
        return etag_of(all);
    }

  private:
    std::optional<Table> find(const ChessPosition& position, Distance distance) const {
        TableChoice choice;
        choice.value = ValueKind::outcome;
        choice.distance = distance;
        const std::string text = position.text();
        const Result<Table> found = library_.table_for("chess", text, choice);
        if (found) {
            if (found->resolve(text)) return found.value();
            return std::nullopt;
        }
        const ErrorCode code = found.error().code;
        if (code != ErrorCode::not_found && code != ErrorCode::out_of_domain) (void)found.value();  // throws
        return std::nullopt;
    }

    const Library& library_;
    std::map<chess::Material, MaterialTables> found_;
};

ChessPosition asked_position(const Parameters& parameters) {
    const Parameter& fen = parameters.get("fen");
    return ChessPosition::parse(fen.form_decoded.value_or(fen.value));
}

struct PlayedMove {
    ChessMove move;
    Assessment assessed;
};

/// Returns a key by which moves are sorted, the least first, as lila-tablebase sorts them. Moves to positions that are
/// lost for the opponent come first, the soonest end first. Moves to positions that are won for the opponent come last.
auto order_of(const PlayedMove& played) {
    const Assessment& after = played.assessed;
    const bool opponent_wins = after.category > ChessResult::draw;
    const auto first = [&](bool is_first) { return is_first == opponent_wins ? 1 : 0; };
    return std::tuple(after.category, !after.checkmate, !after.stalemate, !after.dead, -after.known.dtm().value_or(0),
                      first(played.move.converts()), first(played.move.zeroing), -after.known.dtz().value_or(0),
                      played.move.taken.value_or(chess::Kind{chess::kind_count}),
                      played.move.promoted.value_or(chess::Kind{chess::kind_count}));
}

Answer position_answer(const Request& request, const Library& library, const Parameters& parameters) {
    const ChessPosition asked = asked_position(parameters);
    ChessLookup lookup(library);
    std::vector<PlayedMove> played;
    for (ChessMove& move : legal_moves(asked)) {
        check_time_limit();
        const Known known = lookup.know(move.after);
        const Assessment assessed = assess(move.after, move.check, move.ends, known, asked.clock);
        played.push_back({std::move(move), assessed});
    }
    std::stable_sort(played.begin(), played.end(),
                     [](const PlayedMove& a, const PlayedMove& b) { return order_of(a) < order_of(b); });
    Assessment assessed = assess(asked, asked.in_check(), played.empty(), lookup.know(asked),
                                 asked.clock - std::min<std::uint64_t>(asked.clock, 1));
    // The category is that of the best move. If it is a capture or pawn move, the count of plies starts again.
    if (!played.empty()) assessed.category = for_opponent(played.front().assessed.category);
    Json json;
    add_fields(json, assessed);
    Json& list = json["moves"] = Json::array();
    for (const PlayedMove& each : played) {
        Json& object = list.emplace_back();
        object["uci"] = each.move.uci;
        object["san"] = each.move.san;
        object["zeroing"] = each.move.zeroing;
        object["conversion"] = each.move.converts();
        add_fields(object, each.assessed);
    }
    return with_etag(json_answer(to_line(json)), lookup.etag(), request);
}

Answer mainline_answer(const Request& request, const Library& library, const Parameters& parameters) {
    ChessPosition position = asked_position(parameters);
    ChessLookup lookup(library);
    if (position.castling != 0) throw HttpError{404, "no table has positions with castling rights"};
    const MaterialTables& tables = lookup.tables(position);
    if (tables.empty()) throw HttpError{404, "the server has no table of chess with these pieces"};
    const Known known = tables.know(position.text());
    Json json;
    add_distances(json, known);
    Json& list = json["mainline"] = Json::array();
    // The players claim the draw as soon as the rule of fifty moves allows it.
    const Table& table = tables.exits ? *tables.exits : *tables.mates;
    ResolvedPosition here = table.resolve(position.text()).value();
    while (known.is_decided() && position.clock < claimed_after) {
        std::vector<Move> moves = best_moves(table, here).value();
        if (moves.empty()) break;
        for (const ChessMove& each : legal_moves(position)) {
            if (each.uci != moves.front().engine_name) continue;
            position = each.after;
            break;
        }
        here = std::move(moves.front().to);
        Json& object = list.emplace_back();
        object["uci"] = moves.front().engine_name;
        object["san"] = moves.front().name;
        add_distances(object, tables.know(here.text));
    }
    json["winner"] = nullptr;
    if (position.in_check() && legal_moves(position).empty()) json["winner"] = position.board.black_moves ? "w" : "b";
    return with_etag(json_answer(to_line(json)), lookup.etag(), request);
}

/// Returns an error with its message as plain text, as lila-tablebase sends errors.
Answer text_answer(int status, std::string_view message) {
    Answer answer = error_answer({status, {}});
    answer.headers.front().second = "text/plain; charset=utf-8";
    answer.body = std::string(message) + '\n';
    return answer;
}

}  // namespace

Answer lichess(const Request& request, const Library& library, const Parameters& parameters, bool mainline) {
    if (request.method == "POST") {
        Answer answer = text_answer(405, "this address takes only GET, HEAD, OPTIONS");
        answer.headers.emplace_back("Allow", "GET, HEAD, OPTIONS");
        return answer;
    }
    try {
        return mainline ? mainline_answer(request, library, parameters) : position_answer(request, library, parameters);
    } catch (const HttpError& refusal) {
        return text_answer(refusal.status, refusal.message);
    } catch (const Error& error) {
        const Answer same = error_answer(error);
        Answer answer = text_answer(same.status, public_message(error));
        answer.fault = same.fault;
        return answer;
    }
}

}  // namespace mexbase::serve
