/// \file
/// Where the solving of a loopy game stands, saved so that a killed job can go on.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "../../lib/solve/retrograde/standing.hpp"
#include "segment_file.hpp"

namespace mexbase {

/// The standing of one job in a `SegmentFile`, whatever its strategy and values: its numbers; the cells, and what else
/// there is in arrays, in parts of about a million elements, each named by its array and its first index, all others
/// being zero; and what is due. Every save writes the file anew, so that it takes twice its size on the disk while it
/// is written. For one thread.
class StandingCheckpoint {
  public:
    /// In file `path`, of the job `identity`.
    StandingCheckpoint(std::string path, const std::string& identity) : file_(std::move(path), identity) {}

    /// What the file holds; nothing if there is none, or a part of it is damaged. Throws `Error{bad_usage}` for a file
    /// that is no checkpoint of this job, which nobody should lose, and `Error{out_of_memory}`.
    std::optional<Resumption> load();
    /// The numbers alone, from its beginning.
    std::optional<Standing> look();
    /// Saves it in the place of the one before. Throws `Error{io}`, and leaves that as it was.
    void save(const Standing& at, const Kept& kept);
    /// Throws the error of a file that is no checkpoint of this job.
    [[noreturn]] void refuse() const { file_.refuse(); }
    /// Deletes the file: the job is done.
    void remove() noexcept { file_.remove(); }

  private:
    SegmentFile file_;
};

}  // namespace mexbase
