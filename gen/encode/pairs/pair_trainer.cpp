// SPDX-License-Identifier: MIT
#include "pair_trainer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "../../../query/format/format.hpp"
#include "pair_packer.hpp"

namespace mexbase::detail {

namespace {

/// Raises the counts of literals (symbols for numbers) to at least 1, because each literal must have a code.
std::vector<std::uint64_t> with_all_literals(std::vector<std::uint64_t> counts, std::size_t literals) {
    for (std::size_t t = 0; t < literals; ++t) counts[t] = std::max<std::uint64_t>(counts[t], 1);
    return counts;
}

/// Packs the samples and returns how often each symbol occurs in the result. Afterwards, `filled` has the samples with
/// the number chosen for each `dont_care`.
std::vector<std::uint64_t> counted(const PairPacker& packer, const NumberBlocks& samples, NumberBlocks& filled) {
    std::vector<std::uint64_t> counts(packer.grammar().symbols());
    PairScratch scratch;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        packer.parse_any(samples[i], filled[i], scratch);
        for (const std::uint16_t symbol : scratch.symbols) ++counts[symbol];
        if (filled[i] == samples[i]) continue;  // no gaps
        filled[i] = samples[i];
        packer.fill(filled[i], scratch);
    }
    return with_all_literals(std::move(counts), packer.grammar().literals());
}

/// Returns the cost of each symbol in 256ths of a bit, computed from its count.
std::vector<std::uint32_t> costs_of(std::span<const std::uint64_t> counts) {
    std::uint64_t all = 0;
    for (const std::uint64_t count : counts) all += count;
    const auto log = [](std::uint64_t number) { return log2_256(std::max<std::uint64_t>(4 * number, 1)); };
    std::vector<std::uint32_t> costs;
    for (const std::uint64_t count : counts) costs.push_back(static_cast<std::uint32_t>(log(all) - log(count)));
    return costs;
}

/// Removes unused pairs, except parts of used pairs. Adds the count of a removed pair to its two parts, and renumbers
/// `counts`.
format::Grammar without_unused(const format::Grammar& grammar, std::vector<bool> used,
                               std::vector<std::uint64_t>& counts) {
    const std::size_t literals = grammar.literals();
    for (std::size_t s = used.size(); s-- > literals;) {
        const auto [left, right] = grammar.pairs[s - literals];
        if (used[s]) {
            used[left] = used[right] = true;
        } else {
            counts[left] += counts[s];
            counts[right] += counts[s];
        }
    }
    format::Grammar left;
    left.extra = grammar.extra;
    std::vector<std::uint16_t> place(used.size());
    std::size_t next = 0;
    for (std::size_t s = 0; s < used.size(); ++s) {
        if (!used[s] && s >= literals) continue;
        place[s] = static_cast<std::uint16_t>(next);
        counts[next++] = counts[s];
        if (s < literals) continue;
        const auto [l, r] = grammar.pairs[s - literals];
        left.pairs.push_back({place[l], place[r]});
    }
    counts.resize(next);
    return left;
}

/// Returns the cost of storing a pair in the grammar, in 256ths of a bit.
std::uint64_t room_of_pair(const format::Grammar& grammar) {
    return 256 * (2 * format::bits_for(grammar.symbols()) + 4);
}

/// Estimates the bytes of the packed samples plus those of the grammar, for a result of `make_pairs`.
std::uint64_t estimated_bytes(const PairedText& paired) {
    const std::vector<std::uint32_t> costs = costs_of(paired.counts);
    std::uint64_t cost =
        paired.grammar.pairs.size() * room_of_pair(paired.grammar) + paired.grammar.literals() * 4 * 256;
    for (std::size_t s = 0; s < costs.size(); ++s)
        cost += paired.counts[s] * (costs[s] + (s < paired.grammar.literals() ? 256u * paired.grammar.extra[s] : 0u));
    return cost / 2048;
}

/// Returns true for each symbol that is a literal, or a pair that saves more space than it takes in the grammar. The
/// savings in the samples are multiplied by `times` to estimate those in the stream.
std::vector<bool> worth_their_room(const format::Grammar& grammar, std::span<const std::uint64_t> counts,
                                   std::uint64_t times) {
    const std::vector<std::uint32_t> costs = costs_of(counts);
    const std::uint64_t room = room_of_pair(grammar);
    std::vector<bool> worth(grammar.symbols(), true);
    for (std::size_t s = grammar.literals(); s < worth.size(); ++s) {
        const auto [left, right] = grammar.pairs[s - grammar.literals()];
        const std::uint64_t parts = std::uint64_t{costs[left]} + costs[right];
        worth[s] = parts > costs[s] && (parts - costs[s]) * counts[s] * times > room;
    }
    return worth;
}

struct Node {
    std::uint64_t count = 0;
    std::uint32_t parent = 0;
};

/// Returns the depths of the leaves of a Huffman tree with ascending counts.
std::vector<unsigned> depths(std::span<const std::uint64_t> counts) {
    const std::size_t leaves = counts.size();
    std::vector<Node> nodes(2 * leaves - 1);
    for (std::size_t i = 0; i < leaves; ++i) nodes[i].count = counts[i];
    // Inner nodes are made in the order of their counts, so that two queues are enough.
    std::size_t leaf = 0, inner = leaves;
    for (std::size_t made = leaves; made < nodes.size(); ++made) {
        for (int child = 0; child < 2; ++child) {
            const bool take_leaf = leaf < leaves && (inner >= made || nodes[leaf].count <= nodes[inner].count);
            Node& taken = nodes[take_leaf ? leaf++ : inner++];
            taken.parent = static_cast<std::uint32_t>(made);
            nodes[made].count += taken.count;
        }
    }
    std::vector<unsigned> depth(nodes.size());
    for (std::size_t i = nodes.size() - 1; i-- > 0;) depth[i] = depth[nodes[i].parent] + 1;
    depth.resize(leaves);
    return depth;
}

}  // namespace

