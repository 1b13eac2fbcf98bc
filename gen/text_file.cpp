// SPDX-License-Identifier: MIT
#include "text_file.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "../lib/error.hpp"
#include "../lib/text_lines.hpp"

namespace mexbase {

namespace {

constexpr std::size_t read_at_once = std::size_t{1} << 18;
constexpr std::size_t decoded_at_once = std::size_t{1} << 19;

/// Returns true if the data begins with a Zstandard frame or a skippable frame (RFC 8878, 3.1.2). Some multithreaded
/// compressors write a skippable frame first.
bool is_zstandard(std::string_view begin) {
    if (begin.size() < 4) return false;
    return begin.starts_with("\x28\xb5\x2f\xfd") ||
           ((begin[0] & 0xf0) == 0x50 && begin.substr(1).starts_with("\x2a\x4d\x18"));
}

}  // namespace

/// Base class of the decompressors. It decompresses a file piece by piece.
class TextFile::Decompressor {
  public:
    Decompressor(const std::string& path, const char* format) : path_(path), format_(format), out_(decoded_at_once) {}
    virtual ~Decompressor() = default;
    /// Consumes input and returns the next output. Returns an empty text if it needs more input.
    std::string_view decode(std::string_view& input) {
        // The decoder may still have output after it has consumed all input.
        while (!input.empty() || full_) {
            const std::size_t written = step(input);
            full_ = !complete_ && written == out_.size();
            if (written != 0) return {out_.data(), written};
        }
        return {};
    }
    /// Returns true if no compressed member or frame is unfinished.
    bool complete() const { return complete_; }
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(ErrorCode::bad_file, in_quotes(path_) + " begins as " + format_ + " data, but " + what);
    }

  protected:
    /// Decompresses part of `input` into `out_`. Sets `complete_` and returns the number of bytes written.
    virtual std::size_t step(std::string_view& input) = 0;

    const std::string& path_;
    const char* format_;
    std::vector<char> out_;
    bool complete_ = false, full_ = false;
};

/// Decompressor for gzip. It reports bytes after the last member as damage; zlib's `gzread` would ignore them.
class TextFile::Gzip final : public Decompressor {
  public:
    explicit Gzip(const std::string& path) : Decompressor(path, "gzip") {
        constexpr int gzip_only = 16;
        if (inflateInit2(&stream_, gzip_only + MAX_WBITS) != Z_OK) throw std::bad_alloc();
    }
    ~Gzip() override { inflateEnd(&stream_); }

  private:
    std::size_t step(std::string_view& input) override {
        if (complete_) inflateReset(&stream_);
        // zlib does not write to its input.
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
        stream_.avail_in = static_cast<uInt>(input.size());
        stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
        stream_.avail_out = static_cast<uInt>(out_.size());
        const int result = inflate(&stream_, Z_NO_FLUSH);
        input = input.substr(input.size() - stream_.avail_in);
        complete_ = result == Z_STREAM_END;
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            fail(stream_.msg != nullptr ? std::string("is damaged: ") + stream_.msg : "is damaged");
        return out_.size() - stream_.avail_out;
    }

    z_stream stream_{};
};

class TextFile::Zstd final : public Decompressor {
  public:
    explicit Zstd(const std::string& path)
        : Decompressor(path, "Zstandard"), stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
        if (!stream_) throw std::bad_alloc();
    }

  private:
    std::size_t step(std::string_view& input) override {
        ZSTD_inBuffer in{input.data(), input.size(), 0};
        ZSTD_outBuffer out{out_.data(), out_.size(), 0};
        const std::size_t left = ZSTD_decompressStream(stream_.get(), &out, &in);
        if (ZSTD_isError(left) != 0) fail(std::string("is damaged: ") + ZSTD_getErrorName(left));
        input.remove_prefix(in.pos);
        complete_ = left == 0;
        return out.pos;
    }

    std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream_;
};

