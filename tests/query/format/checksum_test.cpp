// SPDX-License-Identifier: MIT
#include "query/format/checksum.hpp"

#include <algorithm>
#include <vector>

#define XXH_INLINE_ALL
#include <gtest/gtest.h>
#include <xxhash.h>

#include "lib/splitmix64.hpp"

namespace mexbase::test {

namespace {

TEST(Checksum, IsThatOfXxhashForEveryLengthAndSeed) {
    std::vector<std::byte> all(5000);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::byte>(splitmix64(i));
    for (std::size_t n = 0; n + 8 <= all.size(); n += n < 1200 ? 1 : 61) {
        const auto bytes = std::span<const std::byte>(all).subspan(n % 8, n);  // of any alignment
        const std::uint64_t seed = splitmix64(n);
        ASSERT_EQ(checksum64(bytes), XXH3_64bits(bytes.data(), n)) << n;
        ASSERT_EQ(checksum32(bytes), static_cast<std::uint32_t>(XXH3_64bits(bytes.data(), n))) << n;
        ASSERT_EQ(checksum32(bytes, seed), static_cast<std::uint32_t>(XXH3_64bits_withSeed(bytes.data(), n, seed)))
            << n;
    }
}

TEST(Checksum, DoesNotDependOnThePieces) {
    std::vector<std::byte> all(5000);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::byte>(splitmix64(i));
    for (const std::size_t most : {1, 63, 64, 1000, 1024, 3000}) {
        Checksum64 sum;
        std::size_t n = 0;
        for (std::uint64_t k = 0; n < all.size(); ++k) {
            const std::size_t piece = std::min<std::size_t>(splitmix64(k) % (most + 1), all.size() - n);
            sum.add(std::span<const std::byte>(all).subspan(n, piece));
            n += piece;
            ASSERT_EQ(sum.value(), XXH3_64bits(all.data(), n)) << n << " bytes in pieces of at most " << most;
        }
    }
}

}  // namespace

}  // namespace mexbase::test
