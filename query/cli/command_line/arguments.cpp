// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <cstdio>
#include <iostream>
#include <new>

#include "../../../lib/suggestions.hpp"
#include "../../../lib/text_lines.hpp"
#include "../../../lib/text_parts.hpp"

namespace mexbase::cli {

namespace po = boost::program_options;

Arguments read_arguments(const std::vector<std::string>& arguments, const Program& program) {
    const po::options_description& known = program.options;
    if (const auto dashes = std::ranges::find(arguments, "--");
        dashes != arguments.end() && dashes + 1 == arguments.end())
        throw Error(ErrorCode::bad_usage,
                    "-- ends the options, but nothing follows it (write -- -- for the position --)");
    using namespace po::command_line_style;
    const Command* command = nullptr;
    for (const std::string& word : arguments)
        if (command == nullptr) command = find_command(program, word);
    // A word that begins with a dash and is not an option becomes a position. Boost parses all other words. A letter
    // with a value, such as -oFILE, is an option only of commands that take it, because -oxo may be a position.
    const auto take_position = [&](std::vector<std::string>& words) -> std::vector<po::option> {
        const std::string word = words.front();
        const auto is_it = [&](const auto& option) {
            const std::string letter = short_name(*option);
            if (!letter.empty() && takes_value(*option) && word.starts_with(letter))
                return command == nullptr ||
                       std::ranges::find(command->options, option->long_name()) != command->options.end();
            const auto names = names_of(*option);
            return std::ranges::find(names, word.substr(0, word.find('='))) != names.end();
        };
        if (!word.starts_with('-') || word == "--" || std::ranges::any_of(known.options(), is_it)) return {};
        words.erase(words.begin());
        po::option position({}, {word});
        position.original_tokens = {word};
        return {position};
    };
    Arguments out;
    try {
        const auto parsed = po::command_line_parser(arguments)
                                .options(known)
                                .style(unix_style & ~allow_guessing)
                                .extra_style_parser(take_position)
                                .run();
        po::store(parsed, out.options);
        out.words = po::collect_unrecognized(parsed.options, po::include_positional);
    } catch (const po::error& e) {
        throw Error(ErrorCode::bad_usage, e.what());
    }
    out.program = &program;
    const auto unnamed = std::ranges::find(program.commands, true, &Command::may_be_left_out);
    if (unnamed != program.commands.end() && !out.words.empty() && find_command(program, out.words[0]) == nullptr)
        out.words.insert(out.words.begin(), unnamed->name);
    return out;
}

std::uint64_t number_option(const Arguments& arguments, const char* name, std::uint64_t low, std::uint64_t fallback,
                            std::uint64_t high) {
    if (!arguments.has(name)) return fallback;
    const std::string& text = arguments.text(name);
    const auto value = exact_number(text);
    if (value && *value >= low && *value <= high) return *value;
    if (high == std::numeric_limits<std::uint64_t>::max() && decimal_number(text).value_or(0) == high)
        throw Error(ErrorCode::bad_usage, fmt::format("{} is too large for --{}", in_quotes(text), name));
    throw Error(
        ErrorCode::bad_usage,
        fmt::format("{} is not a value of --{}: expected a whole number in {}..{}", in_quotes(text), name, low, high),
        write_number(text));
}

const std::string& expect_word(const std::string& word, const char* name, const std::vector<std::string>& words) {
    if (std::ranges::find(words, word) != words.end()) return word;
    std::string listed;
    for (const std::string& each : words) listed += (listed.empty() ? "" : each == words.back() ? " or " : ", ") + each;
    throw Error(ErrorCode::bad_usage, fmt::format("--{} must be {}, not {}", name, listed, in_quotes(word)),
                did_you_mean(word, words));
}

const std::string& word_option(const Arguments& arguments, const char* name) {
    return expect_word(arguments.text(name), name, words_of(arguments.program->options.find(name, false)));
}

const Command* find_command(const Program& program, std::string_view name) {
    const auto at = std::ranges::find(program.commands, name, &Command::name);
    return at == program.commands.end() ? nullptr : &*at;
}

Suggestion command_meant(const Program& program, std::string_view word) {
    std::vector<std::string_view> names;
    for (const Command& command : program.commands) names.push_back(command.name);
    return did_you_mean(word, names);
}

void check_options(const Command& command, const Arguments& arguments) {
    for (const auto& option : arguments.options)
        if (option.first != "help" && std::ranges::find(command.options, option.first) == command.options.end())
            throw Error(ErrorCode::bad_usage,
                        fmt::format("{} does not take --{}; usage: {}", command.name, option.first, command.usage));
}

Suggestion option_meant(const Arguments& arguments, const std::string& word) {
    if (!word.starts_with("--")) return {};
    std::vector<std::string> known;
    for (const auto& option : arguments.program->options.options())
        for (std::string& name : names_of(*option)) known.push_back(std::move(name));
    return did_you_mean(word.substr(0, word.find('=')), known);
}

void expect_words(const Arguments& arguments, std::size_t least, std::size_t most, std::string_view usage) {
    for (std::size_t i = most; i < arguments.words.size(); ++i) {
        const std::string& word = arguments.words[i];
        const auto takes = [usage](std::string_view what) { return usage.find(what) != std::string_view::npos; };
        const std::string_view hint = takes("POSITION") ? "; a position with spaces needs quotes"
                                      : takes(" FILE ") ? "; the command takes one FILE"
                                                        : "";
        throw Error(ErrorCode::bad_usage,
                    fmt::format("{} {}{}; usage: {}", word.starts_with('-') ? "unknown option" : "unexpected word",
                                in_quotes(word), hint, usage),
                    option_meant(arguments, word));
    }
    if (arguments.words.size() < least) throw Error(ErrorCode::bad_usage, fmt::format("usage: {}", usage));
}

int with_options_meant(const Arguments& arguments, const std::function<int()>& run) {
    try {
        return run();
    } catch (const Error& e) {
        if (exit_status(e.code()) != 2 || e.remedy() == Remedy::correct_name) throw;
        for (const std::string& word : arguments.words)
            if (const Suggestion meant = option_meant(arguments, word); !meant.text.empty())
                throw Error(e.code(), e.what(), meant);
        throw;
    }
}

int with_advice(const Arguments& arguments, const std::function<int()>& run) {
    try {
        return run();
    } catch (const Error& e) {
        for (const Advice& known : arguments.program->advice)
            if (!arguments.has(known.option) && e.remedy() == known.remedy)
                throw Error(e.code(), e.what() + ("; " + std::string(known.text)), e.remedy());
        throw;
    }
}

namespace {
/// Writes one line to standard error, and ignores failures.
void complain(const char* program, const char* message) noexcept {
    for (const char* part : {program, ": error: ", message, "\n"}) std::fputs(part, stderr);
}
}  // namespace

bool read_line(std::istream& in, std::string& line) {
    if (!std::getline(in, line)) return false;
    if (is_utf16(line)) throw Error(ErrorCode::bad_file, "the text is UTF-16: save it as UTF-8");
    line = clean_line(line);
    return true;
}

int report_error(const char* program) noexcept {
    try {
        throw;
    } catch (const Error& e) {
        complain(program, e.what());
        return exit_status(e.code());
    } catch (const std::bad_alloc&) {
        complain(program, "out of memory");
        return 1;
    } catch (const std::exception& e) {
        complain(program, one_line(e.what()).c_str());
        return 1;
    } catch (...) {
        complain(program, "unexpected failure");
        return 1;
    }
}

}  // namespace mexbase::cli
