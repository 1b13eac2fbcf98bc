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
struct Facts {
    std::string form;
    char outcome;
    std::optional<std::string> weight, mean, temperature;
    std::string left_stop, right_stop;
    std::optional<std::uint32_t> birthday;
    std::optional<std::string> fingerprint;
};

Facts facts_of(GameArena& arena, PartizanId game) {
    constexpr std::uint32_t or_more = 0xffffffff;
    Facts facts;
    facts.form = to_text(arena, game);
    facts.outcome = letter(arena.outcome(game));
    if (const auto weight = arena.atomic_weight(game)) facts.weight = to_text(arena, *weight);
    Thermographs thermographs(arena);
    facts.mean = text_unless_out_of_bounds([&] { return to_string(thermographs.mean(game)); });
    facts.temperature = text_unless_out_of_bounds([&] { return to_string(thermographs.temperature(game)); });
    facts.left_stop = to_string(arena.left_stop(game));
    facts.right_stop = to_string(arena.right_stop(game));
    if (arena.birthday(game) != or_more) facts.birthday = arena.birthday(game);
    facts.fingerprint = text_unless_out_of_bounds([&] { return fmt::format("{:016x}", arena.fingerprint(game)); });
    return facts;
}

Json json_of(const std::string& text, const Facts& facts) {
    Json json;
    json["text"] = text;
    json["canonical"] = facts.form;
    json["class"] = std::string{facts.outcome};
    if (facts.weight) json["atomic_weight"] = *facts.weight;
    if (facts.mean) json["mean"] = *facts.mean;
    if (facts.temperature) json["temperature"] = *facts.temperature;
    json["left_stop"] = facts.left_stop;
    json["right_stop"] = facts.right_stop;
    if (facts.birthday) json["birthday"] = *facts.birthday;
    if (facts.fingerprint) json["fingerprint"] = *facts.fingerprint;
    return json;
}

/// Returns the output for the game that `text` denotes, as one line. Throws `Error`.
std::string line_of(const std::string& text, bool as_json) {
    GameArena arena;  // each text has its own arena, so that the memory is freed afterwards
    const PartizanId game = parse_game(arena, text);
    Facts facts;
    try {
        facts = facts_of(arena, game);
    } catch (const Error& e) {
        throw Error(e.code(), in_quotes(text) + ": " + e.what());
    }
    if (as_json) return to_line(json_of(text, facts));
    std::string line = fmt::format("{}: {}  (class {}", text, facts.form, facts.outcome);
    if (facts.weight) line += ", atomic weight " + *facts.weight;
    if (facts.mean) line += ", mean " + *facts.mean;
    if (facts.temperature) line += ", temperature " + *facts.temperature;
    line += fmt::format(", stops {} and {}", facts.left_stop, facts.right_stop);
    if (facts.birthday) line += fmt::format(", birthday {}", *facts.birthday);
    return line + ")";
}

}  // namespace

void print_values(std::span<const std::string> texts, bool as_json) {
    answer_each(texts, [as_json](const std::string& text) { std::cout << line_of(text, as_json) << '\n'; });
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
