// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iostream>
#include <map>

#include "../../lib/error.hpp"
#include "../../query/cli/describe_info.hpp"
#include "../../query/json/answers.hpp"
#include "../text_file.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// Prints the error about a position as one line that names the position. Returns the exit status for it.
int report_named(const Arguments& arguments, const std::string& text, const Error& e) {
    std::string message = e.what();
    if (const std::string name = in_quotes(text); message.find(name) == std::string::npos)
        message = name + ": " + message;
    return report_refusal(program_name, arguments, advice(), text, Error(e.code(), message, e.remedy()));
}

}  // namespace

int value(const Arguments& arguments, const Registry& registry) {
    expect_words(arguments, 2, arguments.words.size(), std::string(program_name) + " value SPEC [POSITION...|--stdin]");
    if (arguments.has("value") && !value_kind_from(arguments.text("value")))
        expect_word(arguments.text("value"), "value", {"nimber", "obliged", "canonical"});
    const auto asked = value_kind(arguments);
    JobOptions options = job_options(arguments);
    const auto game = game_of(arguments, registry, arguments.words[1], asked.value_or(ValueKind::nimber), options, {},
                              nullptr, no_index);
    const ValueKind kind = asked ? *asked : searched_kind(*game);
    std::vector<std::string> texts(arguments.words.begin() + 2, arguments.words.end());
    if (arguments.has("stdin")) {
        if (!texts.empty())
            throw Error(ErrorCode::bad_usage,
                        "--stdin reads the positions from standard input: leave out the POSITION");
        reserve_standard_input();
        for_each_input_line([&texts](const std::string& line, std::uint64_t) { texts.push_back(line); });
    } else if (texts.empty()) {
        texts.emplace_back("start");
    }
    std::vector<std::vector<Index>> sums;
    std::vector<std::size_t> numbers;       // the positions of `sums`, by their numbers in `texts`
    std::map<std::size_t, Error> refusals;  // by number of the position
    for (std::size_t k = 0; k < texts.size(); ++k) {
        try {
            sums.push_back(game->parse_sum(texts[k], game->queryable_size()));
            numbers.push_back(k);
        } catch (const Error& e) {
            if (exit_status(e.code()) != 2) throw;
            refusals.emplace(k, e);
        }
    }
    const FoundValues found = search_values(*game, kind, sums, options.memory);
    for (const auto& [s, e] : found.refusals) refusals.emplace(numbers[s], e);
    for (std::size_t s = 0; s < sums.size(); ++s) {
        const std::string& text = texts[numbers[s]];
        if (found.refusals.contains(s)) continue;
        if (arguments.has("json")) {
            const auto index = sums[s].size() == 1 ? std::optional(sums[s].front()) : std::nullopt;
            std::cout << to_line(position_json(text, index, found.values[s])) << '\n';
        } else {
            if (!arguments.has("quiet")) std::cout << text << ": ";
            std::cout << to_string(found.values[s]) << '\n';
        }
    }
    std::cout.flush();
    int status = 0;
    for (const auto& [k, refusal] : refusals) {
        const int its_status = report_named(arguments, texts[k], refusal);
        if (status == 0) status = its_status;
    }
    return status;
}

}  // namespace mexbase::cli
