// SPDX-License-Identifier: MIT
#include "suggestions.hpp"

#include <algorithm>
#include <limits>

#include "text_parts.hpp"

namespace mexbase {

namespace {

constexpr std::size_t longest_word = 64, most_names = 3;

std::string in_small_letters(std::string_view text) {
    std::string small{text};
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Rows of the table of distances between prefixes of a and prefixes of b, for the last three prefixes of a.
    std::vector<std::size_t> two_before(b.size() + 1), before(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        two_before.swap(before);
        before.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], two_before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::vector<std::string_view> suggestions(std::string_view word, std::span<const std::string_view> names) {
    std::vector<std::string_view> nearest;
    if (word.empty() || word.size() > longest_word) return nearest;
    const std::string meant = in_small_letters(word);
    std::size_t least = std::max<std::size_t>(1, word.size() / 3);
    for (const std::string_view name : names) {
        const std::string known = in_small_letters(name);
        std::size_t distance = edit_distance(meant, known);
        if (meant.size() >= 3 && known.starts_with(meant)) distance = std::min<std::size_t>(distance, 1);
        // A name in which every character would have to change is not suggested.
        if (distance >= std::min(meant.size(), known.size()) || distance > least) continue;
        if (distance < least) nearest.clear();
        least = distance;
        if (std::find(nearest.begin(), nearest.end(), name) == nearest.end()) nearest.push_back(name);
    }
    if (nearest.size() > most_names) nearest.resize(most_names);
    return nearest;
}

Suggestion did_you_mean(std::string_view word, std::span<const std::string_view> names) {
    if (std::find(names.begin(), names.end(), word) != names.end()) return {};
    std::string text;
    for (const std::string_view name : suggestions(word, names)) text.append(text.empty() ? "" : " or ").append(name);
    if (!text.empty()) text = "; did you mean " + text + '?';
    return {text};
}

Suggestion did_you_mean(std::string_view word, const std::vector<std::string>& names) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    return did_you_mean(word, views);
}

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Returns `text` without the marks between groups of three digits.
std::string without_group_marks(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view group = text.substr(i + 1, 3);
        const bool marks = std::string_view("_,' ").find(text[i]) != std::string_view::npos && !plain.empty() &&
                           is_digit(plain.back()) && group.size() == 3 &&
                           std::all_of(group.begin(), group.end(), is_digit) &&
                           (i + 4 >= text.size() || !is_digit(text[i + 4]));
        if (!marks) plain += text[i];
    }
    return plain;
}

/// Returns `number` times `base` to the power `exponent`, or `std::nullopt` if it has more than 64 bits.
std::optional<std::uint64_t> times_power(std::uint64_t number, std::uint64_t base, std::uint64_t exponent) {
    if (number == 0 || base == 1) return number;
    if (base == 0) return exponent == 0 ? number : 0;
    for (; exponent != 0; --exponent) {
        if (number > std::numeric_limits<std::uint64_t>::max() / base) return std::nullopt;
        number *= base;
    }
    return number;
}

/// A game that many know, and the program in `data/programs` that has its rules, if there is one.
struct KnownGame {
    std::string_view name;  ///< small letters and digits
    std::string_view program = {};
};
constexpr KnownGame known_games[] = {{"amazons"},       {"backgammon"},  {"breakthrough"},
                                     {"checkers"},      {"chomp"},       {"clobber", "clobber.py"},
                                     {"connect4"},      {"connectfour"}, {"cram"},
                                     {"dotsandboxes"},  {"draughts"},    {"fourinarow"},
                                     {"foxandgeese"},   {"go"},          {"gomoku"},
                                     {"hackenbush"},    {"havannah"},    {"hex"},
                                     {"kalah"},         {"konane"},      {"lgame", "l_game.py"},
                                     {"linesofaction"}, {"mancala"},     {"othello"},
                                     {"oware"},         {"pentago"},     {"reversi"},
                                     {"shogi"},         {"sprouts"},     {"tablut"},
                                     {"toadsandfrogs"}, {"xiangqi"}};

}  // namespace

