// SPDX-License-Identifier: MIT
/// \file
/// Access to files and directories, by calls of the operating system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mexbase::detail {

/// A regular file open for reading. Owns the descriptor. Safe to use from several threads.
class ReadFile {
  public:
    /// Opens the file. Throws `Error` not_found, io, or not_a_table if `path` is not a regular file.
    explicit ReadFile(const std::string& path);
    ~ReadFile();
    ReadFile(const ReadFile&) = delete;
    ReadFile& operator=(const ReadFile&) = delete;

    std::uint64_t size() const { return size_; }
    /// Fills `bytes` from `offset` on. Throws `Error{io}`, or `Error{corrupt}` if the file has become shorter.
    void read_at(std::uint64_t offset, std::span<std::byte> bytes) const;
    /// Maps the whole file, which must not be empty, into memory. Call `unmap` at the end. Throws `Error{io}`.
    const std::byte* map() const;
    static void unmap(const std::byte* base, std::uint64_t size) noexcept;

  private:
    std::string path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

/// A regular file in a directory.
struct FoundFile {
    std::string name;
    std::uint64_t size = 0;
    /// Hash of the inode number and the time of change, so that it changes if the file is changed or replaced.
    std::uint64_t version = 0;
};

/// Lists the regular files of a directory in byte order of their names. Follows links, and skips names that begin with
/// a dot. Throws `Error` not_found or io.
std::vector<FoundFile> list_files(const std::string& directory);

}  // namespace mexbase::detail
