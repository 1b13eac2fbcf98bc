// SPDX-License-Identifier: MIT
#include "scratch_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "error.hpp"
#include "positioned_io.hpp"

namespace mexbase {

void ScratchFile::fail(const char* verb) const {
    throw Error(ErrorCode::io,
                std::string("cannot ") + verb + ' ' + what_ + ' ' + in_quotes(place_) + ": " + std::strerror(errno));
}

ScratchFile::ScratchFile(const std::string& folder) : place_(folder) {
    file_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file_ >= 0) return;
    // This file system has no unnamed files, so the name is removed after the file is created.
    std::string pattern = folder + "/.mexbase-scratch-XXXXXX";
    file_ = ::mkostemp(pattern.data(), O_CLOEXEC);
    if (file_ < 0) fail("make");
    ::unlink(pattern.c_str());
}

ScratchFile ScratchFile::named(const std::string& path, std::string what) {
    ScratchFile file;
    file.what_ = std::move(what);
    file.place_ = path;
    file.has_name_ = true;
    file.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file.file_ < 0) file.fail("make");
    const ::off_t end = ::lseek(file.file_, 0, SEEK_END);
    if (end < 0) file.fail("read from");
    file.size_ = static_cast<std::uint64_t>(end);
    return file;
}

ScratchFile::~ScratchFile() {
    if (file_ >= 0) ::close(file_);
}

std::uint64_t ScratchFile::append(std::span<const std::byte> bytes) {
    if (!write_at(file_, size_, bytes)) fail("write to");
    return std::exchange(size_, size_ + bytes.size());
}

void ScratchFile::write(std::uint64_t offset, std::span<const std::byte> bytes) const {
    if (!write_at(file_, offset, bytes)) fail("write to");
}

void ScratchFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
    const auto got = read_at(file_, offset, bytes);
    if (got && *got < bytes.size()) errno = EIO;
    if (got != bytes.size()) fail("read from");
}

void ScratchFile::sync() const {
    if (::fdatasync(file_) != 0) fail("write to");
}

void ScratchFile::shorten(std::uint64_t size) {
    if (size >= size_) return;
    if (::ftruncate(file_, static_cast<::off_t>(size)) != 0) fail("write to");
    size_ = size;
}

void ScratchFile::remove() noexcept {
    if (std::exchange(has_name_, false)) ::unlink(place_.c_str());
}

}  // namespace mexbase
