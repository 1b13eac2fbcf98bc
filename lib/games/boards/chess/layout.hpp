/// \file
/// Numbers for the positions of one material.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "../../../index.hpp"
#include "../../../rank/subsets.hpp"
#include "kings.hpp"
#include "material.hpp"

namespace mexbase::chess {

/// Where the men of a material stand: the first side's, its king first, then the second's, by kind; men of one kind
/// and side by square. The first side's pawns go up.
using Places = std::array<Square, most_men>;

/// Men of one kind and side: which of the men they are.
struct Group {
    std::uint8_t side = 0;
    Kind kind = king;
    std::uint8_t first = 0, count = 0;
};

/// Men and who moves: a position as the ruleset numbers it, the first side being White.
struct View {
    Places at{};
    std::uint8_t mover = 0;   ///< the side to move; always 0 where both have the same men
    std::uint8_t pushed = 0;  ///< 1 + the file of a pawn that has just gone two squares and can be taken; else 0
    friend bool operator==(const View&, const View&) = default;
};

/// Numbers for the positions of one material, dense but for holes: pawns on a king's square, kings on the diagonal with
/// the rest of the men mirrored, and what is no position.
///
/// A number is made of digits with constant ranges: who moves, the orbit of the two kings (`KingPairs`), and a subset
/// for each group, pawns before other men: pawns among the 48 squares where pawns may be, less those of the other side;
/// other men among the squares that are left. Where a pawn can be taken en passant, that pawn and the one that takes it
/// are one digit, the pair of their files; such positions come after the others. If two can take it, the digit names
/// the one on the lower file.
class Layout {
  public:
    /// `first` is the first index.
    Layout(const Material& material, Index first);

    const Material& material() const { return material_; }
    const std::vector<Group>& groups() const { return groups_; }
    bool symmetric() const { return symmetric_; }
    bool has_pawns() const { return pawns_; }
    /// Whether a pawn may be taken en passant.
    bool has_pushed() const { return blocks_.size() > 1; }
    unsigned men() const { return men_; }
    Index first() const { return blocks_.front().first; }
    Index size() const { return size_; }
    Kind kind(unsigned man) const { return kinds_[man]; }
    /// Of the second side the first man is its king.
    unsigned begin(unsigned side) const { return side == 0 ? 0 : second_; }
    unsigned end(unsigned side) const { return side == 0 ? second_ : men_; }
    unsigned side(unsigned man) const { return man < second_ ? 0 : 1; }
    /// The men of that kind and side; none if there are none.
    const Group& group(unsigned side, unsigned kind) const { return by_kind_[side][kind]; }

    /// The index of a view in any orientation. Its kings are not next to each other.
    Index rank(const View& v) const;
    /// Any view of this material with that index, also where it is no position; of holes, men may share squares.
    View unrank(Index i) const;
    /// Puts men of one kind in order.
    void sort(Places& at) const;

  private:
    struct Digit {
        Index weight = 0;
        Index radix = 1;
    };
    /// Positions with nothing to take en passant, or with something.
    struct Block {
        Index first = 0;
        Digit mover, kings, files;
        std::vector<Digit> sets;         ///< by group; kings have none
        std::vector<std::uint8_t> left;  ///< of each group, the men that are no part of `files`
    };
    void add_block(bool pushed);
    Index number(const Block& block, const Places& at, const View& v, const KingPairs::Place& kings) const;
    std::array<unsigned, 2> pair_of_files(const Places& at, unsigned mover, unsigned pushed) const;

    Material material_;
    std::vector<Group> groups_, placed_;  ///< `placed_`: less the kings, pawns first
    std::vector<Block> blocks_;
    std::array<std::array<Group, kind_count>, 2> by_kind_{};
    std::array<Kind, most_men> kinds_{};
    const KingPairs* kings_;
    Index size_ = 0;
    unsigned men_ = 0, second_ = 0;
    bool pawns_ = false, symmetric_ = false, pairs_ = false;
};

}  // namespace mexbase::chess
