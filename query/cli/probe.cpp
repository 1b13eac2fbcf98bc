// SPDX-License-Identifier: MIT
// Values of positions and of sums.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "../../lib/error.hpp"
#include "../../lib/value/partizan/notation/text.hpp"
#include "../json/answers.hpp"
#include "../kinds/kind.hpp"
#include "../sum.hpp"
#include "answer_each.hpp"
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

int probe(const TableOf& table_of, const std::vector<std::string>& positions, const Arguments& arguments) {
    const bool as_json = arguments.has("json"), with_remoteness = arguments.has("remoteness");
    const auto has_value = [&](const std::string& text) {
        try {
            return probe_with_index(table_of(text), text).ok();
        } catch (const Error&) {
            return false;
        }
    };
    if (positions.size() > 1 && !has_value(positions.front())) {
        std::string whole;
        for (const std::string& word : positions) whole += (whole.empty() ? "" : " ") + word;
        if (has_value(whole))
            throw Error(ErrorCode::bad_usage,
                        in_quotes(whole) + " is one position: a position with spaces needs quotes");
    }
    return answer_each(arguments, positions, "position", [&](const std::string& position) {
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

namespace {

/// Returns true if a word is the text of a partizan value, such as `*2`, and not the name of a file.
bool is_written_value(const std::string& word) {
    std::error_code error;
    if (std::filesystem::exists(word, error)) return false;
    try {
        GameArena arena;
        parse_game(arena, word);
        return true;
    } catch (const Error& e) {
        if (e.code() != ErrorCode::bad_position) throw;
        return false;
    }
}

}  // namespace

void print_sum(std::span<const std::string> words, const Tables& from, bool obliged, std::optional<std::size_t> begun,
               bool as_json) {
    std::vector<Table> tables;
    std::vector<std::string_view> names;  // of `tables`
    Sum sum;
    tables.reserve(words.size() / 2);
    for (std::size_t w = 0; w < words.size(); ++w) {
        if (is_written_value(words[w])) {
            // Here a number is more often meant as another position of the table.
            const bool after_nimber = !tables.empty() && tables.back().info().value == ValueKind::nimber;
            if (after_nimber && words[w].find_first_not_of("0123456789") == std::string::npos)
                throw Error(ErrorCode::bad_usage, in_quotes(words[w]) +
                                                      " is a number after a position of nimbers: write *" + words[w] +
                                                      " for the nimber, or FILE " + words[w] + " for the position");
            sum.add_value(words[w]).value();
            continue;
        }
        if (w + 1 == words.size())
            throw Error(ErrorCode::bad_usage,
                        "expected a pair FILE POSITION or a value such as *2 for each component "
                        "of the sum: there is no POSITION after " +
                            in_quotes(words[w]));
        // Opens a file only once if it is repeated. With specs, each position may be in another table.
        const auto same = from.is_library() ? names.end() : std::ranges::find(names, words[w]);
        tables.push_back(same != names.end() ? tables[static_cast<std::size_t>(same - names.begin())]
                                             : from.table_for_sum(words[w], words[w + 1], obliged));
        names.push_back(words[w]);
        sum.add(tables.back(), words[++w]).value();
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
            const std::size_t c = move->component;
            out += (name.empty() ? "move" : "move " + name) + ": " + std::to_string(c + 1) + ": " +
                   sum.text_of(c, sum.parts(c)).value() + " -> " + sum.text_of(c, move->parts).value() + '\n';
        });
    std::cout << out;
}

}  // namespace mexbase::cli
