// SPDX-License-Identifier: MIT
/// \file
/// Lists of byte strings in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mexbase {

/// Contiguous byte strings: each of `width` bytes, or of any length if `width` is 0.
class Records {
  public:
    explicit Records(std::size_t width) : width_(width) {}

    std::size_t width() const { return width_; }
    std::size_t size() const { return width_ != 0 ? bytes_.size() / width_ : ends_.size(); }
    std::string_view operator[](std::size_t k) const {
        if (width_ != 0) return {bytes_.data() + k * width_, width_};
        const std::size_t begin = k == 0 ? 0 : ends_[k - 1];
        return {bytes_.data() + begin, ends_[k] - begin};
    }
    void add(std::string_view record) {
        bytes_.append(record);
        if (width_ == 0) ends_.push_back(bytes_.size());
    }
    void clear() {
        bytes_.clear();
        ends_.clear();
    }
    /// Returns the bytes of memory that the records take.
    std::uint64_t bytes() const { return bytes_.capacity() + ends_.capacity() * sizeof ends_[0]; }
    void shrink() {
        bytes_.shrink_to_fit();
        ends_.shrink_to_fit();
    }

  private:
    friend class CodedRecords;  // decodes into `bytes_` and `ends_` directly

    std::size_t width_;
    std::string bytes_;
    std::vector<std::size_t> ends_;
};

/// Lengths of records that `record_set` supports, in bytes.
inline constexpr std::array<std::size_t, 9> record_widths{4, 6, 8, 12, 16, 24, 32, 48, 64};

/// Returns the smallest supported length for `bytes` bytes, which are padded with zeros, or 0 if `bytes` is too large.
constexpr std::size_t record_width(std::size_t bytes) {
    for (const std::size_t width : record_widths)
        if (bytes <= width) return width;
    return 0;
}

}  // namespace mexbase
