/// \file
/// Nim.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "../../rank/mixed_radix.hpp"
#include "../../rules/ruleset.hpp"

namespace mexbase {

/// Nim (Bouton, "Nim, a game with a complete mathematical theory", 1901): take any positive number of stones from one
/// pile.
///
/// Piles are told apart: 3,5 and 5,3 are two positions. The first pile weighs most in the index.
class Nim {
  public:
    /// With piles of one stone these have 2^40 positions.
    static constexpr std::size_t most_piles = 40;
    /// The stones of each pile; those past the last pile are 0.
    using Position = std::array<std::uint64_t, most_piles>;
    static constexpr std::string_view family = "nim";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.options_descend = true, .lines = true, .predecessors = true, .positions = true};
    static const FamilyHelp& help();
    static Nim make(const Parameters&);

    /// At most `most_piles` piles and, in all, 2^40 positions.
    Nim(std::size_t piles, std::uint64_t max);

    /// The number of piles.
    std::size_t piles() const { return ranks_.places(); }
    /// The most stones that a pile can have.
    std::uint64_t max() const { return ranks_.base(0) - 1; }
    Index size() const { return ranks_.size(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        Position p{};
        ranks_.unrank(i, std::span(p).first(piles()));
        return p;
    }
    Index rank(const Position& p) const { return ranks_.rank(std::span(p).first(piles())); }
    /// Piles in order, separated by commas.
    Position parse(std::string_view text) const;
    std::string format(const Position& p) const;

    template <class F>
    void for_each_position(Index first, Index last, F&& f) const {
        if (first >= last) return;
        Position p = unrank(first);
        for (Index i = first; i < last; ++i) {
            f(i, static_cast<const Position&>(p));
            ranks_.next(std::span(p).first(piles()));
        }
    }

    template <class F>
    void for_each_option(Index index, const Position& p, Player, F&& f) const {
        for (std::size_t pile = 0; pile < piles(); ++pile)
            for (std::uint64_t taken = 1; taken <= p[pile]; ++taken) f(index - taken * ranks_.weight(pile));
    }
    /// One for each pile and whatever the others have.
    Index line_count() const { return piles() * ranks_.weight(0); }
    template <class F>
    void for_each_line(Index index, const Position& p, F&& f) const {
        Index before = 0;  // the number that the piles before are
        for (std::size_t pile = 0; pile < piles(); ++pile) {
            const Index others = index - ranks_.weight(pile) * (p[pile] + before * max());
            f(pile * ranks_.weight(0) + others);
            before = before * ranks_.base(0) + p[pile];
        }
    }
    template <class F>
    void for_each_predecessor(Index index, const Position& p, Player, F&& f) const {
        for (std::size_t pile = 0; pile < piles(); ++pile)
            for (std::uint64_t taken = 1; p[pile] + taken <= max(); ++taken) f(index + taken * ranks_.weight(pile));
    }

  private:
    MixedRadix ranks_;
};

}  // namespace mexbase
