// SPDX-License-Identifier: MIT
// Sums in plain C: makes the tables that c_api_plain.c adds up.
#include "sums.hpp"

extern "C" {
int capi_adds_nimbers(const void* kayles, size_t kayles_length, const void* square, size_t square_length);
int capi_adds_obliged_pairs(const void* knights, size_t length);
int capi_refuses_sums(const void* kayles, size_t kayles_length, const void* knights, size_t knights_length);
}

namespace mexbase::test::c_sums_test {

class CSums : public ::testing::Test {
  protected:
    static std::vector<std::byte> bytes(std::string_view spec, ValueKind kind) {
        return make_table_bytes(spec, job_of(kind, 1));
    }
    const std::vector<std::byte> kayles = bytes("octal:code=0.77,max=50", ValueKind::nimber),
                                 square = bytes("square:max=50", ValueKind::nimber),
                                 knights = bytes("knight:size=12", ValueKind::obliged);
};

TEST_F(CSums, AddNimbersAndPlayOn) {
    EXPECT_EQ(capi_adds_nimbers(kayles.data(), kayles.size(), square.data(), square.size()), 0)
        << "the line of c_api_plain.c that failed";
}

TEST_F(CSums, AddObligedPairsSomeOfThemBegun) {
    EXPECT_EQ(capi_adds_obliged_pairs(knights.data(), knights.size()), 0);
}

TEST_F(CSums, RefuseWhatIsMissingAndWhatDoesNotAddUp) {
    EXPECT_EQ(capi_refuses_sums(kayles.data(), kayles.size(), knights.data(), knights.size()), 0);
}

}  // namespace mexbase::test::c_sums_test
