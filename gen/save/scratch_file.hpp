/// \file
/// Disk space for what a job cannot hold in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace mexbase {

/// A file that has no name, so that nothing is left behind however the process ends; or one with a name, so that what
/// was written is still there. Every error is `Error{io}`. `append` is for one thread at a time; `read` is safe for any
/// number of threads once nothing is appended any more. Movable.
class ScratchFile {
  public:
    /// Made in `folder`, which must exist and be writable.
    explicit ScratchFile(const std::string& folder);
    /// The file `path`, made if it is not there; what it has is where it was. `what` names it in messages.
    static ScratchFile named(const std::string& path, std::string what = "the file");
    ~ScratchFile();
    ScratchFile(ScratchFile&& other) noexcept
        : what_(std::move(other.what_)),
          place_(std::move(other.place_)),
          file_(std::exchange(other.file_, -1)),
          size_(other.size_),
          has_name_(std::exchange(other.has_name_, false)) {}
    ScratchFile& operator=(ScratchFile&&) = delete;

    /// Bytes in it.
    std::uint64_t size() const { return size_; }
    /// Writes at the end; returns the offset at which the bytes begin.
    std::uint64_t append(std::span<const std::byte> bytes);
    /// Fills `bytes` from `offset` on.
    void read(std::uint64_t offset, std::span<std::byte> bytes) const;
    /// Makes everything that was written last.
    void sync() const;
    /// Throws away what comes after `size` bytes.
    void shorten(std::uint64_t size);
    /// Takes the name away; with it, when this is closed, the file.
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
