#include "program_rules.hpp"

#include <algorithm>

#include "../../lib/error.hpp"
#include "../../query/format/checksum.hpp"
#include "command_checksum.hpp"
#include "exploration_checkpoint.hpp"
#include "explored.hpp"
#include "explored_rules.hpp"
#include "positions/position_checkpoint.hpp"
#include "text_rules.hpp"

namespace mexbase {

namespace {

[[noreturn]] void bad_answer(const std::string& position, std::string_view line, const std::string& why) {
    throw Error(ErrorCode::bad_file,
                "the program answered " + in_quotes(line) + " to the position " + in_quotes(position) + ": " + why);
}

/// Which positions are asked about twice: the first ones, and of the others one in 64.
bool is_sample(std::uint64_t answered, std::string_view position) {
    constexpr std::uint64_t all_of_the_first = 64, every = 64;
    return answered < all_of_the_first || checksum64(std::as_bytes(std::span(position))) % every == 0;
}

}  // namespace

ProgramRules::ProgramRules(const ProgramOptions& options) : copies_(std::max(options.explore.threads, 1U)) {
    for (Copy& copy : copies_) copy.process = std::make_unique<ChildProcess>(options.command, options.seconds);
}

/// Asks about positions and takes the line that answers each.
template <class Take>
void ProgramRules::ask_lines(Copy& copy, std::span<const Position> positions, Take take) {
    copy.lines.clear();
    for (const Position& position : positions) {
        copy.lines += position;
        copy.lines += '\n';
    }
    std::size_t at = 0;
    try {
        copy.process->ask(copy.lines, positions.size(), [&](std::string_view line) { take(positions[at++], line); });
    } catch (const Error& e) {
        if (e.code() != ErrorCode::io) throw;
        if (at == positions.size())
            throw Error(ErrorCode::io,
                        "after the position " + in_quotes(positions.back()) + " the program went wrong: " + e.what());
        throw Error(ErrorCode::io,
                    "the program did not answer to the position " + in_quotes(positions[at]) + ": " + e.what());
    }
}

void ProgramRules::starts(Answers& answers, std::vector<Position>& positions) {
    const Position start = "start";
    ask_lines(copies_.front(), std::span(&start, 1), [&](const Position&, std::string_view line) {
        if (const auto fault = add_answer(line, answers)) bad_answer(start, line, *fault);
        const Answers::Answer& answer = answers[0];
        if (answer.partizan || answer.mark != Board::plain || answer.options == 0)
            bad_answer(start, line, "play starts from one position or from several, one after another");
        for (std::uint64_t j = 0; j < answer.options; ++j) positions.emplace_back(answers.text(answers.option(j)));
    });
}

void ProgramRules::ask(unsigned worker, std::span<const Position> positions, Answers& answers,
                       std::vector<Position>& options) {
    constexpr std::size_t most_samples = 100'000;
    Copy& copy = copies_[worker];
    ask_lines(copy, positions, [&](const Position& position, std::string_view line) {
        if (const auto fault = add_answer(line, answers)) bad_answer(position, line, *fault);
        const Answers::Answer& answer = answers[answers.size() - 1];
        for (std::uint64_t j = answer.first_option; j < answer.first_option + answer.options; ++j)
            options.emplace_back(answers.text(answers.option(j)));
        if (is_sample(copy.answered++, position) && copy.samples.size() < most_samples)
            copy.samples.emplace_back(position, line);
    });
}

void ProgramRules::ask_again() {
    for (std::size_t k = 0; k < copies_.size(); ++k) {
        auto samples = std::move(copies_[k].samples);
        std::ranges::reverse(samples);
        std::vector<Position> positions;
        for (auto& sample : samples) positions.push_back(sample.first);
        std::size_t at = 0;
        ask_lines(copies_[(k + 1) % copies_.size()], positions, [&](const Position& position, std::string_view line) {
            const std::string& before = samples[at++].second;
            if (line != before) bad_answer(position, before, "asked again, it answered " + in_quotes(line));
        });
    }
}

void ProgramRules::compare(const Exploration& begun) {
    constexpr std::uint64_t most = 10'000;
    std::vector<std::uint32_t> numbers;
    std::vector<Position> positions;
    for (std::uint64_t n = 0; n < begun.asked() && positions.size() < most; ++n) {
        const auto number = static_cast<std::uint32_t>(n);
        if (!is_sample(n, begun.text(number))) continue;
        numbers.push_back(number);
        positions.emplace_back(begun.text(number));
    }
    Answers answers;
    std::size_t at = 0;
    ask_lines(copies_.front(), positions, [&](const Position& position, std::string_view line) {
        if (const auto fault = add_answer(line, answers)) bad_answer(position, line, *fault);
        if (!begun.agrees(numbers[at], answers, at))
            bad_answer(position, line, "it is not what it answered when the exploration began, which is to go on");
        ++at;
    });
}

namespace {

/// Explores, from where an earlier process was killed.
std::shared_ptr<const Board> explore_program(ProgramRules& rules, const ProgramOptions& options,
                                             ExploreOptions explored, ExplorationCheckpoint& saved) {
    if (options.checkpoint.empty()) return explore(rules, explored);
    bool saves = true;
    explored.keep = [&](const Exploration& exploration) {
        try {
            if (saves) saved.keep(exploration);
        } catch (const Error& e) {
            // What is there to protect the job must not end it, nor take the room that it needs.
            saves = false;
            saved.remove();
            if (options.saving != nullptr) options.saving->failure = e.what();
        }
    };
    auto begun = saved.load(explored);
    if (!begun) return explore(rules, explored);
    if (options.saving != nullptr) options.saving->resumed_from = begun->known();
    rules.compare(*begun);
    std::vector<std::string> level;
    for (std::uint64_t n = begun->asked(); n < begun->known(); ++n)
        level.emplace_back(begun->text(static_cast<std::uint32_t>(n)));
    return explore(rules, explored, std::move(*begun), std::move(level));
}

}  // namespace

std::unique_ptr<Game> program_game(const Registry& registry, std::string_view text, const ProgramOptions& options) {
    const RawSpec spec = parse_spec(text);
    const Family& family = registry.at(spec.family);
    if (family.name != "program")
        throw Error(ErrorCode::bad_usage, "--command says the rules of program:name=NAME, not of " + spec.family);
    const Parameters parameters(spec, *family.help);
    ExploreOptions explored = options.explore;
    explored.bound = explored_bound(parameters);
    ProgramRules rules(options);
    const std::string name = parameters.text("name");
    const std::string job = parameters.spec() + ", said by a program: " +
                            std::to_string(options.checkpoint.empty() ? 0 : command_checksum(options.command));
    ExplorationCheckpoint with_moves(options.checkpoint, "exploring " + job, options.checkpoint_seconds);
    PositionCheckpoint saved(
        {options.checkpoint.empty() ? std::string() : in_scratch(options.checkpoint), job, options.checkpoint_seconds,
         options.saving != nullptr ? &options.saving->failure : nullptr},
        0);
    const auto explored_game_of = [&]() -> std::unique_ptr<Game> {
        if (const std::uint64_t before = options.scratch.empty() ? 0 : saved.load().positions; before != 0) {
            if (options.saving != nullptr) options.saving->resumed_from = before;
            return explore_in_scratch(rules, name, explored, options.scratch, &saved);
        }
        try {
            return explored_game(registry, name, explore_program(rules, options, explored, with_moves), explored.bound);
        } catch (const NoMemoryForMoves&) {
            if (options.scratch.empty()) throw;
        }
        with_moves.remove();  // the same command would find once more that there is no memory for it
        return explore_in_scratch(rules, name, explored, options.scratch, &saved);
    };
    auto game = explored_game_of();
    rules.ask_again();
    if (parameters.has("answers") && parse_spec(game->spec()).values[1].second != parameters.text("answers"))
        throw Error(ErrorCode::verification_failed,
                    "the program answers otherwise than " + in_quotes(text) + " says: this is " + game->spec());
    return game;
}

}  // namespace mexbase
