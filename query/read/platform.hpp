/// \file
/// The operating system's files, as far as reading a table needs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

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

}  // namespace mexbase::detail
