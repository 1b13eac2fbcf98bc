#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#include "query/mexquery.h"
#include "test_tables.hpp"

extern "C" {
int capi_reads(const char* path, int backend);
int capi_reads_memory(const void* bytes, size_t length);
int capi_refuses(const char* path, const char* no_table);
}

namespace mexbase {
namespace {

using namespace testing;

/// Square-But-One up to 30: lost are 0 and 5, won the squares (in 1) and squares and five (in 3, or in 1 if they are
/// squares).
std::vector<std::byte> square_but_one() {
    Values v;
    const auto square = [](int n) {
        const int root = static_cast<int>(std::lround(std::sqrt(n)));
        return n > 0 && root * root == n;
    };
    for (int n = 0; n <= 31; ++n) {
        const bool lost = n == 0 || n == 5, won = square(n) || square(n - 5);
        v.outcome.push_back(lost ? 0 : won ? 1 : 2);
        v.remoteness.push_back(n == 0 ? 0 : n == 5 ? 2 : square(n) ? 1 : won ? 3 : dont_care);
    }
    const auto game = make_game(stock_registry(), "square-but-one:max=30,add=even");
    TableContents contents = contents_of(v, game->spec());
    contents.info.admitted = 31;
    contents.info.rules_version = game->rules_version();
    return table_bytes(contents);
}

struct Files {
    Files() : path(::testing::TempDir() + "mexbase_capi.mxb"), text(::testing::TempDir() + "mexbase_capi.txt") {
        const auto bytes = square_but_one();
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        std::ofstream(text) << "This is no table, and long enough to be one.";
    }
    ~Files() {
        std::remove(path.c_str());
        std::remove(text.c_str());
    }
    std::string path, text;
};

TEST(CApi, PlainCReadsATableThroughEachBackend) {
    const Files files;
    EXPECT_EQ(capi_reads(files.path.c_str(), MEXQUERY_MAP), 0) << "the line of capi_c.c that failed";
    EXPECT_EQ(capi_reads(files.path.c_str(), MEXQUERY_READ), 0);
    const auto bytes = square_but_one();
    EXPECT_EQ(capi_reads_memory(bytes.data(), bytes.size()), 0);
}

TEST(CApi, ErrorsAreCodesWithALineOfText) {
    const Files files;
    EXPECT_EQ(capi_refuses(files.path.c_str(), files.text.c_str()), 0) << "the line of capi_c.c that failed";
}

}  // namespace
}  // namespace mexbase
