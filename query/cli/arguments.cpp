#include "arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <cstdio>
#include <iostream>
#include <new>

#include "../../lib/error.hpp"

namespace mexbase::cli {

namespace po = boost::program_options;

Arguments read_arguments(const std::vector<std::string>& arguments, const po::options_description& known) {
    if (const auto dashes = std::ranges::find(arguments, "--");
        dashes != arguments.end() && dashes + 1 == arguments.end())
        throw Error(ErrorCode::bad_usage,
                    "-- ends the options, and nothing follows it (a position -- is written -- --)");
    using namespace po::command_line_style;
    // Boost reads what is left to it: takes words that begin with a dash and are no options.
    const auto take_position = [&known](std::vector<std::string>& words) -> std::vector<po::option> {
        const std::string word = words.front();
        const auto is_it = [&word](const auto& option) {
            return word.substr(0, word.find('=')) == option->canonical_display_name(allow_long) ||
                   word.starts_with(option->canonical_display_name(allow_dash_for_short));
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
    return out;
}

void expect_words(const Arguments& arguments, std::size_t least, std::size_t most, const std::string& usage) {
    for (std::size_t i = most; i < arguments.words.size(); ++i)
        throw Error(ErrorCode::bad_usage,
                    (arguments.words[i].starts_with('-') ? "unknown option " : "unexpected word ") +
                        in_quotes(arguments.words[i]) +
                        (usage.find("POSITION") == std::string::npos ? "" : "; a position with spaces needs quotes") +
                        "; usage: " + usage);
    if (arguments.words.size() < least) throw Error(ErrorCode::bad_usage, "usage: " + usage);
}

const Command* find_command(std::span<const Command> commands, const Arguments& arguments) {
    const Command* unnamed = nullptr;
    for (const Command& command : commands) {
        if (!arguments.words.empty() && command.name == arguments.words[0]) return &command;
        if (command.name.empty()) unnamed = &command;
    }
    return arguments.words.empty() ? nullptr : unnamed;
}

void check_options(const Command& command, const Arguments& arguments) {
    for (const auto& option : arguments.options) {
        const auto takes = [&option](const char* name) { return option.first == name; };
        if (option.first != "help" && std::ranges::none_of(command.options, takes))
            throw Error(ErrorCode::bad_usage,
                        fmt::format("option --{} means nothing here; usage: {}", option.first, command.usage));
    }
}

std::string program_help(std::string_view what, std::span<const Command> commands, std::string_view more) {
    std::string text = fmt::format("{}\n\n", what);
    for (const Command& command : commands) text += fmt::format("  {}\n      {}\n", command.usage, command.summary);
    return text + std::string{more};
}

std::string command_help(const Command& command, const po::options_description& known) {
    std::string text = fmt::format("usage: {}\n\n{}\n\n", command.usage, command.summary);
    for (const char* name : command.options) {
        const po::option_description& option = known.find(name, false);
        text +=
            fmt::format("  {:<22} {}\n", option.format_name() + " " + option.format_parameter(), option.description());
    }
    return text + fmt::format("{}example:\n  {}\n", command.options.empty() ? "" : "\n", command.example);
}

namespace {
/// Writes one line to standard error. Nobody can be told where that fails.
void complain(const char* program, const char* message) noexcept {
    for (const char* part : {program, ": error: ", message, "\n"}) std::fputs(part, stderr);
}
}  // namespace

void for_each_input_line(const std::function<void(const std::string&)>& f) {
    for (std::string line; std::getline(std::cin, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (!line.empty()) f(line);
    }
    if (std::cin.bad()) throw Error(ErrorCode::io, "cannot read standard input");
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
