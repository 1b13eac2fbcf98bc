/// \file
/// Samples of a stream, by which its plan is made.
#pragma once

#include <cstdint>
#include <vector>

#include "pairs/pair_trainer.hpp"
#include "symbols.hpp"

namespace mexbase::detail {

using Chunk = std::vector<std::uint32_t>;

/// Chunks of symbols, `dont_care` among them: some to train dictionaries and grammars on, some to judge candidates by.
/// A stream of few chunks is both as a whole: then the judgement is exact.
struct Samples {
    std::vector<Chunk> train, judge;
    std::uint64_t varied = 0;  ///< positions of the stream in chunks that vary
    double scale = 1;          ///< of them, for each in `judge`

    const std::vector<Chunk>& training() const { return train.empty() ? judge : train; }
};

/// Evenly spaced chunks among those that vary. The more, the narrower the symbols are, of `bits` bits.
Samples take_samples(const StoredStream& stream, unsigned bits, unsigned threads);

/// The numbers that blocks of 2^`block_log2` positions hold, of those that vary: symbols, `dont_care` among them,
/// or differences. No more than `most` and a block, from all over the samples.
Numbers numbers_of(const std::vector<Chunk>& samples, bool delta, unsigned block_log2, std::size_t most);

}  // namespace mexbase::detail
