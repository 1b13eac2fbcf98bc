// SPDX-License-Identifier: MIT
/// \file
/// Reads text from plain or compressed files.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace mexbase {

/// Reads the text of a regular file in pieces. Decompresses gzip (RFC 1952) and Zstandard (RFC 8878), which it
/// recognises by the first bytes of the file. Uses about 1 MB of memory. Zstandard needs up to 128 MiB more.
class TextFile {
  public:
    /// Opens a file. Throws `Error{not_found}` or `Error{io}`.
    explicit TextFile(const std::string& path);
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;
    ~TextFile();

    /// Returns the next piece, which is valid until the next call, or an empty text at the end. Throws `Error{io}`, or
    /// `Error{bad_file}` if compressed data is damaged or truncated.
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
