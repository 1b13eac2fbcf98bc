// SPDX-License-Identifier: MIT
#include "pages.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace mexbase {

namespace {

#if defined(__unix__) || defined(__APPLE__)

/// Opens a file without a name of `bytes` zeros. Returns -1 if it fails.
int open_zeros(const std::string& folder, std::size_t bytes) {
    std::string path = folder + "/mexbase-XXXXXX";
    const int file = ::mkstemp(path.data());
    if (file < 0) return -1;
    ::unlink(path.c_str());
    if (::ftruncate(file, static_cast<off_t>(bytes)) == 0) return file;
    ::close(file);
    return -1;
}

/// Maps the first `bytes` bytes of a file. Returns null if it fails.
void* map_file(int file, std::size_t bytes) {
    void* const at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return at == MAP_FAILED ? nullptr : at;
}

#endif

}  // namespace

Pages::Pages(std::size_t bytes, const std::string& folder) : bytes_(std::max<std::size_t>(bytes, 1)) {
#if defined(__unix__) || defined(__APPLE__)
    if (!folder.empty()) {
        file_ = open_zeros(folder, bytes_);
        if (file_ >= 0) data_ = map_file(file_, bytes_);
        return;
    }
#else
    static_cast<void>(folder);
#endif
    data_ = std::calloc(bytes_, 1);
    if (data_ != nullptr) advise_large_pages(data_, bytes_);
}

Pages::~Pages() {
#if defined(__unix__) || defined(__APPLE__)
    if (file_ >= 0) {
        if (data_ != nullptr) ::munmap(data_, bytes_);
        ::close(file_);
        return;
    }
#endif
    std::free(data_);
}

Pages::Pages(Pages&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)),
      file_(std::exchange(other.file_, -1)) {}

Pages& Pages::operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(file_, other.file_);
    return *this;
}

bool Pages::grow(std::size_t bytes) {
#if defined(__unix__) || defined(__APPLE__)
    if (file_ >= 0) {
        if (::ftruncate(file_, static_cast<off_t>(bytes)) != 0) return false;
        void* const at = map_file(file_, bytes);
        if (at == nullptr) return false;
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

void Pages::let_go() const noexcept {
#if defined(__unix__) || defined(__APPLE__)
    if (file_ >= 0) static_cast<void>(::madvise(data_, bytes_, MADV_DONTNEED));
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
