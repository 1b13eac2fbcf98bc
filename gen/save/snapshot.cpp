// SPDX-License-Identifier: MIT
#include "snapshot.hpp"

#include <unistd.h>

#include <array>
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/string.hpp>
#include <cmath>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "../../lib/error.hpp"
#include "../../lib/scratch_file.hpp"
#include "../../query/format/bytes.hpp"
#include "../../query/format/checksum.hpp"
#include "../encode/atomic_file.hpp"

namespace mexbase {

namespace {

constexpr std::size_t frame_bytes = 16;  // length and checksum
constexpr std::string_view head_begins = "mexbase snapshot 1: ";

std::span<const std::byte> as_bytes(const std::string& text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// Returns `text` with its length and its checksum in front.
std::string framed(const std::string& text) {
    std::array<std::byte, frame_bytes> frame;
    detail::store<std::uint64_t>(frame.data(), text.size());
    detail::store<std::uint64_t>(frame.data() + 8, checksum64(as_bytes(text)));
    return std::string(reinterpret_cast<const char*>(frame.data()), frame.size()) + text;
}

/// Reads the next text that `framed` made. Returns `std::nullopt` at the end of the file or if the text is damaged.
std::optional<std::string> next_text(std::ifstream& in) {
    std::array<std::byte, frame_bytes> frame;
    if (!in.read(reinterpret_cast<char*>(frame.data()), frame.size())) return std::nullopt;
    const auto length = detail::load<std::uint64_t>(frame.data());
    // A damaged length may be very large. So it is compared with the rest of the file before memory is allocated.
    const auto begin = in.tellg();
    const auto left = static_cast<std::uint64_t>(in.seekg(0, std::ios::end).tellg() - begin);
    if (length > left) return std::nullopt;
    in.seekg(begin);
    std::string text(static_cast<std::size_t>(length), '\0');
    if (!in.read(text.data(), static_cast<std::streamsize>(length))) return std::nullopt;
    if (checksum64(as_bytes(text)) != detail::load<std::uint64_t>(frame.data() + 8)) return std::nullopt;
    return text;
}

/// Parses a part. Returns `std::nullopt` if its format is unknown, as after an update of Boost.
std::optional<SavedPart> parsed(const std::string& text) {
    try {
        std::istringstream in(text);
        boost::archive::binary_iarchive archive(in);
        SavedPart part;
        archive >> part.field >> part.first >> part.width >> part.bytes;
        if (part.width == 0 || part.width > 8 || part.bytes.size() % part.width != 0) return std::nullopt;
        return part;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

}  // namespace

double save_interval(double cost) {
    return std::sqrt(2 * cost * mean_seconds_between_failures);
}

std::vector<std::uint64_t> SavedPart::numbers() const {
    std::vector<std::uint64_t> all(static_cast<std::size_t>(size()));
    for (std::size_t k = 0; k < all.size(); ++k) std::memcpy(&all[k], bytes.data() + k * width, width);
    return all;
}

// A file is a sequence of parts, each with its length and checksum. An empty part ends a save.
void Snapshot::Writer::write(const SavedPart& part) {
    std::ostringstream out;
    boost::archive::binary_oarchive archive(out);
    archive << part.field << part.first << part.width << part.bytes;
    append_(as_bytes(framed(std::move(out).str())));
    snapshot_.count(part);
}

void Snapshot::expect_own(const std::string& path, const std::string& identity) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return;
    const std::string expected = std::string(head_begins) + identity;
    std::string found(frame_bytes + expected.size(), '\0');
    in.read(found.data(), static_cast<std::streamsize>(found.size()));
    found.resize(static_cast<std::size_t>(in.gcount()));
    found.erase(0, frame_bytes);
    if (!expected.starts_with(found)) refuse(path);
}

Snapshot::Snapshot(std::string path, const std::string& identity, std::optional<double> seconds, std::atomic<bool>* own)
    : path_(std::move(path)), head_(framed(std::string(head_begins) + identity)), own_(own), seconds_(seconds) {
    restart();
}

/// Opens the file and reads its head, which identifies the job. Returns false if there is no file or the head is
/// incomplete.
bool Snapshot::open(std::ifstream& in) {
    good_bytes_ = 0;
    sizes_.clear();
    std::error_code unknown;
    if (path_.empty() || !std::filesystem::exists(path_, unknown)) return false;
    in.open(path_, std::ios::binary);
    std::string found(head_.size(), '\0');
    in.read(found.data(), static_cast<std::streamsize>(found.size()));
    found.resize(static_cast<std::size_t>(in.gcount()));
    // The head is incomplete if a job was killed while writing it.
    if (!head_.starts_with(found)) refuse();
    if (in.is_open()) set_own();
    return found == head_;
}

bool Snapshot::load(const std::function<void(const SavedPart&)>& take) {
    std::ifstream in;
    if (!open(in)) {
        damaged_ = in.is_open();  // its head is incomplete
        return false;
    }
    std::uint64_t read = good_bytes_ = head_.size();
    while (const auto text = next_text(in)) {
        read += frame_bytes + text->size();
        if (text->empty()) good_bytes_ = read;
    }
    in.clear();
    in.seekg(static_cast<std::streamoff>(head_.size()));
    for (read = head_.size(); read < good_bytes_;) {
        const auto text = next_text(in);
        if (!text) refuse();
        read += frame_bytes + text->size();
        if (text->empty()) continue;
        const auto part = parsed(*text);
        if (!part) refuse();
        count(*part);
        take(*part);
    }
    damaged_ = good_bytes_ == head_.size();
    return !damaged_;
}

std::optional<SavedPart> Snapshot::first() {
    std::ifstream in;
    const auto text = open(in) ? next_text(in) : std::nullopt;
    return text ? parsed(*text) : std::nullopt;
}

void Snapshot::refuse(const std::string& path) {
    throw Error(
        ErrorCode::bad_usage,
        "there is a file " + in_quotes(path) +
            " that is not a checkpoint of this job: another job or version wrote it, or the rules have changed; "
            "remove it, or do without a checkpoint",
        Remedy::skip_checkpoint);
}

std::string Snapshot::damage() const {
    return damaged_ ? "the checkpoint " + in_quotes(path_) + " was damaged or incomplete, so the job began again" : "";
}

std::uint64_t Snapshot::size(std::string_view field) const {
    const auto found = sizes_.find(field);
    return found == sizes_.end() ? 0 : found->second;
}

void Snapshot::count(const SavedPart& part) {
    std::uint64_t& size = sizes_[part.field];
    size = std::max(size, part.first + part.size());
}

bool Snapshot::save(const std::function<void()>& save, bool whole, Clock::time_point begin) {
    try {
        save();
    } catch (const std::exception& e) {
        failure_ = e.what();
        return false;
    }
    set_own();
    const auto end = Clock::now();
    const double cost = std::chrono::duration<double>(end - begin).count();
    double interval = seconds_.value_or(first_seconds);
    if (whole && !seconds_)
        interval = save_interval(cost);
    else if (interval > 0)
        interval = std::max(interval, 19 * cost);
    next_ = end + duration(interval);
    return true;
}

void Snapshot::append(const Write& write) {
    const bool saved = save(
        [&] {
            auto file = ScratchFile::named(path_, "the checkpoint");
            set_own();
            file.shorten(good_bytes_);
            if (good_bytes_ == 0) file.append(as_bytes(head_));
            Writer writer(*this, [&file](std::span<const std::byte> bytes) { file.append(bytes); });
            write(writer);
            file.append(as_bytes(framed("")));
            file.sync();
            good_bytes_ = file.size();
        },
        false, Clock::now());
    if (!saved) remove();
}

void Snapshot::replace(const Write& write, Clock::time_point begin) {
    save(
        [&] {
            sizes_.clear();
            AtomicFile file(path_);
            file.append(as_bytes(head_));
            Writer writer(*this, [&file](std::span<const std::byte> bytes) { file.append(bytes); });
            write(writer);
            file.append(as_bytes(framed("")));
            set_own();  // before the file has its name, because a signal may come at once
            file.commit();
            good_bytes_ = file.size();
        },
        true, begin);
}

void Snapshot::remove() noexcept {
    if (ours_) ::unlink(path_.c_str());
}

}  // namespace mexbase
