// SPDX-License-Identifier: MIT
#include "../find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "../../lib/error.hpp"
#include "../chess/chess.hpp"
#include "commands.hpp"
#include "describe_info.hpp"

namespace mexbase::cli {

namespace {

std::string positions_text(std::uint64_t count) {
    return grouped(count) + (count == 1 ? " position" : " positions");
}

/// Returns the key of a remoteness in JSON.
std::string_view remoteness_key(const Table& table) {
    return table.info().distance == Distance::exit ? "to_exit" : "remoteness";
}

std::string found_text(const Table& table, const FoundPosition& found) {
    Value value;
    value.distance = table.info().distance;
    value.outcome = found.value;
    std::string text = fmt::format("{}: {}", found.text, to_string(value));
    if (is_partizan(table.info().value)) text += fmt::format(", {} to move", name_of(found.mover));
    return text;
}

Json found_json(const Table& table, const FoundPosition& found) {
    Json json;
    json["position"] = found.text;
    json["index"] = found.index;
    json["outcome"] = to_string(found.value.outcome);
    Json& remoteness = json[std::string(remoteness_key(table))];
    if (has_remoteness(found.value.outcome)) remoteness = found.value.remoteness;
    if (is_partizan(table.info().value)) json["first"] = name_of(found.mover);
    return json;
}

void print_list(const Table& table, const std::vector<FoundPosition>& list) {
    for (const FoundPosition& found : list) std::cout << found_text(table, found) << '\n';
}

Json list_json(const Table& table, const std::vector<FoundPosition>& list) {
    Json json = Json::array();
    for (const FoundPosition& found : list) json.push_back(found_json(table, found));
    return json;
}

/// Prints the positions with a value other than an outcome.
void print_text_value(const Table& table, const std::string& asked, const FindRequest& request) {
    const FoundIndices found = find_text(table, asked, request.most, request.range).value();
    Json positions = Json::array();
    if (!request.as_json) std::cout << fmt::format("{}: {}\n", found.text, positions_text(found.count));
    for (const Index index : found.indices) {
        const std::string position = table.text_of(index).value();
        const Value value = table.at(index).value();
        if (request.as_json)
            positions.push_back(position_json(position, index, value));
        else
            std::cout << fmt::format("{}: {}\n", position, to_string(value));
    }
    if (request.as_json) print({{"value", found.text}, {"count", found.count}, {"positions", std::move(positions)}});
}

void print_value(const Table& table, const std::string& text, const FindRequest& request) {
    const Distance distance = table.info().distance;
    const auto sought = value_query_from(text, distance);
    if (!sought && table.info().value != ValueKind::outcome) return print_text_value(table, text, request);
    if (!sought)
        throw Error(ErrorCode::bad_usage,
                    fmt::format("--value must be win, loss or tie, alone or with a remoteness as in \"{}\", or draw or "
                                "unknown in this table of outcomes, not {}",
                                to_string(ValueQuery{Outcome::win, 7}, distance), in_quotes(text)));
    const FoundPositions found = find_value(table, *sought, request.most, request.range).value();
    if (request.as_json)
        return print({{"value", to_string(*sought, distance)},
                      {"count", found.count},
                      {"positions", list_json(table, found.positions)}});
    std::cout << fmt::format("{}: {}\n", to_string(*sought, distance), positions_text(found.count));
    print_list(table, found.positions);
}

void print_longest(const Table& table, const std::string& text, const FindRequest& request) {
    const auto outcome = outcome_from(text);
    if (!outcome || !has_remoteness(*outcome))
        throw Error(ErrorCode::bad_usage, "--longest must be win, loss or tie, not " + in_quotes(text));
    const FoundPositions found = find_longest(table, *outcome, request.most, request.range).value();
    if (request.as_json)
        return print({{"longest", text},
                      {remoteness_key(table), found.remoteness ? Json(*found.remoteness) : Json()},
                      {"count", found.count},
                      {"positions", list_json(table, found.positions)}});
    if (!found.remoteness)
        std::cout << fmt::format("no position is a {}\n", text);
    else
        std::cout << fmt::format("longest {}: {} plies, {}\n", text, grouped(*found.remoteness),
                                 positions_text(found.count));
    print_list(table, found.positions);
}

void print_zugzwangs(const Table& table, const FindRequest& request) {
    const Zugzwangs found = find_zugzwangs(table, request.most, request.range).value();
    if (request.as_json) {
        Json json;
        json["full_points"] = found.full_points;
        json["half_points"] = found.half_points;
        for (const auto& [key, list] : {std::pair("full", &found.full), {"half", &found.half}}) {
            Json& rows = json[key] = Json::array();
            for (const Zugzwang& each : *list) {
                Json& row = rows.emplace_back(found_json(table, each.to_move));
                row["passed"] = found_json(table, each.passed);
            }
        }
        return print(json);
    }
    const auto print = [&](std::string_view kind, std::uint64_t count, const std::vector<Zugzwang>& list) {
        std::cout << fmt::format("{}: {}\n", kind, positions_text(count));
        for (const Zugzwang& each : list)
            std::cout << fmt::format("{}; {}\n", found_text(table, each.to_move), found_text(table, each.passed));
    };
    print("full-point zugzwangs, lost by either player if to move", found.full_points, found.full);
    print("half-point zugzwangs, lost by one player if to move and not won by the other", found.half_points,
          found.half);
}

}  // namespace

void find(const Table& table, const FindRequest& asked) {
    FindRequest request = asked;
    if (request.material) {
        const IndexRange there = chess_range(table, *request.material).value();
        request.range.first = std::max(request.range.first, there.first);
        request.range.last = std::min(request.range.last, there.last);
    }
    if (request.value) return print_value(table, *request.value, request);
    if (request.longest) return print_longest(table, *request.longest, request);
    return print_zugzwangs(table, request);
}

}  // namespace mexbase::cli
