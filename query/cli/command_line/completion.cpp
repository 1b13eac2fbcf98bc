// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "../../../lib/board/families.hpp"
#include "help.hpp"

namespace mexbase::cli {

extern const std::string_view completion_bash, completion_zsh, completion_fish;  // the files in completion/

namespace {

namespace po = boost::program_options;
using Strings = std::vector<std::string>;

/// Lists of words, each with a name. A list has, for example, the options of the command with that name.
using WordLists = std::vector<std::pair<std::string, Strings>>;

/// The words that completion offers. The scripts of all shells are made from these lists.
struct Offers {
    Strings commands, spec_commands, families;
    WordLists options;          ///< options of each command
    WordLists values;           ///< values of each option; `FILE` stands for files and directories
    WordLists keys;             ///< keys of each family
    WordLists words;            ///< values of each key, by `family:key`; `FILE` as the first word stands for files
    std::string unnamed = "-";  ///< the default command
};

bool is_path(const po::option_description& option) {
    const std::string name = option.semantic()->name();
    return name == "FILE" || name == "DIR" || name == "FOLDER";
}

/// Returns the words to offer after `key=`. The first is `FILE` if the value may be a file; names of families of boards
/// come last.
Strings words_of_key(const KeyHelp& key) {
    Strings list;
    if (key.file == KeyHelp::File::graph || key.file == KeyHelp::File::snakes || key.file == KeyHelp::File::board)
        list.emplace_back("FILE");
    list.insert(list.end(), key.words.begin(), key.words.end());
    if (key.file == KeyHelp::File::board)
        for (const std::string_view name : board_family_names()) list.push_back(std::string(name) + "-");
    return list;
}

Offers offers_of(const Program& program) {
    Offers offers;
    for (const Command& command : program.commands) {
        Strings names{"--help"};
        for (const std::string& option : command.options)
            for (std::string& name : names_of(program.options.find(option, false)))
                if (name.starts_with("--")) names.push_back(std::move(name));
        offers.options.emplace_back(command.name, std::move(names));
        offers.commands.push_back(command.name);
        const auto takes = [&command](const char* word) { return command.usage.find(word) != std::string::npos; };
        if ((takes("SPEC") || takes("FAMILY")) && !program.families.empty())
            offers.spec_commands.push_back(command.name);
        if (command.may_be_left_out) offers.unnamed = command.name;
    }
    for (const auto& option : program.options.options())
        if (takes_value(*option))
            for (std::string& name : names_of(*option))
                offers.values.emplace_back(std::move(name), is_path(*option) ? Strings{"FILE"} : words_of(*option));
    for (const Family& family : program.families) {
        const auto& keys = family.help->keys;
        const bool bare = std::ranges::all_of(keys, [](const KeyHelp& k) { return !k.fallback.empty() || k.optional; });
        offers.families.push_back(std::string(family.name) + (bare ? "" : ":"));
        Strings names;
        for (const KeyHelp& key : keys) {
            names.push_back(std::string(key.name) + '=');
            if (Strings words = words_of_key(key); !words.empty())
                offers.words.emplace_back(fmt::format("{}:{}", family.name, key.name), std::move(words));
        }
        if (!names.empty()) offers.keys.emplace_back(family.name, std::move(names));
    }
    return offers;
}

/// Returns `text` in single quotes. Replaces each single quote by `in_quotes`, and escapes the characters in `special`.
std::string shell_quoted(std::string_view text, std::string_view in_quotes = "'\\''", std::string_view special = "") {
    std::string out = "'";
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) out += '\\';
        if (c == '\'')
            out += in_quotes;
        else
            out += c;
    }
    return out + '\'';
}

std::string joined_words(const Strings& words) {
    std::string out;
    for (const std::string& word : words) out.append(out.empty() ? "" : " ").append(word);
    return out;
}

