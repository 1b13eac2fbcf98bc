#include <iostream>
#include <mexbase/lib/rank/mixed_radix.hpp>
#include <mexbase/lib/rank/orbits.hpp>
#include <mexbase/lib/rank/partitions.hpp>
#include <mexbase/lib/rank/subsets.hpp>
#include <vector>

using mexbase::Index;

int main() {
    // Three pieces on 16 cells, as a bit mask.
    const Index pieces = mexbase::rank_subset(0b10110);
    std::cout << pieces << " of " << mexbase::binomial(16, 3) << '\n';

    // The same with a king on one of six cells, and the player to move.
    const std::vector<std::uint64_t> bases{mexbase::binomial(16, 3), 6, 2};
    const mexbase::MixedRadix digits(bases);
    std::vector<std::uint64_t> place{pieces, 5, 1};
    const Index position = digits.rank(place);
    digits.unrank(position, place);
    std::cout << position << " of " << digits.size() << ", king on cell " << place[1] << '\n';

    // Two pieces on a row of four cells, up to reflection; then one piece of each colour.
    const mexbase::CellPermutation same{0, 1, 2, 3}, reflected{3, 2, 1, 0};
    const std::vector<mexbase::CellPermutation> group{same, reflected};
    const mexbase::Orbits row(4, group);
    const mexbase::OrbitPairs colours(row, 1, 1);
    std::cout << row.count(2) << " pairs of cells, " << colours.size(1, 1) << " of two colours\n";

    // A heap of five tokens, divided into 3 + 1 + 1.
    mexbase::Partition heaps;
    heaps.push(3, 1);
    heaps.push(1, 2);
    const mexbase::PartitionRank partitions(5);
    std::cout << partitions.rank(heaps) << " of " << partitions.size() << '\n';
}
