// SPDX-License-Identifier: MIT
#include "large_orbits.hpp"

#include <algorithm>

namespace mexbase {

namespace {

/// Calls `f` with all k-subsets of the first n cells in the order of their ranks.
template <class F>
void for_each_subset(unsigned n, unsigned k, const F& f) {
    const std::uint64_t end = std::uint64_t{1} << n;
    for (std::uint64_t set = (std::uint64_t{1} << k) - 1; set < end;) {
        f(static_cast<std::uint32_t>(set));
        if (set == 0) return;
        // The next greater number with as many bits (Knuth, volume 4A, section 7.1.3, exercise 20).
        const std::uint64_t lowest = set & (~set + 1), carried = set + lowest;
        set = carried | ((set ^ carried) >> 2) / lowest;
    }
}

}  // namespace

HalvedSubsets::HalvedSubsets() {
    for (std::uint32_t set = 0; set <= half_mask; ++set) {
        sizes_[set] = static_cast<std::uint8_t>(std::popcount(set));
        low_[set] = static_cast<std::uint16_t>(rank_subset(set));
    }
    for (unsigned below = 0; below <= half; ++below) {
        const std::uint64_t low = (std::uint64_t{1} << below) - 1;  // has rank 0
        for (std::uint32_t set = 0; set <= half_mask; ++set)
            high_[below][set] = static_cast<std::uint32_t>(rank_subset(std::uint64_t{set} << half | low));
    }
}

LargeOrbits::LargeOrbits(unsigned cells, unsigned most, std::span<const LargeCellPermutation> group) {
    auto t = std::make_shared<Tables>();
    tables_ = t;
    t->cells = cells;
    t->group.assign(group.begin(), group.end());
    t->images.resize(group.size());
    std::vector<unsigned> inverses(group.size());
    for (std::size_t g = 0; g < group.size(); ++g) {
        for (unsigned cell = 0; cell < cells; ++cell)
            for (unsigned set = 0; set < 256; ++set)
                if ((set >> (cell % 8) & 1) != 0) t->images[g][cell / 8][set] |= 1U << group[g][cell];
        for (std::size_t first = 0; first < group.size(); ++first) {
            LargeCellPermutation both = group[g];
            for (unsigned cell = 0; cell < cells; ++cell) both[cell] = group[g][group[first][cell]];
            const auto is_both = [&](const LargeCellPermutation& one) {
                return std::equal(one.begin(), one.begin() + cells, both.begin());
            };
            const auto found = std::find_if(group.begin(), group.end(), is_both) - group.begin();
            t->compositions[g][first] = static_cast<std::uint8_t>(found);
            if (found == 0) inverses[first] = static_cast<unsigned>(g);
        }
    }

    std::uint32_t sets = 0;
    for (unsigned k = 0; k <= most; ++k) {
        t->first_set.push_back(sets);
        sets += static_cast<std::uint32_t>(binomial(cells, k));
    }
    t->entries.resize(sets);
    std::vector<std::uint32_t> symmetric;
    std::vector<std::uint16_t> stabilisers;
    const auto name_orbit = [&](std::uint32_t representative, std::uint32_t stabiliser, unsigned k) {
        const auto orbit = static_cast<std::uint32_t>(t->representatives.size());
        // Symmetries in descending order of their inverses, so that the smallest one back is written last.
        std::array<unsigned, most_symmetries> back{};
        for (unsigned g = 0; g < group.size(); ++g) back[inverses[g]] = g;
        for (auto g = static_cast<unsigned>(group.size()); g-- > 0;)
            t->entries[t->first_set[k] + HalvedSubsets::shared().rank(image(back[g], representative))] = {
                orbit & 0xfffffffU, g & 15U};
        t->representatives.push_back(representative);
        t->stabilisers.push_back(static_cast<std::uint16_t>(stabiliser));
    };
    for (unsigned k = 0; k <= most; ++k) {
        t->first.push_back(static_cast<std::uint32_t>(t->representatives.size()));
        symmetric.clear();
        stabilisers.clear();
        for_each_subset(cells, k, [&](std::uint32_t set) {
            std::uint32_t stabiliser = 1;
            for (unsigned g = 1; g < group.size(); ++g) {
                const std::uint32_t other = image(g, set);
                if (other < set) return;
                if (other == set) stabiliser |= 1U << g;
            }
            if (stabiliser == 1) return name_orbit(set, stabiliser, k);
            symmetric.push_back(set);
            stabilisers.push_back(static_cast<std::uint16_t>(stabiliser));
        });
        t->asymmetric.push_back(static_cast<std::uint32_t>(t->representatives.size()) - t->first[k]);
        for (std::size_t j = 0; j < symmetric.size(); ++j) name_orbit(symmetric[j], stabilisers[j], k);
    }
    t->first.push_back(static_cast<std::uint32_t>(t->representatives.size()));
}

LargeOrbitPairs::LargeOrbitPairs(LargeOrbits orbits, unsigned most_second)
    : orbits_(std::move(orbits)),
      most_second_(most_second),
      board_(static_cast<std::uint32_t>((std::uint64_t{1} << orbits_.cells()) - 1)) {
    auto t = std::make_shared<Tables>(std::size_t{orbits_.most() + 1} * (most_second + 1));
    for (const LargeCellPermutation& g : orbits_.group()) {
        // fixed[a][b]: pairs that g fixes. Each cycle belongs to the first set, to the second, or to neither.
        std::vector<std::vector<Index>> fixed(orbits_.most() + 1, std::vector<Index>(most_second + 1));
        fixed[0][0] = 1;
        std::uint32_t seen = 0;
        for (unsigned cell = 0; cell < orbits_.cells(); ++cell) {
            if ((seen >> cell & 1) != 0) continue;
            unsigned length = 0;
            for (unsigned at = cell; (seen >> at & 1) == 0; at = g[at], ++length) seen |= 1U << at;
            for (unsigned a = orbits_.most() + 1; a-- > 0;)
                for (unsigned b = most_second + 1; b-- > 0;) {
                    if (a >= length) fixed[a][b] += fixed[a - length][b];
                    if (b >= length) fixed[a][b] += fixed[a][b - length];
                }
        }
        for (unsigned a = 0; a <= orbits_.most(); ++a)
            for (unsigned b = 0; b <= most_second; ++b) t->blocks[place(a, b)].size += fixed[a][b];
    }
    for (Block& block : t->blocks) block.size /= orbits_.symmetries();
    tables_ = std::move(t);
}

LargeOrbitPairs::Marks LargeOrbitPairs::make_marks(unsigned a, unsigned b) const {
    const unsigned cells = orbits_.cells() - a;
    const std::uint64_t seconds = binomial(cells, b);
    const std::uint32_t begin = orbits_.first(a) + orbits_.asymmetric(a), end = orbits_.first(a + 1);
    Marks marks;
    marks.bits.resize((seconds * (end - begin) >> 6) + 1);
    std::uint64_t at = 0;
    for (std::uint32_t orbit = begin; orbit < end; ++orbit) {
        const std::uint32_t rest = board_ & ~orbits_.representative(orbit);
        for_each_subset(cells, b, [&](std::uint32_t compressed) {
            const auto second = static_cast<std::uint32_t>(expand(compressed, rest));
            if (smallest(orbits_.stabiliser(orbit), second) == second)
                marks.bits[at >> 6] |= std::uint64_t{1} << (at & 63);
            ++at;
        });
    }
    std::uint32_t count = 0;
    for (const std::uint64_t word : marks.bits) {
        marks.before.push_back(count);
        count += static_cast<std::uint32_t>(std::popcount(word));
    }
    return marks;
}

Index LargeOrbitPairs::rank_symmetric(std::uint32_t orbit, std::uint32_t second, unsigned a, unsigned b) const {
    const std::uint64_t seconds = binomial(orbits_.cells() - a, b);
    const std::uint32_t asymmetric = orbits_.asymmetric(a);
    const std::uint32_t rest = board_ & ~orbits_.representative(orbit);
    const auto least = static_cast<std::uint32_t>(compress(smallest(orbits_.stabiliser(orbit), second), rest));
    const std::uint64_t row = orbit - orbits_.first(a) - asymmetric;
    return asymmetric * seconds + marks(a, b).count_before(row * seconds + HalvedSubsets::shared().rank(least));
}

LargeOrbitPairs::Pair LargeOrbitPairs::unrank(unsigned a, unsigned b, Index index) const {
    const std::uint64_t seconds = binomial(orbits_.cells() - a, b);
    std::uint32_t orbit = orbits_.first(a);
    std::uint64_t rank = 0;
    if (const Index whole = orbits_.asymmetric(a) * seconds; index < whole) {
        orbit += static_cast<std::uint32_t>(index / seconds);
        rank = index % seconds;
    } else {
        // Finds the mark with that number: its word, then its bit.
        const Marks& found = marks(a, b);
        auto number = static_cast<std::uint32_t>(index - whole);
        const auto after = std::upper_bound(found.before.begin(), found.before.end(), number);
        const auto word = static_cast<std::size_t>(after - found.before.begin()) - 1;
        std::uint64_t left = found.bits[word];
        for (number -= found.before[word]; number > 0; --number) left &= left - 1;
        const std::uint64_t at = word * 64 + static_cast<unsigned>(std::countr_zero(left));
        orbit += orbits_.asymmetric(a) + static_cast<std::uint32_t>(at / seconds);
        rank = at % seconds;
    }
    const std::uint32_t first = orbits_.representative(orbit);
    return {first, static_cast<std::uint32_t>(expand(unrank_subset(rank, b), board_ & ~first))};
}

}  // namespace mexbase
