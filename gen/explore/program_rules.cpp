// SPDX-License-Identifier: MIT
#include "program_rules.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

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

constexpr std::size_t most_folders = 16;

/// Splits a shell command into words. Does not expand variables or patterns. Leaves out the word after `>`, which names
/// an output file.
std::vector<std::string> words_of(std::string_view command) {
    std::vector<std::string> words(1);
    char quote = 0;
    bool written = false;
    const auto next = [&] {
        if (words.back().empty()) return;
        if (written) words.pop_back();
        written = false;
        words.emplace_back();
    };
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
            words.back() += command[++i];
        } else if (quote != 0 ? c == quote : c == '"' || c == '\'') {
            quote = quote == 0 ? c : 0;
        } else if (quote == 0 && std::string_view(" \t\n;|&()<>=").find(c) != std::string_view::npos) {
            next();
            written = written || c == '>';
        } else {
            words.back() += c;
        }
    }
    next();
    return words;
}

/// Appends to `files` the files that the words of a shell command name. Looks in the current folder and in folders
/// named by earlier words (as in `cd`). Also searches a word that contains a command itself (as in `sh -c`).
void find_files(std::string_view command, std::vector<std::filesystem::path>& folders,
                std::vector<std::filesystem::path>& files) {
    for (const std::string& word : words_of(command)) {
        if (word.size() < command.size() && word.find_first_of(" ;&|") != std::string::npos)
            find_files(word, folders, files);
        const std::size_t known = folders.size();
        for (std::size_t k = 0; k < known; ++k) {
            const auto path = folders[k] / word;
            std::error_code none;
            if (std::filesystem::is_regular_file(path, none)) files.push_back(path);
            if (std::filesystem::is_directory(path, none) && folders.size() < most_folders) folders.push_back(path);
        }
    }
}

}  // namespace

std::uint64_t command_checksum(std::string_view command) {
    Checksum64 sum;
    const auto add = [&sum](std::string_view text) { sum.add(std::as_bytes(std::span(text))); };
    add(command);
    std::string piece(std::size_t{1} << 16, '\0');
    std::vector<std::filesystem::path> folders{""}, files;
    find_files(command, folders, files);
    for (const auto& file : files) {
        add(std::string_view("\0", 1));
        std::ifstream in(file, std::ios::binary);
        while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0)
            add(std::string_view(piece).substr(0, static_cast<std::size_t>(in.gcount())));
    }
    return sum.value();
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
    const std::string job = parameters.spec() + ", said by a program: " +
                            std::to_string(options.checkpoint.empty() ? 0 : command_checksum(options.command));
    SavingReport unheard;
    SavingReport& saving = options.saving != nullptr ? *options.saving : unheard;
    PositionCheckpoint saved({options.checkpoint, job, options.checkpoint_seconds, &saving.failure}, 0);
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
