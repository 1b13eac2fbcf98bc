/// \file
/// Makes grammars for the codec `pairs` from samples. Integers only, and ties are broken by number, so that every
/// compiler and machine makes the same.
#pragma once

#include <cstdint>
#include <optional>

#include "../../../query/format/grammar.hpp"
#include "pairing.hpp"

namespace mexbase::detail {

/// Gives the symbols of a grammar the codes that pack the samples best, and leaves out pairs that are not worth their
/// room in the grammar, if `positions` positions are to be packed with it. `filled` are the samples with something in
/// each gap, and then with what packs best.
format::Grammar with_codes(PairedText paired, const Numbers& samples, Numbers& filled, std::uint64_t positions);

/// A grammar for the numbers 0 to `limit` - 1 in blocks of 2^`block_log2`, of a stream in which `positions` are to be
/// packed with it. Gaps in the samples become what packs best.
format::Grammar trained_grammar(std::uint32_t limit, const Numbers& samples, unsigned block_log2,
                                std::uint64_t positions);
/// The same, or nothing where pairs are found that leave the samples and the grammar at more than about `most_bytes`.
std::optional<format::Grammar> trained_grammar(std::uint32_t limit, const Numbers& samples, unsigned block_log2,
                                               std::uint64_t positions, std::uint64_t most_bytes);

}  // namespace mexbase::detail
