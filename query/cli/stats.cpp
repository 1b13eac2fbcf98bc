// SPDX-License-Identifier: MIT
#include "../stats.hpp"

#include <fmt/format.h>

#include <string>

#include "../../lib/error.hpp"
#include "../../lib/rules/game.hpp"
#include "../chess/chess.hpp"
#include "../json/answers.hpp"
#include "../kinds/kind.hpp"
#include "commands.hpp"
#include "describe_info.hpp"

namespace mexbase::cli {

namespace {

void print_text(const Statistics& statistics, std::string_view what, bool partizan, Distance distance) {
    const bool to_exit = distance == Distance::exit;
    std::string counts;
    for (const Outcome outcome : {Outcome::win, Outcome::loss, Outcome::tie, Outcome::draw, Outcome::unknown}) {
        const std::uint64_t n = statistics.count(outcome);
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
void print_slices(const Table& table) {
    std::cout << fmt::format("{:<10}  {:>14}  {:>14}  {:>14}  {:>14}  {:>14}  {:>7}  {:>11}\n", "slice", "positions",
                             "win", "loss", "tie", "draw", "longest", "longest win");
    for_each_slice(table, [](const Slice& slice, const Statistics& counts) {
        const auto plies = [](std::optional<std::uint64_t> n) { return n ? grouped(*n) : "-"; };
        std::optional<std::uint64_t> longest_win;
        if (!counts.longest_wins.empty()) longest_win = counts.longest_wins.front().remoteness;
        std::cout << fmt::format("{:<10}  {:>14}  {:>14}  {:>14}  {:>14}  {:>14}  {:>7}  {:>11}", slice.name,
                                 grouped(counts.positions), grouped(counts.count(Outcome::win)),
                                 grouped(counts.count(Outcome::loss)), grouped(counts.count(Outcome::tie)),
                                 grouped(counts.count(Outcome::draw)), plies(counts.longest_remoteness),
                                 plies(longest_win))
                  << std::endl;
    });
}

}  // namespace

void print_stats(const Table& table, const StatsRequest& request, bool as_json) {
    if (request.reachable && !table.game().value().start())
        throw Error(ErrorCode::bad_usage, "--reachable cannot be used: this game has no start position");
    const bool has_plies = kind_of(table.info().value).has_plies;
    if (as_json) return print(stats_json(table, request));
    if (request.by_slice) return print_slices(table);
    const IndexRange range = request.material ? chess_range(table, *request.material).value() : IndexRange{};
    const bool partizan = is_partizan(table.info().value);
    const auto what = [&]() -> std::string {
        if (request.reachable)
            return "reachable from the start, with symmetric ones and both players to move counted one by one";
        if (request.material) return "with the pieces " + *request.material + ", each index counted once";
        return partizan && has_plies ? "of the table, each index counted once per player to move"
                                     : "of the table, each index counted once";
    };
    if (!has_plies) {
        const TableInfo counts =
            (request.reachable ? reachable_value_counts(table, request.first) : value_counts(table, range)).value();
        std::cout << counts_text(counts, what());
        return;
    }
    const Statistics statistics =
        (request.reachable ? reachable_statistics(table, request.first) : mexbase::statistics(table, range)).value();
    print_text(statistics, what(), partizan, table.info().distance);
}

}  // namespace mexbase::cli
