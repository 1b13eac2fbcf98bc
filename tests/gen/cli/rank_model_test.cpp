// SPDX-License-Identifier: MIT
// The model of jobs of several processes.
#include "gen/cli/rank_model.hpp"

#include <gtest/gtest.h>

namespace mexbase::rank_model_test {

using namespace cli;

constexpr RankWork work{.positions = 1e9, .moves = 1e10, .exits = 1e9, .plies = 1000, .seconds = 1000};

TEST(RankModel, OneRankSendsNothing) {
    const RankEstimate one = model_of(work, {.ranks = 1, .machines = 1});
    EXPECT_EQ(one.bytes_sent, 0);
    EXPECT_EQ(one.messages + one.exchanges + one.collecting, 0);
    EXPECT_EQ(one.computing, 1000);
    EXPECT_EQ(one.bottleneck(), "computing");
}

TEST(RankModel, RanksOfOneMachineUseNoNetwork) {
    const RankEstimate eight = model_of(work, {.ranks = 8, .machines = 1});
    EXPECT_EQ(eight.bytes_sent, 0);
    EXPECT_LT(eight.computing, 1000.0 / 7);
    EXPECT_GT(eight.exchanges, 0);
}

TEST(RankModel, MoreMachinesComputeFasterButEachSendsLess) {
    const RankEstimate two = model_of(work, {.ranks = 128, .machines = 2});
    const RankEstimate sixteen = model_of(work, {.ranks = 1024, .machines = 16});
    EXPECT_GT(two.computing, 7.9 * sixteen.computing);
    EXPECT_GT(two.bytes_sent, sixteen.bytes_sent);
    // Half of the messages of a machine stay in it if there are two.
    EXPECT_NEAR(two.bytes_sent, (1e10 * 4.1 + 1e9 * 16) / 4, 1);
    EXPECT_GT(two.memory, 7.9 * sixteen.memory);
    // One machine packs, however many solve.
    EXPECT_EQ(two.packing, sixteen.packing);
    EXPECT_EQ(sixteen.scratch, 2e9);
    // With enough memory, rank 0 needs no disk.
    const RankEstimate large = model_of(work, {.ranks = 1024, .machines = 16, .memory = 1e10});
    EXPECT_EQ(large.scratch, 0);
    EXPECT_LT(large.collecting, sixteen.collecting / 10);
}

TEST(RankModel, ASlowNetworkIsTheBottleneck) {
    const RankMachines slow{.ranks = 64, .machines = 64, .network = 1e6};
    EXPECT_EQ(model_of(work, slow).bottleneck(), "collecting the values");
    RankWork dense = work;
    dense.positions = 1e8;  // with a hundred moves each
    EXPECT_EQ(model_of(dense, slow).bottleneck(), "messages");
}

}  // namespace mexbase::rank_model_test
