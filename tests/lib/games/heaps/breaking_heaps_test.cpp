// SPDX-License-Identifier: MIT
#include "lib/games/heaps/breaking_heaps.hpp"

#include "breaking_sums.hpp"

namespace mexbase::breaking_heaps_test {

TEST(ForEachBreak, LeavesEveryChoiceOfHeapsOnce) {
    for (std::uint8_t heaps = 0; heaps <= 3; ++heaps) {
        for (std::uint32_t taken = heaps < 2 ? 1 : 0; taken <= 4; ++taken) {
            for (const bool distinct : {false, true}) {
                TakeAndBreak game{.moves = {{taken, heaps}}, .distinct = distinct};
                for (unsigned heap = 0; heap <= 20; ++heap) {
                    std::multiset<SlowHeaps> left;
                    for_each_break(game, heap, [&](std::span<const Index> parts) {
                        SlowHeaps some;
                        for (const Index part : parts) some.push_back(static_cast<unsigned>(part));
                        EXPECT_TRUE(std::ranges::is_sorted(some));
                        left.insert(some);
                    });
                    std::multiset<SlowHeaps> slow;
                    if (taken <= heap)
                        for (const SlowHeaps& split : slow_splits(heap - taken, heaps))
                            if (!distinct || std::ranges::adjacent_find(split) == split.end())
                                slow.insert(split.empty() ? SlowHeaps{0} : split);
                    EXPECT_EQ(left, slow) << heap << " tokens, take " << taken << ", leave " << int{heaps};
                }
            }
        }
    }
}

}  // namespace mexbase::breaking_heaps_test
