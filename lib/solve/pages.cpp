// SPDX-License-Identifier: MIT
#include "pages.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "../error.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace mexbase {

namespace {

#if defined(__unix__) || defined(__APPLE__)

[[noreturn]] void throw_no_room(const std::string& folder, std::size_t bytes, int reason) {
    throw Error(ErrorCode::io, "cannot make a file of " + std::to_string(bytes) + " bytes in the scratch folder " +
                                   in_quotes(folder) + ": " + std::generic_category().message(reason));
}

/// Reserves the disk for the first `bytes` bytes of a file, so that no later write to its pages fails. New bytes are 0.
/// Returns 0 or the number of the error.
int reserve(int file, std::size_t bytes) {
#if defined(__APPLE__)
    return ::ftruncate(file, static_cast<off_t>(bytes)) == 0 ? 0 : errno;
#else
    return ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
#endif
}

/// Maps the first `bytes` bytes of a file, which are reserved first. Throws `Error{io}`.
void* map_file(int file, std::size_t bytes, const std::string& folder) {
    if (const int reason = reserve(file, bytes); reason != 0) throw_no_room(folder, bytes, reason);
    void* const at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at == MAP_FAILED) throw_no_room(folder, bytes, errno);
    return at;
}

#endif

}  // namespace

Pages::Pages(std::size_t bytes, const std::string& folder) : bytes_(std::max<std::size_t>(bytes, 1)), folder_(folder) {
#if defined(__unix__) || defined(__APPLE__)
    if (!folder.empty()) {
        std::string path = folder + "/mexbase-XXXXXX";
        const int file = ::mkstemp(path.data());
        if (file < 0) throw_no_room(folder, bytes_, errno);
        ::unlink(path.c_str());
        try {
            data_ = map_file(file, bytes_, folder);
        } catch (const Error&) {
            ::close(file);
            throw;
        }
        file_ = file;
        return;
    }
#endif
    data_ = std::calloc(bytes_, 1);
    if (data_ != nullptr) advise_large_pages(data_, bytes_);
}

Pages::~Pages() {
#if defined(__unix__) || defined(__APPLE__)
    if (file_ >= 0) {
        ::munmap(data_, bytes_);
        ::close(file_);
        return;
    }
#endif
    std::free(data_);
}

Pages::Pages(Pages&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)),
      file_(std::exchange(other.file_, -1)),
      folder_(std::move(other.folder_)) {}

Pages& Pages::operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(file_, other.file_);
    std::swap(folder_, other.folder_);
    return *this;
}

bool Pages::grow(std::size_t bytes) {
#if defined(__unix__) || defined(__APPLE__)
    if (file_ >= 0) {
        void* const at = map_file(file_, bytes, folder_);
        ::munmap(data_, bytes_);
        data_ = at;
        bytes_ = bytes;
        return true;
    }
#endif
    void* const grown = std::realloc(data_, std::max<std::size_t>(bytes, 1));
    if (grown == nullptr) return false;
    data_ = grown;
    bytes_ = bytes;
    advise_large_pages(grown, bytes);
    return true;
}

void Pages::advise(std::size_t first, std::size_t bytes, int advice) const noexcept {
#if defined(__unix__) || defined(__APPLE__)
    if (file_ < 0 || bytes == 0) return;
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t from = first / page * page;
    static_cast<void>(::madvise(static_cast<char*>(data_) + from, first + bytes - from, advice));
#else
    static_cast<void>(first);
    static_cast<void>(bytes);
    static_cast<void>(advice);
#endif
}

void Pages::let_go(std::size_t first, std::size_t bytes) const noexcept {
#if defined(__unix__) || defined(__APPLE__)
    advise(first, bytes, MADV_DONTNEED);
#endif
}

void Pages::will_need(std::size_t first, std::size_t bytes) const noexcept {
#if defined(__unix__) || defined(__APPLE__)
    advise(first, bytes, MADV_WILLNEED);
#endif
}

void advise_large_pages(void* memory, std::size_t bytes) noexcept {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t page = 4096;
    constexpr std::size_t worth_it = std::size_t{8} << 20;
    if (bytes < worth_it) return;
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t first = (address + page - 1) & ~(page - 1);
    const std::uintptr_t last = (address + bytes) & ~(page - 1);
    static_cast<void>(::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
#else
    static_cast<void>(memory);
    static_cast<void>(bytes);
#endif
}

}  // namespace mexbase
