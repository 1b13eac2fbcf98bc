/// \file
/// Where the solving of a game by child counters stands, saved so that a killed job can go on.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "../../lib/solve/retrograde/standing.hpp"
#include "segment_file.hpp"

namespace mexbase {

/// The standing of one job in a `SegmentFile`: its numbers, the cells in parts of about a million, each named by its
/// first index, and what is due. Every save writes the file anew, so that it takes twice its size on the disk while it
/// is written. For one thread.
class StandingCheckpoint {
  public:
    /// In file `path`, of the job `identity`.
    StandingCheckpoint(std::string path, const std::string& identity) : file_(std::move(path), identity) {}

    /// What the file holds, of a game of `size` indices; nothing if there is none, or a part of it is damaged. Throws
    /// `Error{bad_usage}` for a file that is no checkpoint of this job, which nobody should lose.
    std::optional<Resumption> load(Index size);
    /// Saves it in the place of the one before. Throws `Error{io}`, and leaves that as it was.
    void save(const Standing& at, const OutcomeCells& cells, const DueSource& due);
    /// Deletes the file: the job is done.
    void remove() noexcept { file_.remove(); }

  private:
    SegmentFile file_;
};

}  // namespace mexbase
