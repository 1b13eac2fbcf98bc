// SPDX-License-Identifier: MIT
/// \file
/// Directories of tables.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "query/format/result.hpp"

namespace mexbase::test {

/// A temporary directory.
class Folder {
  public:
    Folder()
        : path_(::testing::TempDir() + "mexbase_tables_" + std::to_string(::getpid()) + '_' +
                std::to_string(reinterpret_cast<std::uintptr_t>(this))) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directory(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    const std::string& path() const { return path_; }
    void write(const std::string& name, const std::vector<std::byte>& bytes) const {
        std::ofstream(path_ + '/' + name, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    void take(const std::string& file, const std::string& name) const {
        std::filesystem::copy_file(file, path_ + '/' + name);
    }

  private:
    std::string path_;
};

inline ErrorCode code_of(const auto& result) {
    return result ? ErrorCode::bad_usage : result.error().code;
}

}  // namespace mexbase::test
