// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "../../lib/error.hpp"
#include "../../lib/graph_too_large.hpp"
#include "../explore/program_rules.hpp"
#include "../make/board_memory.hpp"
#include "../memory.hpp"
#include "commands.hpp"
#include "progress_line.hpp"

namespace mexbase::cli {

namespace {

std::unique_ptr<Game> ask_program(const Arguments& arguments, const Registry& registry, const std::string& spec,
                                  JobOptions& options, const std::string& checkpoint = {},
                                  SavingReport* saving = nullptr, std::uint64_t most_positions = 100'000'000) {
    ProgramOptions program;
    program.command = arguments.text("command");
    program.seconds = static_cast<double>(number_option(arguments, "timeout", 1, 10, 1'000'000));
    program.explore.positions = number_option(arguments, "positions", 1, most_positions, 4'000'000'000);
    program.explore.threads = options.threads;
    program.explore.memory = options.memory;
    program.scratch = options.scratch;
    program.checkpoint = options.checkpoint_seconds != 0.0 ? checkpoint : "";
    if (options.checkpoint_seconds) program.checkpoint_seconds = *options.checkpoint_seconds;
    program.saving = saving;
    ProgressLine progress(arguments);
    const ProgressSink sink = progress.sink();
    program.explore.progress = [&](std::uint64_t asked, std::uint64_t known) {
        if (sink) sink("exploring", asked, known);
    };
    auto game = program_game(registry, spec, program);
    reserve_board_memory(options, game);
    return game;
}

}  // namespace

std::unique_ptr<Game> ask_program_of(const Table& table, const Arguments& arguments, const Registry& registry,
                                     JobOptions& options) {
    const TableInfo& info = table.info();
    try {
        return ask_program(arguments, registry, info.spec, options, {}, nullptr, info.indices);
    } catch (const Error& e) {
        // Exploring stops when it finds more positions than the table has. Then the program plays another game.
        if (e.code() != ErrorCode::out_of_memory) throw;
        throw Error(ErrorCode::verification_failed,
                    std::string("the table does not belong to the game of the program: ") + e.what());
    }
}

std::unique_ptr<Game> game_of(const Arguments& arguments, const Registry& registry, const std::string& spec,
                              std::optional<ValueKind> kind, JobOptions& options, const std::string& checkpoint,
                              SavingReport* saving, Index most) {
    const auto distance =
        arguments.has("distance") && word_option(arguments, "distance") == "exit" ? Distance::exit : Distance::end;
    if (!arguments.has("command")) {
        for (const char* option : {"positions", "timeout", "arcs"})
            if (arguments.has(option)) throw Error(ErrorCode::bad_usage, fmt::format("--{} needs --command", option));
        ProgressLine line(arguments);
        const ProgressSink sink = line.sink();
        ReadingProgress reading;
        if (sink) reading = [&sink](std::uint64_t done, std::uint64_t total) { sink(reading_phase, done, total); };
        std::string warning;
        try {
            auto game = make_game_from_files(registry, spec, kind, options.memory, distance, &warning, most, reading);
            if (!warning.empty()) std::cerr << program_name << ": warning: " << warning << '\n';
            // If nothing is left for the job, it says how much it needs.
            const std::uint64_t board = board_bytes(*game);
            options.memory = std::max(options.memory, board + 1) - board;
            return game;
        } catch (const GraphTooLarge& e) {
            const std::uint64_t needed = e.needed() + program_memory;
            throw GraphTooLarge(fmt::format("{}; the program takes {} more: give {}", e.what(),
                                            memory_text(program_memory), memory_to_give(needed)),
                                needed);
        }
    }
    if (distance == Distance::exit)
        throw Error(ErrorCode::not_applicable, "the game of a program has no distance to an exit");
    return ask_program(arguments, registry, spec, options, checkpoint, saving);
}

void require_start(const Game& game, std::uint64_t allowed) {
    constexpr std::uint64_t least_for_values = std::uint64_t{1} << 20;
    const std::uint64_t board = board_bytes(game), needed = program_memory + board + least_for_values;
    if (needed <= allowed) return;
    std::string text = fmt::format("the job needs at least {} of memory, and {} are allowed; the program takes {}",
                                   memory_text(needed), memory_text(allowed), memory_text(program_memory));
    if (board != 0) text += fmt::format(", and the graph {}", memory_text(board));
    throw Error(ErrorCode::out_of_memory, text + ": give " + memory_to_give(needed));
}

}  // namespace mexbase::cli
