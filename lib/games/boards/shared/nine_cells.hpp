/// \file
/// Positions of two sides on nine cells, numbered by a list: for games so small that all of them can be written down.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "../../../index.hpp"

namespace mexbase {

/// Who holds which of nine cells, a bit each.
struct NineCells {
    std::uint16_t mine = 0;    ///< cells of the player to move
    std::uint16_t theirs = 0;  ///< cells of the opponent, none of them in `mine`
    friend bool operator==(const NineCells&, const NineCells&) = default;

    std::uint16_t taken() const { return mine | theirs; }
    std::uint16_t free() const { return static_cast<std::uint16_t>(0777 & ~taken()); }
};

/// A numbering of some positions, in the order of a list.
class NineCellList {
  public:
    /// `positions` are distinct.
    explicit NineCellList(std::vector<NineCells> positions);

    Index size() const { return tables_->list.size(); }
    const NineCells& operator[](Index i) const { return tables_->list[i]; }
    /// The number of a position; `no_index` if it is not in the list.
    Index rank(const NineCells& p) const {
        const std::uint16_t number = tables_->number[tables_->ternary[p.mine] + 2U * tables_->ternary[p.theirs]];
        return number == none ? no_index : number;
    }

  private:
    static constexpr std::uint16_t none = 0xffff;
    struct Tables {
        std::vector<NineCells> list;
        std::array<std::uint16_t, 512> ternary{};   ///< bits as digits to the base 3
        std::array<std::uint16_t, 19683> number{};  ///< of the position with these digits
    };
    std::shared_ptr<const Tables> tables_;
};

/// All ways for two sides to hold cells, those of `mine` counting up, and for each those of `theirs`.
std::vector<NineCells> all_nine_cells();

}  // namespace mexbase
