// SPDX-License-Identifier: MIT
#include "platform.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <memory>
#include <system_error>

#include "../../lib/error.hpp"
#include "../../lib/positioned_io.hpp"
#include "../../lib/splitmix64.hpp"

namespace mexbase::detail {

namespace {

[[noreturn]] void fail(const std::string& path, const char* doing, int number) {
    const bool absent = number == ENOENT || number == ENOTDIR;
    const auto code = absent ? ErrorCode::not_found : number == ENOMEM ? ErrorCode::out_of_memory : ErrorCode::io;
    throw Error(
        code, std::string("cannot ") + doing + " " + in_quotes(path) + ": " + std::generic_category().message(number));
}

}  // namespace

ReadFile::ReadFile(const std::string& path) : path_(path) {
    if (path.find('\0') != std::string::npos) throw Error(ErrorCode::not_found, "no file is named " + in_quotes(path));
    // A fifo would block for ever without O_NONBLOCK, which has no effect on regular files.
    do descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    while (descriptor_ < 0 && errno == EINTR);
    if (descriptor_ < 0) fail(path, "open", errno);
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) {
        const int number = errno;
        ::close(descriptor_);
        fail(path, "inspect", number);
    }
    if (!S_ISREG(status.st_mode)) {
        ::close(descriptor_);
        throw Error(ErrorCode::not_a_table, in_quotes(path) + " is not a regular file");
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
}

ReadFile::~ReadFile() {
    ::close(descriptor_);
}

void ReadFile::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
    const auto got = mexbase::read_at(descriptor_, offset, bytes);
    if (!got) fail(path_, "read", errno);
    if (*got < bytes.size()) throw Error(ErrorCode::corrupt, "the file has become shorter since it was opened");
}

const std::byte* ReadFile::map() const {
    if (size_ > std::numeric_limits<std::size_t>::max()) fail(path_, "map", EOVERFLOW);
    void* base = ::mmap(nullptr, static_cast<std::size_t>(size_), PROT_READ, MAP_SHARED, descriptor_, 0);
    if (base == MAP_FAILED) fail(path_, "map", errno);
    return static_cast<const std::byte*>(base);
}

void ReadFile::unmap(const std::byte* base, std::uint64_t size) noexcept {
    ::munmap(const_cast<std::byte*>(base), static_cast<std::size_t>(size));
}

std::vector<FoundFile> list_files(const std::string& directory) {
    if (directory.empty() || directory.find('\0') != std::string::npos)
        throw Error(ErrorCode::not_found, "no directory is named " + in_quotes(directory));
    const auto close = [](DIR* open) { ::closedir(open); };
    const std::unique_ptr<DIR, decltype(close)> open(::opendir(directory.c_str()), close);
    if (!open) fail(directory, "read the directory", errno);
    std::vector<FoundFile> files;
    for (;;) {
        errno = 0;
        const dirent* entry = ::readdir(open.get());
        if (entry == nullptr) break;
        const std::string name = entry->d_name;
        struct stat status {};
        // Files that were just deleted, and dangling links, are skipped.
        if (name.starts_with('.') || ::fstatat(::dirfd(open.get()), name.c_str(), &status, 0) != 0) continue;
        if (!S_ISREG(status.st_mode)) continue;
        const auto changed = static_cast<std::uint64_t>(status.st_mtim.tv_sec) * 1'000'000'000 +
                             static_cast<std::uint64_t>(status.st_mtim.tv_nsec);
        files.push_back({name, static_cast<std::uint64_t>(status.st_size),
                         splitmix64(splitmix64(changed) + static_cast<std::uint64_t>(status.st_ino))});
    }
    if (errno != 0) fail(directory, "read the directory", errno);
    std::sort(files.begin(), files.end(), [](const FoundFile& a, const FoundFile& b) { return a.name < b.name; });
    return files;
}

}  // namespace mexbase::detail
