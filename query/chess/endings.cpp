// SPDX-License-Identifier: MIT
#include "endings.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "../../lib/rules/game_of.hpp"
#include "../library.hpp"

namespace mexbase {

namespace {

/// Returns the tables of chess in a directory that have no unknown values, smaller tables first.
std::vector<Table> chess_tables(const std::string& directory, const OpenOptions& options) {
    std::vector<Table> tables;
    for (const LibraryFile& file : Library::open(directory, {.table = options}).value().files().value()) {
        if (file.fault && file.fault->code == ErrorCode::not_a_table) continue;
        if (file.fault) throw Error(file.fault->code, in_quotes(file.path) + ": " + file.fault->message);
        if (!file.spec.starts_with("chess:") || file.value != ValueKind::outcome || file.play != Play::normal) continue;
        Table table = Table::open(file.path, options).value();
        const TableInfo& info = table.info();
        const bool known = info.outcomes[static_cast<std::size_t>(Outcome::unknown)] == 0 && info.remoteness_exact;
        if (known) tables.push_back(std::move(table));
    }
    std::stable_sort(tables.begin(), tables.end(),
                     [](const Table& a, const Table& b) { return a.info().indices < b.info().indices; });
    return tables;
}

/// Returns the result without the rule of fifty moves.
ChessResult plain_result(Outcome outcome) {
    if (outcome == Outcome::win) return ChessResult::win;
    return outcome == Outcome::loss ? ChessResult::loss : ChessResult::draw;
}

/// Returns a distance with the sign for the player who has moved. `next` is the outcome for the opponent.
std::int32_t signed_distance(Outcome next, std::uint64_t plies) {
    const auto distance = static_cast<std::int32_t>(plies);
    if (next == Outcome::loss) return distance;
    return next == Outcome::win ? -distance : 0;
}

/// Returns a key by which moves are sorted, the best first. In lost positions too, the lesser distance is better: it is
/// negative, and a loss in many plies is better than one in few. The last members only make the order unique.
auto order_of(const EndingMove& move) {
    return std::tuple(-static_cast<int>(move.result), !move.mates, move.dtz, move.dtm, move.from, move.to,
                      move.promoted);
}

}  // namespace

Result<ChessEndings> ChessEndings::open(const std::string& directory, const OpenOptions& options) noexcept {
    return detail::guarded<ChessEndings>([&] {
        std::vector<Table> tables = chess_tables(directory, options);
        if (tables.empty())
            throw Error(ErrorCode::not_found, "there is no table of chess endings in " + in_quotes(directory));
        std::vector<const Chess*> games;
        std::vector<chess::Material> materials;
        for (const Table& table : tables) {
            games.push_back(rules_of<Chess>(table.game().value()));
            if (games.back() == nullptr)
                throw Error(ErrorCode::not_applicable, "the rules of chess are not those of Mexbase");
            for (const chess::MaterialNumbering& layout : games.back()->layouts())
                materials.push_back(layout.material());
        }
        ChessEndings endings(directory, std::move(tables), Chess(materials));
        std::map<chess::Material, std::size_t> places;
        for (const chess::MaterialNumbering& layout : endings.rules_.layouts()) {
            places.emplace(layout.material(), places.size());
            endings.most_men_ = std::max(endings.most_men_, layout.men());
        }
        endings.sources_.resize(places.size());
        for (std::size_t t = 0; t < games.size(); ++t)
            for (const chess::MaterialNumbering& layout : games[t]->layouts()) {
                const TableInfo& info = endings.tables_[t].info();
                Source& source =
                    endings.sources_[places.at(layout.material())][static_cast<std::size_t>(info.distance)];
                if (source.layout == nullptr) source = {&layout, t, info.longest_remoteness.value_or(0)};
            }
        return endings;
    });
}

Result<OutcomeValue> ChessEndings::value(const chess::Position& p, Distance distance) const noexcept {
    const Source& from = source(p, distance);
    const Result<Value> found = tables_[from.table].stored_at(from.layout->rank(p.view));
    if (!found) return found.error();
    return found->outcome;
}

Result<ChessResult> ChessEndings::result(const chess::Position& p, std::optional<std::uint64_t> clock) const noexcept {
    const bool has_exits = has(p, Distance::exit);
    const Source& from = source(p, has_exits ? Distance::exit : Distance::end);
    // If no distance in the table reaches the limit, the outcome decides, and the distance need not be read.
    if (has_exits && clock && (*clock > Chess::exit_limit || from.longest > Chess::exit_limit - *clock)) {
        const Result<OutcomeValue> found = value(p, Distance::exit);
        if (!found) return found.error();
        return result_within(*found, *clock);
    }
    const Result<Outcome> found = tables_[from.table].stored_outcome(from.layout->rank(p.view));
    if (!found) return found.error();
    return plain_result(*found);
}

Result<std::size_t> ChessEndings::moves(const chess::Position& p, std::optional<std::uint64_t> clock,
                                        std::span<EndingMove, most_moves> moves) const noexcept {
    return detail::guarded<std::size_t>([&] {
        std::array<chess::Position, most_moves> next;
        std::array<bool, most_moves> zeroes;
        std::size_t count = 0;
        const chess::MaterialNumbering& layout = rules_.layouts()[p.material];
        rules_.for_each_legal_move(p, [&](const chess::Move& move, const chess::Position& after) {
            moves[count] = {.from = chess::on_board(p.black_first, p.view.at[move.man]),
                            .to = chess::on_board(p.black_first, move.to),
                            .promoted = move.promoted};
            zeroes[count] = move.taken != chess::Move::nothing || layout.kind(move.man) == chess::pawn;
            next[count++] = after;
        });
        // A table that has `p` has all positions after it. The loops call `value` for single positions, because a batch
        // of lookups decodes whole blocks, of which the next position of a game needs few.
        if (has(p, Distance::exit))
            for (std::size_t k = 0; k < count; ++k) {
                const OutcomeValue after = value(next[k], Distance::exit).value();
                std::uint64_t rest = after.remoteness;
                if (zeroes[k]) rest = rest > Chess::exit_limit ? Chess::exit_limit : 0;
                moves[k].dtz = signed_distance(after.outcome, rest + 1);
                moves[k].mates = after == OutcomeValue{Outcome::loss, 0};
                moves[k].result = for_opponent(clock ? result_within(after, zeroes[k] ? 0 : *clock + 1)
                                                     : plain_result(after.outcome));
            }
        if (has(p, Distance::end))
            for (std::size_t k = 0; k < count; ++k) {
                if (moves[k].result == ChessResult::draw) continue;  // a draw has no distance
                const OutcomeValue after = value(next[k], Distance::end).value();
                moves[k].dtm = signed_distance(after.outcome, after.remoteness + 1);
                moves[k].mates = after == OutcomeValue{Outcome::loss, 0};
                if (!has(p, Distance::exit)) moves[k].result = for_opponent(plain_result(after.outcome));
            }
        std::sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(count),
                  [](const EndingMove& a, const EndingMove& b) { return order_of(a) < order_of(b); });
        return count;
    });
}

}  // namespace mexbase
