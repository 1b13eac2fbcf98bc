// SPDX-License-Identifier: MIT
#include "lib/positioned_io.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>

namespace mexbase {
namespace positioned_io_test {

TEST(PositionedIo, ReadsUpToTheEndAndReportsErrors) {
    std::string path = ::testing::TempDir() + "mexbase-io-XXXXXX";
    const int file = ::mkstemp(path.data());
    ASSERT_GE(file, 0);
    ::unlink(path.c_str());
    std::array<std::byte, 5> bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{5}}, got{};
    EXPECT_TRUE(write_at(file, 100, bytes));
    EXPECT_EQ(read_at(file, 100, got), 5U);
    EXPECT_EQ(got, bytes);
    EXPECT_EQ(read_at(file, 102, got), 3U) << "the file ends";
    EXPECT_EQ(got[0], std::byte{3});
    EXPECT_EQ(read_at(file, 105, got), 0U);
    EXPECT_EQ(read_at(file, 0, {}), 0U);
    ::close(file);
    errno = 0;
    EXPECT_EQ(read_at(-1, 0, got), std::nullopt);
    EXPECT_EQ(errno, EBADF);
    EXPECT_FALSE(write_at(-1, 0, bytes));
    EXPECT_TRUE(write_at(-1, 0, {}));
}

}  // namespace positioned_io_test
}  // namespace mexbase
