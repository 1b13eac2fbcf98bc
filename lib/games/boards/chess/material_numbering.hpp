// SPDX-License-Identifier: MIT
/// \file
/// Numbers for the positions of one material (the pieces of both sides).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../../../index.hpp"
#include "material.hpp"
#include "pawn_levels.hpp"
#include "squares.hpp"

namespace mexbase::chess {

/// The image of each square under each symmetry, as images[symmetry][square].
inline constexpr auto images = [] {
    std::array<std::array<Square, square_count>, symmetry_count> table{};
    for (unsigned g = 0; g < symmetry_count; ++g)
        for (unsigned s = 0; s < square_count; ++s) table[g][s] = image_of(s, g);
    return table;
}();

/// All placements of two kings that are not adjacent, as orbits (sets of placements that symmetries map to one
/// another). There are 462 orbits under all eight symmetries. With pawns, only the mirror of the files is a symmetry,
/// and there are 1,806.
///
/// The representative of an orbit has the first king on files a to d. Without pawns, this king is also on ranks 1 to 4
/// and not above the diagonal. If it is on the diagonal, the second king is not above it. Orbits are numbered by the
/// square of the first king in the representative, then by that of the second king.
class KingPairs {
  public:
    struct Place {
        std::uint16_t orbit = none;  ///< `none` for adjacent kings
        std::uint8_t symmetry = 0;   ///< symmetry that leads to the representative
        bool mirrored = false;       ///< exchanging files and ranks does not change the representative
    };
    struct Pair {
        Square first = 0, second = 0;
    };
    static constexpr std::uint16_t none = 0xffff;

    /// Returns the shared instance for boards with pawns, or without.
    static const KingPairs& shared(bool pawns) {
        static const KingPairs with(true), without(false);
        return pawns ? with : without;
    }

    std::uint16_t size() const { return static_cast<std::uint16_t>(pairs_.size()); }
    const Place& place(unsigned first, unsigned second) const { return places_[first * square_count + second]; }
    const Pair& pair(std::size_t orbit) const { return pairs_[orbit]; }

  private:
    explicit KingPairs(bool pawns) {
        const unsigned symmetries = pawns ? 2 : symmetry_count;
        for (unsigned first = 0; first < square_count; ++first)
            for (unsigned second = 0; second < square_count; ++second) {
                const bool apart = first != second && (attacks.empty[king][first] & bit(second)) == 0;
                if (!apart || !represents(first, second, pawns)) continue;
                const auto orbit = static_cast<std::uint16_t>(pairs_.size());
                pairs_.push_back({static_cast<Square>(first), static_cast<Square>(second)});
                const bool mirrored = !pawns && file_of(first) == rank_of(first) && file_of(second) == rank_of(second);
                // Several symmetries may map the representative to the same pair. The smallest is stored, because it is
                // written last.
                for (unsigned g = symmetries; g-- > 0;)
                    places_[images[g][first] * square_count + images[g][second]] = {
                        orbit, static_cast<std::uint8_t>(inverse_of(g)), mirrored};
            }
    }
    static bool represents(unsigned first, unsigned second, bool pawns) {
        if (file_of(first) > 3) return false;
        if (pawns) return true;
        if (rank_of(first) > 3 || rank_of(first) > file_of(first)) return false;
        return rank_of(first) < file_of(first) || rank_of(second) <= file_of(second);
    }

