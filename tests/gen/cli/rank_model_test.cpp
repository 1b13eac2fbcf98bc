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
    EXPECT_DOUBLE_EQ(two.packing, 8 * sixteen.packing);
    EXPECT_EQ(sixteen.scratch, 0);
    // If memory is scarce, the values that a machine packs are in a scratch file.
    const RankEstimate small = model_of(work, {.ranks = 1024, .machines = 16, .memory = 2e8});
    EXPECT_EQ(small.scratch, 2e9 / 16);
    EXPECT_LT(small.memory, sixteen.memory);
    EXPECT_NEAR(small.collecting, sixteen.collecting + 0.25, 1e-9);
}

TEST(RankModel, MoreMachinesWriteTheTableFasterUpToTheRateOfTheFileSystem) {
    const auto writing = [](double machines, double files) {
        return model_of(work, {.ranks = 64, .machines = machines, .network = 1e15, .disk = 1e9, .files = files})
            .collecting;
    };
    EXPECT_NEAR(writing(1, 10e9), 0.4, 1e-3);  // 4e8 bytes
    EXPECT_NEAR(writing(4, 10e9), 0.1, 1e-3);
    EXPECT_NEAR(writing(16, 10e9), 0.04, 1e-3);
    EXPECT_NEAR(writing(64, 10e9), 0.04, 1e-3);
    EXPECT_NEAR(writing(64, 1e9), 0.4, 1e-3);
}

TEST(RankModel, ASlowNetworkOrDiskIsTheBottleneck) {
    EXPECT_EQ(model_of(work, {.ranks = 64, .machines = 64, .network = 1e6}).bottleneck(), "messages");
    EXPECT_EQ(model_of(work, {.ranks = 64, .machines = 64, .files = 1e6}).bottleneck(), "collecting the table");
}

}  // namespace mexbase::rank_model_test
