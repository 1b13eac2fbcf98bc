// SPDX-License-Identifier: MIT
/// \file
/// Packs numbers with a grammar for the codec `pairs`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "../../../lib/lazy.hpp"
#include "../../../query/format/grammar.hpp"
#include "literals.hpp"

namespace mexbase::detail {

struct PairScratch {
    std::vector<std::uint16_t> symbols;  ///< symbols of the last parse
    std::vector<std::uint32_t> extra;    ///< extra bits of the symbols that are literals of several numbers
    std::vector<std::uint32_t> ends;     // per position: state of the automaton and longest symbol that ends there
    std::vector<std::uint32_t> cost;     // cost of the cheapest parse up to each position
    std::vector<std::uint8_t> last;      // last symbol of that parse, as its index in `listed_`
    std::vector<std::uint16_t> other;    // last symbol of that parse, if `last` is `not_listed`
};

/// Packer for one grammar (list of pairs that become symbols). The word of a symbol is the sequence of literals that
/// the symbol stands for. Immutable; safe to use from several threads.
class PairPacker {
  public:
    /// Marks a symbol without a code in a list of costs.
    static constexpr std::uint32_t no_code = 0xffffffff;
    /// Maximum number of symbols tried at each position: the longest symbols that end there, and the literal. More
    /// symbols take time and save almost nothing.
    static constexpr std::uint32_t max_ends = 8;
    /// Returns the maximum sum of the lengths of all words of a grammar with `literals` literals.
    static std::size_t most_spelled(std::size_t literals);

    /// Makes a packer for a grammar that has codes.
    explicit PairPacker(format::Grammar grammar);
    /// Makes a packer for a grammar without codes. `costs` are assumed code lengths in 256ths of a bit, by symbol.
    PairPacker(format::Grammar grammar, std::span<const std::uint32_t> costs);

    const format::Grammar& grammar() const { return grammar_; }

    /// Finds the cheapest sequence of symbols for the numbers, among the symbols tried (`max_ends`). Every number must
    /// have a literal, and every literal a cost.
    void parse(std::span<const std::uint32_t> numbers, PairScratch& scratch) const;
    /// Overload for numbers with `dont_care`, which it replaces by numbers that pack well. The result never costs more
    /// than a parse of `filled`, a copy of `numbers` without `dont_care`.
    void parse_any(std::span<const std::uint32_t> numbers, std::span<const std::uint32_t> filled,
                   PairScratch& scratch) const;
    /// Replaces every `dont_care` by the number that the last parse chose. That parse must have been of these numbers.
    void fill(std::span<std::uint32_t> numbers, const PairScratch& scratch) const;
    /// Returns the length of the last parse in bits.
    std::uint64_t bits(const PairScratch& scratch) const;
    /// Appends the codes of the last parse to `out`.
    void write(const PairScratch& scratch, std::vector<std::byte>& out) const;

  private:
    /// Lengths and costs of the symbols whose words end a given word. The longest symbol is first, and the literal
    /// last. There are `max_ends` entries or half as many, and the longest symbol fills spare entries.
    struct Ends {
        std::array<std::uint16_t, max_ends> span{}, cost{};

        /// Returns the cost of the cheapest parse up to a position, times `max_ends`, plus the index k of its last
        /// symbol. The cost up to n numbers before this position is `cost_to[-n]`. `before` equals `cost_to[-1]` and is
        /// used last, because it has just been computed.
        std::uint32_t least(const std::uint32_t* cost_to, std::uint32_t before) const {
            constexpr std::uint32_t half = max_ends / 2;
            std::uint32_t least = ~0u;
            const auto take_least = [&](std::uint32_t first, std::uint32_t last) {
                for (std::uint32_t k = first; k < last; ++k)
                    least = std::min(least, (*(cost_to - span[k]) + cost[k]) * max_ends + k);
            };
            const auto with_literal = [&](std::uint32_t last) {
                return std::min(least, (before + cost[last]) * max_ends + last);
            };
            take_least(0, half - 1);
            if (span[half] == 0) return with_literal(half - 1);
            take_least(half - 1, max_ends - 1);
            return with_literal(max_ends - 1);
        }
    };
    struct Gaps;
    class GapParser;

    void make_automaton(std::span<const std::uint32_t> costs);
    void find_ends(std::span<const std::uint32_t> numbers, PairScratch& scratch) const;
    void trace_back(std::span<const std::uint32_t> numbers, PairScratch& scratch) const;
    static std::shared_ptr<const Lazy<Gaps>> empty_gaps();
    const Gaps& gaps() const;

    format::Grammar grammar_;
    std::vector<std::uint16_t> codes_;
    LiteralIndex literals_;

    // Automaton that finds all symbols that end at a position (Aho and Corasick 1975). An entry has the next state and,
    // in its lowest bits, the longest symbol that ends there. The shorter symbols are in `ends_`.
    static constexpr unsigned symbol_bits = 12;
    static constexpr std::uint32_t symbol_mask = (1u << symbol_bits) - 1;
    static constexpr std::uint16_t none = 0xffff;
    static constexpr std::uint8_t not_listed = 0xff;
    // A literal that is in no pair has no column. The automaton is in its root state after such a literal.
    std::vector<std::uint16_t> column_;  // per literal; `none` without a column
    std::size_t columns_ = 0;
    std::vector<std::uint32_t> automaton_;                     // by state and column
    std::vector<Ends> ends_;                                   // by the longest symbol that ends
    std::vector<std::array<std::uint16_t, max_ends>> listed_;  // numbers of the symbols in `ends_`
    std::shared_ptr<const Lazy<Gaps>> gaps_ = empty_gaps();    // made at first use: most streams have no gaps
};

}  // namespace mexbase::detail
