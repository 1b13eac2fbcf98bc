// SPDX-License-Identifier: MIT
/// \file
/// Memory for large arrays. The platform calls are in pages.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "../error.hpp"
#include "../index.hpp"

namespace mexbase {

/// A large array of bytes, 0 at first: in memory, or in a file without a name of which the system keeps as much in
/// memory as there is room for. Movable, not copyable. Bytes take memory only once written.
class Pages {
  public:
    Pages() = default;
    /// Allocates `bytes` bytes. `data` is null if there is not enough memory. If `folder` is not empty, they are in a
    /// file in this folder, which reserves its room on the disk. Throws `Error{io}` if the file cannot be made.
    Pages(std::size_t bytes, const std::string& folder);
    ~Pages();
    Pages(Pages&& other) noexcept;
    Pages& operator=(Pages&& other) noexcept;

    void* data() const { return data_; }
    bool in_file() const { return file_ >= 0; }
    /// Makes the array longer; the new bytes are 0 in a file, otherwise undefined. `data` may change. Returns false if
    /// memory is too small, and throws `Error{io}` if the disk is; then nothing has changed.
    bool grow(std::size_t bytes);
    /// Takes the pages of a file out of the memory of this process. Does nothing for an array in memory. Thread-safe.
    void let_go() const noexcept { let_go(0, bytes_); }
    /// Does so for the pages that have `bytes` bytes from `first` on.
    void let_go(std::size_t first, std::size_t bytes) const noexcept;
    /// Tells the system that these bytes of a file will be used soon, so that it reads them in order. Thread-safe.
    void will_need(std::size_t first, std::size_t bytes) const noexcept;

  private:
    void advise(std::size_t first, std::size_t bytes, int advice) const noexcept;

    void* data_ = nullptr;
    std::size_t bytes_ = 0;
    int file_ = -1;
    std::string folder_;  ///< of the file, for messages
};

/// An array of `size` numbers of type T, 0 at first, in `Pages`. Movable, not copyable.
template <class T>
class PagedArray {
  public:
    PagedArray() = default;
    /// Makes the array in memory, or in a file in `folder` unless that is empty. Throws `Error{out_of_memory}`, or
    /// `Error{io}` for a file.
    explicit PagedArray(Index size, const std::string& folder = {})
        : pages_(static_cast<std::size_t>(size) * sizeof(T), folder), size_(size) {
        if (pages_.data() == nullptr)
            throw Error(ErrorCode::out_of_memory, "not enough memory for " + std::to_string(size) + " values of " +
                                                      std::to_string(sizeof(T)) + " bytes");
    }

    Index size() const { return size_; }
    T* data() { return static_cast<T*>(pages_.data()); }
    std::span<T> span() { return {data(), static_cast<std::size_t>(size_)}; }
    const T& operator[](Index i) const { return static_cast<const T*>(pages_.data())[i]; }
    bool in_file() const { return pages_.in_file(); }
    void let_go() const noexcept { pages_.let_go(); }

  private:
    Pages pages_;
    Index size_ = 0;
};

/// Requests large pages for `bytes` bytes at `memory`, so that random access to a large array misses the TLB less. A
/// hint: it changes no content and cannot fail. Ignores small arrays.
void advise_large_pages(void* memory, std::size_t bytes) noexcept;

}  // namespace mexbase
