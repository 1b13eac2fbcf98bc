/// \file
/// Makes grammars for the codec `pairs` from samples. Integers only, and ties are broken by number, so that every
/// compiler and machine makes the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../../../query/format/grammar.hpp"
#include "literals.hpp"

namespace mexbase::detail {

/// No code is longer, so that a decoder's table of all codes stays near (`format::longest_code` is what is allowed).
inline constexpr unsigned longest_written_code = 13;

/// For each symbol the length of its code in a complete prefix code of codes of at most that many bits, the shorter the
/// more often the symbol occurs (Huffman 1952, with counts evened out until the longest code fits). 0 for symbols that
/// do not occur. At least two symbols occur, and at most 2^`longest_written_code`; the counts add up to less than 2^63.
std::vector<std::uint8_t> code_lengths(std::span<const std::uint64_t> counts);

/// A grammar without codes, and how often each of its symbols is left in what it was made from.
struct PairedText {
    format::Grammar grammar;
    std::vector<std::uint64_t> counts;
};

/// A grammar without codes: the pairs of symbols that occur most often in the samples become symbols, then the next
/// (Larsson and Moffat 1999, Re-Pair, but several pairs in a round), as long as one gains more than it takes in the
/// grammar of a stream in which `positions` are to be packed. No symbol stands for more than `longest` numbers. The
/// samples are without gaps.
PairedText make_pairs(std::vector<std::uint8_t> literals, const Numbers& samples, std::uint64_t positions,
                      std::uint32_t longest);

/// How many numbers there are in samples.
std::uint64_t size_of(const Numbers& samples);

/// Gives the symbols of a grammar the codes that pack the samples best, and leaves out pairs that are not worth their
/// room in the grammar, if `positions` positions are to be packed with it. `filled` are the samples with something in
/// each gap, and then with what packs best.
format::Grammar with_codes(PairedText paired, const Numbers& samples, Numbers& filled, std::uint64_t positions);

/// A grammar for the numbers 0 to `limit` - 1 in blocks of 2^`block_log2`, of a stream in which `positions` are to be
/// packed with it. Gaps in the samples become what packs best. Nothing where pairs are found that leave the samples and
/// the grammar at more than about `most_bytes`.
std::optional<format::Grammar> trained_grammar(std::uint32_t limit, const Numbers& samples, unsigned block_log2,
                                               std::uint64_t positions, std::uint64_t most_bytes = ~std::uint64_t{0});

}  // namespace mexbase::detail
