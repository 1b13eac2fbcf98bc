// SPDX-License-Identifier: MIT
#include "breaking_sums.hpp"
#include "lib/games/heaps/octal.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase::grundy_test {

std::set<SlowHeaps> unequal_pairs(unsigned heap) {
    std::set<SlowHeaps> all;
    for (unsigned a = 1; a < heap; ++a)
        if (a != heap - a) all.insert({std::min(a, heap - a), std::max(a, heap - a)});
    return all;
}

std::pair<ErrorCode, std::string> grundy_error(const std::string& spec) {
    return error_of([&] { make_game(Registry({family_of<Grundy>()}), spec); });
}

TEST(Grundy, KeepsItsPromises) {
    for (const std::uint64_t max : {0U, 1U, 3U, 40U})
        expect_split_conformance(Grundy(max), slow_heap_options(unequal_pairs));
    for (const unsigned total : {0U, 1U, 3U, 12U})
        expect_conformance(GrundyPositions(total), slow_whole_options(unequal_pairs));
    EXPECT_TRUE(Grundy(5).heap_game().game.distinct);
}

TEST(Grundy, WholePositionsAgreeWithSingleHeaps) {
    expect_whole_agrees_with_single(GrundyPositions(14), Grundy(14));
}

TEST(Grundy, SpecsAreCheckedAndNormalised) {
    const Registry registry({family_of<Grundy>()});
    EXPECT_EQ(make_game(registry, "grundy:max=007")->spec(), "grundy:max=7");
    EXPECT_FALSE(make_game(registry, "grundy:max=7")->whole());
    EXPECT_EQ(make_game(registry, "grundy:total=7")->spec(), "grundy:total=7");
    EXPECT_TRUE(make_game(registry, "grundy:total=7")->whole());
    const std::string keys = ": give either max (single heaps, 0..2^40-2) or total (whole positions, 0..159)";
    EXPECT_EQ(grundy_error("grundy").second, "grundy needs max or total" + keys);
    EXPECT_EQ(grundy_error("grundy:max=3,total=3").second, "grundy takes max or total, not both" + keys);
    EXPECT_EQ(grundy_error("grundy:max=1099511627775").second,
              "max=1099511627775 is out of range: max is a number in 0..1099511627774");
    EXPECT_EQ(grundy_error("grundy:total=160").second, "total=160 is out of range: total is a number in 0..159");
}

}  // namespace mexbase::grundy_test
