// SPDX-License-Identifier: MIT
/// \file
/// Sections with random changes: each must be parsed, or refused as corrupt or as of a newer version.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

#include "lib/error.hpp"

namespace mexbase::test {

/// Parses `good` with up to two bytes changed, in one round of four cut or extended, in 10,000 rounds.
inline void expect_read_or_refused(const std::vector<std::byte>& good, const auto& parse) {
    std::mt19937 random(4);
    for (int round = 0; round < 10'000; ++round) {
        auto bytes = good;
        if (random() % 4 == 0) bytes.resize(random() % (bytes.size() + 3));
        for (auto n = random() % 3; n != 0 && !bytes.empty(); --n)
            bytes[random() % bytes.size()] = static_cast<std::byte>(random());
        try {
            parse(bytes);
        } catch (const Error& e) {
            EXPECT_TRUE(e.code() == ErrorCode::corrupt || e.code() == ErrorCode::unsupported_version) << e.what();
        }
    }
}

}  // namespace mexbase::test
