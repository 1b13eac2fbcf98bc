/// \file
/// Files that tests make.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace mexbase::test {

/// The name of a file that is not there. Another run of the tests at the same time has files of its own.
inline std::string file_in_scratch(const char* name) {
    const std::string path = ::testing::TempDir() + std::to_string(getpid()) + name;
    std::filesystem::remove(path);
    return path;
}

inline std::string bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace mexbase::test
