// SPDX-License-Identifier: MIT
/// \file
/// Reads text from plain or compressed files.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace mexbase {

/// Reserves standard input for the caller. Throws `Error{bad_usage}` if it was reserved before.
void reserve_standard_input();

/// Returns true if `path` means standard input: `-`, `/dev/stdin`, `/dev/fd/0` or `/proc/self/fd/0`.
bool is_standard_input(std::string_view path);

/// Phase of progress reports in which a file is read, and bytes are counted instead of positions.
inline constexpr std::string_view reading_phase = "reading";

/// Called with the bytes read so far and the size of the file, or 0 if the size is unknown. May throw.
using ReadingProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Reads the text of a file, of a pipe or of standard input (`is_standard_input`) in pieces. Decompresses gzip (RFC
/// 1952) and Zstandard (RFC 8878), which it recognises by the first bytes. Uses about 1 MB of memory. Zstandard needs
/// up to 128 MiB more.
class TextFile {
  public:
    /// Opens a file. `progress` may be empty. Throws `Error{not_found}` or `Error{io}`, or `Error{bad_usage}` if
    /// standard input is read twice.
    explicit TextFile(const std::string& path, ReadingProgress progress = {});
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;
    ~TextFile();

    /// Returns the next piece, which is valid until the next call, or an empty text at the end. Throws `Error{io}`, or
    /// `Error{bad_file}` if compressed data is damaged or truncated, or if the file is UTF-16 or has a format that is
    /// not supported, such as xz. Passes on exceptions of `progress`.
    std::string_view next();

    /// Returns the name of the file for messages: its path, or `standard input`.
    const std::string& name() const { return name_; }

  private:
    class Decompressor;
    class Gzip;
    class Zstd;
    std::string_view read();
    std::string_view first();

    std::string name_;
    ReadingProgress progress_;
    std::uint64_t done_ = 0, total_ = 0;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
    std::unique_ptr<char[]> input_;
    std::unique_ptr<Decompressor> decompressor_;
    std::string_view rest_;  // input not yet decompressed
    bool begun_ = false;
};

}  // namespace mexbase
