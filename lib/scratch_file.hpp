// SPDX-License-Identifier: MIT
/// \file
/// Files for data that does not fit into memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mexbase {

/// Temporary file on disk. A file without a name vanishes when the process ends. A file with a name can be opened again
/// by a later process. Throws `Error{io}`. Threads may call `read` concurrently after the last `append`.
class ScratchFile {
  public:
    /// Makes a file without a name in `folder`, which must exist and be writable.
    explicit ScratchFile(const std::string& folder);
    /// Opens or creates the file `path` and keeps its contents. Error messages call the file `what`.
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
    /// Writes bytes from `offset` on, which may be beyond the end. Threads may write to different places at once.
    void write(std::uint64_t offset, std::span<const std::byte> bytes) const;
    void read(std::uint64_t offset, std::span<std::byte> bytes) const;
    /// Writes all data to the disk.
    void sync() const;
    void shorten(std::uint64_t size);
    /// Removes the name of the file. Its data vanishes when this object is destroyed.
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

/// Byte array that moves from memory to a scratch file if it exceeds a limit. Call `append` first, then `read`. Threads
/// may call `read` concurrently after the last `append`. Throws as `ScratchFile` does.
class SpillingBytes {
  public:
    /// Makes an empty array. If it exceeds `most` bytes, it moves to a file without a name in `folder`.
    SpillingBytes(std::string folder, std::uint64_t most) : folder_(std::move(folder)), most_(most) {}

    std::uint64_t size() const { return file_ ? file_->size() : memory_.size(); }
    void append(std::span<const std::byte> bytes) {
        if (!file_ && memory_.size() + bytes.size() > most_) {
            file_.emplace(folder_);
            file_->append(memory_);
            memory_ = std::vector<std::byte>();
        }
        if (file_) {
            file_->append(bytes);
            return;
        }
        // The capacity doubles, but stays within the limit.
        if (const std::size_t needed = memory_.size() + bytes.size(); needed > memory_.capacity())
            memory_.reserve(std::max(needed, static_cast<std::size_t>(std::min<std::uint64_t>(2 * needed, most_))));
        memory_.insert(memory_.end(), bytes.begin(), bytes.end());
    }
    /// Returns `count` bytes from `offset` on. If they are in a file, copies them to the buffer `room`.
    std::span<const std::byte> read(std::uint64_t offset, std::size_t count, std::vector<std::byte>& room) const {
        if (!file_) return std::span(memory_).subspan(static_cast<std::size_t>(offset), count);
        if (room.size() < count) room.resize(count);
        file_->read(offset, std::span(room).first(count));
        return std::span(room).first(count);
    }

  private:
    std::string folder_;
    std::uint64_t most_;
    std::vector<std::byte> memory_;
    std::optional<ScratchFile> file_;
};

}  // namespace mexbase
