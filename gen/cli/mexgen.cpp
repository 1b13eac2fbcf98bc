#include "mexgen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options/value_semantic.hpp>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <thread>

#include "../../lib/error.hpp"
#include "../../query/cli/arguments.hpp"
#include "../../query/cli/describe_info.hpp"
#include "../../query/cli/version.hpp"
#include "../../query/json/answers.hpp"
#include "../encode/atomic_file.hpp"
#include "../explore/program_rules.hpp"
#include "../memory.hpp"
#include "family_kinds.hpp"
#include "progress_line.hpp"
#include "read_game.hpp"

namespace mexbase {

namespace {

namespace po = boost::program_options;

constexpr std::string_view what = "mexgen: solves a game and writes its table.";

const std::vector<cli::Command>& commands() {
    static const std::vector<cli::Command> list = {
        {"",
         "mexgen SPEC -o FILE [options]",
         "Solves the game and writes the table. A SPEC is family:key=value,key=value, as fair-shares:n=30.",
         "mexgen square-but-one:max=1000000,add=odd -o odd.mxb --threads 2",
         {"output", "value", "play", "threads", "memory", "codec", "level", "apart", "checkpoint", "json", "quiet",
          "command", "positions", "timeout", "arcs"}},
        {"list",
         "mexgen list [--json]",
         "Every game there is. --json prints a list of objects: `family`, `summary` and `example`, a spec.",
         "mexgen list",
         {"json"}},
        {"describe",
         "mexgen describe FAMILY [--json]",
         "A game's keys, their defaults, how positions are written, and where the rules are from; of a whole SPEC its "
         "family's. --json prints one "
         "object: `family`, `summary`, `keys`, `position`, `values`, `source` and `example`.",
         "mexgen describe fair-shares",
         {"json"}},
        {"value",
         "mexgen value SPEC [POSITION...] [--value KIND] [--memory SIZE] [--json]",
         "The nimbers, or obliged pairs, or in partizan play the canonical forms, of single positions (start, if none "
         "is named) by search, without a table: of every game from where play must end. --json prints an object a "
         "line, "
         "as mexquery probe does.",
         "mexgen value domineering:board=grid-4x4 start '##../..../..../....'",
         {"value", "memory", "threads", "json", "command", "positions", "timeout"}},
        {"verify",
         "mexgen verify FILE [--threads N] [--program COMMAND]",
         "Checks the rules as mexgen check does, and derives every stored value again from them, and all that the "
         "table "
         "says of them; exit 1 at the first that is wrong.",
         "mexgen verify odd.mxb",
         {"threads", "memory", "quiet", "program", "timeout"}},
        {"check",
         "mexgen check SPEC [--threads N]",
         "Checks the rules themselves, without a table: that numbers and texts of positions lead back to them, that "
         "options are positions, and predecessors the options turned round, and what else a ruleset promises. Of more "
         "than a million indices, a million or fewer are looked at, always the same. Exit 1 at the first "
         "contradiction.",
         "mexgen check fair-shares:n=30",
         {"threads", "quiet", "command", "positions", "timeout"}},
    };
    return list;
}

constexpr std::string_view more = R"(
mexgen COMMAND --help says more of a command, mexgen SPEC --help of solving; mexgen --version prints the version.

Exit status: 0 done; 1 the job failed (I/O, a corrupt table, a wrong value); 2 bad usage.
The same input gives the same bytes for any number of threads and any memory budget. A killed or interrupted job leaves nothing under
FILE, and an older table there survives it.
)";

po::options_description known_options() {
    po::options_description options("options");
    auto add = options.add_options();
    add("output,o", po::value<std::string>()->value_name("FILE"), "the table to write");
    add("value", po::value<std::string>()->value_name("KIND"),
        "what to store: outcome (win, loss or draw with remoteness), nimber (finite and loopy), obliged (the pair for "
        "obliged sums); of partizan games canonical (canonical forms) or partizan-outcome (who wins when Left begins, "
        "and when Right does, with remoteness); `mexgen describe FAMILY` lists what a game has, its default first");
    add("play", po::value<std::string>()->value_name("normal|misere"), "who cannot move loses (default), or wins");
    add("threads", po::value<std::string>()->value_name("N"), "threads, 1..256 (default: one a processor)");
    add("memory", po::value<std::string>()->value_name("SIZE"),
        "memory for the positions, as 512M or 4G (default: three quarters of the machine's); reading, writing "
        "and the program itself take some 30M more, of tables beyond ten million positions up to 150M");
    add("codec", po::value<std::string>()->value_name("NAME"),
        "raw, palette, zstd or pairs for every stream (default: what samples show to be best)");
    add("level", po::value<std::string>()->value_name("N"),
        "zstd level, 1..19 (default 12; 19 for streams of a few KB)");
    add("apart",
        "outcome and remoteness in streams of their own: a larger file, less to read where outcomes alone are asked "
        "for");
    add("checkpoint", po::value<std::string>()->value_name("SECONDS"),
        "how often a long sweep over heaps or for canonical forms, or the solving of a loopy game, saves what it has "
        "to FILE.checkpoint, and the exploring of a program's positions to FILE.explored, from which the same command "
        "goes on after it was killed; 0: never (default 60)");
    add("command", po::value<std::string>()->value_name("COMMAND"),
        "the program that says the rules of program:name=NAME, as 'python3 game.py' (docs/programs.md); each thread "
        "runs a copy. No table holds the command");
    add("positions", po::value<std::string>()->value_name("N"),
        "how many positions such a program may have (default 100,000,000)");
    add("timeout", po::value<std::string>()->value_name("SECONDS"),
        "how long it may be silent while it is asked (default 10)");
    add("arcs",
        "store the moves of such a game with its positions: what asks for moves, as best does, needs the program no "
        "more");
    add("program", po::value<std::string>()->value_name("COMMAND"),
        "the program of --command, to verify a table that does not hold its moves");
    add("json", "print JSON (docs/json.md)");
    add("quiet", "no progress and no summary, but what --json prints");
    add("version", "print the version");
    add("help", "print this help");
    return options;
}

std::uint64_t number_option(const cli::Arguments& arguments, const char* name, std::uint64_t low, std::uint64_t high,
                            std::uint64_t fallback) {
    if (!arguments.has(name)) return fallback;
    const auto& text = arguments.options[name].as<std::string>();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high)
        throw Error(ErrorCode::bad_usage,
                    fmt::format("--{} is a number in {}..{}, not {}", name, low, high, in_quotes(text)));
    return value;
}