std::optional<std::uint64_t> number_meant(std::string_view written) {
    const std::string plain = without_group_marks(written);
    const std::string_view text = plain;
    const auto digits_at = [text](std::size_t at) {
        std::size_t end = at;
        while (end < text.size() && is_digit(text[end])) ++end;
        return text.substr(at, end - at);
    };
    std::string mantissa{digits_at(0)};
    std::size_t at = mantissa.size();
    std::size_t decimals = 0;
    if (at < text.size() && text[at] == '.') {
        const std::string_view fraction = digits_at(at + 1);
        decimals = fraction.size();
        mantissa += fraction;
        at += 1 + decimals;
    }
    while (decimals != 0 && mantissa.back() == '0') mantissa.pop_back(), --decimals;
    auto number = exact_number(mantissa);
    if (!number) return std::nullopt;
    std::string_view rest = text.substr(at);
    for (const std::string_view power : {"^", "**"}) {
        if (!rest.starts_with(power)) continue;
        const auto exponent = exact_number(rest.substr(power.size()));
        return exponent && decimals == 0 ? times_power(1, *number, *exponent) : std::nullopt;
    }
    std::uint64_t exponent = 0;
    if (rest == "k" || rest == "K") {
        exponent = 3;
    } else if (rest == "m" || rest == "M") {
        exponent = 6;
    } else if (!rest.empty()) {
        if (rest.front() != 'e' && rest.front() != 'E') return std::nullopt;
        rest.remove_prefix(rest.size() > 1 && rest[1] == '+' ? 2 : 1);
        const auto given = exact_number(rest);
        if (!given) return std::nullopt;
        exponent = *given;
    }
    if (exponent < decimals) return std::nullopt;
    return times_power(*number, 10, exponent - decimals);
}

Suggestion write_number(std::string_view text) {
    const auto number = number_meant(text);
    if (!number || std::to_string(*number) == text) return {};
    return {"; write " + std::to_string(*number)};
}

Suggestion write_file_spec(std::string_view file) {
    const std::string name{file};
    if (file.ends_with(".mxb")) return {"; to read the table in a file, use mexquery, such as mexquery info " + name};
    for (const std::string_view ending : {".py", ".sh", ".rb", ".pl", ".js", ".lua", ".exe"})
        if (file.ends_with(ending))
            return {"; for rules in a program write program:name=NAME --command '" +
                    std::string(ending == ".py"   ? "python3 "
                                : ending == ".sh" ? "sh "
                                                  : "") +
                    name + "'"};
    return {"; for a graph in a file write graph:file=" + name};
}

Suggestion file_meant(std::string_view word) {
    const std::string_view name = word.substr(word.rfind('/') + 1);
    const std::string_view extension = name.substr(std::min(name.rfind('.'), name.size()));
    // An extension has a letter that is not a hexadecimal digit, as the code of an octal game (0.f7) has not.
    if (name == word && extension.find_first_of("ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ") == std::string_view::npos)
        return {};
    return write_file_spec(word);
}

Suggestion own_game_meant(std::string_view word) {
    std::string name;
    for (const char c : in_small_letters(word))
        if (is_digit(c) || (c >= 'a' && c <= 'z')) name += c;
    for (const KnownGame& known : known_games) {
        if (known.name != name) continue;
        std::string text =
            "; it is not built in, but the page \"Your own game\" (docs/your-own-game.md) shows how to give "
            "its rules";
        text += known.program.empty() ? ", and data/programs has examples"
                                      : ", and data/programs/" + std::string(known.program) + " has them";
        return {text};
    }
    if (word.starts_with('K') && std::count(word.begin(), word.end(), 'K') == 2 &&
        word.find_first_not_of("KQRBNP") == std::string_view::npos)
        return {"; for this material in chess write chess:" + std::string(word)};
    return {};
}

}  // namespace mexbase
