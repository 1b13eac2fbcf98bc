/// \file
/// Finds the pairs of a grammar for the codec `pairs`.
#pragma once

#include <cstdint>
#include <vector>

#include "../../../query/format/grammar.hpp"
#include "letters.hpp"

namespace mexbase::detail {

/// A grammar without codes, and how often each of its symbols is left in what it was made from.
struct PairedText {
    format::Grammar grammar;
    std::vector<std::uint64_t> counts;
};

/// A grammar without codes: the pairs of symbols that occur most often in the samples become symbols, then the next
/// (Larsson and Moffat 1999, Re-Pair, but several pairs in a round), as long as one gains more than it takes in the
/// grammar of a stream in which `positions` are to be packed. No symbol stands for more than `longest` numbers. The
/// samples are without gaps.
PairedText make_pairs(std::vector<std::uint8_t> letters, const Numbers& samples, std::uint64_t positions,
                      std::uint32_t longest);

/// How many numbers there are in samples.
std::uint64_t size_of(const Numbers& samples);

}  // namespace mexbase::detail
