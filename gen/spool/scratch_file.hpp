/// \file
/// Disk space without a name, for what a job cannot hold in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace mexbase {

/// A file that has no name, so that nothing is left behind however the process ends. Every error is `Error{io}`.
/// `append` is for one thread at a time; `read` is safe for any number of threads once nothing is appended any more.
class ScratchFile {
  public:
    /// Made in `folder`, which must exist and be writable.
    explicit ScratchFile(const std::string& folder);
    ~ScratchFile();
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    /// Writes at the end; returns the offset at which the bytes begin.
    std::uint64_t append(std::span<const std::byte> bytes);
    /// Fills `bytes` from `offset` on.
    void read(std::uint64_t offset, std::span<std::byte> bytes) const;

  private:
    std::string folder_;
    int file_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace mexbase
