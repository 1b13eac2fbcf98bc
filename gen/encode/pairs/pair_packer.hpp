/// \file
/// Packs numbers with a grammar: the codec `pairs`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../../../query/format/grammar.hpp"
#include "letters.hpp"

namespace mexbase::detail {

/// What a thread packs with.
struct PairScratch {
    std::vector<std::uint16_t> symbols;  ///< of the numbers packed last
    std::vector<std::uint32_t> extra;    ///< what stands in the extra bits of those symbols that have some
    std::vector<std::uint32_t> ends;     // of each position: the state there, and the longest symbol that ends
    std::vector<std::uint32_t> cost;     // of the numbers before each position
    std::vector<std::uint8_t> last;      // place of the symbol before each position among those that end there
};

/// A grammar, ready for packing. Immutable; safe for any number of threads.
class PairPacker {
  public:
    /// The cost of a symbol that has no code.
    static constexpr std::uint32_t no_code = 0xffffffff;
    /// Symbols that are looked at where they end: so many less one of the longest, and the letter. More take time and
    /// gain next to nothing.
    static constexpr std::uint32_t most_listed = 8;
    /// Most numbers that the symbols of a grammar of so many letters may stand for, all together.
    static std::size_t most_spelled(std::size_t letters);

    /// A grammar with its codes.
    explicit PairPacker(format::Grammar grammar);
    /// A grammar without codes, whose symbols are to cost that much.
    PairPacker(format::Grammar grammar, std::span<const std::uint32_t> costs);

    const format::Grammar& grammar() const { return grammar_; }

    /// Finds the symbols that stand for the numbers and cost least, of those looked at. Every letter must have a cost,
    /// and every number has a letter.
    void parse(std::span<const std::uint32_t> numbers, PairScratch& scratch) const;
    /// Bits of what was parsed last.
    std::uint64_t bits(const PairScratch& scratch) const;
    /// Appends what was parsed last.
    void write(const PairScratch& scratch, std::vector<std::byte>& out) const;

  private:
    /// Symbols that end where one ends, the longest first and the letter last. So many always: where there are fewer,
    /// the letter stands for the rest.
    struct Ends {
        std::array<std::uint16_t, most_listed> span{}, cost{};
    };

    void make_automaton(std::span<const std::uint32_t> costs);
    void find_ends(std::span<const std::uint32_t> numbers, PairScratch& scratch) const;

    format::Grammar grammar_;
    std::vector<std::uint16_t> codes_;
    LetterIndex letters_;

    // Finds all symbols that end at a position (Aho and Corasick 1975). An entry is the state after a letter, and in
    // its lowest bits the longest symbol that ends there; `ends_` has for each symbol those that end with it.
    static constexpr unsigned symbol_bits = 12;
    static constexpr std::uint16_t none = 0xffff;
    // A letter that is in no pair leads back to the first state, and is not in the automaton.
    std::vector<std::uint16_t> column_;  // of a letter; `none` of those
    std::size_t columns_ = 0;
    std::vector<std::uint32_t> automaton_;                        // by state and column
    std::vector<Ends> ends_;                                      // by the longest symbol that ends
    std::vector<std::array<std::uint16_t, most_listed>> listed_;  // likewise: which symbols these are
};

}  // namespace mexbase::detail
