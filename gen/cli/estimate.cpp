// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <iostream>
#include <memory>
#include <optional>
#include <random>

#include "../../lib/error.hpp"
#include "../../lib/graph_too_large.hpp"
#include "../../query/cli/describe_info.hpp"
#include "../../query/json/json.hpp"
#include "../../query/kinds/kind.hpp"
#include "../encode/plan.hpp"
#include "../make/board_memory.hpp"
#include "../make/make_table.hpp"
#include "../memory.hpp"
#include "commands.hpp"
#include "relatives.hpp"

namespace mexbase::cli {

namespace {

/// Result of reading the moves of some positions of a game.
struct Sample {
    std::uint64_t looked_at = 0, legal = 0, options = 0;
    double seconds = 0;  ///< to read the moves as a solver does: options, or their numbers and the predecessors
};

bool is_loopy(const Game& game) {
    return !game.traits().order.descending && game.traits().order.layers.empty();
}

/// Returns the end of the slice with index `i`, or of the game.
Index end_of_slice(const Game& game, Index i) {
    const std::vector<Slice>& slices = game.traits().order.slices;
    const auto after = std::ranges::upper_bound(slices, i, {}, [](const Slice& slice) { return slice.first; });
    return after == slices.end() ? game.size() : after->first;
}

/// Samples chunks of indices at random places, or all indices of a small game, by the functions that solvers call.
/// Moves are read twice, and the second time is measured: the first may fill tables that a solver fills once, such as
/// those of a slice. Takes at most `seconds` of measured time, and at most forty times as long in total.
Sample sample_of(const Game& game, double seconds) {
    using Clock = std::chrono::steady_clock;
    constexpr std::uint64_t most = 20'000, chunk = 256;
    constexpr std::size_t enough = std::size_t{1} << 16;
    const Moves& moves = game;
    // A position of a large heap game may have more moves than fit into memory.
    const Index size = std::min(readable_size(game), game.extends_past_table() ? Index{1} << 20 : moves.size());
    const bool backward = is_loopy(game) && game.whole() && moves.traits().has_predecessors;
    const std::array movers{Player::left, Player::right};
    const std::size_t players = game.partizan() ? 2 : 1;
    Sample sample;
    std::mt19937_64 random(1);
    std::array<Options, 2> lists;
    std::array<SplitOptions, 2> sums;
    Starts starts;
    Flat predecessors;
    // Lists the options of the positions in [first, last). Returns the index at which the list is full.
    const auto list = [&](Index first, Index last) {
        Index end = last;
        for (std::size_t k = 0; k < players; ++k) {
            lists[k].clear();
            sums[k].clear();
            end = std::min(end, game.whole() ? moves.options(first, last, movers[k], enough, lists[k])
                                             : moves.parts(first, last, movers[k], enough, sums[k]));
        }
        return end;
    };
    const auto read_backward = [&](Index first, Index last) {
        for (std::size_t k = 0; k < players; ++k) {
            starts.clear();
            predecessors.clear();
            moves.starts(first, last, Play::normal, movers[k], starts);
            moves.predecessors(lists[k].positions, movers[k], predecessors);
        }
    };
    const auto read = [&](Index first, Index last) { backward ? read_backward(first, last) : void(list(first, last)); };
    const auto begin = Clock::now();
    const auto has_time = [&] {
        return sample.seconds < seconds && std::chrono::duration<double>(Clock::now() - begin).count() < 40 * seconds;
    };
    while (sample.looked_at < std::min(size, most) && (sample.looked_at < 16 || has_time())) {
        const Index first = size <= most ? sample.looked_at : random() % size;
        const Index last = list(first, std::min(first + chunk, end_of_slice(game, first)));
        if (backward) read(first, last);
        const std::clock_t start = std::clock();  // time of the processor, because other programs may run
        read(first, last);
        sample.seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        sample.looked_at += last - first;
        sample.legal += lists[0].size() + sums[0].size();
        for (std::size_t k = 0; k < players; ++k) sample.options += lists[k].targets.size() + sums[k].parts_end.size();
    }
    return sample;
}

struct Estimate {
    double seconds = 0;
    std::uint64_t file = 0;
};

/// Estimates a job from a sample of the moves of its game.
Estimate estimate_of(const Game& game, const Sample& sample, const Kind& kind, const JobOptions& options) {
    const double size = static_cast<double>(game.size());
    const double each = sample.looked_at == 0 ? 0 : size / static_cast<double>(sample.looked_at);
    Estimate estimate;
    // Moves without predecessors are read three times, because the solver reverses them. For each option, a solver
    // reads a value or counts it. An option's canonical form is compared with others. The last three figures are rough:
    // 3 to 21 ns for an option as a word, 7 to 41 ns for a line, and 0 to 120 ns for a form.
    constexpr double per_value = 1.5e-9, per_word = 7e-9, per_line = 20e-9, per_form = 40e-9;
    const double passes = is_loopy(game) && !game.traits().has_predecessors ? 3 : 1;
    const double options_each = each * static_cast<double>(sample.options);
    double solving = 0;  // seconds on one thread
    const auto words = game.word_game();
    if (words && !words->hand_over && !kind.partizan)
        solving = options_each * per_word;
    else if (reads_lines(game, kind.number))
        solving = size * lines_per_position(game) * per_line;
    else
        solving = passes *
                  (each * sample.seconds + options_each * (kind.number == ValueKind::canonical ? per_form : per_value));
    // Packing begins with a search for the best codecs in a sample of at most a few megabytes.
    const double search = std::min(0.15, size * 300e-9);
    const double packing = size * (kind.has_plies ? 60e-9 : 30e-9) * (kind.has_plies && kind.partizan ? 2 : 1);
    estimate.seconds = search + (solving + packing) / std::max(1u, options.threads);
    constexpr double usual_bits = 2;  // of a position; tables differ by a factor of a hundred
    estimate.file = static_cast<std::uint64_t>(size * usual_bits / 8) + 1024;
    return estimate;
}

/// Returns the peak memory to expect of the process, if the job uses the fastest method.
std::uint64_t peak_of(const Game& game, const JobMemory& memory, const std::optional<Forecast>& forecast,
                      const JobOptions& options) {
    // `program_memory` is a bound. Jobs usually take 8 MiB of it, and 13 MiB if grammars are trained for remotenesses.
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    const bool trains = !forecast || forecast->trains, has_plies = kind_of(options.value).has_plies;
    std::uint64_t job = memory.fastest - program_memory;
    if (!trains) job -= std::min(job, detail::training_memory(game.size()));
    if (forecast && forecast->periodic) job = std::min(job, packing_memory(game.size(), 1));
    std::uint64_t peak = job + (has_plies && trains ? 13 : 8) * mebibyte;
    if (forecast) {
        const std::uint64_t values = game.size() * sizeof(std::uint32_t), beside = 13 * mebibyte;
        const auto forms = static_cast<std::uint64_t>(forecast->form_bytes);
        if (forms != 0) peak = std::max(peak, values + forms + beside);
    }
    return peak;
}

/// The resources that a job is expected to need, and how they were estimated.
struct Expected {
    Estimate guess;
    std::optional<Forecast> relatives;
    std::uint64_t fastest = 0;  ///< `JobMemory::fastest`, with room for long remotenesses
    std::uint64_t peak = 0;     ///< bytes of the process

