/// \file
/// Packs numbers with a grammar: the codec `pairs`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "../../../query/format/grammar.hpp"
#include "literals.hpp"

namespace mexbase::detail {

/// What a thread packs with.
struct PairScratch {
    std::vector<std::uint16_t> symbols;  ///< of the numbers packed last
    std::vector<std::uint32_t> extra;    ///< what stands in the extra bits of those symbols that have some
    std::vector<std::uint32_t> ends;     // of each position: the state there, and the longest symbol that ends
    std::vector<std::uint32_t> cost;     // of the numbers before each position
    std::vector<std::uint8_t> last;      // place of the symbol before each position among those that end there
    std::vector<std::uint16_t> other;    // the symbol itself, where it is none of those
};

/// A grammar, ready for packing. Immutable; safe for any number of threads.
class PairPacker {
  public:
    /// The cost of a symbol that has no code.
    static constexpr std::uint32_t no_code = 0xffffffff;
    /// Symbols that are looked at where they end: so many less one of the longest, and the literal. More take time and
    /// gain next to nothing.
    static constexpr std::uint32_t max_ends = 8;
    /// Most numbers that the symbols of a grammar of so many literals may stand for, all together.
    static std::size_t most_spelled(std::size_t literals);

    /// A grammar with its codes.
    explicit PairPacker(format::Grammar grammar);
    /// A grammar without codes, whose symbols are to cost that much, in 256ths of a bit.
    PairPacker(format::Grammar grammar, std::span<const std::uint32_t> costs);

    const format::Grammar& grammar() const { return grammar_; }

    /// Finds the symbols that stand for the numbers and cost least, of those looked at. Every literal must have a cost,
    /// and every number has a literal.
    void parse(std::span<const std::uint32_t> numbers, PairScratch& scratch) const;
    /// The same where `dont_care` stands for whatever is cheap. Of what may stand in gaps only the likeliest is looked
    /// at; it never costs more than `filled`, the same numbers with others in the gaps.
    void parse_any(std::span<const std::uint32_t> numbers, std::span<const std::uint32_t> filled,
                   PairScratch& scratch) const;
    /// Gives every `dont_care` the number that stands for it in what was parsed last, which was these numbers.
    void fill(std::span<std::uint32_t> numbers, const PairScratch& scratch) const;
    /// Bits of what was parsed last.
    std::uint64_t bits(const PairScratch& scratch) const;
    /// Appends what was parsed last.
    void write(const PairScratch& scratch, std::vector<std::byte>& out) const;

  private:
    /// Symbols that end where one ends: the longest first, and in the last place the literal. So many places always, or
    /// half as many: where there are fewer symbols, the longest stands in the places before the literal's.
    struct Ends {
        std::array<std::uint16_t, max_ends> span{}, cost{};

        /// The least cost of all numbers up to where these end, which are what `cost_to` has the costs of, and in its
        /// lowest bits where the last symbol is listed. The cost up to one number less, `before`, is what a walk waits
        /// for, so it comes last.
        std::uint32_t least(const std::uint32_t* cost_to, std::uint32_t before) const {
            constexpr std::uint32_t half = max_ends / 2;
            std::uint32_t least = ~0u;
            const auto look_at = [&](std::uint32_t first, std::uint32_t last) {
                for (std::uint32_t k = first; k < last; ++k)
                    least = std::min(least, (*(cost_to - span[k]) + cost[k]) * max_ends + k);
            };
            const auto with_literal = [&](std::uint32_t last) {
                return std::min(least, (before + cost[last]) * max_ends + last);
            };
            look_at(0, half - 1);
            if (span[half] == 0) return with_literal(half - 1);
            look_at(half - 1, max_ends - 1);
            return with_literal(max_ends - 1);
        }
    };
    struct Gaps;
    class GapParser;

    void make_automaton(std::span<const std::uint32_t> costs);
    void find_ends(std::span<const std::uint32_t> numbers, PairScratch& scratch) const;
    void trace_back(std::span<const std::uint32_t> numbers, PairScratch& scratch) const;
    static std::shared_ptr<Gaps> empty_gaps();
    const Gaps& gaps() const;

    format::Grammar grammar_;
    std::vector<std::uint16_t> codes_;
    LiteralIndex literals_;

    // Finds all symbols that end at a position (Aho and Corasick 1975). An entry is the state after a literal, and in
    // its lowest bits the longest symbol that ends there; `ends_` has for each symbol those that end with it.
    static constexpr unsigned symbol_bits = 12;
    static constexpr std::uint32_t symbol_mask = (1u << symbol_bits) - 1;
    static constexpr std::uint16_t none = 0xffff;
    static constexpr std::uint8_t not_listed = 0xff;
    // A literal that is in no pair leads back to the first state, and is not in the automaton.
    std::vector<std::uint16_t> column_;  // of a literal; `none` of those
    std::size_t columns_ = 0;
    std::vector<std::uint32_t> automaton_;                     // by state and column
    std::vector<Ends> ends_;                                   // by the longest symbol that ends
    std::vector<std::array<std::uint16_t, max_ends>> listed_;  // likewise: which symbols these are
    std::shared_ptr<Gaps> gaps_ = empty_gaps();                // made when first asked for: most streams have none
};

}  // namespace mexbase::detail