    std::array<Place, square_count * square_count> places_;
    std::vector<Pair> pairs_;
};

/// The square of each piece of a material. The first side's pieces come before the second side's. Each side's pieces
/// are sorted by kind, the king first, and then by square. The first side's pawns move up.
using Places = std::array<Square, most_men>;

/// The pieces of one kind and side, as a range in `Places`.
struct Group {
    std::uint8_t side = 0;
    Kind kind = king;
    std::uint8_t first = 0, count = 0;
};

/// A position in the form that has an index. The side that the name of the material lists first plays as White.
struct NormalisedPosition {
    Places at{};
    std::uint8_t mover = 0;   ///< the side to move; always 0 if both have the same pieces
    std::uint8_t pushed = 0;  ///< 1 + the file of a pawn that has just gone two squares and can be taken; else 0
    friend bool operator==(const NormalisedPosition&, const NormalisedPosition&) = default;
};

/// A position of one of several materials, as users see it. `view` shows the same position with the first side as
/// White. The first side is the one that the name of the material lists first.
struct Position {
    std::uint16_t material = 0;  ///< index among the materials
    bool black_first = false;    ///< the first side is Black
    NormalisedPosition view{};
    friend bool operator==(const Position&, const Position&) = default;
};

/// Converts a square of the normalised position to a square of the board, and vice versa.
constexpr Square on_board(bool black_first, unsigned s) {
    return static_cast<Square>(black_first ? s ^ 56 : s);
}

/// Returns the rank, 0 to 7, of a pawn of `side` after moving two squares.
constexpr unsigned pushed_rank(unsigned side) {
    return side == 0 ? 3 : 4;
}

/// Numbers for the positions of one material. Some numbers are unused, because pieces would share a square or the
/// position is illegal. If both kings are on the diagonal, mirrored positions have two numbers, and only the smaller is
/// used.
///
/// A number is made of digits with constant ranges:
/// - the side to move;
/// - the orbit of the two kings (`KingPairs`);
/// - for each other kind and side, its set of squares (`rank_subset`). Pawns have 48 squares.
///
/// All squares are first mapped by the symmetry that moves the kings to the representative of their orbit. Positions in
/// which a pawn can be taken en passant come after the others. In these positions, the pushed pawn and the capturing
/// pawn are one digit, the pair of their files. If two pawns can capture, the digit names the pawn on the lower file.
///
/// The order of the digits, the slowest-changing first: the side to move, the slow sets, the kings, the other sets.
/// With pawns, the slow sets are the sets of pawns. Without pawns, all sets are slow, or only the first if the second
/// side has a lone king. Most materials pack best in this order.
///
/// With `by_levels`, a material with pawns has a slice per level of the pawns (`PawnLevels`), the greatest level
/// first, so that pawn moves lead to lower slices. The sets of pawns are then one digit, the rank of their placement.
class MaterialNumbering {
  public:
    MaterialNumbering(const Material& material, Index first, bool by_levels = false);

    const Material& material() const { return material_; }
    const std::vector<Group>& groups() const { return groups_; }
    bool symmetric() const { return symmetric_; }
    bool has_pawns() const { return pawns_; }
    /// Returns true if pawns of this material may be taken en passant.
    bool has_pushed() const { return pushed_; }
    unsigned men() const { return men_; }
    Index first() const { return blocks_.front().first; }
    Index size() const { return size_; }
    /// Returns true if pawn moves lead to a lower slice.
    bool has_levels() const { return levels_[0].levels() != 0; }
    /// Returns the first index and the name of each slice of this material, in order. The name is that of the material.
    /// With levels, the number of ranks that all pawns have advanced is added, as in `KPK+3`.
    std::vector<std::pair<Index, std::string>> slices() const;
    /// Appends the ranges of the digits that have more than one value: first for positions without an en passant
    /// capture, then for the others.
    void add_digit_ranges(std::vector<DigitRange>& out) const;
    Kind kind(unsigned man) const { return kinds_[man]; }
    /// Returns the number of the first piece of a side, which is its king.
    unsigned begin(unsigned side) const { return side == 0 ? 0 : second_; }
    unsigned end(unsigned side) const { return side == 0 ? second_ : men_; }
    unsigned side(unsigned man) const { return man < second_ ? 0 : 1; }
    /// Returns the pieces of that kind and side. The group may be empty.
    const Group& group(unsigned side, unsigned kind) const { return by_kind_[side][kind]; }
    /// Returns the number of the first piece of each side and kind, at index 8 * side + kind.
    const std::array<std::uint8_t, 16>& first_men() const { return first_men_; }

