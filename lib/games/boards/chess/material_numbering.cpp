// SPDX-License-Identifier: MIT
#include "material_numbering.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "../../../error.hpp"
#include "../../../rank/subsets.hpp"

namespace mexbase::chess {

namespace {

/// Number of pairs of neighbouring files: first that of a pawn that moved two squares, then that of its captor.
constexpr unsigned file_pairs = 14;

Squares set_of(const Places& at, const Group& group) {
    Squares set = 0;
    for (unsigned k = 0; k < group.count; ++k) set |= bit(at[group.first + k]);
    return set;
}

/// Returns the lowest square on which the pieces of `group` may be. For pawns it is a2.
constexpr unsigned below(const Group& group) {
    return group.kind == pawn ? 8 : 0;
}

}  // namespace

MaterialNumbering::MaterialNumbering(const Material& material, Index first, bool by_levels)
    : material_(material),
      kings_(&KingPairs::shared(material.pawns() > 0)),
      pawns_(material.pawns() > 0),
      symmetric_(material.symmetric()) {
    for (unsigned side = 0; side < 2; ++side) {
        if (side == 1) second_ = men_;
        for (unsigned k = king; k < kind_count; ++k) {
            const std::uint8_t count = material.count[side][k];
            by_kind_[side][k] = {static_cast<std::uint8_t>(side), static_cast<Kind>(k), static_cast<std::uint8_t>(men_),
                                 count};
            first_men_[8 * side + k] = static_cast<std::uint8_t>(men_);
            if (count == 0) continue;
            groups_.push_back(by_kind_[side][k]);
            pairs_ = pairs_ || count > 1;
            for (unsigned n = 0; n < count; ++n) kinds_[men_++] = static_cast<Kind>(k);
        }
    }
    for (const Group& g : groups_)
        if (g.kind == pawn) placed_.push_back(g);
    for (const Group& g : groups_)
        if (g.kind != pawn && g.kind != king) placed_.push_back(g);
    const std::array<unsigned, 2> pawns{material.count[0][pawn], material.count[1][pawn]};
    pushed_ = pawns[0] > 0 && pawns[1] > 0;
    size_ = first;
    if (by_levels && pawns_) {
        levels_[0] = PawnLevels(pawns, 0);
        // The two pawns of an en passant capture have together advanced five ranks.
        if (pushed_) levels_[1] = PawnLevels({pawns[0] - 1, pawns[1] - 1}, 5);
        for (const bool pushed : {false, true}) block_of_level_[pushed].resize(levels_[pushed].levels());
        for (unsigned level = levels_[0].levels(); level-- > 0;) {
            add_block(false, level);
            if (level < levels_[1].levels() && levels_[1].size(level) != 0) add_block(true, level);
        }
    } else {
        add_block(false);
        if (pushed_) add_block(true);
    }
    for (std::size_t k = 0; k < placed_.size(); ++k)
        if (placed_[k].count == 1) weights_[placed_[k].first] = blocks_[0].sets[k].weight;
    size_ -= first;
}

void MaterialNumbering::add_block(bool pushed, unsigned level) {
    Block block;
    block.first = size_;
    block.pushed = pushed;
    block.level = level;
    if (has_levels()) {
        block.pawns.radix = levels_[pushed].size(level);
        block_of_level_[pushed][level] = static_cast<std::uint16_t>(blocks_.size());
    }
    block.mover.radix = symmetric_ ? 1 : 2;
    block.kings.radix = kings_->size();
    block.files.radix = pushed ? file_pairs : 1;
    for (const Group& g : placed_) {
        const unsigned count = g.count - (pushed && g.kind == pawn ? 1U : 0U);
        block.left.push_back(static_cast<std::uint8_t>(count));
        const bool ranked = g.kind == pawn && has_levels();
        block.sets.push_back({0, ranked ? 1 : binomial(square_count - 2 * below(g), count)});
    }
    // Sort the digits, the slowest-changing first. bench/results/history.md has the table sizes for each order.
    std::size_t slow = placed_.size();
    if (pawns_)
        slow = static_cast<std::size_t>(
            std::count_if(placed_.begin(), placed_.end(), [](const Group& group) { return group.kind == pawn; }));
    else if (second_ + 1 == men_)
        slow = std::min<std::size_t>(slow, 1);
    std::vector<std::size_t> order{mover_digit, files_digit, pawns_digit};
    for (std::size_t k = 0; k < placed_.size(); ++k) {
        if (k == slow) order.push_back(kings_digit);
        order.push_back(first_set_digit + k);
    }
    if (slow == placed_.size()) order.push_back(kings_digit);
    Index weight = 1;
    for (; !order.empty(); order.pop_back()) {
        const std::size_t place = order.back();
        Digit& digit = place == mover_digit   ? block.mover
                       : place == files_digit ? block.files
                       : place == kings_digit ? block.kings
                       : place == pawns_digit ? block.pawns
                                              : block.sets[place - first_set_digit];
        digit.weight = digit.radix > 1 ? weight : 0;
        if (weight > std::numeric_limits<Index>::max() / 4 / digit.radix)
            throw Error(ErrorCode::bad_spec, "an ending with these pieces has more positions than can be numbered");
        weight *= digit.radix;
        if (digit.radix > 1)
            block.places.push_back({static_cast<std::uint8_t>(place), static_cast<std::uint32_t>(digit.radix),
                                    std::numeric_limits<std::uint64_t>::max() / digit.radix + 1});
    }
    size_ += weight;
    blocks_.push_back(std::move(block));
}

void MaterialNumbering::add_digit_ranges(std::vector<DigitRange>& out) const {
    for (const Block& block : blocks_) {
        out.push_back({block.first, {}});
        for (auto place = block.places.rbegin(); place != block.places.rend(); ++place)
            out.back().radices.push_back(place->radix);
    }
}

void MaterialNumbering::sort(Places& at) const {
    if (!pairs_) return;
    for (const Group& g : groups_)
        if (g.count > 1) std::sort(at.begin() + g.first, at.begin() + g.first + g.count);
}

std::array<unsigned, 2> MaterialNumbering::pair_of_files(const Places& at, unsigned mover, unsigned pushed) const {
    const unsigned file = pushed - 1, other = 1 - mover;
    const Group& takers = by_kind_[mover][pawn];
    const unsigned row = pushed_rank(other) * 8;
    unsigned taker = square_count;
    for (unsigned k = 0; k < takers.count; ++k) {
        const unsigned s = at[takers.first + k];
        if (s < row || s >= row + 8) continue;
        if (s + 1 == row + file || s == row + file + 1) taker = std::min(taker, s);
    }
    return {row + file, taker};
}

Index MaterialNumbering::number(const Places& at, const NormalisedPosition& v, const KingPairs::Place& kings) const {
    const bool ep = v.pushed != 0;
    Squares pair = 0;
    Index files = 0;
    if (ep) {
        const auto [pushed, taker] = pair_of_files(at, v.mover, v.pushed);
        files = 2 * file_of(pushed) + (taker > pushed ? 1U : 0U) - 1;
        pair = bit(pushed) | bit(taker);
    }
    const Block* block = &blocks_[ep ? 1 : 0];
    Index placement = 0;
    std::size_t k = 0;
    if (has_levels()) {
        std::uint32_t code = 0;
        for (const unsigned side : {0U, 1U}) {
            const Group& g = by_kind_[side][pawn];
            const unsigned left = g.count - (ep ? 1U : 0U);
            code = code * static_cast<std::uint32_t>(binomial(pawn_squares, left)) +
                   static_cast<std::uint32_t>(rank_subset((set_of(at, g) & ~pair) >> 8));
            k += g.count > 0 ? 1 : 0;
        }
        const PawnLevels::Place& place = levels_[ep].place(code);
        block = &blocks_[block_of_level_[ep][place.level]];
        placement = place.rank;
    }
    Index i = block->first + v.mover * block->mover.weight + kings.orbit * block->kings.weight +
              files * block->files.weight + placement * block->pawns.weight;
    for (; k < placed_.size(); ++k) {
        const Group& g = placed_[k];
        const Index set = block->left[k] == 1 && g.count == 1 ? at[g.first] - below(g)
                                                              : rank_subset((set_of(at, g) & ~pair) >> below(g));
        i += set * block->sets[k].weight;
    }
    return i;
}

const MaterialNumbering::Block& MaterialNumbering::block_of(Index i) const {
    if (blocks_.size() == 1) return blocks_.front();
    const auto after =
        std::upper_bound(blocks_.begin(), blocks_.end(), i, [](Index at, const Block& b) { return at < b.first; });
    return *std::prev(after);
}

std::vector<std::pair<Index, std::string>> MaterialNumbering::slices() const {
    std::vector<std::pair<Index, std::string>> slices;
    for (const Block& block : blocks_) {
        if (!slices.empty() && (!has_levels() || block.pushed)) continue;
        std::string name = format(material_);
        if (has_levels()) name += '+' + std::to_string(block.level);
        slices.emplace_back(block.first, std::move(name));
    }
    return slices;
}

Index MaterialNumbering::rank(const NormalisedPosition& v) const {
    const KingPairs::Place& kings = kings_->place(v.at[0], v.at[second_]);
    Places at;
    NormalisedPosition seen = v;
    const auto& image = images[kings.symmetry];
    for (unsigned k = 0; k < men_; ++k) at[k] = image[v.at[k]];
    if (v.pushed != 0 && kings.symmetry != 0) seen.pushed = static_cast<std::uint8_t>(9 - v.pushed);
    const Index i = number(at, seen, kings);
    if (!kings.mirrored) return i;
    for (unsigned k = 0; k < men_; ++k) at[k] = images[exchange][at[k]];
    return std::min(i, number(at, seen, kings));
}

NormalisedPosition MaterialNumbering::unrank(Index i) const {
    const Block& block = block_of(i);
    const bool ep = block.pushed;
    i -= block.first;
    std::array<std::uint32_t, most_digits> digits{};
    for (const PlaceOfDigit& place : block.places) {
        const Index rest = i;
        if (rest <= std::numeric_limits<std::uint32_t>::max()) [[likely]]
            i = static_cast<Index>(static_cast<unsigned __int128>(place.inverse) * rest >> 64);
        else
            i = rest / place.radix;
        digits[place.digit] = static_cast<std::uint32_t>(rest - i * place.radix);
    }
    NormalisedPosition v;
    v.mover = static_cast<std::uint8_t>(digits[mover_digit]);
    const KingPairs::Pair& kings = kings_->pair(digits[kings_digit]);
    v.at[0] = kings.first;
    v.at[second_] = kings.second;
    std::array<Squares, 2> pair{};
    if (ep) {
        const unsigned files = digits[files_digit];
        const unsigned file = (files + 1) / 2, row = pushed_rank(1 - v.mover) * 8;
        v.pushed = static_cast<std::uint8_t>(1 + file);
        pair[1U - v.mover] = bit(row + file);
        pair[v.mover] = bit((files + 1) % 2 == 1 ? row + file + 1 : row + file - 1);
    }
    if (has_levels()) {
        const std::uint32_t code = levels_[ep].code(block.level, digits[pawns_digit]);
        const auto second =
            static_cast<std::uint32_t>(binomial(pawn_squares, by_kind_[1][pawn].count - (ep ? 1U : 0U)));
        std::size_t k = first_set_digit;
        if (by_kind_[0][pawn].count > 0) digits[k++] = code / second;
        if (by_kind_[1][pawn].count > 0) digits[k] = code % second;
    }
    for (std::size_t k = 0; k < placed_.size(); ++k) {
        const Group& g = placed_[k];
        const std::uint32_t digit = digits[first_set_digit + k];
        if (g.count == 1 && block.left[k] == 1) {
            v.at[g.first] = static_cast<Square>(digit + below(g));
            continue;
        }
        Squares set = unrank_subset(digit, block.left[k]) << below(g);
        if (g.kind == pawn) set |= pair[g.side];
        // If the set has fewer squares than the group has pieces, no position has this index. Each missing piece
        // repeats the square before it.
        unsigned n = g.first;
        for (; set != 0; set &= set - 1) v.at[n++] = lowest(set);
        for (; n > g.first && n < g.first + 0U + g.count; ++n) v.at[n] = v.at[n - 1];
    }
    return v;
}

}  // namespace mexbase::chess
