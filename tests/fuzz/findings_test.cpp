// SPDX-License-Identifier: MIT
// Past findings of the fuzzers, and inputs made by hand from findings, as files with one folder per fuzzer. They run
// through the fuzzers' entry points, which abort on a wrong answer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// Each fuzzer's LLVMFuzzerTestOneInput, renamed by the build.
extern "C" {
int board_fuzz(const std::uint8_t* data, std::size_t size);
int position_fuzz(const std::uint8_t* data, std::size_t size);
int protocol_fuzz(const std::uint8_t* data, std::size_t size);
int serve_fuzz(const std::uint8_t* data, std::size_t size);
int spec_fuzz(const std::uint8_t* data, std::size_t size);
int table_fuzz(const std::uint8_t* data, std::size_t size);
}

namespace mexbase::test {
namespace {

void give_all(const char* fuzzer, int (*entry)(const std::uint8_t*, std::size_t)) {
    std::vector<std::filesystem::path> files;
    for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(MEXBASE_FINDINGS) / fuzzer))
        files.push_back(file.path());
    ASSERT_FALSE(files.empty());
    std::ranges::sort(files);
    for (const auto& file : files) {
        std::printf("%s\n", file.c_str());  // the last one printed is the one that aborts
        std::fflush(stdout);
        std::ifstream in(file, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(in), {}};
        EXPECT_EQ(entry(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), 0) << file;
    }
}

TEST(Findings, OfBoardsAreReadOrRefused) {
    give_all("board_fuzz", board_fuzz);
}
TEST(Findings, OfPositionsAreReadOrRefused) {
    give_all("position_fuzz", position_fuzz);
}
TEST(Findings, OfProgramsMakeTablesOrAreRefused) {
    give_all("protocol_fuzz", protocol_fuzz);
}
TEST(Findings, OfRequestsAreAnsweredOrRefused) {
    give_all("serve_fuzz", serve_fuzz);
}
TEST(Findings, OfSpecsAreReadOrRefused) {
    give_all("spec_fuzz", spec_fuzz);
}
TEST(Findings, OfTablesAreReadOrRefused) {
    give_all("table_fuzz", table_fuzz);
}

}  // namespace
}  // namespace mexbase::test
