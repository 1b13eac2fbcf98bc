#include "segment_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <utility>

#include "../../lib/error.hpp"
#include "../../query/format/bytes.hpp"
#include "../../query/format/checksum.hpp"
#include "../encode/atomic_file.hpp"
#include "archive.hpp"

namespace mexbase {

namespace {

constexpr std::size_t head_bytes = 16;  // length and checksum
constexpr std::uint64_t longest_segment = std::uint64_t{1} << 32;

/// Which job a file belongs to.
struct Head {
    std::string identity;
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& identity;
    }
};

/// What stands before an archive: its length and checksum.
std::array<std::byte, head_bytes> frame_of(const std::string& archive) {
    std::array<std::byte, head_bytes> frame;
    detail::store<std::uint64_t>(frame.data(), archive.size());
    detail::store<std::uint64_t>(frame.data() + 8, checksum64(std::as_bytes(std::span(archive))));
    return frame;
}

std::string framed(const std::string& archive) {
    const auto frame = frame_of(archive);
    return std::string(reinterpret_cast<const char*>(frame.data()), frame.size()) + archive;
}

/// The next segment of a file; nothing at its end, or where it is damaged.
std::optional<std::string> next_segment(std::istream& in) {
    std::array<std::byte, head_bytes> head;
    if (!in.read(reinterpret_cast<char*>(head.data()), head.size())) return std::nullopt;
    const auto length = detail::load<std::uint64_t>(head.data());
    const auto checksum = detail::load<std::uint64_t>(head.data() + 8);
    if (length > longest_segment) return std::nullopt;
    // A damaged length must not ask for more memory than the file is long.
    std::string text;
    constexpr std::uint64_t chunk = 1 << 20;
    while (text.size() < length) {
        const std::size_t had = text.size();
        text.resize(static_cast<std::size_t>(std::min(length, had + chunk)));
        if (!in.read(text.data() + had, static_cast<std::streamsize>(text.size() - had))) return std::nullopt;
    }
    if (checksum64(std::as_bytes(std::span(text))) != checksum) return std::nullopt;
    return text;
}

[[noreturn]] void fail(const std::string& path) {
    throw Error(ErrorCode::io, "cannot write the checkpoint " + in_quotes(path) + ": " + std::strerror(errno));
}

[[noreturn]] void close_and_fail(int file, const std::string& path) {
    const int reason = errno;
    ::close(file);
    errno = reason;
    fail(path);
}

}  // namespace

SegmentFile::SegmentFile(std::string path, const std::string& identity)
    : path_(std::move(path)), head_(framed(detail::archived(Head{identity}))) {}

void SegmentFile::load(const std::function<Found(const std::string&)>& take) {
    std::error_code unknown;
    if (!std::filesystem::exists(path_, unknown)) return;
    std::ifstream in(path_, std::ios::binary);
    std::string found(head_.size(), '\0');
    in.read(found.data(), static_cast<std::streamsize>(found.size()));
    found.resize(static_cast<std::size_t>(in.gcount()));
    // A job killed while it wrote the beginning leaves a part of it.
    if (!head_.starts_with(found)) refuse();
    ours_ = in.is_open();
    if (found != head_) return;
    good_bytes_ = head_.size();
    std::uint64_t read = good_bytes_;
    while (const auto archive = next_segment(in)) {
        const Found what = take(*archive);
        if (what == Found::wrong) break;
        read += head_bytes + archive->size();
        if (what == Found::whole) good_bytes_ = read;
    }
}

void SegmentFile::refuse() const {
    throw Error(ErrorCode::bad_usage,
                "there is a file " + in_quotes(path_) +
                    " that is no checkpoint of this job: another wrote it, or the rules have changed since; "
                    "remove it, or do without a checkpoint");
}

void SegmentFile::begin() {
    const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) fail(path_);
    ours_ = true;
    if (::ftruncate(file, static_cast<off_t>(good_bytes_)) != 0) close_and_fail(file, path_);
    ::close(file);
    if (good_bytes_ == 0) write(head_);
}

void SegmentFile::append(const std::string& archive) {
    write(framed(archive));
}

void SegmentFile::write(const std::string& text) {
    const int file = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0) fail(path_);
    std::size_t written = 0;
    while (written < text.size()) {
        const ssize_t n = ::write(file, text.data() + written, text.size() - written);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        written += static_cast<std::size_t>(n);
    }
    if (written != text.size() || ::fsync(file) != 0) close_and_fail(file, path_);
    if (::close(file) != 0) fail(path_);
    good_bytes_ += text.size();
}

void SegmentFile::replace(const std::function<void(const Append&)>& write) {
    AtomicFile file(path_);
    file.append(std::as_bytes(std::span(head_)));
    write([&file](const std::string& archive) {
        file.append(frame_of(archive));
        file.append(std::as_bytes(std::span(archive)));
    });
    file.commit();
    ours_ = true;
    good_bytes_ = file.size();
}

void SegmentFile::remove() noexcept {
    if (ours_) ::unlink(path_.c_str());
}

}  // namespace mexbase
