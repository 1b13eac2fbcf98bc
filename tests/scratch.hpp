// SPDX-License-Identifier: MIT
/// \file
/// Temporary folders and files.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mexbase::test {

inline std::string slurp(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

inline void spill(const std::string& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
}
inline void spill(const std::string& path, std::span<const std::byte> bytes) {
    spill(path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

/// A temporary folder for one test.
class Scratch {
  public:
    Scratch() : folder_((std::filesystem::temp_directory_path() / "mexbase-XXXXXX").string()) {
        if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("cannot make a scratch folder");
    }
    ~Scratch() { std::filesystem::remove_all(folder_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    const std::string& path() const { return folder_; }
    std::string path(const std::string& name) const { return folder_ + '/' + name; }
    /// Writes a file and returns its path.
    std::string write(const std::string& name, const auto& content) const {
        spill(path(name), content);
        return path(name);
    }

  private:
    std::string folder_;
};

}  // namespace mexbase::test
