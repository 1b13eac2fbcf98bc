// SPDX-License-Identifier: MIT
#include "answers.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <variant>

#include "../../lib/board/layout/spring_layout.hpp"
#include "../../lib/error.hpp"
#include "../../lib/rules/game.hpp"
#include "../../lib/time_limit.hpp"
#include "../chess/chess.hpp"
#include "../chess/zeroing.hpp"
#include "../kinds/kind.hpp"

namespace mexbase {

namespace {

Json choice_json(const StreamInfo& stream, const std::vector<CodecChoice>& choices) {
    const auto choice = std::ranges::find(choices, stream.kind, &CodecChoice::kind);
    if (choice == choices.end()) return nullptr;
    Json json;
    json["limit_nanoseconds"] = choice->limit;
    for (const CodecCost& cost : choice->costs) {
        Json& row = json["costs"][std::string{to_string(cost.codec)}];
        row["bytes"] = cost.bytes;
        row["nanoseconds"] = cost.nanoseconds;
    }
    return json;
}

/// Adds the numbers of positions by value, and of distinct values if the kind has forms.
void add_histogram(Json& json, const TableInfo& info) {
    auto& histogram = json["histogram"] = Json::object();
    const Kind& kind = kind_of(info.value);
    kind.for_each_count(info, [&histogram](const ShownCount& each) {
        if (!each.key.empty() && (each.count != 0 || each.always)) histogram[each.key] = each.count;
    });
    if (kind.has_forms) json["distinct_values"] = info.distinct_values;
}

/// The outcomes in the order of output.
constexpr std::array shown_outcomes = {Outcome::win, Outcome::loss, Outcome::tie, Outcome::draw, Outcome::unknown};

template <class T>
Json json_or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

}  // namespace

Json info_json(const TableInfo& info) {
    Json json;
    json["spec"] = info.spec;
    json["value"] = to_string(info.value);
    json["play"] = to_string(info.play);
    json["positions"] = info.positions;
    json["indices"] = info.indices;
    add_histogram(json, info);
    json["longest_remoteness"] = json_or_null(info.longest_remoteness);
    json["largest_nimber"] = json_or_null(info.largest_nimber);
    if (info.period) {
        auto& period = json["period"];
        period["preperiod"] = info.period->preperiod;
        period["period"] = info.period->period;
        period["saltus"] = info.period->saltus;
        period["proven"] = info.theorem.has_value();
    } else {
        json["period"] = nullptr;
    }
    json["remoteness_exact"] = info.remoteness_exact;
    if (info.distance == Distance::exit) json["distance"] = "exit";
    json["admitted"] = info.queryable_size;
    json["rules_version"] = info.rules_version;
    return json;
}

Json table_json(const Table& table, bool with_choices) {
    const auto choices = with_choices ? table.codec_choices().value() : std::vector<CodecChoice>{};
    const TableInfo& info = table.info();
    Json json = info_json(info);
    json["file_bytes"] = table.file_bytes();
    json["board_bytes"] = table.board_bytes();
    json["bits_per_position"] = bits_a_position(table.file_bytes(), info);
    json["format_version"] = table.format_version();
    auto& streams = json["streams"] = Json::array();
    for (const StreamInfo& stream : table.streams()) {
        Json row;
        row["name"] = to_string(stream.kind);
        row["codec"] = to_string(stream.codec);
        row["block"] = stream.block;
        row["bits_per_symbol"] = stream.bits_per_symbol;
        row["bytes"] = stream.bytes;
        row["directory_bytes"] = stream.directory_bytes;
        row["dictionary_bytes"] = stream.dictionary_bytes;
        row["payload_bytes"] = stream.payload_bytes;
        if (with_choices) row["choice"] = choice_json(stream, choices);
        streams.push_back(std::move(row));
    }
    return json;
}

namespace {

Json statistics_json(const Table& table, const Statistics& statistics) {
    const bool to_exit = table.info().distance == Distance::exit;
    Json json;
    json["positions"] = statistics.positions;
    for (const Outcome outcome : shown_outcomes) json[std::string(to_string(outcome))] = statistics.count(outcome);
    json["longest_remoteness"] = json_or_null(statistics.longest_remoteness);
    Json& rows = json["by_remoteness"] = Json::array();
    for (const auto& [remoteness, win, loss, tie] : statistics.by_remoteness)
        rows.push_back({{"remoteness", remoteness}, {"win", win}, {"loss", loss}, {"tie", tie}});
    Json& wins = json["longest_wins"] = Json::array();
    for (const Statistics::Win& win : statistics.longest_wins) {
        Json& object = wins.emplace_back();
        object["position"] = win.position;
        object[to_exit ? "to_exit" : "remoteness"] = win.remoteness;
        if (is_partizan(table.info().value)) object["first"] = win.mover == Player::left ? "left" : "right";
    }
    if (to_exit) json["distance"] = "exit";
    return json;
}

Json counts_json(const TableInfo& counts) {
    Json json;
    json["positions"] = counts.positions;
    add_histogram(json, counts);
    if (counts.value == ValueKind::nimber) json["largest_nimber"] = json_or_null(counts.largest_nimber);
    return json;
}

Json slices_json(const Table& table) {
    Json json;
    Json& rows = json["slices"] = Json::array();
    for_each_slice(table, [&rows](const Slice& slice, const Statistics& counts) {
        Json& row = rows.emplace_back();
        row["name"] = slice.name;
        row["positions"] = counts.positions;
        for (const Outcome outcome : shown_outcomes)
            if (outcome != Outcome::unknown) row[std::string(to_string(outcome))] = counts.count(outcome);
        row["longest_remoteness"] = json_or_null(counts.longest_remoteness);
        row["longest_win"] = counts.longest_wins.empty() ? Json() : Json(counts.longest_wins.front().remoteness);
    });
    if (table.info().distance == Distance::exit) json["distance"] = "exit";
    return json;
}

}  // namespace

Json stats_json(const Table& table, const StatsRequest& request) {
    if (request.by_slice) return slices_json(table);
    const IndexRange range = request.material ? chess_range(table, *request.material).value() : IndexRange{};
    if (kind_of(table.info().value).has_plies)
        return statistics_json(table, request.reachable ? reachable_statistics(table, request.first).value()
                                                        : statistics(table, range).value());
    return counts_json(request.reachable ? reachable_value_counts(table, request.first).value()
                                         : value_counts(table, range).value());
}

void for_each_slice(const Table& table, const std::function<void(const Slice&, const Statistics&)>& f) {
    const std::vector<Slice>& slices = table.game().value().traits().order.slices;
    if (slices.empty())
        throw Error(ErrorCode::bad_usage, "cannot count the slices: " + table.info().spec +
                                              " is not solved in slices (parts that play never returns to)");
    for (const Slice& slice : slices) f(slice, statistics(table, {slice.first, slice.first + slice.size}).value());
}

std::string svg_of(const Table& table, const ResolvedPosition& position, bool with_values) {
    bool has_values = false;
    const auto value_at = [&](Index index) -> std::string {
        constexpr std::size_t longest = 24;
        has_values = true;
        if (!table.legal(index).value()) return {};  // past the bound
        try {
            std::string text = to_string(table.at(index).value());
            if (text.size() > longest) text.replace(longest - 1, std::string::npos, "…");
            return text;
        } catch (const Error& e) {
            if (e.code() != ErrorCode::not_applicable) throw;
            return "…";  // the text of a canonical form is too long
        }
    };
    const Game& game = table.game().value();
    const Drawing drawing =
        game.drawing(position, spring_layout, with_values ? PositionLabel(value_at) : PositionLabel());
    if (with_values && !has_values)
        throw Error(ErrorCode::not_applicable,
                    "cannot draw values: only the places of a token have them, as in a table of graph, horsefly or "
                    "snakes-and-adders, and " +
                        std::string(game.family()) + " has none");
    return to_svg(drawing, std::string(game.family()) + ' ' + position.text);
}

void add_probe_line(std::string& out, const Table& table, std::string_view position, std::optional<Index> index,
                    const Value& value) {
    add_position_line(out, position, index, value);
    if (value.distance != Distance::exit || !is_chess(table)) return;
    const auto plies = syzygy_distance(value.outcome);
    std::string fields = ",\"dtz\":" + (plies ? std::to_string(*plies) : "null");
    if (const auto clock = clock_of(position))
        fields.append(",\"category\":\"").append(to_string(result_within(value.outcome, *clock))) += '"';
    out.insert(out.size() - 1, fields);
}

Json move_json(const Game& game, const Move& move) {
    Json json = position_json(move.to, move.value);
    if (!move.name.empty()) json["move"] = move.name;
    if (!move.engine_name.empty()) json[std::string(game.engine_notation())] = move.engine_name;
    return json;
}

Json best_json(const Table& table, const std::string& position, Player first, bool with_picture) {
    const ResolvedPosition asked = table.resolve(position).value();
    const auto moves = best_moves(table, asked, first).value();
    Json json = position_json(position, index_of(asked), table.at(asked).value());
    const Game& game = table.game().value();
    if (with_picture) json["picture"] = game.picture(asked);
    Json& list = json["moves"] = Json::array();
    for (const Move& move : moves) list.push_back(move_json(game, move));
    return json;
}

namespace {

Ending ending_of(LineEnd end, const Value& last) {
    if (last.outcome.outcome == Outcome::unknown) return {"unknown", "nothing is proven about play from here\n"};
    switch (end) {
        case LineEnd::repeated:
            return {"repeated", "and so on: this position has occurred before\n"};
        case LineEnd::cut:
            return {"cut", "and so on\n"};
        default:
            return {};
    }
}

}  // namespace

Ending for_each_in_line(const Table& table, const ResolvedPosition& asked, Player first, std::size_t longest,
                        const std::function<void(const Move&)>& tell) {
    const Game& game = table.game().value();
    Ending ending;
    // A position with an unknown value has no best move, so the line ends there.
    const auto tell_on = [&](const Move& move, LineEnd end) {
        tell(move);
        ending = ending_of(end, move.value);
        return ending.key != "unknown";
    };
    if (game.names_moves() || asked.index() == no_index) {
        const PlayedLine line = best_line(table, asked, std::min(longest, longest_named_line), first).value();
        for (const Move& move : line.moves)
            if (!tell_on(move, line.end)) break;
        return ending;
    }
    // Without names of moves, the line stores only indices, so that millions of moves take little memory.
    const Line line = best_line(table, asked.index(), std::min(longest, longest_line), first).value();
    // Set member by member, because g++ 12 destroys members of an aggregate twice if an initialiser throws.
    Move move;
    for (const Index i : line.positions) {
        check_time_limit();
        move.value = table.stored_at(i).value();
        move.to.text = game.format(i);
        move.to.place.parts.assign(1, i);
        if (!tell_on(move, line.end)) return ending;
    }
    if (!line.settled) return ending;
    move.to = {"(position without a text)", {{}, line.settled}};
    move.value = table.at(move.to).value();
    tell_on(move, line.end);
    return ending;
}

Json line_json(const Table& table, const std::string& position, Player first, std::size_t longest, bool with_picture) {
    const ResolvedPosition asked = table.resolve(position).value();
    const Game& game = table.game().value();
    Json json;
    const Ending ending = for_each_in_line(table, asked, first, longest, [&](const Move& move) {
        if (json.empty()) json = position_json(position, index_of(asked), move.value);
        Json& list = json["line"];
        list.push_back(move_json(game, move));
        if (with_picture) list.back()["picture"] = game.picture(move.to);
    });
    json["end"] = ending.key;
    return json;
}

void check_sum_kind(const Table& table, bool obliged) {
    const Kind& has = kind_of(table.info().value);
    if (has.obliged == obliged) return;
    throw Error(ErrorCode::not_applicable,
                std::string(obliged ? "a sum with --obliged needs tables of obliged values"
                                    : "a sum without --obliged needs tables of nimber or canonical values") +
                    ", but the table of " + table.info().spec + " holds " + std::string(has.name) + " values");
}

void for_each_in_sum(Sum& sum, const std::function<void(const char* key, const std::string& text)>& tell,
                     const std::function<void(const char* name, const std::optional<SumMove>&)>& tell_move) {
    const SumValue value = sum.value().value();
    if (const auto* pair = std::get_if<Obliged>(&value)) {
        tell("obliged", to_string(*pair));
        tell_move("normal", sum.best_move().value());
        tell_move("misere", sum.best_move(Player::left, Play::misere).value());
    } else if (const auto* outcome_class = std::get_if<OutcomeClass>(&value)) {
        tell("class", std::string{letter(*outcome_class)});
        tell_move("left", sum.best_move().value());
        tell_move("right", sum.best_move(Player::right).value());
    } else {
        tell("outcome", std::string(to_string(std::get<Outcome>(value))));
        tell_move("", sum.best_move().value());
    }
}

Json sum_json(Sum& sum) {
    Json json;
    for_each_in_sum(
        sum, [&json](const char* key, const std::string& text) { json[key] = text; },
        [&](const std::string& name, const std::optional<SumMove>& move) {
            Json& object = name.empty() ? json["move"] : json["moves"][name];
            if (!move) return;
            object = {{"component", move->component + 1},
                      {"from", sum.text_of(move->component, sum.parts(move->component)).value()},
                      {"to", sum.text_of(move->component, move->parts).value()}};
        });
    return json;
}

}  // namespace mexbase
