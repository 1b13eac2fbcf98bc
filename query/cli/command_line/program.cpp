// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <boost/program_options/cmdline.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <sstream>
#include <stdexcept>

namespace mexbase::cli {

namespace po = boost::program_options;

namespace {

/// Returns `text` with the lines of each paragraph joined by blanks.
std::string joined(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool ends_line = text[at] == '\n';
        if (ends_line && at + 1 == text.size()) break;
        const bool in_paragraph = ends_line && text[at + 1] != '\n' && !out.ends_with('\n');
        out += in_paragraph ? ' ' : text[at];
    }
    return out;
}

std::vector<std::string> split(const std::string& text) {
    std::istringstream words(text);
    std::vector<std::string> out;
    for (std::string word; words >> word;) out.push_back(word);
    return out;
}

template <class F>
void for_each_line(std::string_view text, const F& f) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) f(line);
}

void read_commands(std::string_view text, Program& program) {
    bool in_summary = false;
    for_each_line(text, [&](const std::string& line) {
        const std::size_t colon = line.find(": ");
        const std::string label = colon == std::string::npos ? "" : line.substr(0, colon);
        const std::string value = colon == std::string::npos ? "" : line.substr(colon + 2);
        if (label == "program") {
            program.what = value;
        } else if (label == "command") {
            Command& command = program.commands.emplace_back();
            command.may_be_left_out = value.starts_with('[');
            command.name = command.may_be_left_out ? value.substr(1, value.size() - 2) : value;
            in_summary = false;
        } else if (program.commands.empty()) {
            if (!line.empty()) throw std::logic_error("help of " + program.name + ": no command before " + line);
        } else if (Command& command = program.commands.back(); in_summary) {
            if (!line.empty()) command.summary.append(command.summary.empty() ? "" : " ").append(line);
        } else if (line.empty()) {
            in_summary = true;
        } else if (label == "options") {
            command.options = split(value);
        } else {
            std::string* const field = label == "usage"     ? &command.usage
                                       : label == "or"      ? &command.other_usage
                                       : label == "example" ? &command.example
                                                            : nullptr;
            if (field == nullptr) throw std::logic_error("help of " + program.name + ": unknown line " + line);
            *field = value;
        }
    });
}

/// Adds an option with a heading such as `-o, --output FILE`.
void add_option(po::options_description& options, const std::string& heading, const std::string& text) {
    std::string names, letter, value;
    for (std::string word : split(heading)) {
        if (word.ends_with(',')) word.pop_back();
        if (!word.starts_with('-'))
            value = word;
        else if (word.starts_with("--"))
            names.append(names.empty() ? "" : ",").append(word.substr(2));
        else
            letter = word.substr(1);
    }
    if (!letter.empty()) names.append(",").append(letter);
    auto add = options.add_options();
    if (value.empty()) {
        add(names.c_str(), text.c_str());
    } else if (value.ends_with("...")) {
        value.erase(value.size() - 3);
        add(names.c_str(), po::value<std::vector<std::string>>()->value_name(value), text.c_str());
    } else if (value.starts_with('[')) {
        value = value.substr(1, value.size() - 2);
        const std::string first = value.substr(0, value.find('|'));
        add(names.c_str(), po::value<std::string>()->value_name(value)->implicit_value(first, ""), text.c_str());
    } else {
        add(names.c_str(), po::value<std::string>()->value_name(value), text.c_str());
    }
}

void read_options(std::string text, const std::map<std::string, std::string>& words, po::options_description& options) {
    for (const auto& [name, replacement] : words)
        if (const std::size_t at = text.find('{' + name + '}'); at != std::string::npos)
            text.replace(at, name.size() + 2, replacement);
    std::string heading, description;
    const auto finish = [&] {
        if (!heading.empty()) add_option(options, heading, description);
        description.clear();
    };
    for_each_line(text, [&](const std::string& line) {
        if (const std::size_t indent = line.find_first_not_of(' '); indent != 0) {
            if (indent != std::string::npos)
                description.append(description.empty() ? "" : " ").append(line.substr(indent));
            return;
        }
        finish();
        heading = line;
    });
    finish();
}

}  // namespace

Program read_program(std::string_view name, const HelpTexts& texts, const std::map<std::string, std::string>& words,
                     std::span<const Family> families) {
    Program program{std::string(name), {}, {}, {}, joined(texts.notes), families};
    read_commands(texts.commands, program);
    read_options(std::string(texts.options), words, program.options);
    return program;
}

std::string short_name(const po::option_description& option) {
    const std::string name = option.canonical_display_name(po::command_line_style::allow_dash_for_short);
    return name.size() == 2 ? name : "";  // Boost returns the long name if an option has no short name
}

std::vector<std::string> names_of(const po::option_description& option) {
    std::vector<std::string> names;
    if (const std::string letter = short_name(option); !letter.empty()) names.push_back(letter);
    const auto [first, count] = option.long_names();
    for (std::size_t k = 0; k < count; ++k) names.push_back("--" + first[k]);
    return names;
}

bool takes_value(const po::option_description& option) {
    return option.semantic()->max_tokens() != 0;
}

std::string heading(const po::option_description& option) {
    std::string text;
    for (const std::string& name : names_of(option)) text.append(text.empty() ? "" : ", ").append(name);
    if (!takes_value(option)) return text;
    const std::string value = option.semantic()->name();
    return text + ' ' + (option.semantic()->min_tokens() == 0 ? '[' + value + ']' : value);
}

std::vector<std::string> words_of(const po::option_description& option) {
    std::vector<std::string> words;
    if (!takes_value(option)) return words;
    std::istringstream values(option.semantic()->name());
    for (std::string word; std::getline(values, word, '|');) words.push_back(word);
    if (words.size() == 1) words.clear();
    return words;
}

}  // namespace mexbase::cli
