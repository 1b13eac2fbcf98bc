/// \file
/// The positions of a game that is being explored, saved so that a killed job can go on.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "../../checkpoint/segment_file.hpp"
#include "records.hpp"

namespace mexbase {

/// Where a long exploration saves what it knows, level by level.
struct CheckpointOptions {
    std::string path;                ///< file; empty: nothing is saved. Whoever has made the table deletes it
    std::string job;                 ///< what it belongs to, as the name of the game: another job refuses it
    double seconds = 60;             ///< between two saves
    std::string* failure = nullptr;  ///< gets the reason why nothing is saved any more, if there is one
};

/// A file that is saved after levels of play, no more often than the options say. For one thread.
class LevelCheckpoint {
  public:
    /// Whether anything is saved, and nothing went wrong.
    bool works() const { return !options_.path.empty() && !fails_; }
    /// Whether it is time to save.
    bool is_due() const;
    /// Deletes the file, if it is of this job.
    void remove() noexcept { file_.remove(); }

  protected:
    /// `what` the file holds.
    LevelCheckpoint(const CheckpointOptions& options, const std::string& what);
    /// Calls `write`, which appends segments to the file. On an I/O error, stores the reason in
    /// `CheckpointOptions::failure`, deletes the file and stops saving.
    void save_by(const std::function<void()>& write);

    SegmentFile file_;

  private:
    using Clock = std::chrono::steady_clock;

    CheckpointOptions options_;
    bool fails_ = false;
    Clock::time_point last_ = Clock::now();
};

/// Positions in the order in which levels were found: every save appends those that came after the last one.
class PositionCheckpoint : public LevelCheckpoint {
  public:
    /// Of positions of `width` bytes, or of any length.
    PositionCheckpoint(const CheckpointOptions& options, std::size_t width);

    /// What the file holds up to the last save that is whole there: so many positions, of which the first were asked
    /// about, and the last ones, a whole level, were not.
    struct Saved {
        std::uint64_t positions = 0, asked = 0;
    };
    /// Looks at the file. Throws `Error{bad_usage}` for one that is not a checkpoint of this job.
    Saved load();
    /// Calls `take` with the positions that `load` found, in order.
    void for_each(const std::function<void(Records&& some)>& take);
    /// Saves the positions that came after the last save, of which `next` adds some and says whether that is all;
    /// `asked` of all positions were asked about.
    void save(std::uint64_t asked, const std::function<bool(Records& some)>& next);
    /// How many positions are saved.
    std::uint64_t saved() const { return saved_; }

  private:
    std::size_t width_;
    std::uint64_t saved_ = 0;
};

/// Throws `Error{bad_usage}`: what is saved is not what the rules lead to.
[[noreturn]] void throw_other_checkpoint();

}  // namespace mexbase
