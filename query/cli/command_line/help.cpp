// SPDX-License-Identifier: MIT
#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "../../json/json.hpp"

namespace mexbase::cli {

namespace po = boost::program_options;

namespace {

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string_view first_sentence(std::string_view text) {
    const std::size_t end = std::min(text.find(". "), text.find(".\n"));
    return text.substr(0, end == std::string_view::npos ? end : end + 1);
}

std::string options_text(const Program& program, const std::vector<std::string>& names) {
    constexpr std::size_t column = 26;
    std::string text;
    for (const std::string& name : names) {
        const po::option_description& option = program.options.find(name, false);
        std::string left = "  " + heading(option);
        std::string right = wrapped(option.description(), column);
        if (left.size() + 2 > column)
            left += '\n';
        else
            right.erase(0, left.size());
        text += left + right + '\n';
    }
    return text;
}

std::string asked_help(const Program& program, const Arguments& arguments, const Command* command) {
    if (arguments.has("json")) return help_json(program, command) + '\n';
    return command == nullptr ? program_help(program) : command_help(program, *command);
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
    std::string out;
    for (std::size_t line = 0; line <= text.size();) {
        const std::size_t end = std::min(text.find('\n', line), text.size());
        std::size_t filled = 0;  // characters in the current line so far
        for (std::size_t at = line; at < end;) {
            const std::size_t blank = std::min(text.find(' ', at), end);
            const std::string_view word = text.substr(at, blank - at);
            at = blank + 1;
            if (word.empty()) continue;
            const std::size_t length = characters(word);
            if (filled != 0 && filled + 1 + length > width) {
                out += '\n';
                filled = 0;
            }
            out += filled == 0 ? std::string(indent, ' ') : " ";
            filled += (filled == 0 ? indent : 1) + length;
            out += word;
        }
        if (end < text.size()) out += '\n';
        line = end + 1;
    }
    return out;
}

std::string program_help(const Program& program) {
    std::string text = fmt::format("{}: {}.\n\n", program.name, program.what);
    for (const Command& command : program.commands)
        text += fmt::format("  {}\n{}\n", command.usage, wrapped(first_sentence(command.summary), 6));
    text += '\n';
    text += wrapped(fmt::format("{0} help COMMAND, or {0} COMMAND --help, describes a command in detail; {0} --version "
                                "prints the version.",
                                program.name),
                    0);
    return text + "\n\n" + wrapped(program.more, 0) + '\n';
}

std::string command_help(const Program& program, const Command& command) {
    std::string text = fmt::format("usage: {}\n", command.usage);
    if (!command.other_usage.empty()) text += fmt::format("   or: {}\n", command.other_usage);
    text += fmt::format("\n{}\n\n", wrapped(command.summary, 0));
    text += options_text(program, command.options);
    return text + fmt::format("{}example:\n  {}\n", command.options.empty() ? "" : "\n", command.example);
}

std::string help_json(const Program& program, const Command* only) {
    Json json;
    json["program"] = program.name;
    json["version"] = version;
    json["what"] = program.what;
    auto& commands = json["commands"] = Json::array();
    for (const Command& command : program.commands)
        if (only == nullptr || &command == only)
            commands.push_back({{"name", command.name},
                                {"usage", command.usage},
                                {"summary", command.summary},
                                {"example", command.example},
                                {"options", command.options}});
    auto& options = json["options"] = Json::array();
    for (const auto& option : program.options.options()) {
        const std::string& name = option->long_name();
        if (only != nullptr && std::ranges::find(only->options, name) == only->options.end()) continue;
        auto& row = options.emplace_back();
        row["name"] = name;
        row["names"] = names_of(*option);
        row["value"] = nullptr;
        if (takes_value(*option)) row["value"] = option->semantic()->name();
        row["meaning"] = option->description();
    }
    return to_line(json);
}

std::optional<std::string> answer_about(const Program& program, const Arguments& arguments) {
    const auto& words = arguments.words;
    const auto command_of = [&program](const std::string& word) {
        const Command* const command = find_command(program, word == "SPEC" ? "solve" : word);
        if (command == nullptr)
            throw Error(ErrorCode::bad_usage, fmt::format("{} is not a command{}; see {} --help", in_quotes(word),
                                                          command_meant(program, word).text, program.name));
        return command;
    };
    if (arguments.has("help")) return asked_help(program, arguments, words.empty() ? nullptr : command_of(words[0]));
    if (arguments.has("version") && words.empty()) return fmt::format("{} {}\n", program.name, version);
    if (words.empty())
        throw Error(ErrorCode::bad_usage,
                    fmt::format("expected {}; see {} --help",
                                program.families.empty() ? "a command" : "a game spec or a command", program.name));
    const Command& command = *command_of(words[0]);
    if (command.name != "help") return std::nullopt;
    check_options(command, arguments);
    expect_words(arguments, 1, 2, command.usage);
    if (arguments.has("man")) return manual_page(program);
    if (arguments.has("completion")) {
        const std::vector<std::string> shells = words_of(program.options.find("completion", false));
        return completion(
            program, expect_word(words.size() == 2 ? words[1] : arguments.text("completion"), "completion", shells));
    }
    return asked_help(program, arguments, words.size() == 2 ? command_of(words[1]) : nullptr);
}

}  // namespace mexbase::cli
