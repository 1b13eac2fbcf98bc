/// \file
/// The positions of a game that is being explored, saved so that a killed job can go on.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "../../save/snapshot.hpp"
#include "records.hpp"

namespace mexbase {

/// Where a long exploration saves what it knows, level by level.
struct CheckpointOptions {
    std::string path;                ///< file; empty: nothing is saved. Whoever has made the table deletes it
    std::string job;                 ///< what it belongs to, as the name of the game: another job refuses it
    double seconds = 60;             ///< between two saves
    std::string* failure = nullptr;  ///< gets the reason why nothing is saved any more, if there is one
};

/// File of positions, level by level, and of the answers to them if the explorer keeps answers. Every save appends the
/// positions and answers that are new since the last one. For one thread.
class PositionCheckpoint {
  public:
    /// Of positions of `width` bytes, or of any length.
    PositionCheckpoint(const CheckpointOptions& options, std::size_t width);

    /// Returns true if a path is given and no save has failed.
    bool works() const { return snapshot_.works(); }
    /// Returns true if it is time to save.
    bool is_due() const { return snapshot_.is_due(); }

    /// What the file holds up to the last save that is whole there: so many positions, of which the first were asked
    /// about, and the last ones, a whole level, were not.
    struct Saved {
        std::uint64_t positions = 0, asked = 0;
    };
    /// Looks at the file. Throws `Error{bad_usage}` for one that is not a checkpoint of this job.
    Saved load();
    /// Calls `take` with the positions and answers that `load` found, in order.
    void for_each(const std::function<void(Records&& some, const std::string& answers)>& take);
    /// Saves the positions that came after the last save, and answers, of which `next` adds some and says whether that
    /// is all; `asked` of all positions were asked about. On an error, stores the reason in
    /// `CheckpointOptions::failure`, deletes the file and stops saving.
    void save(std::uint64_t asked, const std::function<bool(Records& some, std::string& answers)>& next);
    /// How many positions are saved.
    std::uint64_t saved() const { return saved_; }

  private:
    Snapshot snapshot_;
    std::string* failure_;
    std::size_t width_;
    std::uint64_t saved_ = 0;
};

/// Throws `Error{bad_usage}`: what is saved is not what the rules lead to.
[[noreturn]] void throw_other_checkpoint();

}  // namespace mexbase
