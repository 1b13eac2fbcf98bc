// SPDX-License-Identifier: MIT
/// \file
/// Makes grammars for the codec `pairs` from samples. The symbols of a grammar are literals, which cover numbers, and
/// pairs of symbols. Uses only integers and breaks ties by number, so that all compilers and machines make the same
/// grammar.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../../../query/format/grammar.hpp"
#include "literals.hpp"

namespace mexbase::detail {

/// Maximum length in bits of the codes that are written. It keeps a decoder's table in the processor's cache. The
/// format allows longer codes (`format::longest_code`).
inline constexpr unsigned longest_written_code = 13;

/// Returns the code length of each symbol in a complete prefix code (Huffman 1952), at most `longest_written_code`.
/// Halves all counts until the longest code fits. Symbols that do not occur get 0. At least two symbols and at most
/// 2^`longest_written_code` must occur, and the counts must add up to less than 2^63.
std::vector<std::uint8_t> code_lengths(std::span<const std::uint64_t> counts);

/// Grammar (list of pairs) without codes, and how often each symbol occurs in the samples after pairs are replaced.
struct PairedText {
    format::Grammar grammar;
    std::vector<std::uint64_t> counts;
};

/// Makes a grammar without codes by Re-Pair (Larsson and Moffat 1999), with several pairs per round. The most frequent
/// pairs of symbols become symbols. A pair must save more in a stream of `positions` positions than it takes in the
/// grammar. No symbol covers more than `longest` numbers. The samples must not contain `dont_care`.
PairedText make_pairs(std::vector<std::uint8_t> literals, const NumberBlocks& samples, std::uint64_t positions,
                      std::uint32_t longest);

/// Returns how many numbers the samples have in total.
std::uint64_t size_of(const NumberBlocks& samples);

/// Assigns the codes that pack the samples best. Removes pairs that save less than they take in the grammar of a stream
/// of `positions` positions. `filled` has the samples with a number for each `dont_care`. Afterwards these are the
/// numbers that pack best.
format::Grammar with_codes(PairedText paired, const NumberBlocks& samples, NumberBlocks& filled,
                           std::uint64_t positions);

/// Trains a grammar for the numbers 0 to `limit` - 1 in blocks of 2^`block_log2`, for a stream of `positions`
/// positions. Replaces `dont_care` in the samples by numbers that pack well. Returns `std::nullopt` if samples and
/// grammar would take more than about `most_bytes` after pairing.
std::optional<format::Grammar> trained_grammar(std::uint32_t limit, NumberBlocks samples, unsigned block_log2,
                                               std::uint64_t positions, std::uint64_t most_bytes = ~std::uint64_t{0});

}  // namespace mexbase::detail