    /// Returns what the seconds or the size of the table are estimated from: `game`, `relatives` or `sample`.
    static std::string_view source(const Game& game, const std::optional<Forecast>& from) {
        if (!from) return "sample";
        return from->relatives == std::vector{game.spec()} ? "game" : "relatives";
    }
    std::string_view source_of_time(const Game& game) const {
        return relatives && relatives->shows_time ? source(game, relatives) : "sample";
    }
    std::string_view source_of_size(const Game& game) const { return relatives ? source(game, relatives) : "usual"; }
};

Expected expect_of(const Registry& registry, const Game& game, const Sample& sample, const JobMemory& memory,
                   const JobOptions& options) {
    Expected all{estimate_of(game, sample, kind_of(options.value), options), forecast(registry, game, options)};
    all.fastest = memory.fastest;
    all.peak = peak_of(game, memory, all.relatives, options);
    constexpr double most_in_two_bytes = 16383;  // longer remotenesses take four bytes
    if (all.relatives && all.relatives->longest_remoteness > most_in_two_bytes) {
        const std::uint64_t wider = 2 * game.size() * (is_partizan(options.value) ? 2 : 1);
        all.fastest += wider;
        all.peak += wider;
    }
    if (!all.relatives) return all;
    all.guess.file = static_cast<std::uint64_t>(all.relatives->table_bytes);
    if (all.relatives->shows_time) {
        all.guess.seconds =
            all.relatives->planning + (all.relatives->solving + all.relatives->packing) / std::max(1u, options.threads);
    }
    return all;
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
    std::string all;
    for (const std::string& text : texts) (all += all.empty() ? "" : separator) += text;
    return all;
}

std::string time_text(double seconds) {
    if (seconds < 1) return "less than a second";
    if (seconds < 120) return fmt::format("about {:.0f} s", seconds);
    if (seconds < 7200) return fmt::format("about {:.0f} min", seconds / 60);
    return fmt::format("about {:.0f} h", seconds / 3600);
}

std::string bytes_text(std::uint64_t n) {
    const auto size = static_cast<double>(n);
    if (size < 1e4) return fmt::format("{} bytes", n);
    if (size < 1e6) return fmt::format("{:.0f} KB", size / 1e3);
    return size < 1e9 ? fmt::format("{:.0f} MB", size / 1e6) : fmt::format("{:.1f} GB", size / 1e9);
}

/// Returns the smallest size for `--memory` in whole mebibytes that allows `bytes`.
std::string size_option(std::uint64_t bytes) {
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    return fmt::format("{}M", (bytes + mebibyte - 1) / mebibyte);
}

}  // namespace

JobMemory whole_memory(const Game& game, const JobOptions& options) {
    const std::uint64_t beside = program_memory + board_bytes(game);
    JobMemory memory = check_job(game, options);
    if (memory.fastest <= options.memory) memory.scratch = 0;
    memory.fastest += beside;
    memory.least += beside;
    return memory;
}

std::string memory_to_give(std::uint64_t bytes) {
    return fmt::format("--memory {}M or more", (bytes + (1 << 20) - 1) >> 20);
}

void require_memory(const Game& game, const JobMemory& memory, std::uint64_t allowed) {
    if (memory.least <= allowed) return;
    std::string text =
        "the job needs " + memory_text(memory.least) + " of memory, and " + memory_text(allowed) + " are allowed";
    if (game.spec().starts_with("chess:men=")) text += "; a table of one material, such as chess:KRPKN, needs less";
    throw Error(ErrorCode::out_of_memory, text + "; give " + memory_to_give(memory.least));
}

void announce(const Registry& registry, const Game& game, const JobMemory& memory, const JobOptions& options) {
    // A sample of some milliseconds shows if the job is long. Then an estimate takes a small part of its time.
    constexpr Index fewest = Index{1} << 18;
    constexpr double sampling_seconds = 0.005, long_seconds = 60;
    if (game.size() < fewest) return;
    const Kind& kind = kind_of(options.value);
    if (estimate_of(game, sample_of(game, sampling_seconds), kind, options).seconds < long_seconds) return;
    const Expected expected = expect_of(registry, game, sample_of(game, 0.25), memory, options);
    if (expected.guess.seconds < long_seconds) return;
    const bool in_scratch = memory.scratch != 0 && memory.fastest > options.memory;
    std::cerr << fmt::format(
        "{}: expected: {} with {} thread{}, a peak of {} of memory, {} in scratch files, a table of {} on disk\n",
        program_name, time_text(expected.guess.seconds), options.threads, options.threads == 1 ? "" : "s",
        bytes_text(in_scratch ? options.memory : expected.peak), in_scratch ? bytes_text(memory.scratch) : "nothing",
        bytes_text(expected.guess.file));
}

int estimate(const Arguments& arguments, const Registry& registry) {
    JobOptions options = job_options(arguments);
    const auto kind_asked = value_kind(arguments);
    if (arguments.has("command"))
        throw Error(ErrorCode::not_applicable,
                    "--estimate cannot be used with --command: the number of positions is unknown before exploring");
    const std::uint64_t allowed = allowed_memory(arguments);
    const bool as_json = arguments.has("json");
    std::unique_ptr<Game> game;
    try {
        game = game_of(arguments, registry, arguments.words[1], kind_asked, options);
    } catch (const GraphTooLarge& e) {
        // Only the memory is known, because the graph was not read.
        if (!as_json)
            std::cout << fmt::format("{}\nmemory: --memory {} suffices\n", arguments.words[1], size_option(e.needed()));
        if (!as_json) throw;
        std::cout << to_line({{"spec", arguments.words[1]}, {"least_memory_bytes", e.needed()}, {"possible", e.what()}})
                  << '\n';
        return 0;
    }
    const ValueKind kind = options.value = kind_asked ? *kind_asked : default_kind(*game);
    const JobMemory memory = whole_memory(*game, options);
    std::optional<Error> obstacle;
    try {
        if (!memory.may_end_early) require_memory(*game, memory, allowed);
    } catch (const Error& e) {
        obstacle = e;
    }
    const Sample sample = sample_of(*game, 0.25);
    const Expected expected = expect_of(registry, *game, sample, memory, options);
    const auto& [guess, relatives, fastest, peak] = expected;
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
        json["memory_bytes"] = fastest;
        json["least_memory_bytes"] = memory.least;
        json["peak_bytes"] = peak;
        json["scratch_bytes"] = memory.scratch;
        json["table_bytes"] = guess.file;
        json["seconds_from"] = expected.source_of_time(*game);
        json["table_bytes_from"] = expected.source_of_size(*game);
        json["relatives"] = relatives ? relatives->relatives : std::vector<std::string>{};
        json["possible"] = obstacle ? Json(obstacle->what()) : Json(true);
        std::cout << to_line(json) << '\n';
        return 0;
    }
    const std::string names = relatives ? joined(relatives->relatives, " and ") : "";
    const auto from_games = [&names](std::string_view source, std::string_view range) {
        return source == "game" ? "measured: this game was solved"
                                : fmt::format("estimated from the smaller games {}; {}", names, range);
    };
    const std::string_view time_from = expected.source_of_time(*game), size_from = expected.source_of_size(*game);
    std::cout
        << fmt::format("{}\n{} values of {} indices", game->spec(), to_string(kind), grouped(game->size()))
        << fmt::format("; of a sample of {}, {:.0f}% are positions, with {:.1f} options each\n",
                       grouped(sample.looked_at), 100 * legal, options_each)
        << fmt::format("time: {} with {} thread{}, {}\n", time_text(guess.seconds), options.threads,
                       options.threads == 1 ? "" : "s",
                       time_from == "sample"
                           ? fmt::format("estimated from the moves of a sample of {} positions; the real time may be a "
                                         "third or three times as long, and less if most positions are draws",
                                         grouped(sample.legal))
                           : from_games(time_from, "the real time may be half or twice as long"))
        << fmt::format(
               "memory: a peak of about {} by the fastest method, which needs --memory {}; the job needs at least "
               "--memory {}\n",
               bytes_text(peak), size_option(fastest), size_option(memory.least))
        << (memory.scratch == 0 ? "" : fmt::format("scratch: {} in the folder --scratch\n", bytes_text(memory.scratch)))
        << fmt::format("disk: about {}, {}\n", bytes_text(guess.file),
                       size_from == "usual" ? "as usual for tables; the real size may be a tenth or ten times as large"
                                            : from_games(size_from,
                                                         "the real size is usually within a third of this, but may be "
                                                         "an eighth or eight times as large"));
    if (obstacle) throw *obstacle;
    return 0;
}

}  // namespace mexbase::cli
