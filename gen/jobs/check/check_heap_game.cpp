// SPDX-License-Identifier: MIT
// Checks that the rules of a heap game agree with the taking-and-breaking game that the solver uses.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/games/heaps/breaking_heaps.hpp"
#include "check_rules_parts.hpp"

namespace mexbase::detail {

namespace {

/// Set of options, each a sorted list of the heaps left. Heaps of at most `shift` tokens are omitted.
using HeapOptions = std::set<std::vector<Index>>;

HeapOptions heap_options(const HeapGame& of, Index i) {
    HeapOptions options;
    for_each_break(of.game, i + of.shift, [&](std::span<const Index> parts) {
        std::vector<Index> left;
        for (const Index heap : parts)
            if (heap > of.shift) left.push_back(heap - of.shift);
        std::ranges::sort(left);
        options.insert(std::move(left));
    });
    return options;
}

/// Chooses the heaps whose options are compared: the small heaps, and heaps just large enough for the greatest move.
/// The large heaps are omitted if they have too many options.
std::vector<Index> representative_heaps(const HeapGame& of) {
    std::vector<Index> heaps(64);
    std::iota(heaps.begin(), heaps.end(), Index{0});
    // Size limits by the number of heaps that a move leaves. A heap of n has n options of two heaps, and n² of three.
    constexpr std::uint64_t most_of_many[] = {~std::uint64_t{0}, ~std::uint64_t{0}, 4096, 128};
    const std::uint64_t most = of.game.most_taken();
    if (most + 4 <= most_of_many[of.game.most_heaps()])
        for (Index heap = std::max<Index>(most, 64); heap < most + 4; ++heap) heaps.push_back(heap);
    return heaps;
}

}  // namespace

void check_heap_game(const Game& game) {
    const auto of = game.heap_game();
    if (!of) return;
    for (const Index i : representative_heaps(*of)) {
        HeapOptions options;
        game.for_each_option(i, Player::left, [&options](std::span<const Index> parts) {
            std::vector<Index> heaps(parts.begin(), parts.end());
            std::erase(heaps, Index{0});
            std::ranges::sort(heaps);
            options.insert(std::move(heaps));
        });
        if (options != heap_options(*of, i))
            throw Error(ErrorCode::verification_failed, "the moves of heap " + game.format(i) +
                                                            " differ from those of heap_game(), by which it is solved");
    }
}

}  // namespace mexbase::detail
