// SPDX-License-Identifier: MIT
#include "pawn_levels.hpp"

#include <algorithm>

#include "../../../rank/subsets.hpp"
#include "squares.hpp"

namespace mexbase::chess {

namespace {

/// Returns the number of ranks that the pawns of each set have advanced, by the number of the set.
std::vector<unsigned> advances(unsigned side, unsigned pawns) {
    std::vector<unsigned> all(static_cast<std::size_t>(binomial(pawn_squares, pawns)));
    for (std::size_t k = 0; k < all.size(); ++k)
        for (Squares set = unrank_subset(k, pawns); set != 0; set &= set - 1) {
            const unsigned rank = rank_of(lowest(set));
            all[k] += side == 0 ? rank : 5 - rank;
        }
    return all;
}

}  // namespace

PawnLevels::PawnLevels(const std::array<unsigned, 2>& pawns, unsigned advanced) {
    const std::vector<unsigned> first = advances(0, pawns[0]), second = advances(1, pawns[1]);
    places_.reserve(first.size() * second.size());
    for (const unsigned a : first)
        for (const unsigned b : second) {
            const unsigned level = a + b + advanced;
            if (level >= codes_.size()) codes_.resize(level + 1);
            const auto code = static_cast<std::uint32_t>(places_.size());
            places_.push_back({static_cast<std::uint8_t>(level), static_cast<std::uint32_t>(codes_[level].size())});
            codes_[level].push_back(code);
        }
}

}  // namespace mexbase::chess
