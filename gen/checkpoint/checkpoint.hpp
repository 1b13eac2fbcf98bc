/// \file
/// What a long sweep over heaps knows, saved so that a killed job can go on.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "segment_file.hpp"

namespace mexbase {

/// Values 0, 1, … of one job in a `SegmentFile`. For one thread.
class Checkpoint {
  public:
    /// The values in file `path` of the job `identity`.
    Checkpoint(std::string path, const std::string& identity) : file_(std::move(path), identity) {}

    /// Calls `take` for the values 0, 1, … that the file holds; none if there is no file. Throws `Error{bad_usage}` for
    /// a file that is not a checkpoint of this job, and leaves it.
    void load(const std::function<void(std::uint32_t)>& take);
    /// Appends the values that come after those saved or loaded before, and syncs the file. Throws `Error{io}`.
    /// For numbers of 8, 16 and 32 bits.
    template <class T>
    void save(std::span<const T> values);
    /// How many values are in the file.
    std::uint64_t saved() const { return saved_; }
    /// Deletes the file: the job is done.
    void remove() noexcept { file_.remove(); }

  private:
    SegmentFile file_;
    std::uint64_t saved_ = 0;
};

}  // namespace mexbase
