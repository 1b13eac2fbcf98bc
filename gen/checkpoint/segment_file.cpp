#include "segment_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
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

/// What stands before an archive: its length and checksum.
std::array<std::byte, head_bytes> frame_of(const std::string& archive) {
    std::array<std::byte, head_bytes> frame;
    detail::store<std::uint64_t>(frame.data(), archive.size());
    detail::store<std::uint64_t>(frame.data() + 8, checksum64(std::as_bytes(std::span(archive))));
    return frame;
}

/// Appends a segment to a file.
void append_framed(auto& file, const std::string& archive) {
    file.append(frame_of(archive));
    file.append(std::as_bytes(std::span(archive)));
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

}  // namespace

SegmentFile::SegmentFile(std::string path, const std::string& identity)
    : path_(std::move(path)), head_(detail::archived(identity)) {
    const auto frame = frame_of(head_);
    head_.insert(0, reinterpret_cast<const char*>(frame.data()), frame.size());
}

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
    throw Error(
        ErrorCode::bad_usage,
        "there is a file " + in_quotes(path_) +
            " that is not a checkpoint of this job: another job or version wrote it, or the rules have changed; "
            "remove it, or do without a checkpoint");
}

void SegmentFile::begin() {
    file_.emplace(ScratchFile::named(path_, "the checkpoint"));
    ours_ = true;
    file_->shorten(good_bytes_);
    if (good_bytes_ == 0) file_->append(std::as_bytes(std::span(head_)));
}

void SegmentFile::append(const std::string& archive) {
    append_framed(*file_, archive);
    file_->sync();
    good_bytes_ = file_->size();
}

void SegmentFile::replace(const std::function<void(const Append&)>& write) {
    AtomicFile file(path_);
    file.append(std::as_bytes(std::span(head_)));
    write([&file](const std::string& archive) { append_framed(file, archive); });
    file.commit();
    ours_ = true;
    good_bytes_ = file.size();
}

void SegmentFile::remove() noexcept {
    file_.reset();
    if (ours_) ::unlink(path_.c_str());
}

}  // namespace mexbase
