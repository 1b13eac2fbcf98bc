/// \file
/// The file behind a checkpoint.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "../spool/scratch_file.hpp"

namespace mexbase {

/// A file of segments, appended one after another, or written anew as a whole: each is a length, a checksum, and a
/// Boost archive, which is parsed only when both agree. A file that was cut off in the middle of a segment counts up to
/// the one before. The first segment says which job it belongs to. For one thread.
class SegmentFile {
  public:
    /// What a reader finds a segment to be. Those that are a `part` count once a `whole` one has followed.
    enum class Found : std::uint8_t { wrong, part, whole };

    /// File `path` of the job `identity`.
    SegmentFile(std::string path, const std::string& identity);

    /// Calls `take` for the archives in the file, up to the first that is wrong; none if there is no file. Throws
    /// `Error{bad_usage}` for a file that is not a checkpoint of this job, and leaves it.
    void load(const std::function<Found(const std::string& archive)>& take);
    /// Throws that error.
    [[noreturn]] void refuse() const;
    /// Makes the file end after the last segment that counts. Before every group of `append`. Throws `Error{io}`.
    void begin();
    /// Appends a segment and syncs the file. Throws `Error{io}`.
    void append(const std::string& archive);
    using Append = std::function<void(const std::string& archive)>;
    /// Writes a file of the segments that `write` appends, and puts it in the place of the one before when it is whole
    /// and synced: whatever happens until then leaves that as it was. Throws `Error{io}`.
    void replace(const std::function<void(const Append&)>& write);
    /// Deletes the file, if it is of this job: the job is done.
    void remove() noexcept;

  private:
    std::string path_, head_;
    std::optional<ScratchFile> file_;  // while segments are appended
    bool ours_ = false;
    std::uint64_t good_bytes_ = 0;  // of the file: what comes after is cut off
};

}  // namespace mexbase
