// SPDX-License-Identifier: MIT
/// \file
/// Saves the positions of an exploration, so that a killed job can resume.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "../../save/snapshot.hpp"
#include "record_rules.hpp"

namespace mexbase {

/// Checkpoint file of positions, level by level, with the rules' answers (marks and options) if the explorer stores
/// them. Every save appends the positions and answers that are new since the last save. Not thread-safe.
class PositionCheckpoint {
  public:
    /// Opens a checkpoint of positions of `width` bytes, or of any length if `width` is 0.
    PositionCheckpoint(const CheckpointOptions& options, std::size_t width);

    /// Returns true if a path is given and no save has failed.
    bool works() const { return snapshot_.works(); }
    bool is_due() const { return snapshot_.is_due(); }

    /// State at the last complete save. The first `asked` positions are expanded (their options are known); the others
    /// are to be expanded next.
    struct Saved {
        std::uint64_t positions = 0, asked = 0;
    };
    /// Reads the file. Throws `Error{bad_usage}` if it is not a checkpoint of this job.
    Saved load();
    /// Reads the file again. Each call of `take` gets some of the positions or some of the answers, in order.
    void for_each(const std::function<void(Records&& some, const std::string& answers)>& take);
    /// Saves the positions and answers that are new since the last save. `asked` is the total of expanded positions.
    /// `next` is called repeatedly: it adds some positions and answers, and returns true after the last. On an error,
    /// stores the reason in `CheckpointOptions::failure`, deletes the file and stops saving.
    void save(std::uint64_t asked, const std::function<bool(Records& some, std::string& answers)>& next);
    std::uint64_t saved() const { return saved_; }

  private:
    Snapshot snapshot_;
    std::string* failure_;
    std::size_t width_;
    std::uint64_t saved_ = 0;
};

/// Throws `Error{bad_usage}` with the message that the rules do not lead to the saved positions.
[[noreturn]] void throw_other_checkpoint();

}  // namespace mexbase
