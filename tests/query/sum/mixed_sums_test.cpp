// SPDX-License-Identifier: MIT
#include "sums.hpp"

namespace mexbase::test::mixed_sums_test {

// A reply that breaks a heap must not look longer than one around a cycle: the heaps of one component count by their
// total value.
TEST(MixedSums, AWonSumOfACycleAndHeapsThatBreakEnds) {
    const Index v = 0, w = 1;
    const Table loop = table_of_graph({{w, 2}, {v}, {}}, ValueKind::nimber);
    for (const char* heaps : {"octal:code=0.77,max=60", "octal:code=0.06,max=60", "grundy:max=60"}) {
        const Table table = table_of_values(heaps, ValueKind::nimber);
        for (Index heap = 0; heap <= 60; ++heap) {
            Component sum[] = {{&loop, {v}}, {&table, {heap}}};
            if (outcome_of_sum(sum) != Outcome::loss) continue;
            int moves = 0;
            for (;; ++moves) {
                ASSERT_LT(moves, 200) << heaps << " " << heap << ": play goes round and round";
                // The opponent moves around the cycle if possible, else makes any move.
                if (sum[0].parts.front() == v) {
                    sum[0].parts = {w};
                } else {
                    bool moved = false;
                    for (std::size_t k = 0; k < sum[1].parts.size() && !moved; ++k) {
                        std::vector<Index> after;
                        table.game().value().for_each_option(
                            sum[1].parts[k], Player::left, [&](std::span<const Index> option) {
                                if (moved) return;
                                moved = true;
                                after = sum[1].parts;
                                after.erase(after.begin() + static_cast<long>(k));
                                after.insert(after.end(), option.begin(), option.end());
                            });
                        if (moved) sum[1].parts = after;
                    }
                    if (!moved && sum[0].parts.front() != w) break;
                    if (!moved) sum[0].parts = {v};
                }
                ASSERT_EQ(outcome_of_sum(sum), Outcome::win);
                const auto move = move_in_sum(sum);
                ASSERT_TRUE(move.has_value());
                sum[move->component].parts = move->parts;
                ASSERT_EQ(outcome_of_sum(sum), Outcome::loss);
            }
        }
    }
}

}  // namespace mexbase::test::mixed_sums_test
