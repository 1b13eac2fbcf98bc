/// \file
/// Numbers for the positions of one material.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "../../../index.hpp"
#include "material.hpp"
#include "squares.hpp"

namespace mexbase::chess {

/// Where symmetries take squares.
inline constexpr auto images = [] {
    std::array<std::array<Square, square_count>, symmetry_count> table{};
    for (unsigned g = 0; g < symmetry_count; ++g)
        for (unsigned s = 0; s < square_count; ++s) table[g][s] = image_of(s, g);
    return table;
}();

/// All ways to place two kings that are not next to each other, as orbits under the symmetries that the rest of the men
/// allows: 462 under all eight; 1,806 with pawns, which leave only the mirror of the files.
///
/// Of an orbit the representative has the first king on files a to d; without pawns also on ranks 1 to 4 and not above
/// the diagonal, and the second king not above it where the first is on it. Orbits are numbered by the first king's
/// square, then the second's.
class KingPairs {
  public:
    struct Place {
        std::uint16_t orbit = none;  ///< `none` for kings next to each other
        std::uint8_t symmetry = 0;   ///< that leads to the representative
        bool mirrored = false;       ///< the representative is its own image when files and ranks are exchanged
    };
    struct Pair {
        Square first = 0, second = 0;
    };
    static constexpr std::uint16_t none = 0xffff;

    /// Those of boards with pawns, or without. Made once.
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
                // Backwards, so that the least symmetry stays.
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
struct NormalisedPosition {
    Places at{};
    std::uint8_t mover = 0;   ///< the side to move; always 0 where both have the same men
    std::uint8_t pushed = 0;  ///< 1 + the file of a pawn that has just gone two squares and can be taken; else 0
    friend bool operator==(const NormalisedPosition&, const NormalisedPosition&) = default;
};

/// A position of one of several materials, as people see it. Its view calls first the side with the material's first
/// men, and sees the board from there.
struct Position {
    std::uint16_t material = 0;  ///< its place among the materials
    bool black_first = false;    ///< the first side is Black
    NormalisedPosition view{};
    friend bool operator==(const Position&, const Position&) = default;
};

/// A square of a view as the square of the board, and the other way round.
constexpr Square on_board(bool black_first, unsigned s) {
    return static_cast<Square>(black_first ? s ^ 56 : s);
}

/// The rank on which a pawn of `side` stands after two squares, the first rank being 0.
constexpr unsigned pushed_rank(unsigned side) {
    return side == 0 ? 3 : 4;
}

/// Numbers for the positions of one material, dense but for holes: men on one square, kings on the diagonal with the
/// rest of the men mirrored, and what is no position.
///
/// A number is made of digits with constant ranges: who moves, the orbit of the two kings (`KingPairs`), and for each
/// other group its set of squares (`rank_subset`), for pawns among the 48 where pawns may be. Squares are numbered by
/// the representative of the kings' orbit. Where a pawn can be taken en passant, that pawn and the one that takes it
/// are one digit, the pair of their files; such positions come after the others. If two can take it, the digit names
/// the one on the lower file.
///
/// The slowest digit says who moves. Then come the sets that change least along a line of play, the kings, and the
/// other sets: all pawns first; without pawns, the first set against a king alone, or every set where both sides have
/// pieces. So values pack best in most materials.
class MaterialNumbering {
  public:
    /// `first` is the first index.
    MaterialNumbering(const Material& material, Index first);

