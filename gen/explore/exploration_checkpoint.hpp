/// \file
/// What is known of a game that is being explored, saved so that a killed job can go on.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "../checkpoint/segment_file.hpp"
#include "exploration.hpp"

namespace mexbase {

/// An exploration in a `SegmentFile`: every save appends what is known more than at the last one. For one thread.
class ExplorationCheckpoint {
  public:
    /// In file `path`, of the job `identity`; saved no sooner than so many seconds after the last save.
    ExplorationCheckpoint(std::string path, const std::string& identity, double seconds)
        : file_(std::move(path), identity), seconds_(seconds) {}

    /// What the file holds, up to the last level that is whole there; nothing if there is no file. Throws
    /// `Error{bad_usage}` for a file that is no checkpoint of this job.
    std::optional<Exploration> load(const ExploreOptions& options);
    /// Saves what is known after a level, if it is time to. Throws `Error{io}`.
    void keep(const Exploration& exploration);
    /// Deletes the file, if it is of this job: nobody goes on from it any more.
    void remove() noexcept { file_.remove(); }

  private:
    using Clock = std::chrono::steady_clock;

    SegmentFile file_;
    double seconds_;
    std::uint64_t known_ = 0, asked_ = 0;  // that are saved
    Clock::time_point last_ = Clock::now();
};

}  // namespace mexbase
