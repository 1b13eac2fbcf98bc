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

std::string expected_value(std::string_view family, std::string_view part) {
    return "expected key=value in the spec of " + in_quotes(family) + ", got " + in_quotes(part);
}

/// Removes a value in quotes from the front of `rest`. Returns it without its quotes.
std::string_view take_quoted(std::string_view& rest) {
    const std::size_t end = rest.find(rest.front(), 1);
    if (end == std::string_view::npos) fail("the quote in " + in_quotes(rest) + " is not closed");
    const std::string_view value = rest.substr(1, end - 1);
    if (end + 1 < rest.size() && rest[end + 1] != ',')
        fail("expected a comma or the end of the spec after the value in quotes, got " +
             in_quotes(rest.substr(end + 1)));
    rest.remove_prefix(end + 1);
    return value;
}

}  // namespace

void throw_nameless_value(std::string_view family, std::string_view part) {
    fail(expected_value(family, part));
}

RawSpec parse_spec(std::string_view text) {
    RawSpec spec;
    const std::size_t colon = text.find(':');
    spec.family = text.substr(0, colon);
    if (spec.family.empty())
        fail(in_quotes(text) +
             " is not a game spec: expected the name of a game first, such as square-but-one:max=100");
    if (colon == std::string_view::npos) return spec;
    std::string_view rest = text.substr(colon + 1);
    for (bool more = true; more;) {
        const std::size_t equals = rest.find_first_of("=,");
        const bool named = equals != std::string_view::npos && rest[equals] == '=';
        const std::string_view key = rest.substr(0, named ? equals : 0);
        if (named) rest.remove_prefix(equals + 1);
        const bool quoted = rest.starts_with('"') || rest.starts_with('\'');
        const std::string_view value = quoted ? take_quoted(rest) : rest.substr(0, rest.find(','));
        if (!quoted) rest.remove_prefix(value.size());
        if (named ? key.empty() : value.empty() || !spec.values.empty()) {
            const std::string part = named ? "=" + std::string(value) : std::string(value);
            const bool is_group = part.size() == 3 && exact_number(part);  // as in max=100,000
            if (is_group && !spec.values.empty() && exact_number(spec.values.back().second))
                fail(expected_value(spec.family, part) + "; write numbers without commas");
            if (!spec.values.empty())
                fail(expected_value(spec.family, part) + "; a file name with a comma needs quotes");
            throw_nameless_value(spec.family, part);
        }
        if (is_given(spec, key)) fail("key " + in_quotes(key) + " is given twice");
        spec.values.emplace_back(key, value);
        more = !rest.empty();
        if (more) rest.remove_prefix(1);
    }
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
