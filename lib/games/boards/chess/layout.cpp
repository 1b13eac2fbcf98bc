#include "layout.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "../../../error.hpp"

namespace mexbase::chess {

namespace {

/// Pairs of neighbouring files, that of the pawn that was pushed and that of the one that takes it.
constexpr unsigned file_pairs = 14;

/// The rank on which a pawn of `side` stands after two squares.
constexpr unsigned pushed_rank(unsigned side) {
    return side == 0 ? 3 : 4;
}

Squares set_of(const Places& at, const Group& group) {
    Squares set = 0;
    for (unsigned k = 0; k < group.count; ++k) set |= bit(at[group.first + k]);
    return set;
}

}  // namespace

Layout::Layout(const Material& material, Index first)
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
    size_ = first;
    add_block(false);
    if (material.count[0][pawn] > 0 && material.count[1][pawn] > 0) add_block(true);
    size_ -= first;
}

void Layout::add_block(bool pushed) {
    Block block;
    block.first = size_;
    block.mover.radix = symmetric_ ? 1 : 2;
    block.kings.radix = kings_->size();
    block.files.radix = pushed ? file_pairs : 1;
    unsigned pawns = pushed ? 2 : 0, others = 2 + pawns;
    for (const Group& g : placed_) {
        const unsigned count = g.count - (pushed && g.kind == pawn ? 1U : 0U);
        const unsigned cells = g.kind == pawn ? 48 - pawns : square_count - others;
        block.left.push_back(static_cast<std::uint8_t>(count));
        block.sets.push_back({0, binomial(cells, count)});
        if (g.kind == pawn) pawns += count;
        others += count;
    }
    std::vector<Digit*> order{&block.mover, &block.files};
    for (std::size_t k = 0; k < placed_.size(); ++k)
        if (placed_[k].kind == pawn) order.push_back(&block.sets[k]);
    order.push_back(&block.kings);
    for (std::size_t k = 0; k < placed_.size(); ++k)
        if (placed_[k].kind != pawn) order.push_back(&block.sets[k]);
    Index weight = 1;
    for (auto digit = order.rbegin(); digit != order.rend(); ++digit) {
        (*digit)->weight = weight;
        if (weight > std::numeric_limits<Index>::max() / 4 / (*digit)->radix)
            throw Error(ErrorCode::bad_spec, "more positions than can be numbered");
        weight *= (*digit)->radix;
    }
    size_ += weight;
    blocks_.push_back(std::move(block));
}

void Layout::sort(Places& at) const {
    if (!pairs_) return;
    for (const Group& g : groups_)
        if (g.count > 1) std::sort(at.begin() + g.first, at.begin() + g.first + g.count);
}

std::array<unsigned, 2> Layout::pair_of_files(const Places& at, unsigned mover, unsigned pushed) const {
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

Index Layout::number(const Block& block, const Places& at, const View& v, const KingPairs::Place& kings) const {
    Index i = block.first + v.mover * block.mover.weight + kings.orbit * block.kings.weight;
    Squares pawns = 0, others = bit(at[0]) | bit(at[second_]), pair = 0;
    if (v.pushed != 0) {
        const auto [pushed, taker] = pair_of_files(at, v.mover, v.pushed);
        i += (2 * file_of(pushed) + (taker > pushed ? 1U : 0U) - 1) * block.files.weight;
        pair = pawns = bit(pushed) | bit(taker);
    }
    others |= pawns;
    for (std::size_t k = 0; k < placed_.size(); ++k) {
        const Group& g = placed_[k];
        if (g.kind == pawn) {
            const Squares set = set_of(at, g) & ~pair;
            i += rank_subset_of(~(end_ranks | pawns), set) * block.sets[k].weight;
            pawns |= set;
            others |= set;
        } else if (g.count == 1) {
            const unsigned s = at[g.first];
            i += (s - static_cast<unsigned>(std::popcount(others & (bit(s) - 1)))) * block.sets[k].weight;
            others |= bit(s);
        } else {
            const Squares set = set_of(at, g);
            i += rank_subset_of(~others, set) * block.sets[k].weight;
            others |= set;
        }
    }
    return i;
}

Index Layout::rank(const View& v) const {
    const KingPairs::Place& kings = kings_->place(v.at[0], v.at[second_]);
    const Block& block = blocks_[v.pushed != 0 ? 1 : 0];
    Places at;
    View seen = v;
    const auto& image = images[kings.symmetry];
    for (unsigned k = 0; k < men_; ++k) at[k] = image[v.at[k]];
    if (v.pushed != 0 && kings.symmetry != 0) seen.pushed = static_cast<std::uint8_t>(9 - v.pushed);
    const Index i = number(block, at, seen, kings);
    if (!kings.mirrored) return i;
    for (unsigned k = 0; k < men_; ++k) at[k] = images[exchange][at[k]];
    return std::min(i, number(block, at, seen, kings));
}

View Layout::unrank(Index i) const {
    const bool ep = blocks_.size() > 1 && i >= blocks_[1].first;
    const Block& block = blocks_[ep ? 1 : 0];
    i -= block.first;
    const auto digit = [i](const Digit& d) { return i / d.weight % d.radix; };
    View v;
    v.mover = static_cast<std::uint8_t>(digit(block.mover));
    const KingPairs::Pair& kings = kings_->pair(digit(block.kings));
    v.at[0] = kings.first;
    v.at[second_] = kings.second;
    Squares pawns = 0, others = bit(kings.first) | bit(kings.second);
    std::array<Squares, 2> pair{};
    if (ep) {
        const auto files = static_cast<unsigned>(digit(block.files));
        const unsigned file = (files + 1) / 2, row = pushed_rank(1 - v.mover) * 8;
        v.pushed = static_cast<std::uint8_t>(1 + file);
        pair[1U - v.mover] = bit(row + file);
        pair[v.mover] = bit((files + 1) % 2 == 1 ? row + file + 1 : row + file - 1);
        pawns = pair[0] | pair[1];
        others |= pawns;
    }
    for (std::size_t k = 0; k < placed_.size(); ++k) {
        const Group& g = placed_[k];
        const Squares free = g.kind == pawn ? ~(end_ranks | pawns) : ~others;
        Squares set = unrank_subset_of(free, digit(block.sets[k]), block.left[k]);
        if (g.kind == pawn) {
            pawns |= set;
            set |= pair[g.side];
        }
        others |= set;
        for (unsigned n = g.first; set != 0; set &= set - 1) v.at[n++] = lowest(set);
    }
    return v;
}

}  // namespace mexbase::chess
