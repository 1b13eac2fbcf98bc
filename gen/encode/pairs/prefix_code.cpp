#include "prefix_code.hpp"

#include <algorithm>

namespace mexbase::detail {

namespace {

struct Node {
    std::uint64_t count = 0;
    std::uint32_t parent = 0;
};

/// Depths of the leaves of a Huffman tree, whose counts ascend.
std::vector<unsigned> depths(std::span<const std::uint64_t> counts) {
    const std::size_t leaves = counts.size();
    std::vector<Node> nodes(2 * leaves - 1);
    for (std::size_t i = 0; i < leaves; ++i) nodes[i].count = counts[i];
    // Inner nodes come out in the order of their counts, so that two queues are enough.
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

}  // namespace mexbase::detail
