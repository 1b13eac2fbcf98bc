#include <iostream>

#include "../best_play.hpp"
#include "commands.hpp"
#include "json.hpp"

namespace mexbase::cli {

namespace {

constexpr std::size_t longest_line = 10'000'000;

std::optional<Index> index_of(std::span<const Index> parts) {
    return parts.size() == 1 ? std::optional(parts.front()) : std::nullopt;
}

/// Why a line of play ends where it does, in the words of either form.
struct Ending {
    std::string_view key;   ///< of JSON
    std::string_view line;  ///< of text; empty where there is nothing to say
};

Ending ending_of(const Line& line, const Value& last) {
    if (last.kind == ValueKind::outcome && last.outcome.outcome == Outcome::unknown)
        return {"unknown", "nothing is proven of play from here\n"};
    switch (line.end) {
        case Line::End::repeated:
            return {"repeated", "and so on: this position was there before\n"};
        case Line::End::cut:
            return {"cut", "and so on\n"};
        default:
            return {"finished", ""};
    }
}

}  // namespace

int print_best(const Table& table, const std::string& position, Player first, bool as_json) {
    const auto parts = table.parts_of(position).value();
    const auto options = best_options(table, parts, first).value();
    if (!as_json) {
        for (const Option& option : options)
            std::cout << table.text_of(option.parts).value() << ": " << to_string(option.value) << '\n';
        return 0;
    }
    Json json = position_json(position, index_of(parts), table.at_sum(parts).value());
    Json& moves = json["moves"] = Json::array();
    for (const Option& option : options) moves.push_back(position_json(table, option.parts, option.value));
    std::cout << to_line(json) << '\n';
    return 0;
}

int print_line(const Table& table, const std::string& position, Player first, bool as_json) {
    const Index index = table.index_of(position).value();
    const Line line = best_line(table, index, longest_line, first).value();
    Json json = position_json(position, index, table.stored_at(index).value());
    Json& list = json["line"] = Json::array();
    Ending ending;
    for (const Index& i : line.positions) {
        const Value value = table.stored_at(i).value();
        if (as_json)
            list.push_back(position_json(table, {&i, 1}, value));
        else
            std::cout << table.text_of(i).value() << ": " << to_string(value) << '\n';
        ending = ending_of(line, value);
        if (ending.key == "unknown") break;
    }
    json["end"] = ending.key;
    if (as_json)
        std::cout << to_line(json) << '\n';
    else
        std::cout << ending.line;
    return 0;
}

}  // namespace mexbase::cli