JobOptions job_options(const cli::Arguments& arguments) {
    JobOptions options;
    const unsigned processors = std::clamp(std::thread::hardware_concurrency(), 1u, 256u);
    options.threads = static_cast<unsigned>(number_option(arguments, "threads", 1, 256, processors));
    options.memory =
        arguments.has("memory") ? parse_size(arguments.options["memory"].as<std::string>()) : machine_memory() / 4 * 3;
    if (arguments.has("play")) {
        const auto& play = arguments.options["play"].as<std::string>();
        if (play != "normal" && play != "misere")
            throw Error(ErrorCode::bad_usage, "--play is normal or misere, not " + in_quotes(play));
        options.play = play == "normal" ? Play::normal : Play::misere;
    }
    if (arguments.has("codec")) {
        const auto& name = arguments.options["codec"].as<std::string>();
        options.codec = codec_from(name);
        if (!options.codec)
            throw Error(ErrorCode::bad_usage, "--codec is raw, palette, zstd or pairs, not " + in_quotes(name));
    }
    options.checkpoint_seconds = static_cast<double>(number_option(arguments, "checkpoint", 0, 1'000'000, 60));
    options.apart = arguments.has("apart");
    options.arcs = arguments.has("arcs");
    if (arguments.has("level")) options.level = static_cast<int>(number_option(arguments, "level", 1, 19, 19));
    return options;
}

/// The kind of value asked for, if one is.
std::optional<ValueKind> value_kind(const cli::Arguments& arguments) {
    if (!arguments.has("value")) return std::nullopt;
    const auto& text = arguments.options["value"].as<std::string>();
    const auto kind = value_kind_from(text);
    if (!kind)
        throw Error(ErrorCode::bad_usage,
                    "--value is outcome, nimber, obliged, partizan-outcome or canonical, not " + in_quotes(text));
    return kind;
}

