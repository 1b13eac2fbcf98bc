// SPDX-License-Identifier: MIT
#include "nimber.hpp"

#include <algorithm>
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
