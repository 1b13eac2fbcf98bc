// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <iostream>
#include <optional>
#include <random>

#include "../../lib/error.hpp"
#include "../../query/cli/describe_info.hpp"
#include "../../query/json/json.hpp"
#include "../../query/kinds/kind.hpp"
#include "../make/make_table.hpp"
#include "../memory.hpp"
#include "commands.hpp"
#include "rank_model.hpp"

namespace mexbase::cli {

namespace {

/// Result of reading the options of some positions of a game.
struct Sample {
    std::uint64_t looked_at = 0, legal = 0, options = 0;
    std::uint64_t exits = 0;  ///< options in earlier slices
    double seconds = 0;       ///< to list the options of the legal positions, one position at a time
};

/// Samples random indices, or all indices of a small game. Options are listed twice, and the second time is measured:
/// the first may fill tables that a solver fills once, such as those of a slice. Takes half a second of measured time,
/// and at most ten seconds in total.
Sample sample_of(const Game& game) {
    using Clock = std::chrono::steady_clock;
    constexpr std::uint64_t most = 20'000;
    Sample sample;
    const Index size = game.size();
    std::mt19937_64 random(1);
    const auto look = [&](Index index, std::uint64_t& options, std::uint64_t& exits) {
        const Index slice = game.traits().order.first_of_slice(index);
        const auto count = [&](std::span<const Index> parts) {
            ++options;
            exits += !parts.empty() && parts[0] < slice ? 1 : 0;
        };
        if (!game.legal(index)) return false;
        if (game.whole() && game.terminal(index, Play::normal)) return true;
        game.for_each_option(index, Player::left, count);
        if (game.partizan()) game.for_each_option(index, Player::right, count);
        return true;
    };
    const auto seconds_since = [](Clock::time_point at) {
        return std::chrono::duration<double>(Clock::now() - at).count();
    };
    const auto begin = Clock::now();
    while (sample.looked_at < most && (sample.looked_at < 16 || (sample.seconds < 0.5 && seconds_since(begin) < 10))) {
        const Index index = size <= most ? sample.looked_at : random() % size;
        if (sample.looked_at == size) break;
        ++sample.looked_at;
        std::uint64_t ignored = 0;
        static_cast<void>(look(index, ignored, ignored));
        const auto start = Clock::now();
        sample.legal += look(index, sample.options, sample.exits) ? 1 : 0;
        sample.seconds += seconds_since(start);
    }
    return sample;
}

struct Estimate {
    double seconds = 0;
    double solving = 0;  ///< seconds on one thread, without packing
    std::uint64_t file = 0;
};

Estimate estimate_of(const Game& game, const Sample& sample, const Kind& kind, const JobOptions& options) {
    const Order& order = game.traits().order;
    const bool loops = !order.descending && order.layers.empty();
    const double size = static_cast<double>(game.size());
    const double each = sample.looked_at == 0 ? 0 : 1.0 / static_cast<double>(sample.looked_at);
    Estimate estimate;
    // Solvers of loop-free games read all options once, and other solvers about three times. A solver needs a quarter
    // of the time per position that this sample took. Packing a position takes 60 ns.
    const double passes = loops ? 3 : 1;
    const double solving = size * each * sample.seconds / 4 * passes;
    const bool in_lines = game.traits().order.lines != 0 && kind.has_plies && !kind.partizan;
    estimate.solving = in_lines ? 0 : solving;
    estimate.seconds = (in_lines ? 0 : solving) / std::max(1u, options.threads) + size * 60e-9;
    estimate.file = static_cast<std::uint64_t>(size * kind.bits / 8) + 1024;
    return estimate;
}

/// Reads a number of bits per second, such as `100G`. Returns bytes per second.
double network_rate(const Arguments& arguments) {
    if (!arguments.has("network")) return 12.5e9;
    const std::string& text = arguments.text("network");
    double bits = 0;
    const char* const end = text.data() + text.size();
    auto [at, fault] = std::from_chars(text.data(), end, bits);
    static constexpr std::string_view units = "KMGT";
    if (fault == std::errc{} && at + 1 == end)
        if (const std::size_t unit = units.find(*at); unit != std::string_view::npos) {
            bits *= std::pow(1000.0, static_cast<double>(unit + 1));
            ++at;
        }
    if (fault != std::errc{} || at != end || !(bits >= 1) || bits > 1e18)
        throw Error(ErrorCode::bad_usage,
                    "--network " + in_quotes(text) + " is not a number of bits per second, such as 100G");
    return bits / 8;
}

/// Returns what the model says about the processes of `--ranks`.
RankEstimate rank_estimate(const Arguments& arguments, const Game& game, const Sample& sample, double solving,
                           const JobOptions& options) {
    const auto ranks = static_cast<double>(number_option(arguments, "ranks", 1, 1, 1'000'000));
    const double each =
        static_cast<double>(game.size()) / static_cast<double>(std::max<std::uint64_t>(sample.looked_at, 1));
    const double slices = static_cast<double>(std::max<std::size_t>(game.traits().order.slices.size(), 1));
    constexpr double plies_per_slice = 200;
    const RankWork work{.positions = static_cast<double>(game.size()) * (is_partizan(options.value) ? 2 : 1),
                        .moves = each * static_cast<double>(sample.options - sample.exits),
                        .exits = each * static_cast<double>(sample.exits),
                        .plies = plies_per_slice * slices,
                        .seconds = solving,
                        .in_slices = slices > 1};
    const double here = std::min(ranks, static_cast<double>(std::max(1U, options.threads)));
    return model_of(work, {.ranks = ranks,
                           .machines = std::ceil(ranks / here),
                           .network = network_rate(arguments),
                           .memory = static_cast<double>(options.memory)});
}

std::string time_text(double seconds) {
    if (seconds < 1) return "less than a second";
    if (seconds < 120) return fmt::format("about {:.0f} s", seconds);
    if (seconds < 7200) return fmt::format("about {:.0f} min", seconds / 60);
    return fmt::format("about {:.0f} h", seconds / 3600);
}

std::string bytes_text(std::uint64_t n) {
    const auto size = static_cast<double>(n);
    if (size < 1e6) return fmt::format("{:.0f} KB", size / 1e3);
    return size < 1e9 ? fmt::format("{:.0f} MB", size / 1e6) : fmt::format("{:.1f} GB", size / 1e9);
}

}  // namespace

JobMemory whole_memory(const Game& game, const JobOptions& options, std::uint64_t beside) {
    JobMemory memory = check_job(game, options);
    if (memory.fastest <= options.memory) memory.scratch = 0;
    memory.fastest += beside;
    memory.least += beside;
    return memory;
}

void require_memory(const Game& game, const JobMemory& memory, const JobOptions& options, std::uint64_t beside) {
    const std::uint64_t allowed = options.memory + beside;
    if (memory.may_end_early || memory.least <= allowed) return;
    std::string text =
        "the job needs " + memory_text(memory.least) + " of memory, and " + memory_text(allowed) + " are allowed";
    if (game.spec().starts_with("chess:men=")) text += "; a table of one material, such as chess:KRPKN, needs less";
    throw Error(ErrorCode::out_of_memory, text, Remedy::allow_memory);
}

int estimate(const Arguments& arguments, const Registry& registry) {
    JobOptions options = job_options(arguments);
    const auto kind_asked = value_kind(arguments);
    if (arguments.has("command"))
        throw Error(ErrorCode::not_applicable,
                    "--estimate cannot be used with --command: the number of positions is unknown before exploring");
    const std::uint64_t all = options.memory + program_memory;
    const auto game = game_of(arguments, registry, arguments.words[1], kind_asked, options);
    const std::uint64_t beside = all - options.memory;  // memory of the program and of the board
    const ValueKind kind = options.value = kind_asked ? *kind_asked : default_kind(*game);
    const bool as_json = arguments.has("json");
    const JobMemory memory = whole_memory(*game, options, beside);
    std::optional<Error> obstacle;
    try {
        // The memory of one process does not limit a job of several.
        if (!arguments.has("ranks")) require_memory(*game, memory, options, beside);
    } catch (const Error& e) {
        obstacle = e;
    }
    const Sample sample = sample_of(*game);
    const Estimate guess = estimate_of(*game, sample, kind_of(kind), options);
    const double options_each =
        sample.legal == 0 ? 0 : static_cast<double>(sample.options) / static_cast<double>(sample.legal);
    const double legal =
        sample.looked_at == 0 ? 0 : static_cast<double>(sample.legal) / static_cast<double>(sample.looked_at);
    std::optional<RankEstimate> ranks;
    if (arguments.has("ranks")) {
        if (!can_be_shared(*game, options))
            throw Error(ErrorCode::not_applicable,
                        "several processes cannot solve this game together: one of them would make the table");
        ranks = rank_estimate(arguments, *game, sample, guess.solving, options);
    } else if (arguments.has("network")) {
        throw Error(ErrorCode::bad_usage, "--network needs --ranks");
    }
    if (as_json) {
        Json json;
        json["spec"] = game->spec();
        json["value"] = to_string(kind);
        json["indices"] = game->size();
        json["sampled"] = sample.looked_at;
        json["legal_share"] = legal;
        json["options_per_position"] = options_each;
        json["threads"] = options.threads;
        json["seconds"] = guess.seconds;
        json["memory_bytes"] = memory.fastest;
        json["least_memory_bytes"] = memory.least;
        json["scratch_bytes"] = memory.scratch;
        json["table_bytes"] = guess.file;
        json["possible"] = obstacle ? Json(obstacle->what()) : Json(true);
        if (ranks) {
            json["ranks"] = {{"seconds", ranks->seconds()},
                             {"computing_seconds", ranks->computing},
                             {"message_seconds", ranks->messages},
                             {"waiting_seconds", ranks->exchanges},
                             {"collecting_seconds", ranks->collecting},
                             {"packing_seconds", ranks->packing},
                             {"bytes_sent_by_machine", ranks->bytes_sent},
                             {"memory_bytes_of_machine", ranks->memory},
                             {"scratch_bytes", ranks->scratch},
                             {"bottleneck", std::string(ranks->bottleneck())}};
        }
        std::cout << to_line(json) << '\n';
        return 0;
    }
    std::cout
        << fmt::format("{}\n{} values of {} indices", game->spec(), to_string(kind), grouped(game->size()))
        << fmt::format("; of a sample of {}, {:.0f}% are positions, with {:.1f} options each\n",
                       grouped(sample.looked_at), 100 * legal, options_each)
        << fmt::format(
               "time: {} with {} thread{}, estimated from the options of the sample; the real time may be a third "
               "or three times as long\n",
               time_text(guess.seconds), options.threads, options.threads == 1 ? "" : "s")
        << fmt::format("memory: about {}; at least {}\n", bytes_text(memory.fastest), bytes_text(memory.least))
        << (memory.scratch == 0 ? "" : fmt::format("scratch: {} in the folder --scratch\n", bytes_text(memory.scratch)))
        << fmt::format(
               "disk: about {}, as usual for tables of such values; the real size may be a tenth or ten times as "
               "large\n",
               bytes_text(guess.file));
    if (ranks) {
        const auto bytes = [](double n) { return bytes_text(static_cast<std::uint64_t>(n)); };
        const auto per_index = [&sample](std::uint64_t n) {
            return static_cast<double>(n) / static_cast<double>(std::max<std::uint64_t>(sample.looked_at, 1));
        };
        std::cout << fmt::format(
            "a model of {} cores, {} on each machine: {}, most of it for {}\n"
            "  computing {:.1f} s, messages {:.1f} s, waiting {:.1f} s, collecting {:.1f} s, packing {:.1f} s\n"
            "  each index has {:.1f} moves in its slice and {:.1f} to earlier ones\n"
            "  each machine needs {} of memory and sends {}; process 0 has a scratch file of {}\n",
            arguments.text("ranks"), options.threads, time_text(ranks->seconds()), ranks->bottleneck(),
            ranks->computing, ranks->messages, ranks->exchanges, ranks->collecting, ranks->packing,
            per_index(sample.options - sample.exits), per_index(sample.exits), bytes(ranks->memory),
            bytes(ranks->bytes_sent), bytes(ranks->scratch));
    }
    if (obstacle) throw *obstacle;
    return 0;
}

}  // namespace mexbase::cli
