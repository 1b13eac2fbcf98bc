#include "find_period.hpp"

#include <algorithm>
#include <limits>

#include "../../error.hpp"

namespace mexbase {

namespace {

// The values from the last one back, or their differences.
template <class T>
struct Backward {
    std::span<const T> values;
    std::uint64_t size() const { return values.size(); }
    T operator[](std::uint64_t i) const { return values[static_cast<std::size_t>(values.size() - 1 - i)]; }
};
template <class T>
struct Differences {
    std::span<const T> values;
    std::uint64_t size() const { return values.size() - 1; }
    std::int64_t operator[](std::uint64_t i) const {
        const auto last = static_cast<std::size_t>(values.size() - 1 - i);
        return std::int64_t{values[last]} - std::int64_t{values[last - 1]};
    }
};

// z[i], for i up to `most`: how long `s` agrees with itself from i on.
template <class Length, class Sequence>
std::vector<Length> agreements(const Sequence& s, std::uint64_t most) {
    std::vector<Length> z(static_cast<std::size_t>(most + 1), 0);
    std::uint64_t left = 0, right = 0;  // the agreement that reaches furthest
    for (std::uint64_t i = 1; i <= most; ++i) {
        std::uint64_t length = 0;
        if (i < right) length = std::min<std::uint64_t>(right - i, z[static_cast<std::size_t>(i - left)]);
        while (i + length < s.size() && s[length] == s[i + length]) ++length;
        z[static_cast<std::size_t>(i)] = static_cast<Length>(length);
        if (i + length > right) {
            left = i;
            right = i + length;
        }
    }
    return z;
}

// Whether what repeats from `preperiod` on is long enough to be taken for periodic.
bool is_convincing(std::uint64_t size, std::uint64_t preperiod, std::uint64_t period) {
    constexpr std::uint64_t least = 32;
    const std::uint64_t length = size - preperiod;
    return length >= least && length / 3 >= period && length >= size - length;
}

template <class Length, class T>
std::optional<Period> find_with(std::span<const T> values, const TakeAndBreak& game) {
    const std::uint64_t size = values.size();
    if (size < 2) return std::nullopt;
    // No greater period can be proven or be convincing.
    const std::uint64_t heaps = std::max(1U, game.most_heaps());
    const std::uint64_t most =
        heaps == 1 ? size - 1 : std::max<std::uint64_t>(1, size / std::min<std::uint64_t>(heaps, 3));
    const auto theorem = period_theorem(game);
    std::optional<Period> seen;
    {
        const auto z = agreements<Length>(Backward<T>{values}, most);
        for (std::uint64_t p = 1; p <= most; ++p) {
            const std::uint64_t preperiod = size - p - z[static_cast<std::size_t>(p)];
            if (theorem && proves(*theorem, {preperiod, p, 0, false}, size)) return Period{preperiod, p, 0, true};
            if (!seen && is_convincing(size, preperiod, p)) seen = Period{preperiod, p, 0, false};
        }
    }
    // Values of finite octal games are not arithmetic periodic.
    if (seen || (game.most_heaps() <= 2 && !game.distinct) || size < 3) return seen;
    const std::uint64_t most_seen = std::min(most, size / 3);
    const auto z = agreements<Length>(Differences<T>{values}, most_seen);
    for (std::uint64_t p = 1; p <= most_seen; ++p) {
        const std::uint64_t preperiod = size - 1 - p - z[static_cast<std::size_t>(p)];
        const T last = values[static_cast<std::size_t>(size - 1)],
                before = values[static_cast<std::size_t>(size - 1 - p)];
        if (last > before && is_convincing(size, preperiod, p))
            return Period{preperiod, p, std::uint64_t{last} - before, false};
    }
    return std::nullopt;
}

template <class T>
std::optional<Period> find(std::span<const T> values, const TakeAndBreak& game) {
    if (values.size() <= std::numeric_limits<std::uint32_t>::max()) return find_with<std::uint32_t>(values, game);
    return find_with<std::uint64_t>(values, game);
}

template <class T>
void extend(std::vector<T>& values, const Period& period, std::uint64_t heaps) {
    if (!period.proven || period.saltus != 0 || period.period == 0 || values.size() < period.period ||
        values.size() - period.period < period.preperiod)
        throw Error(ErrorCode::bad_usage, "values that a period does not give");
    values.reserve(static_cast<std::size_t>(std::max<std::uint64_t>(heaps, values.size())));
    while (values.size() < heaps) values.push_back(values[values.size() - static_cast<std::size_t>(period.period)]);
}

}  // namespace

std::optional<Period> find_period(std::span<const std::uint8_t> values, const TakeAndBreak& game) {
    return find(values, game);
}
std::optional<Period> find_period(std::span<const std::uint16_t> values, const TakeAndBreak& game) {
    return find(values, game);
}
std::optional<Period> find_period(std::span<const std::uint32_t> values, const TakeAndBreak& game) {
    return find(values, game);
}

void extend_by_period(std::vector<std::uint8_t>& values, const Period& period, std::uint64_t heaps) {
    extend(values, period, heaps);
}
void extend_by_period(std::vector<std::uint16_t>& values, const Period& period, std::uint64_t heaps) {
    extend(values, period, heaps);
}
void extend_by_period(std::vector<std::uint32_t>& values, const Period& period, std::uint64_t heaps) {
    extend(values, period, heaps);
}

}  // namespace mexbase
