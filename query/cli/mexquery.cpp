// SPDX-License-Identifier: MIT
#include "mexquery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "../../lib/error.hpp"
#include "../kinds/kind.hpp"
#include "answer_each.hpp"
#include "command_line/arguments.hpp"
#include "command_line/help.hpp"
#include "commands.hpp"
#include "describe_info.hpp"
#include "tables.hpp"

namespace mexbase {

namespace cli {
extern const std::string_view mexquery_commands, mexquery_options, mexquery_notes;  // the files in help/
}

namespace {

Player first_player(const cli::Arguments& arguments) {
    if (!arguments.has("first")) return Player::left;
    return cli::word_option(arguments, "first") == "left" ? Player::left : Player::right;
}

cli::FindRequest find_request(const cli::Arguments& arguments) {
    if (arguments.options.count("value") + arguments.options.count("longest") + arguments.options.count("zugzwang") !=
        1)
        throw Error(ErrorCode::bad_usage, "find needs exactly one of --value, --longest and --zugzwang");
    cli::FindRequest request;
    if (arguments.has("value")) request.value = arguments.text("value");
    if (arguments.has("material")) request.material = arguments.text("material");
    if (arguments.has("longest")) request.longest = cli::word_option(arguments, "longest");
    constexpr std::uint64_t most = 1'000'000;
    request.most = cli::number_option(arguments, "count", 0, request.most);
    if (request.most > most) throw Error(ErrorCode::bad_usage, fmt::format("--count of find must be at most {}", most));
    request.range.first = cli::number_option(arguments, "from", 0, request.range.first);
    request.range.last = cli::number_option(arguments, "until", 0, request.range.last);
    request.as_json = arguments.has("json");
    return request;
}

serve::ServerOptions server_options(const cli::Arguments& arguments) {
    serve::ServerOptions options;
    options.port = static_cast<std::uint16_t>(cli::number_option(arguments, "port", 0, 8080, 65'535));
    options.threads = static_cast<unsigned>(cli::number_option(arguments, "threads", 1, options.threads, 1024));
    if (arguments.has("host")) options.host = arguments.text("host");
    options.answer_time = std::chrono::seconds(cli::number_option(arguments, "answer-time", 1, 10, 86'400));
    return options;
}

/// Runs a command and returns the exit status. `open` are the options for opening a table.
int run_command(const cli::Command& known, const cli::Arguments& arguments, const OpenOptions& open,
                const cli::Tables& tables) {
    const std::string command = arguments.words[0];
    const std::string_view usage =
        arguments.has("tables") && !known.other_usage.empty() ? known.other_usage : known.usage;
    constexpr auto no_limit = std::numeric_limits<std::size_t>::max();
    const auto table_for = [&](std::size_t least, std::size_t most) {
        cli::expect_words(arguments, least, most, usage);
        return tables.table(arguments.words[1]);
    };
    // Returns the table for a command about one position. `least` is the minimum number of words.
    const auto table_of_position = [&](std::size_t least) {
        cli::expect_words(arguments, least, 3, usage);
        const auto& words = arguments.words;
        return words.size() == 3 ? tables.table_for(words[1], words[2]) : tables.table(words[1]);
    };

    // Returns a function that finds the table of each position, for a command about several positions.
    const auto each_table = [&]() -> cli::TableOf {
        if (tables.is_library())
            return [&](const std::string& position) { return tables.table_for(arguments.words[1], position); };
        return [table = tables.table(arguments.words[1])](const std::string&) { return table; };
    };

    if (command == "info" && tables.is_library() && arguments.words.size() == 1)
        return tables.print_list(arguments.has("json")), 0;
    if (command == "info") return cli::print_info(table_for(2, 2), arguments.has("json"), arguments.has("streams")), 0;
    if (command == "probe") {
        cli::expect_words(arguments, 2, arguments.has("stdin") ? 2 : no_limit, usage);
        const std::vector<std::string> positions(arguments.words.begin() + 2, arguments.words.end());
        return cli::probe(each_table(), positions, arguments);
    }
    if (command == "sum") {
        cli::expect_words(arguments, 2, no_limit, usage);
        std::optional<std::size_t> begun;
        if (arguments.has("begun")) {
            if (!arguments.has("obliged")) throw Error(ErrorCode::bad_usage, "--begun can only be used with --obliged");
            begun = cli::number_option(arguments, "begun", 1, 1);
        }
        return cli::print_sum(std::span(arguments.words).subspan(1), tables, arguments.has("obliged"), begun,
                              arguments.has("json")),
               0;
    }
    if (command == "value") {
        if (arguments.has("thermograph")) {
            if (arguments.words.size() != 2)
                throw Error(ErrorCode::bad_usage, "--thermograph needs exactly one GAME on the command line");
            cli::write_thermograph(arguments.words[1], arguments.text("thermograph"));
        }
        return cli::print_values(std::span(arguments.words).subspan(1), arguments);
    }
    if (command == "best" || command == "line") {
        const std::size_t count = arguments.has("stdin") ? 2 : 3;
        cli::expect_words(arguments, count, count, usage);
        const std::vector<std::string> positions(arguments.words.begin() + 2, arguments.words.end());
        const auto table_of = each_table();
        const auto print_answer = command == "best" ? cli::print_best : cli::print_line;
        return cli::answer_each(arguments, positions, "position", [&](const std::string& position) {
            const Table table = table_of(position);
            if (positions.empty()) {
                (void)table.resolve(position).value();  // reports a bad position before printing anything
                if (!arguments.has("json")) std::cout << command << " of " << position << '\n';
            }
            print_answer(table, position, first_player(arguments),
                         {arguments.has("json"), arguments.has("picture"), arguments.has("remoteness")});
        });
    }
    if (command == "stats") {
        const Table table = table_for(2, 2);
        if (arguments.has("first") && !arguments.has("reachable"))
            throw Error(ErrorCode::bad_usage, "--first can only be used with --reachable");
        StatsRequest request{{}, arguments.has("reachable"), arguments.has("slices"), first_player(arguments)};
        if (arguments.has("material")) request.material = arguments.text("material");
        if (arguments.has("material") + request.reachable + request.by_slice > 1)
            throw Error(ErrorCode::bad_usage, "--material, --reachable and --slices cannot be used together");
        return cli::print_stats(table, request, arguments.has("json")), 0;
    }
    if (command == "find") {
        const cli::FindRequest request = find_request(arguments);
        return cli::find(table_for(2, 2), request), 0;
    }
    if (command == "serve") {
        cli::expect_words(arguments, 2, no_limit, usage);
        for (const std::string& word : arguments.words)
            if (word.starts_with("--"))
                throw Error(ErrorCode::bad_usage, "unknown option " + in_quotes(word) +
                                                      "; usage: " + std::string(usage) +
                                                      "; write a directory of this name as ./" + word);
        return cli::serve_tables(std::span(arguments.words).subspan(1), open, server_options(arguments)), 0;
    }
    if (command == "check")
        return cli::print_check(table_for(2, 2), arguments.words[1], arguments.has("json"), arguments.has("quiet")), 0;
    if (command == "draw") {
        const Table table = table_of_position(2);
        cli::DrawRequest request;
        if (arguments.words.size() == 3) request.position = arguments.words[2];
        if (arguments.has("output")) request.output = arguments.text("output");
        request.with_values = arguments.has("values");
        request.as_json = arguments.has("json");
        if (request.as_json && arguments.has("output"))
            throw Error(ErrorCode::bad_usage, "--output and --json cannot be used together");
        return cli::draw(table, request), 0;
    }
    if (command == "dump") {
        const Table table = table_for(2, 2);
        if (arguments.has("csv") && arguments.has("json"))
            throw Error(ErrorCode::bad_usage, "--csv and --json cannot be used together");
        cli::DumpRequest request;
        request.from = cli::number_option(arguments, "from", 0, 0);
        request.count = cli::number_option(arguments, "count", 0, std::numeric_limits<std::uint64_t>::max());
        request.as_json = arguments.has("json");
        request.with_index = arguments.has("index");
        request.with_remoteness = arguments.has("remoteness");
        return cli::dump(table, request), 0;
    }
    if (command == "play") {
        const Table table = table_of_position(2);
        cli::PlayRequest request;
        if (arguments.words.size() == 3) request.position = arguments.words[2];
        if (arguments.has("first")) request.first = first_player(arguments);
        request.table_begins = arguments.has("second");
        request.as_json = arguments.has("json");
        request.with_picture = arguments.has("picture");
        return cli::play(table, request), 0;
    }
    cli::expect_words(arguments, 2, 2, usage);
    constexpr std::uint64_t most_probes = 100'000'000;
    return cli::bench(arguments.words[1], open,
                      std::min(most_probes, cli::number_option(arguments, "probes", 1, 200000)), arguments.has("json")),
           0;
}

int run(const cli::Program& program, const cli::Arguments& arguments, const Registry& registry) {
    if (const auto answer = cli::answer_about(program, arguments)) {
        std::cout << *answer;
        return 0;
    }
    const cli::Command* const known = cli::find_command(program, arguments.words[0]);
    cli::check_options(*known, arguments);
    OpenOptions open;
    open.registry = &registry;
    if (arguments.has("read")) open.backend = Backend::read;
    std::optional<cli::MovesProgram> moves;
    if (arguments.has("program")) {
        moves.emplace(arguments.text("program"), static_cast<double>(cli::number_option(arguments, "timeout", 1, 10)));
        open.move_provider = moves->move_provider();
    } else if (arguments.has("timeout")) {
        throw Error(ErrorCode::bad_usage, "--timeout can only be used with --program");
    }
    const cli::Tables tables(arguments, open, moves);
    try {
        return run_command(*known, arguments, open, tables);
    } catch (const Error& e) {
        // Opening a table names its file. Later queries may find damage too, and do not know the file.
        const std::string names = tables.opened_names();
        if (e.code() != ErrorCode::corrupt || names.empty()) throw;
        throw Error(e.code(), names + ": " + e.what(), e.remedy());
    }
}

}  // namespace

int run_mexquery(int argc, char** argv, const Registry& registry) {
    try {
        cli::Program program =
            cli::read_program("mexquery", {cli::mexquery_commands, cli::mexquery_options, cli::mexquery_notes},
                              {{"kinds", kind_names("|", "|")}});
        program.advice = {{Remedy::name_program, "program", "name it with --program COMMAND"}};
        const auto arguments = cli::read_arguments({argv + 1, argv + argc}, program);
        const int status = cli::with_options_meant(
            arguments, [&] { return cli::with_advice(arguments, [&] { return run(program, arguments, registry); }); });
        if (!std::cout.flush()) throw Error(ErrorCode::io, "cannot write to standard output");
        return status;
    } catch (...) {
        return cli::report_error("mexquery");
    }
}

}  // namespace mexbase
