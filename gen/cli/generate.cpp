#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "../../lib/error.hpp"
#include "../../query/cli/describe_info.hpp"
#include "../../query/json/answers.hpp"
#include "../encode/atomic_file.hpp"
#include "../explore/program_rules.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "progress_line.hpp"
#include "read_game.hpp"

namespace mexbase::cli {

namespace {

void print_summary(const JobReport& report, bool as_json) {
    const TableInfo& info = report.info;
    const double rate = report.seconds > 0 ? static_cast<double>(info.indices) / report.seconds : 0;
    const double bits = 8.0 * static_cast<double>(report.encoding.file_bytes) / static_cast<double>(info.indices);
    if (as_json) {
        Json json = info_json(info);
        json["seconds"] = report.seconds;
        json["positions_per_second"] = rate;
        json["peak_bytes"] = report.peak_bytes;
        json["file_bytes"] = report.encoding.file_bytes;
        json["bits_per_position"] = bits;
        std::cout << to_line(json) << '\n';
        return;
    }
    if (report.resumed_from != 0)
        std::cout << fmt::format("went on from a checkpoint of {} positions\n", grouped(report.resumed_from));
    std::cout << info_text(info)
              << fmt::format("{:.2f} s, {:.2f} M positions/s, peak memory {:.1f} MiB\n", report.seconds, rate / 1e6,
                             static_cast<double>(report.peak_bytes) / (1 << 20))
              << fmt::format("{} bytes, {:.4f} bits a position\n", report.encoding.file_bytes, bits);
}

}  // namespace

int generate(const Arguments& arguments, const Games& games) {
    expect_words(arguments, 1, 1, "mexgen SPEC -o FILE [options]");
    JobOptions options = job_options(arguments);
    const auto kind = value_kind(arguments);
    const std::string output = arguments.has("output") ? arguments.text("output") : "";
    const auto no_output = [] { throw Error(ErrorCode::bad_usage, "where should the table go? give -o FILE"); };
    if (output.empty() && arguments.has("command")) no_output();
    const std::string explored = output + ".explored";
    std::string explored_failure;
    const auto choose_scratch = [&](const std::string& path) {
        if (!arguments.has("scratch")) options.scratch = std::filesystem::absolute(path).parent_path().string();
    };
    if (!output.empty()) choose_scratch(output);
    const auto game =
        game_of(arguments, games.registry, arguments.words[0], kind, options, explored, &explored_failure);
    const RulesetJobs& family = jobs_for(games, *game);
    options.value = kind ? *kind : default_kind(family, *game);
    if (output.empty()) no_output();

    AtomicFile file(output);
    choose_scratch(file.path());  // where a link leads
    if (options.checkpoint_seconds > 0) options.checkpoint = file.path() + ".checkpoint";
    JobReport report;
    try {
        ProgressLine progress(arguments.has("quiet"));
        options.progress = progress.sink();
        report = family.make_table(*game, file, options);
    } catch (const Error& e) {
        throw_beside_board(e, *game);
    }
    file.commit();
    if (arguments.has("command") && options.checkpoint_seconds > 0)
        for (const std::string& saved : {explored, in_scratch(explored)}) std::filesystem::remove(saved);
    for (const std::string& failure : {report.checkpoint_failure, explored_failure})
        if (!failure.empty()) std::cerr << "mexgen: warning: " << failure << "; the job went on without\n";
    if (arguments.has("json") || !arguments.has("quiet")) print_summary(report, arguments.has("json"));
    return 0;
}

}  // namespace mexbase::cli
