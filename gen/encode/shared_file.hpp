// SPDX-License-Identifier: MIT
/// \file
/// Writing to a file that another process makes, and functions for writing files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "sink.hpp"

namespace mexbase::detail {

/// Throws `Error{io}`, or `Error{out_of_memory}` for ENOMEM. The message names the path and the reason `number`, a
/// value of `errno`.
[[noreturn]] void throw_cannot_write(const std::string& path, int number);

/// Writes bytes at an offset. Past the limit of file sizes, it throws and raises no signal. `path` is for messages.
void write_file(const std::string& path, int descriptor, std::uint64_t offset, std::span<const std::byte> bytes);
/// Makes a file longer. The new bytes are zeros. Fails like `write_file`.
void extend_file(const std::string& path, int descriptor, std::uint64_t size);

/// The unfinished file of another process, open for writing a part of it. Throws `Error{io}`.
class SharedFileWriter {
  public:
    /// Opens the file. Returns `std::nullopt` if this process does not find the same file under the path.
    static std::optional<SharedFileWriter> open(const SharedFile& file);
    ~SharedFileWriter();
    SharedFileWriter(SharedFileWriter&& other) noexcept;
    SharedFileWriter& operator=(SharedFileWriter&&) = delete;

    void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Makes the written bytes durable, and visible on other machines. Does nothing if none were written.
    void sync();

  private:
    SharedFileWriter(std::string target, int descriptor);

    std::string target_;
    int descriptor_;
    bool written_ = false;
};

}  // namespace mexbase::detail
