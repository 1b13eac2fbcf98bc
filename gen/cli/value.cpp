// SPDX-License-Identifier: MIT
#include <iostream>
#include <optional>

#include "../../lib/error.hpp"
#include "../../query/cli/answer_each.hpp"
#include "../../query/json/answers.hpp"
#include "../text_file.hpp"
#include "commands.hpp"

namespace mexbase::cli {

int value(const Arguments& arguments, const Registry& registry) {
    expect_words(arguments, 2, arguments.words.size(), std::string(program_name) + " value SPEC [POSITION...|--stdin]");
    if (arguments.has("value") && !value_kind_from(arguments.text("value")))
        expect_word(arguments.text("value"), "value", {"nimber", "obliged", "canonical"});
    const auto asked = value_kind(arguments);
    JobOptions options = job_options(arguments);
    const auto game = game_of(arguments, registry, arguments.words[1], asked.value_or(ValueKind::nimber), options, {},
                              nullptr, no_index);
    require_start(*game, allowed_memory(arguments));
    const ValueKind kind = asked ? *asked : searched_kind(*game);
    std::vector<std::string> texts(arguments.words.begin() + 2, arguments.words.end());
    if (arguments.has("stdin")) {
        if (!texts.empty())
            throw Error(ErrorCode::bad_usage,
                        "--stdin reads the positions from standard input: leave out the POSITION");
        reserve_standard_input();
    } else if (texts.empty()) {
        texts.emplace_back("start");
    }
    const ValueSearch search = search_values(*game, kind, options.memory);
    return answer_each(arguments, texts, "position", [&](const std::string& text) {
        try {
            const std::vector<Index> sum = game->parse_sum(text, game->queryable_size());
            const Value found = search(sum);
            if (arguments.has("json")) {
                const auto index = sum.size() == 1 ? std::optional(sum.front()) : std::nullopt;
                std::cout << to_line(position_json(text, index, found)) << '\n';
            } else {
                std::cout << (arguments.has("quiet") ? "" : text + ": ") << to_string(found) << '\n';
            }
        } catch (const Error& e) {
            const std::string name = in_quotes(text), message = e.what();
            if (message.find(name) != std::string::npos) throw;
            throw Error(e.code(), name + ": " + message, e.remedy());
        }
    });
}

}  // namespace mexbase::cli
