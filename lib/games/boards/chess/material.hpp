// SPDX-License-Identifier: MIT
/// \file
/// Materials in chess: the numbers of pieces of each kind and side.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "squares.hpp"

namespace mexbase::chess {

/// Maximum number of pieces on the board, kings included.
inline constexpr unsigned most_men = 6;

/// The number of pieces of each kind and side. In normal order (KQKR), the first side has more pieces, or equally many
/// and better ones.
struct Material {
    std::array<std::array<std::uint8_t, kind_count>, 2> count{};

    friend bool operator==(const Material&, const Material&) = default;
    friend bool operator<(const Material& a, const Material& b) { return a.count < b.count; }
    unsigned men() const { return men_of(0) + men_of(1); }
    unsigned pawns() const { return count[0][pawn] + 0U + count[1][pawn]; }
    unsigned men_of(unsigned side) const;
    /// Returns true if both sides have the same pieces.
    bool symmetric() const { return count[0] == count[1]; }
    Material exchanged() const { return {{count[1], count[0]}}; }
    bool normal() const;
    Material normalised() const { return normal() ? *this : exchanged(); }
};

/// Writes the material with the first side's pieces first, such as `KQKR`.
std::string format(const Material& material);
/// Reads what `format` writes. On each side, the pieces after the king may be in any order. Throws `Error{bad_spec}`
/// for any other text, and for more than `most_men` pieces.
Material parse_material(std::string_view text);

/// Returns true if `from` equals `to`, or if captures and promotions lead from `from` to `to`. `to` may have the
/// colours exchanged.
bool leads_to(const Material& from, const Material& to);

/// Returns the materials that a capture, a promotion, or a promotion with a capture leads to, each once and in normal
/// order.
std::vector<Material> next_materials(const Material& from);

/// Returns `from` and all materials that captures and promotions lead to, each once. The list is sorted by the number
/// of pieces and then of pawns, so captures and promotions lead only to earlier materials. Each material is in normal
/// order (see `Material`).
std::vector<Material> closure_of(const std::vector<Material>& from);
/// Returns every material of `men` pieces, kings included. Each is in normal order (see `Material`).
std::vector<Material> materials_of(unsigned men);
/// Returns every material of at most `men` pieces, kings included, in normal order.
std::vector<Material> materials_up_to(unsigned men);

}  // namespace mexbase::chess