    /// Returns the index of a position, which may be any of its symmetric images. The kings must not be adjacent.
    Index rank(const NormalisedPosition& v) const;
    /// Returns a position of this material with that index, even if it is illegal. If no position has the index, pieces
    /// may share squares.
    NormalisedPosition unrank(Index i) const;
    void sort(Places& at) const;

    /// Indices of the positions that differ from a given position in the square of one piece. The piece must not be a
    /// king, and must be the only one of its kind and side. Each index costs at most one multiplication.
    class Neighbours {
      public:
        /// Prepares the neighbours of the position `v`, in which no pawn can be taken en passant.
        Neighbours(const MaterialNumbering& layout, const NormalisedPosition& v) : layout_(&layout) {
            const KingPairs::Place& kings = layout.kings_->place(v.at[0], v.at[layout.second_]);
            if (kings.mirrored) return;
            image_ = &images[kings.symmetry];
            index_ = layout.rank(v);
        }
        /// Returns true if `moved` may be called for this piece.
        bool has(unsigned man) const { return image_ != nullptr && layout_->weights_[man] != 0; }
        /// Returns the index of the given position after piece `man` is moved from square `from` to square `to`.
        Index moved(unsigned man, unsigned from, unsigned to) const {
            return index_ + layout_->weights_[man] * ((*image_)[to] - Index{(*image_)[from]});
        }

      private:
        const MaterialNumbering* layout_;
        const std::array<Square, square_count>* image_ = nullptr;
        Index index_ = 0;
    };

  private:
    static constexpr std::size_t mover_digit = 0, kings_digit = 1, files_digit = 2, pawns_digit = 3,
                                 first_set_digit = 4;
    static constexpr std::size_t most_digits = first_set_digit + most_men - 2;
    struct Digit {
        Index weight = 0;
        Index radix = 1;
    };
    /// One digit of an index, with the constants by which `unrank` divides.
    struct PlaceOfDigit {
        std::uint8_t digit = 0;
        std::uint32_t radix = 0;
        std::uint64_t inverse = 0;  ///< 2^64 divided by the radix and rounded up: exact for numbers below 2^32
    };
    /// A block of indices. Either all or none of its positions have an en passant capture. A material with
    /// levels has blocks of one level each.
    struct Block {
        Index first = 0;
        bool pushed = false;
        unsigned level = 0;
        Digit mover, kings, files, pawns;
        std::vector<Digit> sets;           ///< one per group in `placed_`; constant if `pawns` has the set
        std::vector<PlaceOfDigit> places;  ///< digits with more than one value, the fastest first
        std::vector<std::uint8_t> left;    ///< per group in `placed_`: number of pieces that are not in `files`
    };
    void add_block(bool pushed, unsigned level = 0);
    const Block& block_of(Index i) const;
    Index number(const Places& at, const NormalisedPosition& v, const KingPairs::Place& kings) const;
    std::array<unsigned, 2> pair_of_files(const Places& at, unsigned mover, unsigned pushed) const;

    Material material_;
    std::vector<Group> groups_, placed_;  ///< `placed_` has no kings, and begins with pawns
    std::vector<Block> blocks_;           ///< by index
    std::array<PawnLevels, 2>
        levels_;  ///< without and with an en passant capture; empty if pawn moves stay in the slice
    std::array<std::vector<std::uint16_t>, 2> block_of_level_;  ///< numbers of blocks
    std::array<std::array<Group, kind_count>, 2> by_kind_{};
    std::array<std::uint8_t, 16> first_men_{};
    std::array<Kind, most_men> kinds_{};
    std::array<Index, most_men> weights_{};  ///< per piece: weight of its digit, or 0 if it shares the digit
    const KingPairs* kings_;
    Index size_ = 0;
    unsigned men_ = 0, second_ = 0;
    bool pawns_ = false, pushed_ = false, symmetric_ = false, pairs_ = false;
};

}  // namespace mexbase::chess
