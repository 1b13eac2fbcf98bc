// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iostream>
#include <string>

#include "../../lib/error.hpp"
#include "../json/json.hpp"
#include "../kinds/kind.hpp"
#include "command_line/arguments.hpp"
#include "commands.hpp"

namespace mexbase::cli {

void require_remoteness(const Table& table) {
    const Kind& kind = kind_of(table.info().value);
    if (!kind.has_plies)
        throw Error(ErrorCode::not_applicable, "values of kind " + std::string(kind.name) + " have no remoteness");
}

std::string value_text(const Value& value, bool with_remoteness) {
    if (!with_remoteness || !is_partizan(value.kind)) return to_string(value);
    const auto plies = [](const OutcomeValue& outcome) {
        return has_remoteness(outcome.outcome) ? std::to_string(outcome.remoteness) : std::string("-");
    };
    return fmt::format("{} ({} plies if Left begins, {} if Right does)", to_string(value), plies(value.partizan.left),
                       plies(value.partizan.right));
}

int probe(const TableOf& table_of, const std::vector<std::string>& positions, bool as_json, bool with_remoteness) {
    answer_each(positions, [&](const std::string& position) {
        const Table table = table_of(position);
        if (with_remoteness) require_remoteness(table);
        const Probed probed = probe_with_index(table, position).value();
        std::string line;
        try {
            if (as_json)
                add_position_line(line, position, probed.index, probed.value);
            else
                line = position + ": " + value_text(probed.value, with_remoteness);
        } catch (const Error& e) {
            throw Error(e.code(), "the value of " + in_quotes(position) + ": " + e.what(), e.remedy());
        }
        std::cout << line << '\n';
    });
    return 0;
}

}  // namespace mexbase::cli
