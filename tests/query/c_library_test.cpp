// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" {
int capi_finds_tables(const char* directory);
int capi_reads_through_a_reader(const void* bytes, size_t length);
}

namespace mexbase::capi_library_test {

TEST(CApi, FindsTablesInALibrary) {
    const std::string golden = std::string(MEXBASE_DATA) + "/golden";
    EXPECT_EQ(capi_finds_tables(golden.c_str()), 0) << "the line of c_library_plain.c that failed";
}

TEST(CApi, ReadsTablesThroughAReader) {
    std::ifstream file(std::string(MEXBASE_DATA) + "/frozen/square-but-one-zstd-1.1.mxb", std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(capi_reads_through_a_reader(bytes.data(), bytes.size()), 0)
        << "the line of c_library_plain.c that failed";
}

}  // namespace mexbase::capi_library_test
