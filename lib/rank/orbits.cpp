// SPDX-License-Identifier: MIT
#include "orbits.hpp"

namespace mexbase {

Orbits::Orbits(unsigned cells, std::span<const CellPermutation> group) {
    auto t = std::make_shared<Tables>();
    t->cells = cells;
    t->images.resize(group.size());
    for (std::size_t g = 0; g < group.size(); ++g)
        for (unsigned cell = 0; cell < cells; ++cell)
            for (unsigned set = 0; set < 256; ++set)
                if ((set >> (cell % 8) & 1) != 0)
                    t->images[g][cell / 8][set] =
                        static_cast<std::uint16_t>(t->images[g][cell / 8][set] | 1U << group[g][cell]);
    t->inverses.resize(group.size());
    for (std::size_t second = 0; second < group.size(); ++second)
        for (std::size_t first = 0; first < group.size(); ++first) {
            const auto is_both = [&](const CellPermutation& one) {
                for (unsigned cell = 0; cell < cells; ++cell)
                    if (one[cell] != group[second][group[first][cell]]) return false;
                return true;
            };
            const auto both = std::find_if(group.begin(), group.end(), is_both) - group.begin();
            t->compositions[second][first] = static_cast<std::uint8_t>(both);
            if (both == 0) t->inverses[first] = static_cast<unsigned>(second);
        }
    tables_ = t;

    // Goes through the sets of cells by size, and sets of one size as binary numbers. The first set found of an orbit
    // is the representative. Then the entries of all sets of the orbit are filled in.
    const SmallSubsets& subsets = SmallSubsets::shared();
    std::vector<bool> named(std::size_t{1} << cells);
    std::vector<std::uint16_t> symmetric;  // representatives with symmetries, of the current size
    t->entries.resize(named.size());
    const auto name_orbit = [&](std::uint32_t representative, std::uint32_t stabiliser, unsigned k) {
        for (unsigned g = 0; g < group.size(); ++g) {
            // A symmetry from a set to the representative is the inverse of one from the representative to the set.
            Entry& entry = t->entries[image(g, representative)];
            const auto back = static_cast<std::uint8_t>(t->inverses[g]);
            if (named[image(g, representative)] && entry.symmetry < back) continue;
            named[image(g, representative)] = true;
            entry = {static_cast<std::uint16_t>(t->representatives.size()), back, static_cast<std::uint8_t>(k)};
        }
        t->representatives.push_back(static_cast<std::uint16_t>(representative));
        t->stabilisers.push_back(static_cast<std::uint16_t>(stabiliser));
    };
    const auto stabiliser_of = [&](std::uint32_t set) {
        std::uint32_t stabiliser = 0;
        for (unsigned g = 0; g < group.size(); ++g)
            if (image(g, set) == set) stabiliser |= 1U << g;
        return stabiliser;
    };
    for (unsigned k = 0; k <= cells; ++k) {
        t->first[k] = static_cast<std::uint32_t>(t->representatives.size());
        symmetric.clear();
        const auto sets = static_cast<unsigned>(binomial(cells, k));
        for (unsigned rank = 0; rank < sets; ++rank) {
            const std::uint32_t set = subsets.subset(rank, k);
            if (named[set]) continue;
            bool least = true;
            for (unsigned g = 1; g < group.size(); ++g) least = least && image(g, set) >= set;
            if (!least) continue;
            if (const std::uint32_t stabiliser = stabiliser_of(set); stabiliser == 1)
                name_orbit(set, stabiliser, k);
            else
                symmetric.push_back(static_cast<std::uint16_t>(set));
        }
        t->asymmetric[k] = static_cast<std::uint32_t>(t->representatives.size()) - t->first[k];
        for (const std::uint32_t set : symmetric) name_orbit(set, stabiliser_of(set), k);
    }
    for (unsigned k = cells + 1; k < t->first.size(); ++k)
        t->first[k] = static_cast<std::uint32_t>(t->representatives.size());
}

OrbitPairs::OrbitPairs(Orbits orbits, unsigned most_first, unsigned most_second)
    : orbits_(std::move(orbits)), most_second_(most_second) {
    const SmallSubsets& subsets = SmallSubsets::shared();
    const unsigned cells = orbits_.cells();
    const std::uint32_t board = (1U << cells) - 1;
    auto t = std::make_shared<Tables>();
    for (std::uint32_t set = 0; set <= board; ++set)
        t->numbers.push_back(static_cast<std::uint16_t>(subsets.rank(set)));

    t->rests.resize(orbits_.first(most_first + 1));
    t->starts.resize(t->rests.size() * (most_second + 1));
    t->sizes.resize((most_first + 1) * (most_second + 1));
    for (unsigned a = 0; a <= most_first; ++a) {
        t->symmetric[a] = static_cast<std::uint32_t>(t->first_second.size() / (most_second + 1));
        for (unsigned orbit = orbits_.first(a); orbit < orbits_.first(a + 1); ++orbit) {
            Rest& rest = t->rests[orbit];
            rest.cells = board & ~orbits_.representative(orbit);
            const bool symmetric = orbit - orbits_.first(a) >= orbits_.asymmetric(a);
            const auto begin = static_cast<std::uint32_t>(t->numbers.size());
            if (symmetric) {
                rest.numbers = begin;
                t->numbers.resize(begin + (std::size_t{1} << (cells - a)), 0xffff);
            }
            for (unsigned b = 0; b <= most_second; ++b) {
                std::uint32_t& size = t->sizes[a * (most_second + 1) + b];
                t->starts[b * t->rests.size() + orbit] = size;
                if (!symmetric) {
                    size += static_cast<std::uint32_t>(binomial(cells - a, b));
                    continue;
                }
                const std::size_t before = t->seconds.size();
                t->first_second.push_back(static_cast<std::uint32_t>(before));
                const auto sets = static_cast<unsigned>(binomial(cells - a, b));
                for (unsigned rank = 0; rank < sets; ++rank) {
                    const std::uint32_t least = subsets.subset(rank, b);
                    if (t->numbers[begin + least] != 0xffff) continue;
                    const auto second = static_cast<std::uint32_t>(expand(least, rest.cells));
                    const auto number = static_cast<std::uint16_t>(t->seconds.size() - before);
                    for (unsigned g = 0; g < orbits_.symmetries(); ++g)
                        if ((orbits_.stabiliser(orbit) >> g & 1) != 0)
                            t->numbers[begin + compress(orbits_.image(g, second), rest.cells)] = number;
                    t->seconds.push_back(static_cast<std::uint16_t>(least));
                }
                size += static_cast<std::uint32_t>(t->seconds.size() - before);
            }
        }
    }
    tables_ = std::move(t);
}

OrbitPairs::Pair OrbitPairs::unrank(unsigned a, unsigned b, Index index) const {
    const Tables& t = *tables_;
    const auto seconds = static_cast<std::uint32_t>(binomial(orbits_.cells() - a, b));
    const std::uint32_t asymmetric = orbits_.asymmetric(a);
    const auto number = static_cast<std::uint32_t>(index);
    unsigned orbit = orbits_.first(a);
    std::uint32_t compressed = 0;
    if (number < asymmetric * seconds) {
        orbit += number / seconds;
        compressed = SmallSubsets::shared().subset(number % seconds, b);
    } else {
        const std::uint32_t* const begin = starts(b) + orbit + asymmetric;
        const std::uint32_t* const end = starts(b) + orbits_.first(a + 1);
        const auto place = static_cast<unsigned>(std::upper_bound(begin, end, number) - begin) - 1;
        orbit += asymmetric + place;
        const std::uint32_t first = t.first_second[(t.symmetric[a] + place) * (most_second_ + 1) + b];
        compressed = t.seconds[first + number - begin[place]];
    }
    return {orbits_.representative(orbit), static_cast<std::uint32_t>(expand(compressed, t.rests[orbit].cells))};
}

unsigned OrbitPairs::symmetries(std::uint32_t stabiliser, std::uint32_t second) const {
    unsigned n = 0;
    for (unsigned g = 0; g < orbits_.symmetries(); ++g)
        if ((stabiliser >> g & 1) != 0 && orbits_.image(g, second) == second) ++n;
    return n;
}

}  // namespace mexbase
