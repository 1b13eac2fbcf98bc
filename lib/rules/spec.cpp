// SPDX-License-Identifier: MIT
#include "spec.hpp"

#include <algorithm>

#include "../error.hpp"
#include "../suggestions.hpp"
#include "../text_parts.hpp"

namespace mexbase {

namespace {

[[noreturn]] void fail(const std::string& message, const Suggestion& meant = {}) {
    throw Error(ErrorCode::bad_spec, message, meant);
}

auto find_help(std::span<const KeyHelp> keys, std::string_view name) {
    return std::find_if(keys.begin(), keys.end(), [name](const KeyHelp& key) { return key.name == name; });
}

auto find_key(const std::vector<std::pair<std::string, std::string>>& values, std::string_view key) {
    return std::find_if(values.begin(), values.end(), [key](const auto& value) { return value.first == key; });
}

std::string range_text(std::uint64_t low, std::uint64_t high) {
    return std::to_string(low) + ".." + std::to_string(high);
}

/// Writes `key=value` for an error message. Quotes the value only if `in_quotes` would escape or shorten it.
std::string assignment(std::string_view key, std::string_view value) {
    const std::string quoted = in_quotes(value);
    const bool plain = quoted == '"' + std::string{value} + '"';
    return std::string{key} + '=' + (plain ? std::string{value} : quoted);
}

/// Strips leading zeros from each number if `text` is numbers joined by `-`; returns any other text unchanged.
std::string plain_numbers(std::string_view text) {
    std::string plain;
    bool numbers = true;
    for_each_word(text, '-', [&](std::string_view word) {
        numbers = numbers && !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
        if (numbers) word.remove_prefix(std::min(word.find_first_not_of('0'), word.size() - 1));
        plain.append(plain.empty() ? "" : "-").append(word);
    });
    return numbers ? plain : std::string{text};
}

/// Suggests a spec with the form of the family's example. A value without a key gets the example's first key.
Suggestion spec_meant(const RawSpec& raw, const FamilyHelp& help) {
    std::string text;
    for (const auto& [key, value] : parse_spec(help.example).values) {
        auto given = find_key(raw.values, key);
        if (given == raw.values.end() && text.empty()) given = find_key(raw.values, "");
        const std::string shown = in_quotes(given == raw.values.end() ? "…" : given->second);
        text += (text.empty() ? ":" : ",") + (key.empty() ? "" : key + '=') + shown.substr(1, shown.size() - 2);
    }
    return {text.empty() ? text : "; write " + raw.family + text};
}

std::string listed_words(std::span<const std::string_view> words) {
    std::string all;
    for (std::size_t i = 0; i < words.size(); ++i)
        all.append(i == 0 ? "" : i + 1 == words.size() ? " or " : ", ").append(words[i]);
    return all;
}

}  // namespace

std::string range_of(const KeyHelp& key) {
    return key.range.empty() ? listed_words(key.words) : std::string{key.range};
}

void add_implied_keys(RawSpec& raw, const FamilyHelp& help, ValueKind kind) {
    for (const ImpliedKey& implied : help.implied)
        if (implied.kind == kind && find_key(raw.values, implied.key) == raw.values.end())
            raw.values.emplace_back(implied.key, implied.value);
}

Parameters::Parameters(const RawSpec& raw_spec, const FamilyHelp& help, bool lenient)
    : help_(&help), family_(raw_spec.family) {
    RawSpec raw = raw_spec;
    if (const auto bare =
            std::find_if(help.keys.begin(), help.keys.end(), [](const KeyHelp& key) { return key.nameless; });
        bare != help.keys.end()) {
        nameless_ = bare->name;
        if (!raw.values.empty() && raw.values.front().first.empty()) {
            if (find_key(raw.values, nameless_) != raw.values.end())
                fail("key " + in_quotes(nameless_) + " is given twice");
            raw.values.front().first = nameless_;
        }
    }
    for (const auto& [key, value] : raw.values) {
        if (key.empty())
            fail("expected key=value in the spec of " + in_quotes(family_) + ", got " + in_quotes(value),
                 spec_meant(raw, help));
        if (find_help(help.keys, key) == help.keys.end()) {
            std::string keys;
            std::vector<std::string_view> names;
            for (const auto& k : help.keys) {
                keys += (keys.empty() ? "" : ", ") + std::string{k.name};
                names.push_back(k.name);
            }
            fail(family_ + " has no key " + in_quotes(key) +
                     (keys.empty() ? "; it has no keys" : "; its keys are: " + keys),
                 did_you_mean(key, names));
        }
    }
    for (const auto& key : help.keys) {
        const auto given = find_key(raw.values, key.name);
        const bool as_written = key.verbatim || key.file != KeyHelp::File::none;
        if (given != raw.values.end())
            values_.emplace_back(key.name, as_written ? given->second : plain_numbers(given->second));
        else if (!key.fallback.empty())
            values_.emplace_back(key.name, key.fallback);
        else if (!key.optional && !(lenient && key.scope))
            fail(family_ + " needs key " + in_quotes(key.name) + " (" + range_of(key) + ")");
    }
}

bool Parameters::has(std::string_view key) const {
    return find_key(values_, key) != values_.end();
}

const std::string& Parameters::text(std::string_view key) const {
    if (const auto value = find_key(values_, key); value != values_.end()) return value->second;
    fail("the rules of " + family_ + " read key " + in_quotes(key) + ", which is not in help()");
}

void Parameters::normalise(std::string_view key, std::string value) {
    for (auto& given : values_)
        if (given.first == key) given.second = std::move(value);
}

void Parameters::remove(std::string_view key) {
    std::erase_if(values_, [&](const auto& given) { return given.first == key; });
}

std::uint64_t Parameters::number(std::string_view key, std::uint64_t low, std::uint64_t high) const {
    const auto value = exact_number(text(key));
    if (!value || *value < low || *value > high)
        fail(assignment(key, text(key)) + " is out of range: " + std::string{key} + " must be a number in " +
                 range_text(low, high),
             write_number(text(key)));
    return *value;
}

std::size_t Parameters::choice_of(std::string_view key, std::span<const std::string_view> allowed) const {
    const auto at = std::find(allowed.begin(), allowed.end(), text(key));
    if (at != allowed.end()) return static_cast<std::size_t>(at - allowed.begin());
    fail(assignment(key, text(key)) + " is not allowed: " + std::string{key} + " must be " + listed_words(allowed),
         did_you_mean(text(key), allowed));
}

std::size_t Parameters::choice(std::string_view key, std::initializer_list<std::string_view> allowed) const {
    return choice_of(key, {allowed.begin(), allowed.size()});
}

std::size_t Parameters::choice(std::string_view key) const {
    const auto help = find_help(help_->keys, key);
    return choice_of(key, help == help_->keys.end() ? std::span<const std::string_view>{} : help->words);
}

std::vector<std::uint64_t> Parameters::number_set(std::string_view key, std::uint64_t low, std::uint64_t high) const {
    std::vector<std::uint64_t> set;
    for_each_word(text(key), '-', [&](std::string_view word) {
        const auto value = exact_number(word);
        if (!value || *value < low || *value > high)
            fail(assignment(key, text(key)) + " is out of range: " + std::string{key} +
                     " must be numbers separated by -, each in " + range_text(low, high),
                 write_number(word));
        set.push_back(*value);
    });
    std::sort(set.begin(), set.end());
    if (std::adjacent_find(set.begin(), set.end()) != set.end())
        fail(assignment(key, text(key)) + " has a number twice");
    return set;
}

const std::shared_ptr<const Board>& Parameters::board() const {
    if (!board_) fail(family_ + " needs a board, but none was given");
    return board_;
}

std::string Parameters::spec_of(bool with_scope) const {
    std::string out = family_;
    char separator = ':';
    for (const auto& [key, value] : values_) {
        if (!with_scope && find_help(help_->keys, key)->scope) continue;
        out += separator;
        if (key != nameless_) out += key + '=';
        out += value;
        separator = ',';
    }
    if (const auto fault = fault_of_spec(out)) fail(*fault);
    return out;
}

}  // namespace mexbase