std::vector<std::uint8_t> code_lengths(std::span<const std::uint64_t> counts) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t s = 0; s < counts.size(); ++s)
        if (counts[s] != 0) order.push_back(s);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t s) { return counts[s]; });
    std::vector<std::uint64_t> ascending;
    for (const std::uint32_t s : order) ascending.push_back(counts[s]);
    std::vector<unsigned> depth = depths(ascending);
    while (depth.front() > longest_written_code) {
        for (std::uint64_t& count : ascending) count = (count + 1) / 2;
        depth = depths(ascending);
    }
    std::vector<std::uint8_t> lengths(counts.size());
    for (std::size_t i = 0; i < order.size(); ++i) lengths[order[i]] = static_cast<std::uint8_t>(depth[i]);
    return lengths;
}

format::Grammar with_codes(PairedText paired, const NumberBlocks& samples, NumberBlocks& filled,
                           std::uint64_t positions) {
    // Each round packs the samples with symbol costs from the round before, and round 0 with those of `make_pairs`.
    // More rounds gain almost nothing if the grammar is large or if few symbols remain.
    constexpr std::size_t large = 256, few = 512;
    const std::uint64_t left = std::accumulate(paired.counts.begin(), paired.counts.end(), std::uint64_t{0});
    const int rounds = paired.grammar.symbols() < large && few * left > size_of(samples) ? 3 : 1;
    const std::uint64_t times = std::max<std::uint64_t>(1, positions / std::max<std::uint64_t>(size_of(samples), 1));
    format::Grammar grammar = std::move(paired.grammar);
    std::vector<std::uint64_t> counts = with_all_literals(std::move(paired.counts), grammar.literals());
    for (int round = 0; round < rounds; ++round) {
        const PairPacker packer(std::move(grammar), costs_of(counts));
        counts = counted(packer, samples, filled);
        grammar = without_unused(packer.grammar(), worth_their_room(packer.grammar(), counts, times), counts);
    }
    grammar.code_lengths = code_lengths(counts);
    return grammar;
}

std::optional<format::Grammar> trained_grammar(std::uint32_t limit, NumberBlocks samples, unsigned block_log2,
                                               std::uint64_t positions, std::uint64_t most_bytes) {
    // If `plain` is true, each number gets its own literal (symbol). A very rare literal is not worth its code.
    constexpr std::uint32_t always_plain = 16, most_plain = 256, times_a_literal = 64;
    constexpr std::size_t most_shared = 2048;
    const std::uint64_t numbers = size_of(samples);
    const bool plain =
        limit <= always_plain || (limit <= most_plain && numbers >= std::uint64_t{limit} * times_a_literal);
    const std::uint32_t longest = std::min(std::uint32_t{1} << block_log2, std::uint32_t{65535});
    std::uint64_t gaps = 0;
    for (const auto& sample : samples) gaps += static_cast<std::uint64_t>(std::ranges::count(sample, dont_care));
    NumberBlocks settled;  // a copy of the samples only if they have gaps
    if (gaps != 0) settled = samples;
    for (auto& sample : settled) settle(sample);
    NumberBlocks& filled = gaps != 0 ? settled : samples;
    const auto literals = plain ? std::vector<std::uint8_t>(limit) : shared_literals(limit, filled, most_shared);
    PairedText paired = make_pairs(literals, filled, positions, longest);
    // The first grammar chooses a number for each `dont_care`, and the final grammar is made from these numbers.
    constexpr std::uint64_t few = 50;
    if (few * gaps > numbers) {
        // The final grammar may be a third smaller, so the limit is applied to two thirds of the estimate.
        if (estimated_bytes(paired) / 3 * 2 > most_bytes) return std::nullopt;
        const auto costs = costs_of(with_all_literals(paired.counts, literals.size()));
        counted(PairPacker(std::move(paired.grammar), costs), samples, filled);
        paired = make_pairs(literals, filled, positions, longest);
    }
    if (estimated_bytes(paired) > most_bytes) return std::nullopt;
    return with_codes(std::move(paired), samples, filled, positions);
}

}  // namespace mexbase::detail
