/// \file
/// Makes grammars for the codec `pairs` from samples. Integers only, and ties are broken by number, so that every
/// compiler and machine makes the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../../../query/format/grammar.hpp"

namespace mexbase::detail {

/// Samples of the blocks that a grammar is to pack, without positions that mean nothing.
using Numbers = std::vector<std::vector<std::uint32_t>>;

/// Letters for the numbers 0 to `limit` - 1: one for each number.
std::vector<std::uint8_t> plain_letters(std::uint32_t limit);
/// Letters for the same that take the least room if no pairs are made: neighbours that are rare, or as frequent as one
/// another, share one. At most `most`.
std::vector<std::uint8_t> shared_letters(std::uint32_t limit, const Numbers& samples, std::size_t most);

/// A grammar without codes: the pairs of symbols that occur most often in the samples become symbols, then the next
/// (Larsson and Moffat 1999, Re-Pair, but several pairs in a round), as long as one gains more than it takes in the
/// grammar of a stream in which `positions` are to be packed. No symbol stands for more than `longest` numbers.
format::Grammar make_pairs(std::vector<std::uint8_t> letters, const Numbers& samples, std::uint64_t positions,
                           std::uint32_t longest);

/// Gives the symbols of a grammar the codes that pack the samples best, and leaves out pairs that are not worth their
/// room in the grammar, if `positions` positions are to be packed with it.
format::Grammar with_codes(format::Grammar grammar, const Numbers& samples, std::uint64_t positions);

/// A grammar for the numbers 0 to `limit` - 1 in blocks of 2^`block_log2`, of a stream in which `positions` are to be
/// packed with it.
format::Grammar trained_grammar(std::uint32_t limit, const Numbers& samples, unsigned block_log2,
                                std::uint64_t positions);

}  // namespace mexbase::detail
