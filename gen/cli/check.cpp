// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iostream>

#include "../../lib/error.hpp"
#include "../../query/cli/describe_info.hpp"
#include "../../query/json/json.hpp"
#include "../make/board_memory.hpp"
#include "../memory.hpp"
#include "commands.hpp"
#include "progress_line.hpp"

namespace mexbase::cli {

namespace {

/// Verifies `table`, which the first argument of the command line names.
int verify_opened(const Table& table, const Arguments& arguments, const Registry& registry, Transport* transport) {
    JobOptions options = job_options(arguments);
    VerifiedPart& part = options.verified;
    part = {number_option(arguments, "from", 0, 0, no_index), number_option(arguments, "until", 1, no_index, no_index),
            number_option(arguments, "sample", 1, 0, no_index)};
    const auto known = table.game();
    // The spec comes from the table. So a wrong spec is an error in the table, not in the command line.
    if (!known) throw Error(ErrorCode::verification_failed, known.error().message);
    for (const char* const of_part : {"from", "until", "sample"})
        if (arguments.has(of_part) && (table.info().repetition() || known->heap_game()))
            throw Error(ErrorCode::bad_usage,
                        fmt::format("--{} cannot be used with this table: single heaps are verified as a whole, with "
                                    "the proof of their period",
                                    of_part));
    // If the table does not store its positions as texts, `rules` is null and the game in `known` is used.
    auto rules =
        arguments.has("command") ? ask_program_of(table, arguments, registry, options) : game_for_jobs(registry, table);
    if (!arguments.has("command")) {
        const Game& game = rules ? *rules : *known;
        if (board_bytes(game) >= options.memory) require_start(game, allowed_memory(arguments));
        subtract_board_memory(options, game);
    }
    std::uint64_t checked = 0;
    {
        ProgressLine progress(arguments);
        options.progress = progress.sink();
        const auto verify = [&] {
            const Game& game = rules ? *rules : *known;
            const ValueKind kind = table.info().value;
            if (transport == nullptr || rules || (kind != ValueKind::outcome && kind != ValueKind::partizan_outcome))
                return verify_table(game, table, options);
            options.transport = transport;
            return verify_on_all_ranks(game, table, arguments.words[1], options);
        };
        try {
            checked = verify();
        } catch (const Error& e) {
            if (!free_board_memory(e, rules, options)) {
                const Game& game = rules ? *rules : *known;
                if (e.code() == ErrorCode::out_of_memory) require_start(game, allowed_memory(arguments));
                throw_with_board_memory(e, game, program_memory);
            }
            checked = verify();
        }
    }
    if (arguments.has("json")) {
        Json json;
        json["file"] = arguments.words[1];
        json["spec"] = table.info().spec;
        json["positions"] = checked;
        json["by_period"] = table.info().repetition().has_value();
        if (arguments.has("from")) json["from"] = part.from;
        if (arguments.has("until")) json["until"] = part.until;
        if (arguments.has("sample")) json["sample"] = part.sample;
        std::cout << to_line(json) << '\n';
    } else if (!arguments.has("quiet"))
        std::cout << fmt::format(
            "{}: {} positions{} {}, none wrong\n", arguments.words[1], checked, part.sample != 0 ? " of a sample" : "",
            table.info().repetition()
                ? "re-derived (from the rules as far as the proof of the period needs, then by the period)"
                : "re-derived from the rules");
    return 0;
}

}  // namespace

int verify(const Arguments& arguments, const Registry& registry, Transport* transport) {
    OpenOptions open;
    open.registry = &registry;
    const auto table = Table::open(arguments.words[1], open).value();
    try {
        return verify_opened(table, arguments, registry, transport);
    } catch (const Error& e) {
        // An error on opening names the file. Errors about the content do not.
        if (e.code() != ErrorCode::corrupt && e.code() != ErrorCode::verification_failed) throw;
        throw Error(e.code(), in_quotes(arguments.words[1]) + ": " + e.what(), e.remedy());
    }
}

int check(const Arguments& arguments, const Registry& registry) {
    JobOptions options = job_options(arguments);
    const auto game = game_of(arguments, registry, arguments.words[1], {}, options);
    RulesReport report;
    {
        ProgressLine progress(arguments);
        options.progress = progress.sink();
        report = check_rules(*game, options);
        check_chunks(*game);
    }
    if (arguments.has("json")) {
        Json json;
        json["spec"] = game->spec();
        json["indices"] = report.indices;
        json["checked"] = report.checked;
        json["positions"] = report.positions;
        std::cout << to_line(json) << '\n';
    } else if (!arguments.has("quiet"))
        std::cout << fmt::format("{}: {} {} indices checked, {} positions, nothing wrong\n", game->spec(),
                                 report.checked == report.indices ? "all" : grouped(report.checked) + " of",
                                 grouped(report.indices), grouped(report.positions));
    return 0;
}

}  // namespace mexbase::cli
