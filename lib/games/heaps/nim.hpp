// SPDX-License-Identifier: MIT
/// \file
/// Nim.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../board/piece_drawing.hpp"
#include "../../error.hpp"
#include "../../rank/mixed_radix.hpp"
#include "../../rules/ruleset.hpp"
#include "../../text_parts.hpp"

namespace mexbase {

/// Nim (Bouton, "Nim, a game with a complete mathematical theory", 1901): take one or more stones from one pile.
///
/// The order of piles matters: 3,5 and 5,3 are two positions. The first pile is the highest digit of the index.
class Nim {
  public:
    /// Maximum number of piles: 40 piles of at most one stone have 2^40 positions.
    static constexpr std::size_t most_piles = 40;
    static constexpr Index most_positions = Index{1} << 40;
    /// The number of stones in each pile; elements past the last pile are 0.
    using Position = std::array<std::uint64_t, most_piles>;
    static constexpr std::string_view family = "nim";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{
        .options_descend = true, .lines = true, .predecessors = true, .drawing = true, .positions = true};
    static const FamilyHelp& help() {
        static constexpr std::array keys = {KeyHelp{"piles", "", "1..40", "the number of piles"},
                                            KeyHelp{.name = "max",
                                                    .range = "0..2^40-1, and (max+1)^piles at most 2^40",
                                                    .meaning = "the largest pile",
                                                    .scope = true}};
        static constexpr FamilyHelp text{"take any positive number of stones from one pile",
                                         "the piles in order, separated by commas, such as 3,5,7",
                                         "Bouton, Nim, a game with a complete mathematical theory, 1901", keys,
                                         "nim:piles=3,max=15"};
        return text;
    }
    static Nim make(const Parameters& p) {
        const auto piles = static_cast<std::size_t>(p.number("piles", 1, most_piles));
        const std::uint64_t max = p.number("max", 0, most_positions - 1);
        const auto fits = [piles](std::uint64_t most) {
            return MixedRadix::product(std::vector<std::uint64_t>(piles, most + 1), most_positions).has_value();
        };
        if (!fits(max)) {
            std::uint64_t allowed = 0;
            for (std::uint64_t step = most_positions / 2; step > 0; step /= 2)
                if (fits(allowed + step)) allowed += step;
            throw Error(ErrorCode::bad_spec, "max=" + std::to_string(max) +
                                                 " is out of range: with piles=" + std::to_string(piles) +
                                                 ", max must be a number in 0.." + std::to_string(allowed));
        }
        return {piles, max};
    }

    /// Takes at most `most_piles` piles of 0..max stones, with at most 2^40 positions in all.
    Nim(std::size_t piles, std::uint64_t max) : ranks_(std::vector<std::uint64_t>(piles, max + 1)) {}

    std::size_t piles() const { return ranks_.places(); }
    std::uint64_t max() const { return ranks_.base(0) - 1; }
    Index size() const { return ranks_.size(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        Position p{};
        ranks_.unrank(i, std::span(p).first(piles()));
        return p;
    }
    Index rank(const Position& p) const { return ranks_.rank(std::span(p).first(piles())); }
    Position parse(std::string_view text) const {
        Position p{};
        std::size_t count = 0;
        for_each_word(text, ',', [&](std::string_view word) {
            const auto stones = decimal_number(word);
            if (!stones)
                throw_bad_position(text, "is not a position: expected piles separated by commas, such as 3,5,7");
            if (*stones > max()) throw_not_in_table(text, "a pile has at most " + std::to_string(max()) + " stones");
            if (count < piles()) p[count] = *stones;
            ++count;
        });
        if (count != piles())
            throw_bad_position(text, "has " + std::to_string(count) + (count == 1 ? " pile, not " : " piles, not ") +
                                         std::to_string(piles()));
        return p;
    }
    std::string format(const Position& p) const {
        std::string out = std::to_string(p[0]);
        for (std::size_t pile = 1; pile < piles(); ++pile) out += ',' + std::to_string(p[pile]);
        return out;
    }
    Drawing drawing(const Position& p) const { return drawing_of_heaps(std::span(p).first(piles())); }

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
    /// Returns the number of lines (`Has::lines`). A line is one pile with fixed sizes of the other piles.
    Index line_count() const { return piles() * ranks_.weight(0); }
    template <class F>
    void for_each_line(Index index, const Position& p, F&& f) const {
        Index before = 0;  // the digits of the piles before this one, as a number
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
