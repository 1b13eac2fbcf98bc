// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "help.hpp"

namespace mexbase::cli {

namespace po = boost::program_options;

namespace {

/// Escapes `text` for man(7), so that the manual page shows all its characters unchanged.
std::string plain(std::string_view text) {
    std::string out;
    bool at_line_start = true;
    for (const char c : text) {
        if (at_line_start && (c == '.' || c == '\'')) out += "\\&";
        at_line_start = c == '\n';
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if (c == '^')
            out += "\\(ha";
        else if (c == '~')
            out += "\\(ti";
        else if (c == '`')
            out += "\\(ga";
        else if (c == '\'')
            out += "\\(aq";
        else
            out += c;
    }
    return out;
}

std::string paragraphs(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find("\n\n", at), text.size());
        out += ".PP\n" + plain(text.substr(at, end - at)) + '\n';
        at = std::min(text.find_first_not_of('\n', end), text.size());
    }
    return out;
}

std::string option_text(const po::option_description& option) {
    std::string head;
    for (const std::string& name : names_of(option)) head += (head.empty() ? "\\fB" : ", \\fB") + plain(name) + "\\fR";
    if (takes_value(option)) head += " \\fI" + plain(heading(option).substr(heading(option).rfind(' ') + 1)) + "\\fR";
    return ".TP\n" + head + '\n' + plain(option.description()) + '\n';
}

std::string family_text(const Family& family) {
    std::string out = ".TP\n\\fB" + plain(family.name) + "\\fR\n" + plain(family.help->summary) + ".\n";
    out += plain(fmt::format("A position is {}.", family.help->position)) + '\n';
    for (const KeyHelp& key : family.help->keys)
        out +=
            ".br\n\\fB" + plain(key.name) + "\\fR: " + plain(fmt::format("{} ({})", key.meaning, range_of(key))) + '\n';
    return out;
}

}  // namespace

std::string manual_page(const Program& program) {
    std::string title{program.name};
    std::ranges::transform(title, title.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
    std::string page =
        fmt::format(".TH {} 1 \"\" \"Mexbase {}\" \"User Commands\"\n.ad l\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n", title,
                    version, plain(program.name), plain(program.what));
    for (const Command& command : program.commands) page += ".PP\n" + plain(command.usage) + '\n';
    page += ".SH COMMANDS\n";
    for (const Command& command : program.commands) {
        page += ".SS \"" + plain(command.name) + "\"\n";
        page += ".PP\n\\fB" + plain(command.usage) + "\\fR\n";
        if (!command.other_usage.empty()) page += ".br\n\\fB" + plain(command.other_usage) + "\\fR\n";
        page += paragraphs(command.summary);
        page += ".PP\nFor example:\n.PP\n.RS 4\n.nf\n" + plain(command.example) + "\n.fi\n.RE\n";
    }
    page += ".SH OPTIONS\n";
    for (const auto& option : program.options.options()) page += option_text(*option);
    if (!program.families.empty()) page += ".SH GAMES\n";
    for (const Family& family : program.families) page += family_text(family);
    page += ".SH NOTES\n" + paragraphs(program.more);
    return page + ".SH SEE ALSO\n\\fBmexgen\\fR(1), \\fBmexquery\\fR(1)\n";
}

}  // namespace mexbase::cli