namespace {

/// A file format that is not supported. A file in this format begins with `magic`, in which `?` is any byte.
struct OtherFormat {
    std::string_view magic, name, command;
};

using namespace std::string_view_literals;
constexpr OtherFormat other_formats[] = {
    {"\xfd"
     "7zXZ\0"sv,
     "xz", "xz -dc"},
    {"BZh?1AY&SY", "bzip2", "bzip2 -dc"},
    {"\x04\x22\x4d\x18", "lz4", "lz4 -dc"},
    {"LZIP\x01", "lzip", "lzip -dc"},
    {"\x1f\x9d", "compress", "gzip -dc"},
    {"PK\x03\x04", "zip", "unzip -p"},
    {"7z\xbc\xaf\x27\x1c", "7z", "7z x -so"},
};

/// Throws `Error{bad_file}` if the text with this beginning is in a format that is not supported.
void refuse_other_formats(std::string_view begin, const std::string& name) {
    if (is_utf16(begin)) throw Error(ErrorCode::bad_file, in_quotes(name) + " is UTF-16: save it as UTF-8");
    constexpr std::size_t tar_mark = 257;
    if (begin.size() > tar_mark && begin.substr(tar_mark).starts_with("ustar"))
        throw Error(ErrorCode::bad_file, in_quotes(name) + " is a tar archive: extract its files first");
    for (const auto& [magic, format, command] : other_formats) {
        const auto matches = [](char expected, char c) { return expected == '?' || expected == c; };
        if (begin.size() < magic.size() || !std::equal(magic.begin(), magic.end(), begin.begin(), matches)) continue;
        throw Error(ErrorCode::bad_file, in_quotes(name) + " is compressed by " + std::string(format) +
                                             ", which mexgen does not read: pipe it in, as in " + std::string(command) +
                                             " FILE | mexgen 'graph:file=-'");
    }
}

}  // namespace

void reserve_standard_input() {
    static std::atomic_flag reserved;
    if (reserved.test_and_set())
        throw Error(ErrorCode::bad_usage, "standard input can be read only once, but two inputs name it");
}

bool is_standard_input(std::string_view path) {
    return path == "-" || path == "/dev/stdin" || path == "/dev/fd/0" || path == "/proc/self/fd/0";
}

TextFile::TextFile(const std::string& path, ReadingProgress progress)
    : name_(is_standard_input(path) ? "standard input" : path),
      progress_(std::move(progress)),
      file_(nullptr, std::fclose),
      input_(std::make_unique_for_overwrite<char[]>(read_at_once)) {
    if (is_standard_input(path)) {
        reserve_standard_input();
        if (const int copy = ::dup(STDIN_FILENO); copy >= 0) file_.reset(::fdopen(copy, "rb"));
    } else {
        std::error_code failed;
        const auto status = std::filesystem::status(path, failed);
        if (!std::filesystem::exists(status)) throw Error(ErrorCode::not_found, "there is no file " + in_quotes(path));
        if (std::filesystem::is_directory(status))
            throw Error(ErrorCode::io, in_quotes(path) + " is a folder, not a file");
        file_.reset(std::fopen(path.c_str(), "rb"));
    }
    if (!file_) throw Error(ErrorCode::io, "cannot read " + in_quotes(name_) + ": " + std::strerror(errno));
    struct stat status {};
    if (::fstat(::fileno(file_.get()), &status) == 0 && S_ISREG(status.st_mode))
        total_ = static_cast<std::uint64_t>(status.st_size);
}

TextFile::~TextFile() = default;

/// Returns the next bytes of the file without decompression, or an empty text at its end.
std::string_view TextFile::read() {
    const std::size_t got = std::fread(input_.get(), 1, read_at_once, file_.get());
    if (got == 0 && std::ferror(file_.get()) != 0)
        throw Error(ErrorCode::io, "cannot read " + in_quotes(name_) + ": " + std::strerror(errno));
    done_ += got;
    if (progress_) progress_(done_, total_ == 0 ? 0 : std::max(done_, total_));
    return {input_.get(), got};
}

std::string_view TextFile::first() {
    rest_ = read();
    if (rest_.starts_with("\x1f\x8b")) decompressor_ = std::make_unique<Gzip>(name_);
    if (is_zstandard(rest_)) decompressor_ = std::make_unique<Zstd>(name_);
    return decompressor_ ? next() : rest_;
}

std::string_view TextFile::next() {
    if (!std::exchange(begun_, true)) {
        const std::string_view piece = first();
        refuse_other_formats(piece, name_);
        return piece;
    }
    if (!decompressor_) return read();
    for (;;) {
        if (const std::string_view piece = decompressor_->decode(rest_); !piece.empty()) return piece;
        rest_ = read();
        if (!rest_.empty()) continue;
        if (!decompressor_->complete()) decompressor_->fail("ends too soon");
        return {};
    }
}

}  // namespace mexbase
