// SPDX-License-Identifier: MIT
/// \file
/// Temporary files of tests.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace mexbase::test {

/// Returns the name of a file that does not exist. Concurrent runs of the tests get different names.
inline std::string file_in_scratch(const char* name) {
    const std::string path = ::testing::TempDir() + std::to_string(getpid()) + name;
    std::filesystem::remove(path);
    return path;
}

inline std::string bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_file(const std::string& path, const std::string& bytes) {
    std::filesystem::remove(path);  // some disks are slow at overwriting a file
    std::ofstream(path, std::ios::binary) << bytes;
}

/// Returns truncated, changed, shortened or extended bytes, chosen by `round`; the damage is before `end`.
inline std::string damaged(const std::string& whole, std::mt19937& random, int round, std::size_t end) {
    std::string bad = whole;
    const std::size_t from = random() % end, length = random() % 300;
    if (round % 4 == 0)
        bad.resize(from);
    else if (round % 4 == 1)
        bad[from] ^= static_cast<char>(1 + random() % 255);
    else if (round % 4 == 2)
        bad.erase(from, length);
    else
        bad.insert(from, whole.substr(random() % whole.size(), length + 1));
    return bad;
}

}  // namespace mexbase::test
