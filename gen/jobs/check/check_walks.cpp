// SPDX-License-Identifier: MIT
// Checks the orders in which a ruleset visits its positions.
#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "check_rules_parts.hpp"

namespace mexbase::detail {

namespace {

void check_walk(const CheckedGame& g, Index first, Index last) {
    const std::string range = "for_each_position from " + number(first) + " to " + number(last);
    Index next = first;
    const auto expect_holes = [&](Index until) {
        for (; next < until; ++next)
            if (g.is_position(next)) g.fail(next, range + " to report it", "no report");
    };
    g.game.walk(first, last, [&](Index i, Index rank) {
        if (i < next || i >= last)
            g.fail(i, range + " to report next an index of at least " + number(next) + " and below " + number(last),
                   number(i));
        expect_holes(i);
        if (!g.is_position(i)) g.fail(i, range + " to report only positions", "an index that is not a position");
        if (rank != i) g.fail(i, range + " to report the position of this index", "that of " + number(rank));
        next = i + 1;
    });
    expect_holes(last);
}

/// Calls `f(i)` for the positions numbered first..last-1 in a layer. Throws if there are fewer or more.
template <class F>
void visit_layer(const CheckedGame& g, Index layer, Index first, Index last, const F& f) {
    Index calls = 0;
    g.game.walk_layer(layer, first, last, [&](Index i, Index rank) {
        ++calls;
        if (!g.is_position(i))
            g.fail(i, "for_each_in_layer to report only positions", number(i) + ", which is not a position");
        if (rank != i) g.fail(i, "for_each_in_layer to report the position of this index", "that of " + number(rank));
        f(i);
    });
    if (calls != last - first)
        g.fail_whole("for_each_in_layer to report " + std::to_string(last - first) +
                         " positions for the numbers from " + std::to_string(first) + " to below " +
                         std::to_string(last) + " of layer " + std::to_string(layer),
                     std::to_string(calls));
}

/// Checks that options are in lower layers than their position, until the maximum number of steps is reached.
/// `layer_of` must contain every position in a layer below those of `positions`.
void check_lower(const CheckedGame& g, const std::vector<Index>& positions,
                 const std::unordered_map<Index, Index>& layer_of) {
    std::vector<Index> options;
    SplitOptions splits;
    std::uint64_t steps = 0;
    for (const Index i : positions) {
        const Index own = layer_of.at(i);
        const auto check = [&](Index to) {
            ++steps;
            const auto at = layer_of.find(to);
            if (at != layer_of.end() && at->second < own) return;
            g.fail(
                i, "options in layers below its own, " + std::to_string(own),
                number(to) + (at == layer_of.end() ? " in none of them" : " in layer " + std::to_string(at->second)));
        };
        for (const Player player : g.players()) {
            if (g.game.whole()) {
                g.game.options(i, player, options);
                std::ranges::for_each(options, check);
            }
            splits.clear();
            g.game.parts({&i, 1}, player, Moves::no_limit, splits);
            std::ranges::for_each(splits.parts.span(), check);
        }
        if (steps > most_check_steps) return;
    }
}

}  // namespace

void check_walks(const CheckedGame& g) {
    if (g.size <= most_checked) {
        check_walk(g, 0, g.size);
        constexpr Index pieces = 7;  // not a power of two, so that pieces begin anywhere
        for (Index k = 0; k < pieces; ++k) check_walk(g, g.size * k / pieces, g.size * (k + 1) / pieces);
        return;
    }
    constexpr Index length = 4096;
    const JitteredSample firsts(g.size - length + 1, 128);
    for (Index k = 0; k < firsts.count(); ++k) check_walk(g, firsts[k], firsts[k] + length);
}

void check_lines(const CheckedGame& g) {
    // Contains, for each line of positions, the sum of the hashes of the positions visited so far. The sums of all
    // lines through a position must add up to the sum over its options.
    std::unordered_map<Index, std::uint64_t> sums;
    const Index count = g.game.traits().order.lines;
    std::vector<Index> options;
    Lines list;
    std::uint64_t steps = 0;
    for (Index i = 0; i < std::min(g.size, most_checked) && steps < most_check_steps; ++i) {
        if (!g.is_position(i)) continue;
        g.game.options(i, Player::left, options);
        read_lines(g, i, list);
        const auto lines = list.lines.span();
        std::uint64_t of_options = 0, of_lines = 0;
        for (const Index to : options) of_options += mix(to);
        for (const Index line : lines) {
            if (line >= count) g.fail(i, "numbers of lines below " + std::to_string(count), std::to_string(line));
            of_lines += sums[line];
        }
        if (of_lines != of_options && !g.game.stopped(i, Player::left))
            g.fail(i, "the earlier positions in its lines to be exactly its options", "other positions");
        for (const Index line : lines) sums[line] += mix(i);
        steps += 1 + options.size() + lines.size();
    }
}

void check_layers(const CheckedGame& g) {
    // Layers are visited from the lowest, so that the layer of each option is known.
    std::unordered_map<Index, Index> layer_of;
    std::vector<Index> positions;
    const std::vector<Index>& sizes = g.game.traits().order.layers;
    const Index layers = sizes.size();
    for (Index layer = 0; layer < layers && positions.size() < most_checked; ++layer) {
        const Index count = std::min<Index>(sizes[layer], most_checked - positions.size());
        const std::array<Index, 4> borders = {0, count / 3, count / 2, count};
        for (std::size_t k = 0; k < 3; ++k)
            visit_layer(g, layer, borders[k], borders[k + 1], [&](Index i) {
                if (const auto [at, fresh] = layer_of.emplace(i, layer); !fresh)
                    g.fail(i, "the position to be in one layer",
                           "layers " + std::to_string(at->second) + " and " + std::to_string(layer));
                positions.push_back(i);
            });
    }
    if (g.size <= most_checked)
        for (Index i = 0; i < g.size; ++i)
            if (g.is_position(i) && !layer_of.contains(i)) g.fail(i, "the position to be in a layer", "none");
    check_lower(g, positions, layer_of);
    // Also visits up to 256 positions in each of up to 256 layers. Some of these layers are above those visited before.
    const JitteredSample some(layers, 256);
    for (Index k = 0; k < some.count(); ++k) {
        const Index count = sizes[some[k]], middle = count / 2;
        visit_layer(g, some[k], middle, std::min(count, middle + 256), [](Index) {});
    }
}

}  // namespace mexbase::detail
