/// \file
/// Which men are on a chess board.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "squares.hpp"

namespace mexbase::chess {

/// Most men on the board, kings included.
inline constexpr unsigned most_men = 6;

/// How many men of each kind each side has. In normal order the first side has more men, or as many and the better
/// ones, so that KRKQ is written KQKR.
struct Material {
    std::array<std::array<std::uint8_t, kind_count>, 2> count{};

    friend bool operator==(const Material&, const Material&) = default;
    friend bool operator<(const Material& a, const Material& b) { return a.count < b.count; }
    unsigned men() const;
    unsigned pawns() const { return count[0][pawn] + 0U + count[1][pawn]; }
    unsigned men_of(unsigned side) const;
    /// Whether both sides have the same men.
    bool symmetric() const { return count[0] == count[1]; }
    Material exchanged() const { return {{count[1], count[0]}}; }
    bool normal() const;
    Material normalised() const { return normal() ? *this : exchanged(); }
};

/// `KQKR`, the first side's men first.
std::string format(const Material& material);
/// Reads the same in any order of a side's men. Throws `Error{bad_spec}` for anything else, and for more than
/// `most_men`.
Material parse_material(std::string_view text);

/// Whether captures and promotions lead from one to the other, colours exchanged or not; also where both are the same.
bool leads_to(const Material& from, const Material& to);

/// What captures and promotions lead to from `from`, each in normal order and once, in an order in which they lead only
/// downwards: by men, and then by pawns.
std::vector<Material> closure_of(const std::vector<Material>& from);
/// Every material of that many men, in normal order.
std::vector<Material> materials_of(unsigned men);

}  // namespace mexbase::chess