/// The game of the program that option `named` names.
std::unique_ptr<Game> ask_program(const cli::Arguments& arguments, const char* named, const Registry& registry,
                                  const std::string& spec, JobOptions& options, const std::string& checkpoint = {},
                                  std::string* checkpoint_failure = nullptr,
                                  std::uint64_t most_positions = 100'000'000) {
    ProgramOptions program;
    program.command = arguments.options[named].as<std::string>();
    program.seconds = static_cast<double>(number_option(arguments, "timeout", 1, 1'000'000, 10));
    program.explore.positions = number_option(arguments, "positions", 1, 4'000'000'000, most_positions);
    program.explore.threads = options.threads;
    program.explore.memory = options.memory;
    program.checkpoint = options.checkpoint_seconds > 0 ? checkpoint : "";
    program.checkpoint_seconds = options.checkpoint_seconds;
    program.checkpoint_failure = checkpoint_failure;
    cli::ProgressLine progress(arguments.has("quiet"));
    const ProgressSink sink = progress.sink();
    program.explore.progress = [&](std::uint64_t asked, std::uint64_t known) {
        if (sink) sink("exploring", asked, known);
    };
    auto game = program_game(registry, spec, program);
    cli::subtract_board(options, *game);
    return game;
}

/// The game of the program that --program names, of which the table is said to be.
std::unique_ptr<Game> ask_program_of(const Table& table, const cli::Arguments& arguments, const Registry& registry,
                                     JobOptions& options) {
    const TableInfo& info = table.info();
    try {
        return ask_program(arguments, "program", registry, info.spec, options, {}, nullptr, info.indices);
    } catch (const Error& e) {
        // Another game may have more positions than any memory has room for.
        if (e.code() != ErrorCode::out_of_memory) throw;
        throw Error(ErrorCode::verification_failed,
                    std::string("this is no table of what the program says: ") + e.what());
    }
}

/// The game of a spec, whose files are read, or of the program that --command names; `options.memory` is less
/// afterwards by what its board needs.
std::unique_ptr<Game> game_of(const cli::Arguments& arguments, const Registry& registry, const std::string& spec,
                              std::optional<ValueKind> kind, JobOptions& options, const std::string& checkpoint = {},
                              std::string* checkpoint_failure = nullptr) {
    if (!arguments.has("command")) {
        for (const char* option : {"positions", "timeout", "arcs"})
            if (arguments.has(option))
                throw Error(ErrorCode::bad_usage, fmt::format("--{} goes with --command", option));
        return cli::read_game(registry, spec, kind, options);
    }
    return ask_program(arguments, "command", registry, spec, options, checkpoint, checkpoint_failure);
}

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
        std::cout << fmt::format("went on from a checkpoint of {} positions\n", cli::grouped(report.resumed_from));
    std::cout << cli::info_text(info)
              << fmt::format("{:.2f} s, {:.2f} M positions/s, peak memory {:.1f} MiB\n", report.seconds, rate / 1e6,
                             static_cast<double>(report.peak_bytes) / (1 << 20))
              << fmt::format("{} bytes, {:.4f} bits a position\n", report.encoding.file_bytes, bits);
}

int generate(const cli::Arguments& arguments, const Registry& registry, std::span<const RulesetJobs> jobs) {
    cli::expect_words(arguments, 1, 1, "mexgen SPEC -o FILE [options]");
    JobOptions options = job_options(arguments);
    const auto kind = value_kind(arguments);
    const std::string output = arguments.has("output") ? arguments.options["output"].as<std::string>() : "";
    const auto no_output = [] { throw Error(ErrorCode::bad_usage, "where should the table go? give -o FILE"); };
    if (output.empty() && arguments.has("command")) no_output();
    const std::string explored = output + ".explored";
    std::string explored_failure;
    const auto game = game_of(arguments, registry, arguments.words[0], kind, options, explored, &explored_failure);
    const RulesetJobs& family = find_jobs(jobs, *game);
    options.value = kind ? *kind : default_kind(family, *game);
    if (output.empty()) no_output();

    AtomicFile file(output);
    options.scratch = std::filesystem::absolute(file.path()).parent_path().string();
    if (options.checkpoint_seconds > 0) options.checkpoint = file.path() + ".checkpoint";
    JobReport report;
    try {
        cli::ProgressLine progress(arguments.has("quiet"));
        options.progress = progress.sink();
        report = family.make_table(*game, file, options);
    } catch (const Error& e) {
        cli::throw_beside_board(e, *game);
    }
    file.commit();
    if (arguments.has("command") && options.checkpoint_seconds > 0) std::filesystem::remove(explored);
    for (const std::string& failure : {report.checkpoint_failure, explored_failure})
        if (!failure.empty()) std::cerr << "mexgen: warning: " << failure << "; the job went on without\n";
    if (arguments.has("json") || !arguments.has("quiet")) print_summary(report, arguments.has("json"));
    return 0;
}

