// SPDX-License-Identifier: MIT
#include "mexgen.hpp"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "../../lib/error.hpp"
#include "../../lib/suggestions.hpp"
#include "../../query/cli/command_line/help.hpp"
#include "../encode/atomic_file.hpp"
#include "../memory.hpp"
#include "commands.hpp"

namespace mexbase {

namespace {

/// Throws `Error{bad_usage}` if `word` resembles the name of a game.
void expect_no_game_meant(const Registry& registry, const std::string& word) {
    try {
        registry.at(word);
    } catch (const Error& e) {
        if (e.remedy() == Remedy::correct_name) throw;
    }
}

bool is_regular_file(const std::string& name) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(name, ignored);
}

/// Throws `Error{bad_usage}` if `word` is an unknown option, or if it resembles a command and does not name a game.
void expect_spec(const cli::Program& program, const Registry& registry, const std::string& word) {
    if (word.starts_with('-'))
        throw Error(ErrorCode::bad_usage, "unknown option " + in_quotes(word) + "; see " + program.name + " --help");
    if (registry.find(word.substr(0, word.find(':'))) == nullptr && is_regular_file(word))
        throw Error(ErrorCode::bad_usage, in_quotes(word) + " is a file, not a game", write_file_spec(word));
    const Suggestion command = cli::command_meant(program, word);
    if (command.text.empty() || registry.find(word.substr(0, word.find(':'))) != nullptr) return;
    expect_no_game_meant(registry, word);
    throw Error(ErrorCode::bad_usage, in_quotes(word) + " is not a game or a command", command);
}

int run(const cli::Program& program, const cli::Arguments& arguments, const Registry& registry, Transport* transport) {
    const auto& words = arguments.words;
    if (words.size() == 2 && words[0] == "help" && registry.find(words[1].substr(0, words[1].find(':'))))
        return cli::describe(arguments, registry, words[1]);
    if (words.size() == 2 && words[0] == "help" && cli::command_meant(program, words[1]).text.empty() &&
        words[1] != "SPEC")
        expect_no_game_meant(registry, words[1]);  // throws the more specific error
    const bool solves = words.empty() || words[0] == "solve";
    const bool in_file = solves && words.size() == 2 && words[1].starts_with('@');
    if (in_file && arguments.has("specs"))
        throw Error(ErrorCode::bad_usage, "--specs and @FILE cannot be used together: both name a file of specs");
    if (!arguments.has("help") && (in_file || (arguments.has("specs") && solves && words.size() < 2)))
        return cli::generate_all(in_file ? words[1].substr(1) : arguments.text("specs"), program, arguments, registry,
                                 transport);
    if (const auto answer = cli::answer_about(program, arguments)) {
        std::cout << *answer;
        return 0;
    }
    const cli::Command& command = *cli::find_command(program, words[0]);
    if (solves && words.size() > 1) expect_spec(program, registry, words[1]);
    cli::check_options(command, arguments);
    const auto expect = [&](std::size_t words_there_are) {
        cli::expect_words(arguments, words_there_are, words_there_are, command.usage);
    };
    if (command.name == "list") return expect(1), cli::list(arguments, registry);
    if (command.name == "describe") return expect(2), cli::describe(arguments, registry, words[1]);
    if (command.name == "value") return cli::value(arguments, registry);
    if (command.name == "verify") return expect(2), cli::verify(arguments, registry, transport);
    if (command.name == "check") return expect(2), cli::check(arguments, registry);
    if (arguments.has("specs"))
        throw Error(ErrorCode::bad_usage,
                    "--specs takes the SPEC from each line of a file: leave out " + in_quotes(words[1]));
    return cli::generate(arguments, registry, transport);
}

/// Throws `Error{bad_usage}` if a launcher of parallel programs has started several processes of mexgen.
void expect_one_process() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
        if (const char* size = std::getenv(name); size != nullptr && std::string_view(size) != "1")
            throw Error(ErrorCode::bad_usage,
                        "mexgen runs in one process, and " + one_line(size) + " were started: use mexgen-mpi");
}

/// Signal handler that removes unfinished files and then ends the process by the same signal.
extern "C" void clean_up_and_die(int signal) {
    static std::atomic_flag begun;
    if (begun.test_and_set()) return;  // another signal came first, perhaps in another thread
    remove_unfinished();
    cli::report_checkpoint();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

int run_mexgen(int argc, char** argv, const Registry& registry, Transport* transport) {
    if (transport != nullptr) cli::program_name = "mexgen-mpi";
    try {
        if (transport == nullptr) expect_one_process();
        // If the disk is full or the file too large, the write shall fail. The default signal would kill the job.
        std::signal(SIGXFSZ, SIG_IGN);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, clean_up_and_die);
        const cli::Program program = cli::mexgen_program(registry);
        const auto arguments = cli::read_arguments({argv + 1, argv + argc}, program);
        return_freed_memory(arguments.has("memory") || arguments.has("command"));
        const int status = cli::with_options_meant(arguments, [&] {
            return cli::with_advice(arguments, [&] { return run(program, arguments, registry, transport); });
        });
        if (!std::cout.flush()) throw Error(ErrorCode::io, "cannot write to standard output");
        return status;
    } catch (...) {
        return cli::report_error(cli::program_name);
    }
}

}  // namespace mexbase
