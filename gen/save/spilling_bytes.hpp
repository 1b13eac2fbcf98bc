// SPDX-License-Identifier: MIT
/// \file
/// Bytes that move from memory to a scratch file if they exceed a limit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scratch_file.hpp"

namespace mexbase {

/// Bytes that are first appended and then read. `append` is not thread-safe. `read` is safe to call from several
/// threads after the last `append`. Throws as `ScratchFile` does.
class SpillingBytes {
  public:
    /// Stores more than `most` bytes in a file without a name in `folder`.
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
        // Never reserves more than the limit.
        if (const std::size_t needed = memory_.size() + bytes.size(); needed > memory_.capacity())
            memory_.reserve(std::max(needed, static_cast<std::size_t>(std::min<std::uint64_t>(2 * needed, most_))));
        memory_.insert(memory_.end(), bytes.begin(), bytes.end());
    }
    /// Returns `count` bytes from `offset` on: in place, or copied to the buffer `room`, which grows.
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
