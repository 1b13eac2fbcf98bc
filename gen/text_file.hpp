/// \file
/// Text of files, plain or compressed.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace mexbase {

/// The text of a regular file, piece by piece. What begins as gzip (RFC 1952) or Zstandard (RFC 8878) data does is
/// decompressed, several members or frames after one another too, whatever the name of the file. Memory: a megabyte,
/// and of Zstandard the frame's window, at most 128 MiB.
class TextFile {
  public:
    /// Throws `Error{not_found}` or `Error{io}`.
    explicit TextFile(const std::string& path);
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;
    ~TextFile();

    /// The next piece, until the next call; empty at the end. Throws `Error{io}`, or `Error{bad_file}` where compressed
    /// data is damaged or ends too soon.
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
    std::string_view rest_;  // of the input, not yet decompressed
    bool begun_ = false;
};

}  // namespace mexbase