int list(const Registry& registry, bool as_json) {
    if (as_json) {
        Json all = Json::array();
        for (const Family& family : registry.families())
            all.push_back(
                {{"family", family.name}, {"summary", family.help->summary}, {"example", family.help->example}});
        std::cout << to_line(all) << '\n';
        return 0;
    }
    std::size_t width = 0;
    for (const Family& family : registry.families()) width = std::max(width, family.name.size());
    for (const Family& family : registry.families())
        std::cout << fmt::format("{:<{}}  {}\n", family.name, width, family.help->summary);
    return 0;
}

Json describe_json(std::string_view family, const FamilyHelp& help, const cli::FamilyKinds& kinds) {
    Json json;
    json["family"] = family;
    json["summary"] = help.summary;
    auto& keys = json["keys"] = Json::array();
    for (const KeyHelp& key : help.keys) {
        const bool needed = key.fallback.empty();
        keys.push_back({{"name", key.name},
                        {"meaning", key.meaning},
                        {"range", range_of(key)},
                        {"default", needed ? Json(nullptr) : Json(key.fallback)},
                        {"optional", key.optional || !needed}});
    }
    json["position"] = help.position;
    json["values"] = {{"impartial", kinds.impartial}, {"partizan", kinds.partizan}};
    json["source"] = help.source;
    json["example"] = help.example;
    return json;
}

int describe(const cli::Arguments& arguments, const Registry& registry, std::span<const RulesetJobs> jobs) {
    cli::expect_words(arguments, 2, 2, "mexgen describe FAMILY [--json]");
    // Of a whole spec the family counts.
    const std::string family = arguments.words[1].substr(0, arguments.words[1].find(':'));
    const FamilyHelp& help = *registry.at(family).help;
    const cli::FamilyKinds kinds = cli::kinds_of(family, jobs);
    if (arguments.has("json")) {
        std::cout << to_line(describe_json(family, help, kinds)) << '\n';
        return 0;
    }
    std::cout << fmt::format("{}: {}\n", family, help.summary);
    std::size_t width = 0;
    for (const KeyHelp& key : help.keys) width = std::max(width, key.name.size());
    if (!help.keys.empty()) std::cout << "keys:\n";
    for (const KeyHelp& key : help.keys)
        std::cout << fmt::format("  {:<{}}  {} ({}; {})\n", key.name, width, key.meaning, range_of(key),
                                 key.nameless           ? "written without its name; may be left out"
                                 : key.optional         ? "may be left out"
                                 : key.fallback.empty() ? "must be given"
                                                        : fmt::format("default {}", key.fallback));
    std::cout << fmt::format("position: {}\nvalues: {}\nsource: {}\nexample: mexgen {} -o table.mxb\n", help.position,
                             cli::kinds_text(kinds), help.source, help.example);
    return 0;
}

int value(const cli::Arguments& arguments, const Registry& registry, std::span<const RulesetJobs> jobs) {
    cli::expect_words(arguments, 2, arguments.words.size(), "mexgen value SPEC [POSITION...]");
    const auto asked = value_kind(arguments);
    JobOptions options = job_options(arguments);
    const auto game = game_of(arguments, registry, arguments.words[1], asked.value_or(ValueKind::nimber), options);
    const RulesetJobs& family = find_jobs(jobs, *game);
    const ValueKind kind = asked ? *asked : searched_kind(family, *game);
    std::vector<std::string> texts(arguments.words.begin() + 2, arguments.words.end());
    if (texts.empty()) texts.emplace_back("start");
    std::vector<std::vector<Index>> sums;
    sums.reserve(texts.size());
    for (const std::string& text : texts) sums.push_back(game->parse_sum(text, game->queryable_size()));
    const FoundValues found = family.search(*game, kind, sums, options.memory);
    for (std::size_t k = 0; k < texts.size(); ++k) {
        const Value& value = found.values[k];
        if (arguments.has("json")) {
            const auto index = sums[k].size() == 1 ? std::optional(sums[k].front()) : std::nullopt;
            std::cout << to_line(position_json(texts[k], index, value)) << '\n';
        } else {
            std::cout << fmt::format("{}: {}\n", texts[k], to_string(value));
        }
    }
    return 0;
}

