// SPDX-License-Identifier: MIT
#include "../stats.hpp"

#include <fmt/format.h>

#include <string>

#include "../../lib/error.hpp"
#include "../../lib/rules/game.hpp"
#include "../chess/chess.hpp"
#include "commands.hpp"
#include "describe_info.hpp"

namespace mexbase::cli {

namespace {

constexpr std::array counted = {Outcome::win, Outcome::loss, Outcome::tie, Outcome::draw, Outcome::unknown};

std::uint64_t count_of(const Statistics& statistics, Outcome outcome) {
    return statistics.outcomes[static_cast<std::size_t>(outcome)];
}

void print_json(const Statistics& statistics, bool partizan, Distance distance) {
    Json json;
    json["positions"] = statistics.positions;
    for (const Outcome outcome : counted) json[std::string(to_string(outcome))] = count_of(statistics, outcome);
    json["longest_remoteness"] = nullptr;
    if (statistics.longest_remoteness) json["longest_remoteness"] = *statistics.longest_remoteness;
    Json& rows = json["by_remoteness"] = Json::array();
    for (const auto& [remoteness, win, loss, tie] : statistics.by_remoteness)
        rows.push_back({{"remoteness", remoteness}, {"win", win}, {"loss", loss}, {"tie", tie}});
    Json& wins = json["longest_wins"] = Json::array();
    for (const Statistics::Win& win : statistics.longest_wins) {
        Json& object = wins.emplace_back();
        object["position"] = win.position;
        object[distance == Distance::exit ? "to_exit" : "remoteness"] = win.remoteness;
        if (partizan) object["first"] = name_of(win.mover);
    }
    if (distance == Distance::exit) json["distance"] = "exit";
    print(json);
}

void print_text(const Statistics& statistics, std::string_view what, bool partizan, Distance distance) {
    const bool to_exit = distance == Distance::exit;
    std::string counts;
    for (const Outcome outcome : counted) {
        const std::uint64_t n = count_of(statistics, outcome);
        if (n != 0) counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", grouped(n), to_string(outcome));
    }
    std::cout << fmt::format("{} positions {}: {}\n", grouped(statistics.positions), what, counts);
    if (!statistics.longest_remoteness) return;
    std::cout << fmt::format("longest {} {} plies\n\n{:>10}  {:>14}  {:>14}  {:>14}\n",
                             to_exit ? "distance to an exit" : "remoteness", grouped(*statistics.longest_remoteness),
                             to_exit ? "to exit" : "remoteness", "win", "loss", "tie");
    for (const auto& [remoteness, win, loss, tie] : statistics.by_remoteness)
        std::cout << fmt::format("{:>10}  {:>14}  {:>14}  {:>14}\n", remoteness, grouped(win), grouped(loss),
                                 grouped(tie));
    if (!statistics.longest_wins.empty()) std::cout << "\nlongest wins, or some of them\n";
    for (const Statistics::Win& win : statistics.longest_wins) {
        std::cout << fmt::format("{}: win {}{}", win.position, to_exit ? "exit " : "", win.remoteness);
        std::cout << (partizan ? fmt::format(", {} to move\n", name_of(win.mover)) : "\n");
    }
}

/// Prints the counts of each slice of the game.
void print_slices(const Table& table, bool as_json) {
    const std::vector<Slice>& slices = table.game().value().traits().order.slices;
    if (slices.empty())
        throw Error(ErrorCode::bad_usage, "--slices cannot be used: " + table.info().spec +
                                              " is not solved in slices (parts that play never returns to)");
    Json json;
    Json& rows = json["slices"] = Json::array();
    if (!as_json)
        std::cout << fmt::format("{:<10}  {:>14}  {:>14}  {:>14}  {:>14}  {:>14}  {:>7}  {:>11}\n", "slice",
                                 "positions", "win", "loss", "tie", "draw", "longest", "longest win");
    for (const Slice& slice : slices) {
        const Statistics counts = statistics(table, {slice.first, slice.first + slice.size}).value();
        std::optional<std::uint64_t> longest_win;
        if (!counts.longest_wins.empty()) longest_win = counts.longest_wins.front().remoteness;
        if (!as_json) {
            const auto plies = [](std::optional<std::uint64_t> n) { return n ? grouped(*n) : "-"; };
            std::cout << fmt::format("{:<10}  {:>14}  {:>14}  {:>14}  {:>14}  {:>14}  {:>7}  {:>11}", slice.name,
                                     grouped(counts.positions), grouped(count_of(counts, Outcome::win)),
                                     grouped(count_of(counts, Outcome::loss)), grouped(count_of(counts, Outcome::tie)),
                                     grouped(count_of(counts, Outcome::draw)), plies(counts.longest_remoteness),
                                     plies(longest_win))
                      << std::endl;
            continue;
        }
        Json& row = rows.emplace_back();
        row["name"] = slice.name;
        row["positions"] = counts.positions;
        for (const Outcome outcome : counted)
            if (outcome != Outcome::unknown) row[std::string(to_string(outcome))] = count_of(counts, outcome);
        row["longest_remoteness"] = row["longest_win"] = nullptr;
        if (counts.longest_remoteness) row["longest_remoteness"] = *counts.longest_remoteness;
        if (longest_win) row["longest_win"] = *longest_win;
    }
    if (!as_json) return;
    if (table.info().distance == Distance::exit) json["distance"] = "exit";
    print(json);
}

}  // namespace

void print_stats(const Table& table, const StatsRequest& request) {
    if (request.reachable && !table.game().value().start())
        throw Error(ErrorCode::bad_usage, "--reachable cannot be used: this game has no start position");
    if (request.by_slice) return print_slices(table, request.as_json);
    const IndexRange range = request.material ? chess_range(table, *request.material).value() : IndexRange{};
    const Statistics statistics =
        (request.reachable ? reachable_statistics(table, request.first) : mexbase::statistics(table, range)).value();
    const bool partizan = is_partizan(table.info().value);
    const auto what = [&]() -> std::string {
        if (request.reachable)
            return "reachable from the start, with symmetric ones and both players to move counted one by one";
        if (request.material) return "with the pieces " + *request.material + ", each index counted once";
        return partizan ? "of the table, each index counted once per player to move"
                        : "of the table, each index counted once";
    };
    if (request.as_json)
        print_json(statistics, partizan, table.info().distance);
    else
        print_text(statistics, what(), partizan, table.info().distance);
}

}  // namespace mexbase::cli
