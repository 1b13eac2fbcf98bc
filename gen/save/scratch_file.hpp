// SPDX-License-Identifier: MIT
/// \file
/// Disk space for data that exceeds the memory of a job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace mexbase {

/// Scratch file: without a name, so that it vanishes however the process ends, or with a name, so that it can be found
/// again. Throws `Error{io}`. `append` is not thread-safe; `read` is safe to call from several threads after the last
/// `append`. Movable.
class ScratchFile {
  public:
    /// Makes a file without a name in `folder`, which must exist and be writable.
    explicit ScratchFile(const std::string& folder);
    /// Opens the file `path` with its contents, or makes it. Error messages call it `what`.
    static ScratchFile named(const std::string& path, std::string what = "the file");
    ~ScratchFile();
    ScratchFile(ScratchFile&& other) noexcept
        : what_(std::move(other.what_)),
          place_(std::move(other.place_)),
          file_(std::exchange(other.file_, -1)),
          size_(other.size_),
          has_name_(std::exchange(other.has_name_, false)) {}
    ScratchFile& operator=(ScratchFile&&) = delete;

    std::uint64_t size() const { return size_; }
    /// Appends bytes and returns their offset.
    std::uint64_t append(std::span<const std::byte> bytes);
    void read(std::uint64_t offset, std::span<std::byte> bytes) const;
    /// Makes all written data durable.
    void sync() const;
    /// Discards all bytes after the first `size`.
    void shorten(std::uint64_t size);
    /// Removes the name. The file itself vanishes when this object is closed.
    void remove() noexcept;

  private:
    ScratchFile() = default;
    [[noreturn]] void fail(const char* verb) const;
    std::string what_ = "scratch space in";  ///< for messages, with the folder or path
    std::string place_;
    int file_ = -1;
    std::uint64_t size_ = 0;
    bool has_name_ = false;
};

}  // namespace mexbase
