// SPDX-License-Identifier: MIT
#include "edge_columns.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <vector>

#include "../../error.hpp"
#include "graph_format.hpp"

namespace mexbase::detail {

namespace {

struct Arrow {
    std::string_view sign;
    bool ahead, back;
};
constexpr auto arrows = std::to_array<Arrow>(
    {{"<-->", true, true}, {"<->", true, true}, {"<=>", true, true},  {"-->", true, false}, {"->", true, false},
     {"==>", true, false}, {"=>", true, false}, {"<--", false, true}, {"<-", false, true},  {"<=", false, true},
     {"--", true, true},   {"→", true, false},  {"⟶", true, false},   {"⇒", true, false},   {"←", false, true},
     {"⟵", false, true},   {"⇐", false, true},  {"↔", true, true},    {"⟷", true, true},    {"⇔", true, true}});
/// Blanks of Unicode that are not ASCII: the general category Zs, separators of lines, and blanks without width.
constexpr auto wide_blanks = std::to_array<std::string_view>(
    {"\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008",
     "\u2009", "\u200a", "\u200b", "\u2028", "\u2029", "\u202f", "\u205f", "\u2060", "\u3000", "\ufeff", "\u180e"});
/// Signs of DOT that are not arrows.
constexpr std::string_view signs_of_dot = "{}[];\"=";
constexpr std::string_view separators = ",;|()[]{}\"'";

/// Returns the element of `list` with which `text` begins, or null.
template <class List, class SignOf>
auto* beginning_in(const List& list, std::string_view text, const SignOf& sign_of) {
    const auto found = std::ranges::find_if(list, [&](const auto& one) { return text.starts_with(sign_of(one)); });
    return found == list.end() ? nullptr : &*found;
}
const Arrow* arrow_at(std::string_view text) {
    return beginning_in(arrows, text, [](const Arrow& arrow) { return arrow.sign; });
}
const std::string_view* wide_blank_at(std::string_view text) {
    return beginning_in(wide_blanks, text, [](std::string_view blank) { return blank; });
}

/// Returns the name of a column in lower case, with letters and digits only.
std::string plain_name(std::string_view field) {
    std::string name = lower_case(field);
    std::erase_if(name, [](unsigned char c) { return c < 0x80 && std::isalnum(c) == 0; });
    return name;
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::size_t EdgeColumns::needed() const {
    return 1 + std::max({source, target, type.value_or(0)});
}

std::optional<EdgeColumns> columns_from(std::string_view names, std::string& fault) {
    constexpr std::array<std::string_view, 7> sources{"source",   "src",    "from",   "fromnodeid",
                                                      "sourceid", "fromid", "startid"};
    constexpr std::array<std::string_view, 9> targets{"target",   "dst",      "dest", "destination", "to",
                                                      "tonodeid", "targetid", "toid", "endid"};
    EdgeColumns columns;
    for (const char separator : {'\t', ';', ','})
        if (names.find(separator) != names.npos) columns.separator = separator;
    std::size_t column = 0, found_sources = 0, found_targets = 0;
    bool has_id = false, has_label = false;
    std::string buffer;
    std::optional<std::string_view> rest = names;
    while (const auto field = take_field(rest, columns.separator, buffer)) {
        const std::string name = plain_name(*field);
        if (is_one_of(sources, name)) {
            ++found_sources;
            columns.source = column;
            columns.names[0] = *field;
        } else if (is_one_of(targets, name)) {
            ++found_targets;
            columns.target = column;
            columns.names[1] = *field;
        } else if (name == "type") {
            columns.type = column;
        }
        has_id |= name == "id";
        has_label |= name == "label";
        ++column;
    }
    if (found_sources == 1 && found_targets == 1) return columns;
    if (found_sources > 0 && found_targets > 0)
        fault = "two columns are the " + std::string(found_sources > 1 ? "source" : "target") +
                " of an arc: give one of them another name";
    else if (has_id && has_label && found_sources + found_targets == 0)
        fault = "these columns are a table of vertices: give the table of edges, with the columns Source and Target";
    return std::nullopt;
}

std::optional<std::string_view> take_field(std::optional<std::string_view>& line, char separator, std::string& buffer) {
    if (!line) return std::nullopt;
    if (separator == ' ') {
        const std::string_view word = take_word(*line);
        return word.empty() ? std::nullopt : std::optional(word);
    }
    const std::size_t begin = std::min(line->find_first_not_of(separator == '\t' ? " \r" : " \t\r"), line->size());
    std::size_t end = begin;
    std::string_view field;
    if (begin < line->size() && (*line)[begin] == '"') {
        buffer.clear();
        for (end = begin + 1;; ++end) {
            const std::size_t quote = line->find('"', end);
            if (quote == line->npos) return std::nullopt;
            buffer += line->substr(end, quote - end);
            end = quote + 1;
            if (end == line->size() || (*line)[end] != '"') break;
            buffer += '"';
        }
        field = buffer;
    }
    const std::size_t next = line->find(separator, end);
    const std::string_view plain = trimmed(line->substr(end, next == line->npos ? next : next - end));
    if (field.data() == nullptr) {
        field = plain;
    } else if (!plain.empty()) {
        return std::nullopt;
    }
    line = next == line->npos ? std::nullopt : std::optional(line->substr(next + 1));
    return field;
}

std::string line_meant(std::string_view line) {
    std::vector<std::string> names(1);
    bool ahead = true, back = false;
    while (!line.empty()) {
        if (names.back().empty() && (line.front() == '#' || line.front() == '%')) break;
        const Arrow* const arrow = arrow_at(line);
        const std::string_view* const blank = wide_blank_at(line);
        if (arrow != nullptr) {
            ahead = arrow->ahead;
            back = arrow->back;
        }
        if (arrow != nullptr || blank != nullptr || is_blank(line.front()) ||
            separators.find(line.front()) != separators.npos) {
            if (!names.back().empty()) names.emplace_back();
            line.remove_prefix(arrow != nullptr ? arrow->sign.size() : blank != nullptr ? blank->size() : 1);
        } else {
            names.back() += line.front();
            line.remove_prefix(1);
        }
    }
    if (names.back().empty()) names.pop_back();
    if (names.size() != 2 || !foreign_sign(names[0] + names[1]).empty()) return {};
    std::string meant;
    if (ahead) meant = in_quotes(names[0] + ' ' + names[1]);
    if (back) meant += (ahead ? " and " : "") + in_quotes(names[1] + ' ' + names[0]);
    return meant;
}

std::string foreign_sign(std::string_view name) {
    for (std::size_t at = 0; at < name.size(); ++at) {
        const std::string_view rest = name.substr(at);
        const bool is_ascii = static_cast<unsigned char>(rest.front()) < 0x80;
        if (!is_ascii || rest.front() == '-' || rest.front() == '=' || rest.front() == '<')
            if (const auto* const arrow = arrow_at(rest)) return in_quotes(arrow->sign);
        if (signs_of_dot.find(rest.front()) != signs_of_dot.npos) return in_quotes(rest.substr(0, 1));
        if (is_ascii) continue;
        if (const auto* const blank = wide_blank_at(rest)) {
            unsigned code = static_cast<unsigned char>(blank->front()) & (blank->size() == 2 ? 0x1fU : 0x0fU);
            for (const char c : blank->substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3fU);
            std::array<char, 8> text{};
            std::snprintf(text.data(), text.size(), "U+%04X", code);
            return text.data();
        }
    }
    return {};
}

bool is_data(std::string_view text) {
    return text == "{}" || ((text.starts_with("{'") || text.starts_with("{\"")) && text.ends_with('}'));
}

bool is_decimal(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return end == word.data() + word.size() && error != std::errc::invalid_argument &&
           word.find_first_of("0123456789") != word.npos;
}

bool is_weight(std::string_view word) {
    return is_decimal(word) && word.find_first_not_of("0123456789") != word.npos;
}

}  // namespace mexbase::detail
