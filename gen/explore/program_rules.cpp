// SPDX-License-Identifier: MIT
#include "program_rules.hpp"

#include <algorithm>

#include "../../lib/error.hpp"
#include "../../query/format/checksum.hpp"
#include "explored.hpp"
#include "positions/position_checkpoint.hpp"

namespace mexbase {

namespace {

[[noreturn]] void bad_answer(const std::string& position, std::string_view line, const std::string& why) {
    throw Error(ErrorCode::bad_file,
                "the program answered " + in_quotes(line) + " to the position " + in_quotes(position) + ": " + why);
}

/// Returns true for positions to ask about again: the first 64 positions, and one in 64 of the others.
bool is_sample(std::uint64_t answered, std::string_view position) {
    constexpr std::uint64_t all_of_the_first = 64, every = 64;
    return answered < all_of_the_first || checksum64(std::as_bytes(std::span(position))) % every == 0;
}

}  // namespace

std::string identity_of_command(std::string_view command) {
    return "said by the program " + std::to_string(checksum64(std::as_bytes(std::span(command)))) + ": ";
}

ProgramRules::ProgramRules(const ProgramOptions& options) : copies_(std::max(options.explore.threads, 1U)) {
    for (Copy& copy : copies_) copy.process = std::make_unique<ChildProcess>(options.command, options.seconds);
}

/// Sends positions to the program and calls `take(position, line)` with the answer to each.
template <class Take>
void ProgramRules::ask_lines(Copy& copy, std::span<const std::string> positions, Take take) {
    copy.lines.clear();
    for (const std::string& position : positions) {
        copy.lines += position;
        copy.lines += '\n';
    }
    std::size_t at = 0;
    try {
        copy.process->exchange(copy.lines, positions.size(),
                               [&](std::string_view line) { take(positions[at++], line); });
    } catch (const Error& e) {
        if (e.code() != ErrorCode::io) throw;
        if (at == positions.size())
            throw Error(ErrorCode::io,
                        "after the position " + in_quotes(positions.back()) + " the program failed: " + e.what());
        throw Error(ErrorCode::io,
                    "the program did not answer to the position " + in_quotes(positions[at]) + ": " + e.what());
    }
}

void ProgramRules::answer_start(Answers& answers) {
    const std::string start = "start";
    ask_lines(copies_.front(), std::span(&start, 1), [&](const std::string&, std::string_view line) {
        if (const auto fault = add_start_answer(line, answers)) bad_answer(start, line, *fault);
    });
}

void ProgramRules::answer(unsigned worker, std::span<const std::string> positions, Answers& answers) {
    constexpr std::size_t most_samples = 100'000;
    Copy& copy = copies_[worker];
    ask_lines(copy, positions, [&](const std::string& position, std::string_view line) {
        if (const auto fault = add_answer(line, answers)) bad_answer(position, line, *fault);
        if (is_sample(copy.answered++, position) && copy.samples.size() < most_samples)
            copy.samples.emplace_back(position, line);
    });
}

void ProgramRules::ask_again() {
    for (std::size_t k = 0; k < copies_.size(); ++k) {
        auto samples = std::move(copies_[k].samples);
        std::ranges::reverse(samples);
        std::vector<std::string> positions;
        for (auto& sample : samples) positions.push_back(sample.first);
        std::size_t at = 0;
        ask_lines(copies_[(k + 1) % copies_.size()], positions,
                  [&](const std::string& position, std::string_view line) {
                      const std::string& before = samples[at++].second;
                      if (line != before && !is_same_answer(line, before))
                          bad_answer(position, before, "asked again, it answered " + in_quotes(line));
                  });
    }
}

std::unique_ptr<Game> program_game(const Registry& registry, std::string_view text, const ProgramOptions& options) {
    const RawSpec spec = parse_spec(text);
    const Family& family = registry.at(spec.family);
    if (family.name != "program")
        throw Error(ErrorCode::bad_usage, "--command needs a game program:name=NAME, not " + spec.family);
    const Parameters parameters(spec, *family.help);
    ExploreOptions explored = options.explore;
    explored.bound = explored_bound(parameters);
    const std::string name = parameters.text("name");
    const std::string job = parameters.spec() + ' ' + identity_of_command(options.command);
    SavingReport unheard;
    SavingReport& saving = options.saving != nullptr ? *options.saving : unheard;
    PositionCheckpoint saved({options.checkpoint, job, options.checkpoint_seconds, &saving.failure, saving.resumable},
                             0);
    saving.resumed_from = saved.load().positions;  // before the program starts, because the file may be of another job
    ProgramRules rules(options);
    if (look_of_program(parameters) == PositionLook::cells) rules.show_cells();
    auto game = explored_game(registry, name, rules, explored, options.scratch, &saved);
    rules.ask_again();
    if (parameters.has("answers") && parse_spec(game->spec()).values[1].second != parameters.text("answers"))
        throw Error(ErrorCode::verification_failed,
                    "the program's answers do not match " + in_quotes(text) + ": they give the spec " + game->spec());
    return game;
}

}  // namespace mexbase
