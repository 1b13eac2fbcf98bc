// SPDX-License-Identifier: MIT
#include "octal.hpp"

#include <algorithm>
#include <array>

#include "../../error.hpp"
#include "../../rules/registry.hpp"
#include "../../suggestions.hpp"

namespace mexbase {

// Instantiated in the generated file of the family (family.cpp.in).
extern template class RulesOf<Octal>;
extern template class RulesOf<OctalPositions>;
extern template class RulesOf<Grundy>;
extern template class RulesOf<GrundyPositions>;

namespace {

struct Name {
    std::string_view name, code;
};
constexpr std::array aliases = {Name{"kayles", "0.77"}, Name{"dawsons-chess", "0.137"}, Name{"dawsons-kayles", "0.07"},
                                Name{"james-bond", "0.007"}};
constexpr std::string_view hex_digits = "0123456789abcdef";

constexpr auto name_words = [] {
    std::array<std::string_view, aliases.size()> words;
    std::transform(aliases.begin(), aliases.end(), words.begin(), [](const Name& each) { return each.name; });
    return words;
}();

[[noreturn]] void fail(std::string_view code, const std::string& message, const Suggestion& meant = {}) {
    throw Error(ErrorCode::bad_spec, "code=" + in_quotes(code) + message, meant);
}

}  // namespace

std::string normal_octal_code(std::string_view text) {
    for (const Name& known : aliases)
        if (text == known.name) return std::string{known.code};
    std::string code;
    for (const char c : text) code += static_cast<char>(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
    if (code.starts_with('.')) code.insert(0, "0");
    if (code.size() < 3 || code[1] != '.' || code.find_first_not_of(hex_digits, 2) != std::string::npos ||
        hex_digits.find(code[0]) == std::string_view::npos)
        fail(text,
             " is not allowed: code must be octal or hexadecimal digits with a point after the first, such as 0.77, "
             "4.7 or "
             "0.f7, or kayles, dawsons-chess, dawsons-kayles or james-bond",
             did_you_mean(text, name_words));
    if (hex_digits.find(code[0]) % 4 != 0)
        fail(text, " lets players pass: the digit before the point must be 0, 4, 8 or c");
    code.erase(std::max(code.find_last_not_of('0') + 1, std::size_t{3}));
    if (code == "0.0") fail(text, " allows no move: at least one digit must not be 0");
    if (code.size() - 2 > most_octal_digits)
        fail(text,
             " is too long: code must have at most " + std::to_string(most_octal_digits) + " digits after the point");
    return code;
}

TakeAndBreak octal_moves(std::string_view normal_code) {
    std::vector<std::uint8_t> values;
    for (const char c : normal_code)
        if (c != '.') values.push_back(static_cast<std::uint8_t>(hex_digits.find(c)));
    return take_and_break_code(values);
}

const FamilyHelp& Octal::help() {
    static constexpr std::array keys = {
        KeyHelp{
            .name = "code",
            .range = "digits 0..f with a point after the first, such as 0.77, or kayles, dawsons-chess, "
                     "dawsons-kayles, james-bond",
            .meaning =
                "the k-th digit after the point is the sum of 1, 2, 4 or 8 for each way to take k tokens from a heap: "
                "with 0, 1, 2 or 3 heaps left of it",
            .verbatim = true,
            .words = name_words},
        breaking_max_key, breaking_total_key};
    static constexpr FamilyHelp text{
        "taking and breaking: an octal or hexadecimal game, such as Kayles or Dawson's Chess", breaking_text,
        "Guy and Smith, The G-values of various games, 1956", keys, "octal:code=0.77,max=1000"};
    return text;
}

std::unique_ptr<Game> Octal::make_game(Parameters p) {
    return wants_whole_positions(p, family) ? make_game_of<OctalPositions>(std::move(p))
                                            : make_game_of<Octal>(std::move(p));
}

const FamilyHelp& Grundy::help() {
    static constexpr std::array keys = {breaking_max_key, breaking_total_key};
    static constexpr FamilyHelp text{"Grundy's game: break a heap into two heaps of different sizes", breaking_text,
                                     "Grundy, Mathematics and games, 1939", keys, "grundy:max=1000"};
    return text;
}

std::unique_ptr<Game> Grundy::make_game(Parameters p) {
    return wants_whole_positions(p, family) ? make_game_of<GrundyPositions>(std::move(p))
                                            : make_game_of<Grundy>(std::move(p));
}

}  // namespace mexbase
