/// \file
/// An output file that appears under its name whole or not at all.
#pragma once

#include <memory>
#include <string>

#include "sink.hpp"

namespace mexbase {

/// A file being written. Until `commit` nothing exists under the final name but what was there before.
///
/// Where the file system can, the file has no name at all until then, so that even a killed process leaves nothing
/// behind; elsewhere it has a temporary name in the same folder, which the destructor and `remove_unfinished` remove.
/// Every error is `Error{io}` (`Error{out_of_memory}` for memory), one line that names the path. Not for concurrent
/// use; several files at once are fine.
class AtomicFile final : public Sink {
  public:
    /// How the file is kept until `commit`.
    enum class Naming {
        unnamed,  ///< without a name where the file system can, else with a temporary one
        named,    ///< with a temporary name
    };
    /// Begins a file that will stand at `path`, or where `path` links to. Throws when that is something other than a
    /// regular file, or when its folder does not exist or cannot be written to.
    explicit AtomicFile(std::string path, Naming naming = Naming::unnamed);
    /// Throws an unfinished file away.
    ~AtomicFile() override;
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void append(std::span<const std::byte> bytes) override;
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override;
    std::uint64_t size() const override;

    /// Writes everything to the disk and puts the file in its place, over an older one. Nothing may be appended after
    /// it.
    void commit() override;

    const std::string& path() const { return path_; }
    /// True while the file has a temporary name that a kill would leave behind.
    bool named() const;

  private:
    struct State;
    std::string path_;
    std::unique_ptr<State> state_;
};

/// Removes every temporary name that unfinished files of this process have. Safe to call from a signal handler.
void remove_unfinished() noexcept;

}  // namespace mexbase
