/// \file
/// The bytes of a table, wherever they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "platform.hpp"

namespace mexbase::detail {

/// A file mapped into memory, a file read at offsets, or bytes in memory (borrowed or owned). Immutable; safe for any
/// number of readers, each with a scratch buffer of its own. Memory safety never depends on the bytes.
class Source {
  public:
    static Source map(const std::string& path);
    static Source read(const std::string& path);
    static Source borrow(std::span<const std::byte> bytes);
    static Source own(std::vector<std::byte>&& bytes);

    Source(Source&& other) noexcept;
    Source& operator=(Source&&) = delete;
    ~Source();

    std::uint64_t size() const { return size_; }
    /// Where the bytes begin, or null where they must be read.
    const std::byte* base() const { return base_; }
    /// `length` bytes from `offset` on, as they lie or copied into `scratch`. Throws `Error{corrupt}` past the end,
    /// `Error{io}`.
    const std::byte* view(std::uint64_t offset, std::size_t length, std::vector<std::byte>& scratch) const {
        if (offset > size_ || length > size_ - offset) throw_past_end();
        if (base_ != nullptr) return base_ + offset;
        return read_into(offset, length, scratch);
    }

  private:
    Source() = default;
    [[noreturn]] static void throw_past_end();
    const std::byte* read_into(std::uint64_t offset, std::size_t length, std::vector<std::byte>& scratch) const;

    std::uint64_t size_ = 0;
    const std::byte* base_ = nullptr;
    bool mapped_ = false;
    std::unique_ptr<ReadFile> file_;
    std::vector<std::byte> owned_;
};

}  // namespace mexbase::detail
