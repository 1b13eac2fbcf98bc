/// \file
/// Toppling Dominoes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "../../rules/ruleset.hpp"

namespace mexbase {

/// A row of dominoes, each black, white or green.
struct DominoRow {
    unsigned length = 0;
    std::uint64_t colours = 0;  ///< digits to the base 3: 0 black, 1 white, 2 green; the first domino weighs most
    friend bool operator==(const DominoRow&, const DominoRow&) = default;
};

/// Toppling Dominoes (Fink, Nowakowski, Siegel and Wolfe, "Toppling conjectures", Games of No Chance 4): Left topples a
/// black or green domino, Right a white or green one, to the left or to the right; all dominoes on that side of it fall
/// too, and are gone. Who cannot move loses. A row has at most `max` dominoes.
///
/// Index: shorter rows come first, and rows of one length by their colours, as `DominoRow` numbers them.
class TopplingDominoes {
  public:
    using Position = DominoRow;
    static constexpr std::string_view family = "toppling-dominoes";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options_descend = true, .partizan = true, .value_kinds = true};
    static constexpr std::array value_kinds{ValueKind::canonical, ValueKind::partizan_outcome};
    /// The longest rows of which there are at most 2^40.
    static constexpr unsigned longest = 24;
    static const FamilyHelp& help();
    static TopplingDominoes make(const Parameters&);

    /// `max` is at most `longest`.
    explicit TopplingDominoes(unsigned max) : max_(max) {}

    bool partizan() const { return true; }
    Index size() const { return shorter[max_ + 1]; }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        unsigned length = 0;
        while (shorter[length + 1] <= i) ++length;
        return {length, i - shorter[length]};
    }
    Index rank(const Position& row) const { return shorter[row.length] + row.colours; }
    /// One letter a domino, `B` black, `W` or `R` white, `G` green; `0` or `-` for no dominoes.
    Position parse(std::string_view text) const;
    std::string format(const Position& row) const;

    /// By domino, the last first; toppled to the left before to the right.
    template <class F>
    void for_each_option(Index, const Position& row, Player player, F&& f) const {
        const std::uint64_t of_opponent = player == Player::left ? 1 : 0;
        std::uint64_t before = row.colours, after = 0, weight = 1;
        for (unsigned right = 0; right < row.length; ++right) {
            const std::uint64_t colour = before % 3;
            before /= 3;
            if (colour != of_opponent) {
                f(shorter[right] + after);
                f(shorter[row.length - 1 - right] + before);
            }
            after += colour * weight;
            weight *= 3;
        }
    }

  private:
    /// How many rows are shorter than so many dominoes.
    static constexpr auto shorter = [] {
        std::array<Index, longest + 2> rows{};
        for (unsigned length = 0; length <= longest; ++length) rows[length + 1] = 3 * rows[length] + 1;
        return rows;
    }();

    unsigned max_;
};

}  // namespace mexbase
