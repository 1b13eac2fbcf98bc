// SPDX-License-Identifier: MIT
/// \file
/// Output file that appears under its name complete or not at all.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "sink.hpp"

namespace mexbase {

/// Output file. Nothing changes at its final path until `commit`.
///
/// If the file system supports it, the file has no name until `commit`, so that even a killed process leaves no trace.
/// Otherwise it has a temporary name in the same folder, which the destructor and `remove_unfinished` remove. If the
/// process is killed, the next `AtomicFile` for the same path removes it, unless the file system has no locks. Throws
/// `Error{io}`, or `Error{out_of_memory}` if memory runs out; the message is one line that names the path. One object
/// is not thread-safe; several objects may be used at once.
class AtomicFile final : public Sink {
  public:
    /// How the file is stored until `commit`.
    enum class Naming {
        unnamed,  ///< without a name if the file system supports it, else with a temporary name
        named,    ///< with a temporary name
    };
    /// Begins a file for `path`, or for the target if `path` is a symbolic link. Throws if the path exists and is not a
    /// regular file, or if its folder does not exist or is not writable.
    explicit AtomicFile(std::string path, Naming naming = Naming::unnamed);
    /// Discards an unfinished file.
    ~AtomicFile() override;
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void append(std::span<const std::byte> bytes) override;
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override;
    std::uint64_t size() const override;
    std::optional<SharedFile> share() override;
    void extend(std::uint64_t length) override;

    /// Writes all data to the disk and renames the file to its path, replacing an older file. Do not append afterwards.
    void commit() override;

    const std::string& path() const { return path_; }
    /// Returns true while the file has a temporary name.
    bool named() const;

  private:
    struct State;
    std::string path_;
    std::unique_ptr<State> state_;
};

/// Removes the temporary files of this process. Safe to call from a signal handler.
void remove_unfinished() noexcept;

}  // namespace mexbase