/// Returns the lists as elements of an associative array of bash or, without brackets, of zsh.
std::string elements(const WordLists& lists, bool bash) {
    std::string out;
    for (const auto& [name, words] : lists)
        out += (bash ? " [" + name + "]=" : ' ' + name + ' ') + shell_quoted(joined_words(words));
    return out;
}

/// Returns the body of a completion script, with the name of `program` instead of the placeholder.
std::string body_for(std::string_view body, const Program& program) {
    constexpr std::string_view placeholder = "PROGRAM";
    std::string out(body);
    for (std::size_t at = 0; (at = out.find(placeholder, at)) != std::string::npos;)
        out.replace(at, placeholder.size(), program.name);
    return out;
}

/// Returns the text of an option or a command up to its first full stop, semicolon or colon.
std::string short_text(std::string_view text) {
    std::size_t end = text.size();
    for (const char* stop : {"; ", ": ", ". "}) end = std::min(end, text.find(stop));
    while (end != 0 && text[end - 1] == '.') --end;
    return std::string(text.substr(0, end));
}

std::string for_bash(const Program& program, const Offers& offers) {
    std::string script = fmt::format("_{}() {{\n", program.name);
    script += fmt::format("    local commands={} spec_commands={} families={} unnamed={}\n",
                          shell_quoted(joined_words(offers.commands)), shell_quoted(joined_words(offers.spec_commands)),
                          shell_quoted(joined_words(offers.families)), offers.unnamed);
    const auto array = [&script](const char* name, const WordLists& lists) {
        script += fmt::format("    local -A {}=({} )\n", name, elements(lists, true));
    };
    array("options", offers.options);
    array("takes_value", offers.values);
    array("keys", offers.keys);
    array("values", offers.words);
    return script + body_for(completion_bash, program);
}

/// Returns the arguments of zsh's function `_arguments` for an option. After one name of the option, its other names
/// are not offered.
std::string zsh_option(const po::option_description& option) {
    const Strings names = names_of(option);
    std::string value;
    if (takes_value(option)) {
        value = (option.semantic()->min_tokens() == 0 ? "::" : ":") + option.semantic()->name() + ':';
        if (is_path(option))
            value += "_files";
        else if (const Strings words = words_of(option); !words.empty())
            value += '(' + joined_words(words) + ')';
    }
    std::string text, out;
    for (const char c : short_text(option.description())) text += (c == '[' || c == ']' ? "\\" : "") + std::string{c};
    const std::string others = names.size() > 1 ? '(' + joined_words(names) + ')' : "";
    for (const std::string& name : names) {
        const std::string_view joins = value.empty() ? "" : name.starts_with("--") ? "=" : "+";
        out += ' ' + shell_quoted(fmt::format("{}{}{}[{}]{}", others, name, joins, text, value));
    }
    return out;
}

std::string for_zsh(const Program& program, const Offers& offers) {
    std::string script = fmt::format("_{}_options() {{\n    case $known in\n", program.name);
    const auto option_of = [&program](const char* name) { return zsh_option(program.options.find(name, false)); };
    for (const Command& command : program.commands) {
        script += fmt::format("        ({}) specs=({}", command.name, option_of("help"));
        for (const std::string& name : command.options) script += option_of(name.c_str());
        script += ") ;;\n";
    }
    script += fmt::format("        (*) specs=({}{}) ;;\n    esac\n}}\n\n", option_of("help"), option_of("version"));
    script += fmt::format("_{}() {{\n    local spec_commands={} families={} unnamed={}\n", program.name,
                          shell_quoted(joined_words(offers.spec_commands)), shell_quoted(joined_words(offers.families)),
                          offers.unnamed);
    std::string takes, summaries;
    for (const auto& [name, words] : offers.values) takes += ' ' + name;
    for (const Command& command : program.commands)
        summaries += ' ' + shell_quoted(command.name + ':' + short_text(command.summary));
    script += fmt::format("    local -a specs names=({}) takes_value=({} ) summaries=({} )\n",
                          joined_words(offers.commands), takes, summaries);
    script += fmt::format("    local -A keys=({} ) values=({} )\n", elements(offers.keys, false),
                          elements(offers.words, false));
    return script + body_for(completion_zsh, program);
}

