// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iostream>

#include "../../lib/error.hpp"
#include "../../query/cli/describe_info.hpp"
#include "../../query/json/answers.hpp"
#include "commands.hpp"

namespace mexbase::cli {

int value(const Arguments& arguments, const Registry& registry) {
    expect_words(arguments, 2, arguments.words.size(), "mexgen value SPEC [POSITION...|--stdin]");
    const auto asked = value_kind(arguments);
    JobOptions options = job_options(arguments);
    const auto game = game_of(arguments, registry, arguments.words[1], asked.value_or(ValueKind::nimber), options);
    const ValueKind kind = asked ? *asked : searched_kind(*game);
    std::vector<std::string> texts(arguments.words.begin() + 2, arguments.words.end());
    if (arguments.has("stdin")) {
        if (!texts.empty())
            throw Error(ErrorCode::bad_usage,
                        "--stdin reads the positions from standard input: leave out the POSITION");
        for_each_input_line([&texts](const std::string& line) { texts.push_back(line); });
    } else if (texts.empty()) {
        texts.emplace_back("start");
    }
    std::vector<std::vector<Index>> sums;
    std::vector<std::string> bad;  // errors, reported after the others are answered
    std::erase_if(texts, [&](const std::string& text) {
        try {
            sums.push_back(game->parse_sum(text, game->queryable_size()));
            return false;
        } catch (const Error& e) {
            if (exit_status(e.code()) != 2) throw;
            bad.push_back(text);
            return true;
        }
    });
    const FoundValues found = sums.empty() ? FoundValues{} : search_values(*game, kind, sums, options.memory);
    for (std::size_t k = 0; k < texts.size(); ++k) {
        const Value& value = found.values[k];
        if (arguments.has("json")) {
            const auto index = sums[k].size() == 1 ? std::optional(sums[k].front()) : std::nullopt;
            std::cout << to_line(position_json(texts[k], index, value)) << '\n';
        } else {
            std::cout << fmt::format("{}: {}\n", texts[k], to_string(value));
        }
    }
    if (!bad.empty())
        answer_each(bad, [&game](const std::string& text) { (void)game->parse_sum(text, game->queryable_size()); });
    return 0;
}

}  // namespace mexbase::cli
