// SPDX-License-Identifier: MIT
// Values of positions and of sums.
#include <fmt/format.h>

#include <string>

#include "../../lib/error.hpp"
#include "../json/answers.hpp"
#include "../kinds/kind.hpp"
#include "../sum.hpp"
#include "command_line/arguments.hpp"
#include "commands.hpp"

namespace mexbase::cli {

void require_remoteness(const Table& table) {
    const Kind& kind = kind_of(table.info().value);
    if (!kind.has_plies)
        throw Error(ErrorCode::not_applicable,
                    "--remoteness cannot be used: values of kind " + std::string(kind.name) + " have no remoteness");
}

std::string value_text(const Value& value, bool with_remoteness) {
    if (!with_remoteness || !is_partizan(value.kind)) return to_string(value);
    const auto plies = [](const OutcomeValue& outcome) {
        return has_remoteness(outcome.outcome) ? std::to_string(outcome.remoteness) : std::string("-");
    };
    return fmt::format("{} ({} plies if Left begins, {} if Right does)", to_string(value), plies(value.partizan.left),
                       plies(value.partizan.right));
}

void probe(const TableOf& table_of, const std::vector<std::string>& positions, bool as_json, bool with_remoteness) {
    answer_each(positions, [&](const std::string& position) {
        const Table table = table_of(position);
        if (with_remoteness) require_remoteness(table);
        const Probed probed = probe_with_index(table, position).value();
        std::string line;
        try {
            if (as_json)
                add_probe_line(line, table, position, probed.index, probed.value);
            else
                line = position + ": " + value_text(probed.value, with_remoteness);
        } catch (const Error& e) {
            throw Error(e.code(), "the value of " + in_quotes(position) + ": " + e.what(), e.remedy());
        }
        std::cout << line << '\n';
    });
}

void print_sum(std::span<const std::string> words, const Tables& from, bool obliged, std::optional<std::size_t> begun,
               bool as_json) {
    if (words.empty() || words.size() % 2 != 0)
        throw Error(ErrorCode::bad_usage,
                    "expected pairs FILE POSITION: a table and a position for each component of the sum");
    std::vector<Table> tables;
    Sum sum;
    tables.reserve(words.size() / 2);
    for (std::size_t w = 0; w < words.size(); w += 2) {
        // Opens a file only once if it is repeated. With specs, each position may be in another table.
        std::size_t same = 0;
        while (same < w && (from.is_library() || words[same] != words[w])) same += 2;
        tables.push_back(same < w ? tables[same / 2] : from.table_for_sum(words[w], words[w + 1], obliged));
        sum.add(tables.back(), words[w + 1]).value();
    }
    if (begun && (*begun == 0 || *begun > sum.size()))
        throw Error(ErrorCode::bad_usage,
                    "--begun must be the number of a component, 1.." + std::to_string(sum.size()));
    for (const Table& table : tables) check_sum_kind(table, obliged);
    if (begun) sum.mark_begun(*begun - 1).value();

    if (as_json) return print(sum_json(sum));
    // Collects the output, so that nothing is printed if an error occurs.
    std::string out;
    for_each_in_sum(
        sum, [&out](const char*, const std::string& text) { out += text + '\n'; },
        [&](const std::string& name, const std::optional<SumMove>& move) {
            if (!move) return;
            const Table& table = sum.table(move->component);
            out += (name.empty() ? "move" : "move " + name) + ": " + std::to_string(move->component + 1) + ": " +
                   table.text_of(sum.parts(move->component)).value() + " -> " + table.text_of(move->parts).value() +
                   '\n';
        });
    std::cout << out;
}

}  // namespace mexbase::cli
