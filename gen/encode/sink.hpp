// SPDX-License-Identifier: MIT
/// \file
/// Outputs that a table is written to.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"

namespace mexbase {

/// Unfinished file of a sink, for other processes that write parts of it.
struct SharedFile {
    using Token = std::array<std::byte, 16>;

    std::string path;        ///< absolute path of the unfinished file
    std::string target;      ///< its final path, for messages
    Token token{};           ///< random first bytes of the file, by which a process recognises it
    std::uint64_t size = 0;  ///< bytes that the file has at least
};

/// Output to which bytes are appended, and whose earlier bytes can be overwritten. Not thread-safe. Throws `Error{io}`.
class Sink {
  public:
    virtual ~Sink() = default;
    virtual void append(std::span<const std::byte> bytes) = 0;
    /// Overwrites bytes that were appended before.
    virtual void write_at(std::uint64_t offset, std::span<const std::byte> bytes) = 0;
    virtual std::uint64_t size() const = 0;
    /// Lets other processes write parts of the output. Returns its file, or `std::nullopt` if the output is not a file
    /// with a name. The token is in the first bytes, which must have been appended before, until they are overwritten.
    virtual std::optional<SharedFile> share() { return std::nullopt; }
    /// Appends bytes that are written later, by this process or by others after `share`. Only for shared outputs.
    virtual void extend(std::uint64_t length) {
        (void)length;
        throw Error(ErrorCode::bad_usage, "other processes cannot write this output");
    }
    /// Makes the appended data durable. The second call does nothing.
    virtual void commit() {}

  protected:
    /// Throws `Error{bad_usage}` unless the whole range was appended before.
    void check_range(std::uint64_t offset, std::size_t length) const {
        if (offset > size() || length > size() - offset)
            throw Error(ErrorCode::bad_usage, "cannot overwrite bytes that were not appended before");
    }
};

class MemorySink final : public Sink {
  public:
    void append(std::span<const std::byte> bytes) override { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
        check_range(offset, bytes.size());
        std::ranges::copy(bytes, bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
    }
    std::uint64_t size() const override { return bytes_.size(); }

    const std::vector<std::byte>& bytes() const { return bytes_; }
    /// Returns the bytes and leaves the sink empty.
    std::vector<std::byte> take() { return std::exchange(bytes_, {}); }

  private:
    std::vector<std::byte> bytes_;
};

}  // namespace mexbase
