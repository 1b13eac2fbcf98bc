/// \file
/// The operating system's files, as far as reading a table needs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mexbase::detail {

/// A regular file opened for reading. Owns the descriptor. Safe for any number of readers.
class ReadFile {
  public:
    /// Throws `Error` not_found, io, or not_a_table for what is no regular file.
    explicit ReadFile(const std::string& path);
    ~ReadFile();
    ReadFile(const ReadFile&) = delete;
    ReadFile& operator=(const ReadFile&) = delete;

    std::uint64_t size() const { return size_; }
    /// Fills `bytes` from `offset` on. Throws `Error{io}`, or `Error{corrupt}` when the file has become shorter.
    void read_at(std::uint64_t offset, std::span<std::byte> bytes) const;
    /// Maps the whole file, which must not be empty; to be undone by `unmap`. Throws `Error{io}`.
    const std::byte* map() const;
    static void unmap(const std::byte* base, std::uint64_t size) noexcept;

  private:
    std::string path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

/// A regular file that stands in a directory.
struct FoundFile {
    std::string name;
    std::uint64_t size = 0;
    /// Another number whenever the file has become another one, as far as the system tells.
    std::uint64_t version = 0;
};

/// The regular files of a directory, links followed, by name in the order of bytes; none whose name begins with a
/// point. Throws `Error` not_found or io.
std::vector<FoundFile> list_files(const std::string& directory);

}  // namespace mexbase::detail
