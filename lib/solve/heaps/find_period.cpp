// SPDX-License-Identifier: MIT
#include "find_period.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace mexbase {

namespace {

// Returns the Z-function: z[i] is the length of the longest common prefix of the values and the values from at(i) on.
template <class Length, class At>
std::vector<Length> agreements(std::uint64_t size, const At& at, std::uint64_t most) {
    std::vector<Length> z(static_cast<std::size_t>(most + 1), 0);
    std::uint64_t left = 0, right = 0;  // begin and end of the agreement that reaches furthest
    for (std::uint64_t i = 1; i <= most; ++i) {
        std::uint64_t length = 0;
        if (i < right) length = std::min<std::uint64_t>(right - i, z[static_cast<std::size_t>(i - left)]);
        while (i + length < size && at(length) == at(i + length)) ++length;
        z[static_cast<std::size_t>(i)] = static_cast<Length>(length);
        if (i + length > right) {
            left = i;
            right = i + length;
        }
    }
    return z;
}

// Returns true if the values repeat for long enough after `preperiod` to be reported as a period.
bool is_convincing(std::uint64_t size, std::uint64_t preperiod, std::uint64_t period) {
    constexpr std::uint64_t least = 32;
    const std::uint64_t length = size - preperiod;
    return length >= least && length / 3 >= period && length >= size - length;
}

template <class Length, class T>
std::optional<Period> find_with(std::span<const T> values, const TakeAndBreak& game) {
    const std::uint64_t size = values.size();
    if (size < 2) return std::nullopt;
    // A greater period can neither be proven nor pass `is_convincing`.
    const std::uint64_t heaps = std::max(1U, game.most_heaps());
    const std::uint64_t most =
        heaps == 1 ? size - 1 : std::max<std::uint64_t>(1, size / std::min<std::uint64_t>(heaps, 3));
    const auto theorem = period_theorem(game);
    // `backward(i)` is value number i from the end. `difference(i)` is this value minus the value before it.
    const auto backward = [values](std::uint64_t i) { return values[static_cast<std::size_t>(values.size() - 1 - i)]; };
    const auto difference = [backward](std::uint64_t i) { return std::int64_t{backward(i)} - backward(i + 1); };
    std::optional<Period> seen;
    {
        const auto z = agreements<Length>(size, backward, most);
        for (std::uint64_t p = 1; p <= most; ++p) {
            const std::uint64_t preperiod = size - p - z[static_cast<std::size_t>(p)];
            if (theorem && proves(*theorem, {preperiod, p, 0, false}, size)) return Period{preperiod, p, 0, true};
            if (!seen && is_convincing(size, preperiod, p)) seen = Period{preperiod, p, 0, false};
        }
    }
    // Values of finite octal games are not arithmetic periodic.
    if (seen || (game.most_heaps() <= 2 && !game.distinct) || size < 3) return seen;
    const std::uint64_t most_seen = std::min(most, size / 3);
    const auto z = agreements<Length>(size - 1, difference, most_seen);
    for (std::uint64_t p = 1; p <= most_seen; ++p) {
        const std::uint64_t preperiod = size - 1 - p - z[static_cast<std::size_t>(p)];
        if (backward(0) > backward(p) && is_convincing(size, preperiod, p))
            return Period{preperiod, p, std::uint64_t{backward(0)} - backward(p), false};
    }
    return std::nullopt;
}

}  // namespace

template <class T>
std::optional<Period> find_period(std::span<const T> values, const TakeAndBreak& game) {
    if (values.size() <= std::numeric_limits<std::uint32_t>::max()) return find_with<std::uint32_t>(values, game);
    return find_with<std::uint64_t>(values, game);
}

template std::optional<Period> find_period(std::span<const std::uint8_t>, const TakeAndBreak&);
template std::optional<Period> find_period(std::span<const std::uint16_t>, const TakeAndBreak&);
template std::optional<Period> find_period(std::span<const std::uint32_t>, const TakeAndBreak&);

}  // namespace mexbase
