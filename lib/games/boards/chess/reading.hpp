// SPDX-License-Identifier: MIT
/// \file
/// Converts a board to a position of a table without throwing or allocating, for chess engines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fen.hpp"
#include "material_numbering.hpp"
#include "squares.hpp"

namespace mexbase::chess {

/// A board as sets of squares, as many chess engines store it.
struct Bitboards {
    std::array<Squares, 2> colours{};         ///< the pieces of White, and those of Black
    std::array<Squares, kind_count> kinds{};  ///< the pieces of each kind, of both colours
    bool black_moves = false;
    std::uint8_t passed = 0;  ///< the square over which a pawn has just gone two squares; 0 if none has

    /// Returns the board in text form, for messages. If sets contradict each other, leaves out some pieces.
    Diagram diagram() const;
    /// Returns the pieces of White as the first side, and those of Black as the second.
    Material material() const;
};

/// The reason why a board is not a position of a table.
enum class BoardError : std::uint8_t {
    none,
    letter,      ///< a square holds something other than a piece
    sets,        ///< the sets of squares do not give each occupied square one colour and one kind
    white_king,  ///< White has no king, or several
    black_king,  ///< Black has no king, or several
    material,    ///< the table has no positions with these pieces
    pawn,        ///< a pawn is on the first or last rank
    kings,       ///< the kings are adjacent
    check,       ///< the side that is not to move is in check
    passed,      ///< no pawn can just have gone two squares over `Diagram::passed`
};

/// Returns the reason in words, for the end of a message.
std::string to_string(BoardError fault, const Diagram& board);

/// A hash table from the pieces on a board to a material. The first side of the material may be White or Black.
class MaterialIndex {
  public:
    /// A sum of `of(side, kind)` over the pieces, White being side 0. Kings add 0. Different materials of at most
    /// `most_men` pieces have different sums.
    using Key = std::uint64_t;
    static constexpr Key of(unsigned side, unsigned kind) {
        return kind == king ? 0 : Key{1} << (5 * (side * (kind_count - 1) + kind - 1));
    }
    struct Entry {
        Key key = 0;
        std::uint16_t material = none;
        bool exchanged = false;  ///< the first side is Black
    };
    static constexpr std::uint16_t none = 0xffff;

    MaterialIndex() = default;
    explicit MaterialIndex(const std::vector<MaterialNumbering>& layouts);
    /// Returns the entry of the material with this key (the sum of its pieces' keys), or null if the table lacks it.
    const Entry* find(Key key) const {
        for (std::size_t at = slot(key);; at = (at + 1) & mask_) {
            if (entries_[at].material == none) return nullptr;
            if (entries_[at].key == key) return &entries_[at];
        }
    }

  private:
    std::size_t slot(Key key) const { return (key * 0x9e3779b97f4a7c15) >> 40 & mask_; }
    std::vector<Entry> entries_ = std::vector<Entry>(1);
    std::size_t mask_ = 0;
};

/// Reads a board into `p`. Returns `BoardError::none`, or the reason why it is not a position; `p` is then unspecified.
/// Sets `p.view.pushed` only if the pawn that has passed `board.passed` can be taken.
BoardError read(const std::vector<MaterialNumbering>& layouts, const MaterialIndex& materials, const Diagram& board,
                Position& p) noexcept;
BoardError read(const std::vector<MaterialNumbering>& layouts, const MaterialIndex& materials, const Bitboards& board,
                Position& p) noexcept;

/// Numbers for the positions of several materials, one material after another.
struct Endings {
    /// The version of this numbering, which is that of the rules (`Chess::rules_version`).
    static constexpr unsigned version = 1;

    /// Numbers `from` and all materials that captures and promotions lead to from them. `by_levels` is that of
    /// `MaterialNumbering`.
    explicit Endings(const std::vector<Material>& from, bool by_levels = false);

    /// Converts a board to a position, in some hundred nanoseconds, without allocating. Returns `std::nullopt` for a
    /// board that is not a position, and stores the reason in `*fault` unless `fault` is null.
    std::optional<Position> position_of(const Diagram& board, BoardError* fault = nullptr) const noexcept;
    /// Returns the index of the position that `position_of` returns, or `std::nullopt`.
    std::optional<Index> index_of(const Diagram& board, BoardError* fault = nullptr) const noexcept {
        const auto p = position_of(board, fault);
        return p ? std::optional(layouts[p->material].rank(p->view)) : std::nullopt;
    }

    std::vector<MaterialNumbering> layouts;
    MaterialIndex materials;
    Index size = 0;
};

}  // namespace mexbase::chess
