// SPDX-License-Identifier: MIT
/// \file
/// Values of the first days, all of them or random ones.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "lib/value/partizan/arena.hpp"

namespace mexbase::test {

using Ids = std::vector<PartizanId>;

/// Returns a copy of options. New games in the arena may move the originals.
inline Ids copied(std::span<const PartizanId> options) {
    return {options.begin(), options.end()};
}

/// Returns values of the next day from random sets of today's; fewer if there are not as many.
inline Ids random_day(GameArena& arena, const Ids& today, std::size_t count, unsigned most_options, unsigned seed) {
    std::mt19937 random(seed);
    std::set<PartizanId> values;
    const auto draw = [&] {
        Ids options;
        for (auto n = random() % (most_options + 1); n > 0; --n) options.push_back(today[random() % today.size()]);
        return options;
    };
    for (std::size_t tries = 0; values.size() < count && tries < 40 * count; ++tries)
        values.insert(arena.make(draw(), draw()));
    return {values.begin(), values.end()};
}

/// Returns all values of the next day: Left's and Right's options are antichains of today's.
inline Ids next_day(GameArena& arena, const Ids& today) {
    std::vector<Ids> antichains{{}};
    for (const PartizanId g : today)
        for (std::size_t i = antichains.size(); i-- > 0;)
            if (std::ranges::none_of(antichains[i], [&](PartizanId h) { return arena.leq(g, h) || arena.leq(h, g); })) {
                antichains.push_back(antichains[i]);
                antichains.back().push_back(g);
            }
    std::set<PartizanId> values;
    for (const auto& left : antichains)
        for (const auto& right : antichains) values.insert(arena.make(left, right));
    return {values.begin(), values.end()};
}

/// Returns the values born by day n.
inline Ids day(GameArena& arena, int n) {
    return n == 0 ? Ids{GameArena::zero} : next_day(arena, day(arena, n - 1));
}

inline Ids day_two(GameArena& arena) {
    return day(arena, 2);
}

}  // namespace mexbase::test
