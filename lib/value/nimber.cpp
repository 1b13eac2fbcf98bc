#include "nimber.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace mexbase {

void MexSet::grow(std::uint64_t number) {
    seen_.resize(static_cast<std::size_t>(number + number / 2 + 16), 0);
}

bool operator==(const NimberValue& a, const NimberValue& b) {
    return a.infinite == b.infinite && a.nimber == b.nimber && a.counter == b.counter &&
           std::equal(a.reached.begin(), a.reached.end(), b.reached.begin(), b.reached.end());
}

std::string to_string(const NimberValue& value) {
    if (!value.infinite) {
        if (value.nimber == 0) return "0";
        return value.nimber == 1 ? "*" : "*" + std::to_string(value.nimber);
    }
    std::string text = "inf{";
    for (const std::uint32_t n : value.reached) {
        if (text.back() != '{') text += ' ';
        text += std::to_string(n);
    }
    return text + '}';
}

namespace {

/// Numbers separated by spaces or commas; false for anything else.
bool read_numbers(std::string_view text, std::vector<std::uint32_t>& numbers) {
    const auto separates = [](char c) { return c == ' ' || c == ','; };
    bool after_comma = false;
    while (!text.empty()) {
        if (separates(text.front())) {
            if (text.front() == ',') {
                if (after_comma || numbers.empty()) return false;
                after_comma = true;
            }
            text.remove_prefix(1);
            continue;
        }
        std::uint32_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{}) return false;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.empty() && !separates(text.front())) return false;
        numbers.push_back(number);
        after_comma = false;
    }
    return !after_comma;
}

}  // namespace

std::optional<NimberText> nimber_from(std::string_view text) {
    NimberText value;
    for (const std::string_view head : {std::string_view("inf"), std::string_view("\u221e")}) {
        if (!text.starts_with(head)) continue;
        text.remove_prefix(head.size());
        const bool braces = text.starts_with('{') && text.ends_with('}');
        const bool brackets = text.starts_with('(') && text.ends_with(')');
        if (text.size() < 2 || (!braces && !brackets)) return std::nullopt;
        value.infinite = true;
        if (!read_numbers(text.substr(1, text.size() - 2), value.numbers)) return std::nullopt;
        std::sort(value.numbers.begin(), value.numbers.end());
        value.numbers.erase(std::unique(value.numbers.begin(), value.numbers.end()), value.numbers.end());
        return value;
    }
    if (text == "0") return NimberText{false, {0}};
    if (text == "*") return NimberText{false, {1}};
    if (!text.starts_with('*')) return std::nullopt;
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return NimberText{false, {number}};
}

Outcome sum_outcome(std::span<const NimberValue> values) {
    const NimberValue* infinite = nullptr;
    std::uint64_t rest = 0;
    for (const NimberValue& value : values) {
        if (!value.infinite) {
            rest ^= value.nimber;
            continue;
        }
        if (infinite != nullptr) return Outcome::draw;
        infinite = &value;
    }
    if (infinite == nullptr) return rest == 0 ? Outcome::loss : Outcome::win;
    const auto reached = infinite->reached;
    const bool won = rest <= std::numeric_limits<std::uint32_t>::max() &&
                     std::binary_search(reached.begin(), reached.end(), static_cast<std::uint32_t>(rest));
    return won ? Outcome::win : Outcome::draw;
}

}  // namespace mexbase