std::string for_fish(const Program& program, const Offers& offers) {
    const auto fish_quoted = [](std::string_view text) { return shell_quoted(text, "\\'", "\\"); };
    std::string takes, words, script;
    for (const auto& [name, list] : offers.values) takes += ' ' + name;
    for (const auto& [name, list] : {std::pair{std::string("commands"), joined_words(offers.commands)},
                                     {"unnamed", offers.unnamed},
                                     {"takes_value", takes}})
        script += fmt::format("set -g __{}_{} {}\n", program.name, name, list);
    const auto offer = [&words](const std::string& name, const Strings& list) {
        words += fmt::format("        case {}\n            printf '%s\\n' {}\n", name, joined_words(list));
    };
    offer("families", offers.families);
    for (const auto* lists : {&offers.keys, &offers.words})
        for (const auto& [name, list] : *lists) offer(name, list);
    script += fmt::format("\nfunction __{}_words\n    switch $argv[1]\n{}    end\nend\n\n", program.name, words);
    script += body_for(completion_fish, program);
    const auto complete = [&](const std::string& condition, const std::string& rest) {
        script += fmt::format("complete -c {}{} {}\n", program.name,
                              condition.empty() ? "" : " -n " + fish_quoted(condition), rest);
    };
    const std::string is = fmt::format("__{}_is ", program.name), none = fmt::format("not __{}_command", program.name);
    script += '\n';
    complete("", "-f");
    Strings with_files;
    for (const Command& command : program.commands) {
        complete(none, fmt::format("-a {} -d {}", command.name, fish_quoted(short_text(command.summary))));
        complete(is + "help", fmt::format("-a {}", command.name));
        if (command.usage.find("FILE") != std::string::npos || command.usage.find("DIR") != std::string::npos)
            with_files.push_back(command.name);
    }
    std::erase_if(with_files, [&offers](const std::string& name) { return name == offers.unnamed; });
    const std::string tables = fmt::format("__{}_tables", program.name);
    complete(is + joined_words(with_files) + "; and not " + tables + " >/dev/null", "-F");
    complete(tables + " >/dev/null", "-a '(" + tables + ")'");
    if (!offers.families.empty())
        complete(is + joined_words(offers.spec_commands), fmt::format("-a '(__{}_specs)'", program.name));
    for (const auto& option : program.options.options()) {
        Strings takers;
        for (const Command& command : program.commands)
            if (std::ranges::find(command.options, option->long_name()) != command.options.end())
                takers.push_back(command.name);
        std::string rest;
        for (const std::string& name : names_of(*option))
            rest += name.starts_with("--") ? "-l " + name.substr(2) + ' ' : "-s " + name.substr(1) + ' ';
        const Strings list = words_of(*option);
        if (takes_value(*option)) rest += is_path(*option) ? "-r -F " : "-x ";
        if (!list.empty()) rest += "-a " + fish_quoted(joined_words(list)) + ' ';
        const std::string condition = option->long_name() == "help" ? ""
                                      : takers.empty()              ? none
                                                                    : is + joined_words(takers);
        complete(condition, rest + "-d " + fish_quoted(short_text(option->description())));
    }
    return script;
}

}  // namespace

std::string completion(const Program& program, std::string_view shell) {
    const Offers offers = offers_of(program);
    const std::string script = shell == "bash"  ? for_bash(program, offers)
                               : shell == "zsh" ? for_zsh(program, offers)
                                                : for_fish(program, offers);
    return fmt::format("{}# Completion of {} for {}, as `{} help --completion {}` prints it.\n{}",
                       shell == "zsh" ? fmt::format("#compdef {}\n", program.name) : "", program.name, shell,
                       program.name, shell, script);
}

}  // namespace mexbase::cli
