// SPDX-License-Identifier: MIT
/// \file
/// Text of plain or compressed files.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace mexbase {

/// Reader of a regular file's text in pieces. Decompresses data that begins as gzip (RFC 1952) or Zstandard (RFC 8878),
/// also with several members or frames; the file name does not matter. Uses one megabyte, and for Zstandard the window
/// of the frame, at most 128 MiB.
class TextFile {
  public:
    /// Opens a file. Throws `Error{not_found}` or `Error{io}`.
    explicit TextFile(const std::string& path);
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;
    ~TextFile();

    /// Returns the next piece, valid until the next call; empty at the end. Throws `Error{io}`, or `Error{bad_file}` if
    /// compressed data is damaged or truncated.
    std::string_view next();

  private:
    class Decompressor;
    class Gzip;
    class Zstd;
    std::string_view read();

    std::string path_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
    std::unique_ptr<char[]> input_;
    std::unique_ptr<Decompressor> decompressor_;
    std::string_view rest_;  // input not yet decompressed
    bool begun_ = false;
};

}  // namespace mexbase