int verify(const cli::Arguments& arguments, const Registry& registry, std::span<const RulesetJobs> jobs) {
    cli::expect_words(arguments, 2, 2, "mexgen verify FILE [--threads N]");
    JobOptions options = job_options(arguments);
    OpenOptions open;
    open.registry = &registry;
    const auto table = Table::open(arguments.words[1], open).value();
    const auto known = table.game();
    // Whatever is wrong with the table's own spec is no fault of the command.
    if (!known) throw Error(ErrorCode::verification_failed, known.error().message);
    // Where the table holds its positions by their texts.
    const auto rules =
        arguments.has("program") ? ask_program_of(table, arguments, registry, options) : game_for_jobs(registry, table);
    const Game& game = rules ? *rules : *known;
    if (!arguments.has("program")) cli::subtract_board(options, game);
    std::uint64_t checked = 0;
    {
        cli::ProgressLine progress(arguments.has("quiet"));
        options.progress = progress.sink();
        checked = find_jobs(jobs, game).verify_table(game, table, options);
    }
    if (!arguments.has("quiet"))
        std::cout << fmt::format(
            "{}: {} positions {}, none wrong\n", arguments.words[1], checked,
            table.info().repetition()
                ? "re-derived, from the rules as far as the proof of the period needs it, then by the period"
                : "re-derived from the rules");
    return 0;
}

int check(const cli::Arguments& arguments, const Registry& registry, std::span<const RulesetJobs> jobs) {
    cli::expect_words(arguments, 2, 2, "mexgen check SPEC [--threads N]");
    JobOptions options = job_options(arguments);
    const auto game = game_of(arguments, registry, arguments.words[1], {}, options);
    RulesReport report;
    {
        cli::ProgressLine progress(arguments.has("quiet"));
        options.progress = progress.sink();
        report = find_jobs(jobs, *game).check(*game, options);
    }
    if (!arguments.has("quiet"))
        std::cout << fmt::format("{}: {} {} indices checked, {} positions, nothing wrong\n", game->spec(),
                                 report.checked == report.indices ? "all" : cli::grouped(report.checked) + " of",
                                 cli::grouped(report.indices), cli::grouped(report.positions));
    return 0;
}

int run(int argc, char** argv, const Registry& registry, std::span<const RulesetJobs> jobs) {
    const po::options_description options = known_options();
    const auto arguments = cli::read_arguments({argv + 1, argv + argc}, options);
    const cli::Command* known = cli::find_command(commands(), arguments);
    if (arguments.has("help")) {
        std::cout << (known != nullptr ? cli::command_help(*known, options)
                                       : cli::program_help(what, commands(), more));
        return 0;
    }
    if (arguments.has("version") && arguments.words.empty()) {
        std::cout << "mexgen " << cli::version << '\n';
        return 0;
    }
    if (known == nullptr) throw Error(ErrorCode::bad_usage, "give a game spec or a command; see mexgen --help");
    if (arguments.words[0].starts_with('-'))
        throw Error(ErrorCode::bad_usage, "unknown option " + in_quotes(arguments.words[0]) + "; see mexgen --help");
    cli::check_options(*known, arguments);
    const std::string& command = arguments.words[0];
    if (command == "list") {
        cli::expect_words(arguments, 1, 1, "mexgen list");
        return list(registry, arguments.has("json"));
    }
    if (command == "describe") return describe(arguments, registry, jobs);
    if (command == "value") return value(arguments, registry, jobs);
    if (command == "verify") return verify(arguments, registry, jobs);
    if (command == "check") return check(arguments, registry, jobs);
    return generate(arguments, registry, jobs);
}

/// Removes what an unfinished job has written, then dies of the signal as if nobody had caught it.
extern "C" void clean_up_and_die(int signal) {
    remove_unfinished();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

int run_mexgen(int argc, char** argv, const Registry& registry, std::span<const RulesetJobs> jobs) {
    try {
        // A full disk and a file size limit are errors of the write that meets them, not signals that kill the job.
        std::signal(SIGXFSZ, SIG_IGN);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, clean_up_and_die);
        const int status = run(argc, argv, registry, jobs);
        if (!std::cout.flush()) throw Error(ErrorCode::io, "cannot write to standard output");
        return status;
    } catch (...) {
        return cli::report_error("mexgen");
    }
}

}  // namespace mexbase
