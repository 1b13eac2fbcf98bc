// SPDX-License-Identifier: MIT
#include "raw_spec.hpp"

#include <algorithm>

#include "error.hpp"
#include "text_parts.hpp"

namespace mexbase {

namespace {

[[noreturn]] void fail(const std::string& message) {
    throw Error(ErrorCode::bad_spec, message);
}

bool is_given(const RawSpec& spec, std::string_view key) {
    return std::any_of(spec.values.begin(), spec.values.end(), [key](const auto& value) { return value.first == key; });
}

}  // namespace

void throw_nameless_value(std::string_view family, std::string_view part) {
    fail("expected key=value in the spec of " + in_quotes(family) + ", got " + in_quotes(part));
}

RawSpec parse_spec(std::string_view text) {
    RawSpec spec;
    const std::size_t colon = text.find(':');
    spec.family = text.substr(0, colon);
    if (spec.family.empty())
        fail(in_quotes(text) +
             " is not a game spec: expected the name of a game first, such as square-but-one:max=100");
    if (colon == std::string_view::npos) return spec;
    for_each_word(text.substr(colon + 1), ',', [&spec](std::string_view part) {
        const std::size_t equals = part.find('=');
        const bool nameless = equals == std::string_view::npos && !part.empty() && spec.values.empty();
        const bool is_group = part.size() == 3 && exact_number(part);  // as in max=100,000
        if (is_group && !spec.values.empty() && exact_number(spec.values.back().second))
            fail("expected key=value in the spec of " + in_quotes(spec.family) + ", got " + in_quotes(part) +
                 "; write numbers without commas");
        if (!nameless && (equals == std::string_view::npos || equals == 0)) throw_nameless_value(spec.family, part);
        std::string key{nameless ? std::string_view{} : part.substr(0, equals)};
        if (is_given(spec, key)) fail("key " + in_quotes(key) + " is given twice");
        spec.values.emplace_back(std::move(key), std::string{nameless ? part : part.substr(equals + 1)});
    });
    return spec;
}

std::optional<std::string> fault_of_spec(std::string_view text) {
    if (!is_plain_text(text)) return in_quotes(text) + " is not UTF-8 or has control characters";
    try {
        parse_spec(text);
        return std::nullopt;
    } catch (const Error& e) {
        return e.what();
    }
}

}  // namespace mexbase
