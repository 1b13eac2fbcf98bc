// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <random>

#include "../../lib/error.hpp"
#include "../../lib/solve/outcomes/solve.hpp"
#include "../../query/cli/describe_info.hpp"
#include "../../query/json/json.hpp"
#include "../../query/kinds/kind.hpp"
#include "../make/board_memory.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// Result of reading the options of some positions of a game.
struct Sample {
    std::uint64_t looked_at = 0, legal = 0, options = 0;
    double seconds = 0;  ///< to list the options of the legal positions, one position at a time
};

/// Samples random indices, or all indices of a small game, for about half a second. Options are listed twice, and the
/// second time is measured: the first may fill tables that a solver fills once.
Sample sample_of(const Game& game) {
    using Clock = std::chrono::steady_clock;
    constexpr std::uint64_t most = 20'000;
    Sample sample;
    const Index size = game.size();
    std::mt19937_64 random(1);
    const auto look = [&](Index index, std::uint64_t& options) {
        const auto count = [&options](std::span<const Index>) { ++options; };
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
    while (sample.looked_at < most && (sample.looked_at < 16 || seconds_since(begin) < 0.5)) {
        const Index index = size <= most ? sample.looked_at : random() % size;
        if (sample.looked_at == size) break;
        ++sample.looked_at;
        std::uint64_t ignored = 0;
        static_cast<void>(look(index, ignored));
        const auto start = Clock::now();
        sample.legal += look(index, sample.options) ? 1 : 0;
        sample.seconds += seconds_since(start);
    }
    return sample;
}

struct Estimate {
    double seconds = 0;
    std::uint64_t memory = 0, file = 0;
    std::uint64_t least_memory = 0, scratch = 0;  ///< of a game in slices, if values are in a scratch file
};

Estimate estimate_of(const Game& game, const Sample& sample, const Kind& kind, const JobOptions& options) {
    const Order& order = game.traits().order;
    const bool loops = !order.descending && order.layers.empty();
    const double size = static_cast<double>(game.size());
    const double each = sample.looked_at == 0 ? 0 : 1.0 / static_cast<double>(sample.looked_at);
    const double edges = size * each * static_cast<double>(sample.options);
    Estimate estimate;
    // Solvers of loop-free games read all options once, and other solvers about three times. A solver needs a quarter
    // of the time per position that this sample took. Packing a position takes 60 ns.
    const double passes = loops ? 3 : 1;
    const double solving = size * each * sample.seconds / 4 * passes;
    const bool in_lines = game.traits().order.lines != 0 && kind.has_plies && !kind.partizan;
    estimate.seconds = (in_lines ? 0 : solving) / std::max(1u, options.threads) + size * 60e-9;
    estimate.memory = static_cast<std::uint64_t>(size * kind.bytes) + (std::uint64_t{30} << 20);
    if (loops && kind.has_plies) {
        GraphShape shape;
        shape.positions = game.size() * (kind.partizan ? 2u : 1u);
        shape.edges = static_cast<std::uint64_t>(edges);
        shape.threads = options.threads;
        if (!kind.partizan && !order.slices.empty()) {
            shape = shape_in_memory(game, options.threads);
            const GraphShape on_disk = shape_on_disk(game, options.threads);
            estimate.least_memory = memory_needed(Strategy::child_counters, on_disk) + (std::uint64_t{30} << 20);
            estimate.scratch = game.size() * 2;
        }
        estimate.memory = memory_needed(Strategy::child_counters, shape) + (std::uint64_t{30} << 20);
    }
    estimate.file = static_cast<std::uint64_t>(size * kind.bits / 8) + 1024;
    return estimate;
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

int estimate(const Arguments& arguments, const Registry& registry) {
    JobOptions options = job_options(arguments);
    const auto kind_asked = value_kind(arguments);
    if (arguments.has("command"))
        throw Error(ErrorCode::not_applicable,
                    "--estimate cannot be used with --command: the number of positions is unknown before exploring");
    const auto game = game_of(arguments, registry, arguments.words[1], kind_asked, options);
    const ValueKind kind = options.value = kind_asked ? *kind_asked : default_kind(*game);
    const bool as_json = arguments.has("json");
    std::string obstacle;
    try {
        check_job(*game, options);
    } catch (const Error& e) {
        if (!as_json || e.code() != ErrorCode::out_of_memory) throw_with_board_memory(e, *game);
        obstacle = e.what();
    }
    const Sample sample = sample_of(*game);
    const Estimate guess = estimate_of(*game, sample, kind_of(kind), options);
    const double options_each =
        sample.legal == 0 ? 0 : static_cast<double>(sample.options) / static_cast<double>(sample.legal);
    const double legal =
        sample.looked_at == 0 ? 0 : static_cast<double>(sample.legal) / static_cast<double>(sample.looked_at);
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
        json["memory_bytes"] = guess.memory;
        if (guess.scratch != 0) json["least_memory_bytes"] = guess.least_memory;
        json["scratch_bytes"] = guess.scratch;
        json["table_bytes"] = guess.file;
        json["possible"] = obstacle.empty() ? Json(true) : Json(obstacle);
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
        << fmt::format("memory: about {} if --memory allows that much; with less, ", bytes_text(guess.memory))
        << (guess.scratch == 0
                ? "slower methods are used\n"
                : fmt::format("values are in a file of {} in the folder --scratch, and about {} suffice\n",
                              bytes_text(guess.scratch), bytes_text(guess.least_memory)))
        << fmt::format(
               "disk: about {}, as usual for tables of such values; the real size may be a tenth or ten times as "
               "large\n",
               bytes_text(guess.file));
    return 0;
}

}  // namespace mexbase::cli
