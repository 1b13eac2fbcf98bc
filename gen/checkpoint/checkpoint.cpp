#include "checkpoint.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "../../lib/error.hpp"
#include "../../query/bytes.hpp"
#include "../../query/checksum.hpp"

namespace mexbase {

namespace {

constexpr std::size_t head_bytes = 16;  // length and checksum
constexpr std::uint64_t longest_segment = std::uint64_t{1} << 32;
constexpr std::size_t values_a_segment = std::size_t{1} << 22;

/// Which job a file belongs to.
struct Head {
    std::string identity;
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& identity;
    }
};

/// Values from `first` on, in the narrowest of the three that holds them.
struct Segment {
    std::uint64_t first = 0;
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint16_t> narrow;
    std::vector<std::uint32_t> wide;
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& first& bytes& narrow& wide;
    }
};

template <class T>
std::string archived(const T& what) {
    std::ostringstream out;
    boost::archive::binary_oarchive archive(out);
    archive << what;
    return std::move(out).str();
}

/// What a segment holds; nothing where it is no such thing.
template <class T>
std::optional<T> parsed(const std::string& text) {
    try {
        std::istringstream in(text);
        boost::archive::binary_iarchive archive(in);
        T what;
        archive >> what;
        return what;
    } catch (const std::exception&) {
        return std::nullopt;  // made by another version of the library
    }
}

/// An archive with its length and checksum before it.
std::string framed(const std::string& archive) {
    std::string text(head_bytes, '\0');
    auto* head = reinterpret_cast<std::byte*>(text.data());
    detail::store<std::uint64_t>(head, archive.size());
    detail::store<std::uint64_t>(head + 8, checksum64(std::as_bytes(std::span(archive))));
    return text + archive;
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

Checkpoint::Checkpoint(std::string path, std::string identity)
    : path_(std::move(path)), identity_(std::move(identity)) {}

void Checkpoint::load(const std::function<void(std::uint32_t)>& take) {
    std::error_code unknown;
    if (!std::filesystem::exists(path_, unknown)) return;
    std::ifstream in(path_, std::ios::binary);
    const std::string expected = framed(archived(Head{identity_}));
    std::string found(expected.size(), '\0');
    in.read(found.data(), static_cast<std::streamsize>(found.size()));
    found.resize(static_cast<std::size_t>(in.gcount()));
    // A job killed while it wrote the beginning leaves a part of it.
    if (found != expected && expected.starts_with(found)) return;
    if (found != expected)
        throw Error(ErrorCode::bad_usage, "there is a file " + in_quotes(path_) +
                                              " that is no checkpoint of this job: remove it, or give --checkpoint 0");
    good_bytes_ = expected.size();
    while (const auto text = next_segment(in)) {
        const auto segment = parsed<Segment>(*text);
        if (!segment || segment->first != saved_) break;
        const auto take_all = [&](const auto& values) {
            for (const auto value : values) take(value);
            saved_ += values.size();
        };
        take_all(segment->bytes);
        take_all(segment->narrow);
        take_all(segment->wide);
        good_bytes_ += head_bytes + text->size();
    }
}

void Checkpoint::begin() {
    const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) fail(path_);
    if (::ftruncate(file, static_cast<off_t>(good_bytes_)) != 0) close_and_fail(file, path_);
    ::close(file);
    if (good_bytes_ == 0) append(archived(Head{identity_}));
}

void Checkpoint::append(const std::string& archive) {
    const std::string text = framed(archive);
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

template <class T>
void Checkpoint::save_values(std::span<const T> values) {
    if (values.size() <= saved_) return;
    begin();
    while (saved_ < values.size()) {
        const auto first = static_cast<std::size_t>(saved_);
        const auto part = values.subspan(first, std::min(values_a_segment, values.size() - first));
        Segment segment;
        segment.first = saved_;
        if constexpr (sizeof(T) == 1)
            segment.bytes.assign(part.begin(), part.end());
        else if constexpr (sizeof(T) == 2)
            segment.narrow.assign(part.begin(), part.end());
        else
            segment.wide.assign(part.begin(), part.end());
        append(archived(segment));
        saved_ += part.size();
    }
}

void Checkpoint::save(std::span<const std::uint8_t> values) {
    save_values(values);
}
void Checkpoint::save(std::span<const std::uint16_t> values) {
    save_values(values);
}
void Checkpoint::save(std::span<const std::uint32_t> values) {
    save_values(values);
}

void Checkpoint::remove() noexcept {
    if (good_bytes_ != 0) ::unlink(path_.c_str());
}

}  // namespace mexbase