    const Material& material() const { return material_; }
    const std::vector<Group>& groups() const { return groups_; }
    bool symmetric() const { return symmetric_; }
    bool has_pawns() const { return pawns_; }
    /// Whether a pawn may be taken en passant.
    bool has_pushed() const { return blocks_.size() > 1; }
    unsigned men() const { return men_; }
    Index first() const { return blocks_.front().first; }
    Index size() const { return size_; }
    /// The numbers of positions with nothing to take en passant, and then of those with something: for each of these
    /// the radices of the digits, those of more than one value, that which weighs most first.
    std::vector<std::vector<std::uint64_t>> radices() const;
    Kind kind(unsigned man) const { return kinds_[man]; }
    /// Of the second side the first man is its king.
    unsigned begin(unsigned side) const { return side == 0 ? 0 : second_; }
    unsigned end(unsigned side) const { return side == 0 ? second_ : men_; }
    unsigned side(unsigned man) const { return man < second_ ? 0 : 1; }
    /// The men of that kind and side; none if there are none.
    const Group& group(unsigned side, unsigned kind) const { return by_kind_[side][kind]; }
    /// The first man of each side and kind, at 8*side + kind.
    const std::array<std::uint8_t, 16>& first_men() const { return first_men_; }

    /// The index of a view in any orientation. Its kings are not next to each other.
    Index rank(const NormalisedPosition& v) const;
    /// Any view of this material with that index, also where it is no position; of holes, men may share squares.
    NormalisedPosition unrank(Index i) const;
    /// Puts men of one kind in order.
    void sort(Places& at) const;

    /// The indices of views that differ from one in where one man stands, if he is no king and the only one of his kind
    /// and side: no more than a multiplication each.
    class Neighbours {
      public:
        /// Of `v`, which has no pawn to be taken en passant.
        Neighbours(const MaterialNumbering& layout, const NormalisedPosition& v) : layout_(&layout) {
            const KingPairs::Place& kings = layout.kings_->place(v.at[0], v.at[layout.second_]);
            if (kings.mirrored) return;
            image_ = &images[kings.symmetry];
            index_ = layout.rank(v);
        }
        /// Whether it knows them.
        bool has(unsigned man) const { return image_ != nullptr && layout_->weights_[man] != 0; }
        /// With that man on square `to` instead of `from`.
        Index moved(unsigned man, unsigned from, unsigned to) const {
            return index_ + layout_->weights_[man] * ((*image_)[to] - Index{(*image_)[from]});
        }

      private:
        const MaterialNumbering* layout_;
        const std::array<Square, square_count>* image_ = nullptr;
        Index index_ = 0;
    };

  private:
    static constexpr std::size_t mover_digit = 0, kings_digit = 1, files_digit = 2, first_set_digit = 3;
    static constexpr std::size_t most_digits = first_set_digit + most_men - 2;
    struct Digit {
        Index weight = 0;
        Index radix = 1;
    };
    /// Digit of a number, for unranking.
    struct PlaceOfDigit {
        std::uint8_t digit = 0;
        std::uint32_t radix = 0;
        std::uint64_t inverse = 0;  ///< 2^64 divided by the radix and rounded up: exact for numbers below 2^32
    };
    /// Positions with nothing to take en passant, or with something.
    struct Block {
        Index first = 0;
        Digit mover, kings, files;
        std::vector<Digit> sets;           ///< by group; kings have none
        std::vector<PlaceOfDigit> places;  ///< the fastest first; of digits that have more than one value
        std::vector<std::uint8_t> left;    ///< per group, the men that are not in `files`
    };
    void add_block(bool pushed);
    Index number(const Block& block, const Places& at, const NormalisedPosition& v,
                 const KingPairs::Place& kings) const;
    std::array<unsigned, 2> pair_of_files(const Places& at, unsigned mover, unsigned pushed) const;

    Material material_;
    std::vector<Group> groups_, placed_;  ///< `placed_`: less the kings, pawns first
    std::vector<Block> blocks_;
    std::array<std::array<Group, kind_count>, 2> by_kind_{};
    std::array<std::uint8_t, 16> first_men_{};
    std::array<Kind, most_men> kinds_{};
    std::array<Index, most_men> weights_{};  ///< of men who are alone of their kind and side, without en passant; or 0
    const KingPairs* kings_;
    Index size_ = 0;
    unsigned men_ = 0, second_ = 0;
    bool pawns_ = false, symmetric_ = false, pairs_ = false;
};

}  // namespace mexbase::chess
