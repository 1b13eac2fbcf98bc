// SPDX-License-Identifier: MIT
/// \file
/// Random values of the first days.
#pragma once

#include <random>
#include <set>
#include <vector>

#include "lib/value/partizan/arena.hpp"

namespace mexbase::test {

using Ids = std::vector<PartizanId>;

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

inline Ids day_two(GameArena& arena) {
    return random_day(arena, random_day(arena, {GameArena::zero}, 4, 1, 1), 22, 2, 1);
}

}  // namespace mexbase::test
