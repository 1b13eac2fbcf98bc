// SPDX-License-Identifier: MIT
// Jobs whose values are in files, because the memory is too small.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "tables.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test::values_on_disk_test {

TEST(ValuesOnDisk, GiveTheSameBytesAsValuesInMemory) {
    MEXBASE_SKIP_IN_SANITIZERS();
    struct Case {
        const char* spec;
        ValueKind kind;
        unsigned threads;
    };
    constexpr std::array cases{Case{"node-kayles:board=grid-4x5", ValueKind::nimber, 2},
                               Case{"node-kayles:board=grid-4x5", ValueKind::outcome, 1},
                               Case{"snort:board=grid-3x4,play=impartial", ValueKind::obliged, 1},
                               Case{"nim:piles=3,max=50", ValueKind::nimber, 1},
                               Case{"nim:piles=3,max=50", ValueKind::outcome, 2},
                               Case{"knight:size=300", ValueKind::outcome, 2},
                               Case{"domineering:board=grid-4x5", ValueKind::partizan_outcome, 1},
                               Case{"mens-morris:men=3", ValueKind::outcome, 2}};
    for (const Case& each : cases) {
        const auto game = make_game(stock_registry(), each.spec);
        JobOptions options = job_of(each.kind);
        options.threads = each.threads;
        options.scratch.clear();
        const std::uint64_t in_memory = check_job(*game, options).least;
        const auto bytes = make_table_bytes(*game, options);
        options.scratch = std::filesystem::temp_directory_path();
        options.memory = check_job(*game, options).least;
        EXPECT_LT(options.memory, in_memory) << each.spec;
        EXPECT_EQ(make_table_bytes(*game, options), bytes) << each.spec;
        --options.memory;
        EXPECT_EQ(error_code_of([&] { make_table_bytes(*game, options); }), ErrorCode::out_of_memory) << each.spec;
    }
}

}  // namespace mexbase::test::values_on_disk_test
