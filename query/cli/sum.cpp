// SPDX-License-Identifier: MIT
#include "../sum.hpp"

#include <iostream>

#include "../json/answers.hpp"
#include "commands.hpp"

namespace mexbase::cli {

int print_sum(std::span<const std::string> words, const Tables& from, bool obliged, std::optional<std::size_t> begun,
              bool as_json) {
    if (words.empty() || words.size() % 2 != 0)
        throw Error(ErrorCode::bad_usage, "a sum is FILE POSITION FILE POSITION …: a table and a position each");
    std::vector<Table> tables;
    Sum sum;
    tables.reserve(words.size() / 2);
    for (std::size_t w = 0; w < words.size(); w += 2) {
        // Opens a repeated file once. With a spec, each position may be in another table.
        std::size_t same = 0;
        while (same < w && (from.is_library() || words[same] != words[w])) same += 2;
        tables.push_back(same < w ? tables[same / 2] : from.table_for(words[w], words[w + 1]));
        sum.add(tables.back(), words[w + 1]).value();
    }
    if (begun && (*begun == 0 || *begun > sum.size()))
        throw Error(ErrorCode::bad_usage, "--begun names a component, 1.." + std::to_string(sum.size()));
    for (const Table& table : tables) check_sum_kind(table, obliged);
    if (begun) sum.mark_begun(*begun - 1).value();

    if (as_json) {
        std::cout << to_line(sum_json(sum)) << '\n';
        return 0;
    }
    // Prints nothing before all moves are known.
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
    return 0;
}

}  // namespace mexbase::cli
