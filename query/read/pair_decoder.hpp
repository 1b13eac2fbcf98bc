/// \file
/// Reads numbers that a grammar has packed: the codec `pairs`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../format/grammar.hpp"

namespace mexbase::detail {

/// A grammar, ready for decoding. Immutable; safe for any number of threads. No member throws.
class PairDecoder {
  public:
    /// A grammar that was found right, of a stream of numbers of `bits` bits in blocks of 2^`block_log2`.
    PairDecoder(const format::Grammar& grammar, unsigned bits, unsigned block_log2);

    /// Number `position` of those packed in `code`; nothing where the code ends before it. Takes time for the symbols
    /// before it.
    std::optional<std::uint32_t> number_at(std::span<const std::byte> code, std::uint64_t position) const;
    /// The sum, modulo 2^32, of the differences that numbers 0 to `position` stand for.
    std::optional<std::uint32_t> sum_to(std::span<const std::byte> code, std::uint64_t position) const;
    /// Writes `count` numbers, each in the bits of the stream, one after another into `out`, of which eight bytes past
    /// the last number may be written. False unless the code holds just so many numbers, and zeros to the end of its
    /// last byte.
    bool unpack(std::span<const std::byte> code, std::uint64_t count, std::byte* out) const;

  private:
    /// What a code stands for: its symbol, how many numbers that is, and the bits of the code.
    struct Entry {
        std::uint16_t span = 0;
        std::uint16_t symbol : 12 = 0;
        std::uint16_t length : 4 = 0;
    };
    class Bits;

    const Entry& entry(std::uint64_t window) const { return table_[window >> table_shift_]; }
    /// Takes the number of a letter of many.
    std::uint32_t take_extra(Bits& bits, std::uint16_t symbol) const;
    /// Reads symbols until the one with number `position` in it, calls `pass` for each before it and returns what
    /// `take` makes of that one.
    template <class Pass, class Take>
    std::optional<std::uint32_t> walk(std::span<const std::byte> code, std::uint64_t position, Pass pass,
                                      Take take) const;
    /// The letter that is number `position` of what a symbol stands for; `pass` is called for each symbol before it.
    template <class Pass>
    std::uint16_t descend(std::uint16_t symbol, std::uint64_t position, Pass pass) const;

    unsigned bits_;
    std::vector<format::Grammar::Pair> pairs_;
    std::vector<std::uint16_t> spans_;
    std::vector<std::uint32_t> first_;  // of a letter: the least number it stands for
    std::vector<std::uint8_t> extra_;
    std::vector<std::uint32_t> sums_;     // of the differences that a symbol stands for, unless it has extra bits
    std::vector<std::uint64_t> numbers_;  // of symbols short enough: packed
    bool any_extra_ = false;
    std::vector<Entry> table_;  // by as many bits as the longest code has
    unsigned table_shift_ = 0;
};

}  // namespace mexbase::detail
