// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../../lib/error.hpp"
#include "../../lib/value/partizan/drawing/thermograph_drawing.hpp"
#include "../../lib/value/partizan/notation/text.hpp"
#include "../../lib/value/partizan/thermograph.hpp"
#include "answer_each.hpp"
#include "command_line/arguments.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// Returns the result of `find`, or `std::nullopt` if it throws `Error{not_applicable}` because a value is too large.
template <class F>
std::optional<std::string> text_unless_out_of_bounds(const F& find) {
    try {
        return find();
    } catch (const Error& e) {
        if (e.code() != ErrorCode::not_applicable) throw;
        return std::nullopt;
    }
}

/// Properties of a canonical form. A property is empty if it is undefined or too large.
struct Properties {
    std::optional<std::string> form, weight;
    char outcome;
    FormFacts facts;
    std::optional<std::uint32_t> birthday;
    std::optional<std::string> fingerprint;
};

Properties properties_of(GameArena& arena, PartizanId game) {
    constexpr std::uint32_t or_more = 0xffffffff;
    Properties found;
    found.form = text_unless_out_of_bounds([&] { return to_text(arena, game); });
    found.weight = text_unless_out_of_bounds([&]() -> std::optional<std::string> {
        const auto weight = arena.atomic_weight(game);
        return weight ? std::optional(to_text(arena, *weight)) : std::nullopt;
    });
    found.outcome = letter(arena.outcome(game));
    found.facts = facts_of(arena, game);
    if (arena.birthday(game) != or_more) found.birthday = arena.birthday(game);
    found.fingerprint = text_unless_out_of_bounds([&] { return fmt::format("{:016x}", arena.fingerprint(game)); });
    return found;
}

Json json_of(const std::string& text, const Properties& found) {
    Json json;
    json["text"] = text;
    json["canonical"] = nullptr;
    if (found.form) json["canonical"] = *found.form;
    json["class"] = std::string{found.outcome};
    if (found.weight) json["atomic_weight"] = *found.weight;
    if (found.facts.mean) json["mean"] = *found.facts.mean;
    if (found.facts.temperature) json["temperature"] = *found.facts.temperature;
    json["left_stop"] = found.facts.left_stop;
    json["right_stop"] = found.facts.right_stop;
    if (found.birthday) json["birthday"] = *found.birthday;
    if (found.fingerprint) json["fingerprint"] = *found.fingerprint;
    return json;
}

/// Returns the output for the game that `text` denotes, as one line. Throws `Error`.
std::string line_of(const std::string& text, bool as_json) {
    GameArena arena;  // each text has its own arena, so that the memory is freed afterwards
    const PartizanId game = parse_game(arena, text);
    const Properties found = properties_of(arena, game);
    if (as_json) return to_line(json_of(text, found));
    std::string line =
        found.form ? fmt::format("{}: {}  (", text, *found.form) : fmt::format("{}: ({}; ", text, long_form);
    line += fmt::format("class {}", found.outcome);
    if (found.weight) line += ", atomic weight " + *found.weight;
    line += ", " + found.facts.text();
    if (found.birthday) line += fmt::format(", birthday {}", *found.birthday);
    if (!found.form && found.fingerprint) line += ", fingerprint " + *found.fingerprint;
    return line + ")";
}

}  // namespace

int print_values(std::span<const std::string> texts, const Arguments& arguments) {
    const bool as_json = arguments.has("json");
    return answer_each(arguments, texts, "text",
                       [as_json](const std::string& text) { std::cout << line_of(text, as_json) << '\n'; });
}

void write_thermograph(const std::string& text, const std::string& path) {
    if (!image_ending(path).empty())
        throw Error(ErrorCode::bad_usage, "--thermograph cannot write " + in_quotes(path) +
                                              ": it writes SVG, so name a file such as thermograph.svg");
    GameArena arena;
    const PartizanId game = parse_game(arena, text);
    write_file(path, thermograph_svg(arena, game));
}

}  // namespace mexbase::cli
