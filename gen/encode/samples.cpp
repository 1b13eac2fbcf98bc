// SPDX-License-Identifier: MIT
// Takes samples of a stream.
#include <algorithm>
#include <span>
#include <utility>

#include "../../lib/splitmix64.hpp"
#include "../parallel_ordered.hpp"
#include "plan.hpp"

namespace mexbase::detail {

namespace {

/// Returns the number of chunks by which candidates are judged. Wide symbols take longer, so there are fewer.
std::size_t chunks_to_judge(unsigned bits, std::size_t there_are) {
    constexpr std::size_t many = 4096;
    return (bits <= 1 ? 24 : bits <= 2 ? 16 : bits <= 4 ? 12 : bits <= 8 ? 8 : 4) * (there_are < many ? 1u : 4u);
}

std::size_t chunks_to_train(std::size_t there_are, std::size_t to_judge) {
    constexpr std::size_t share = 8, most = 256;
    return std::clamp(there_are / share, to_judge, most);
}

}  // namespace

std::uint64_t sampling_memory(std::uint64_t count) {
    const std::size_t chunks = static_cast<std::size_t>((count + survey_chunk - 1) >> survey_chunk_log2);
    const std::size_t judge = chunks_to_judge(1, chunks);
    return std::min(chunks, judge + chunks_to_train(chunks, judge)) * sizeof(std::uint32_t) << survey_chunk_log2;
}

Samples take_samples(const StoredStream& stream, unsigned bits, unsigned threads) {
    const std::vector<std::uint64_t>& mixed = stream.mixed_chunks;
    const std::size_t judge = chunks_to_judge(bits, mixed.size()), train = chunks_to_train(mixed.size(), judge);
    const bool all = mixed.size() <= judge;
    const std::size_t want = all ? mixed.size() : std::min(judge + train, mixed.size());
    // In each group of `turn` chunks, the last chunk is for comparing candidates, and the others are for training
    // codecs.
    const std::size_t turn = all ? 1 : std::max<std::size_t>(2, (judge + train) / judge);
    Samples samples;
    for (const std::uint64_t chunk : mixed)
        samples.varied += std::min(survey_chunk, stream.count - (chunk << survey_chunk_log2));
    std::vector<std::uint64_t> firsts(want);
    for (std::size_t i = 0; i < want; ++i) {
        // Each range gives one pseudorandom chunk, so that the samples do not follow a period of the values.
        const std::uint64_t begin = i * mixed.size() / want, end = (i + 1) * mixed.size() / want;
        firsts[i] = mixed[begin + splitmix64(i) % (end - begin)] << survey_chunk_log2;
    }
    if (stream.values != nullptr) stream.values->fetch_chunks(firsts);
    parallel_ordered(
        want, threads,
        [&](unsigned, std::uint64_t i) {
            const std::uint64_t first = firsts[i];
            Chunk chunk(static_cast<std::size_t>(std::min(survey_chunk, stream.count - first)));
            std::vector<std::uint32_t> spare;
            stream.fill(first, chunk, spare);
            return chunk;
        },
        [&](std::uint64_t i, Chunk&& chunk) {
            (i % turn == turn - 1 ? samples.judge : samples.train).push_back(std::move(chunk));
        });
    std::uint64_t judged = 0;
    for (const Chunk& chunk : samples.judge) judged += chunk.size();
    if (judged != 0) samples.scale = static_cast<double>(samples.varied) / static_cast<double>(judged);
    return samples;
}

NumberBlocks numbers_of(const std::vector<Chunk>& samples, bool delta, unsigned block_log2, std::size_t most) {
    NumberBlocks numbers;
    for_each_block(samples, 1, block_log2, [&](std::span<std::uint32_t> part) {
        std::vector<std::uint32_t> open(part.begin(), part.end());
        if (settle(part)) return;
        if (delta) to_differences(part);
        numbers.push_back(delta ? std::vector(part.begin(), part.end()) : std::move(open));
    });
    const std::size_t kept = std::max<std::size_t>(1, most >> block_log2);
    if (numbers.size() <= kept) return numbers;
    for (std::size_t i = 0; i < kept; ++i) numbers[i].swap(numbers[i * numbers.size() / kept]);
    numbers.resize(kept);
    return numbers;
}

}  // namespace mexbase::detail
