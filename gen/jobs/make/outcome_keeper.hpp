/// \file
/// When a job that solves outcomes by child counters saves where it stands.
#pragma once

#include <memory>
#include <optional>

#include "../../../lib/solve/retrograde/standing.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"

namespace mexbase {
class StandingCheckpoint;
}

namespace mexbase::detail {

/// A keeper (see `NoKeeper`) with the checkpoint that the job's options ask for.
class OutcomeKeeper {
  public:
    /// Keeps nothing.
    OutcomeKeeper();
    OutcomeKeeper(const Game& game, const JobOptions& options);
    OutcomeKeeper(const OutcomeKeeper&) = delete;
    OutcomeKeeper& operator=(const OutcomeKeeper&) = delete;
    ~OutcomeKeeper();

    /// What a job that was killed has left, of `size` cells. Throws `Error{bad_usage}` for a file of another job.
    std::optional<Resumption> load(Index size);
    /// How many positions were known then.
    Index resumed_from() const { return resumed_from_; }

    bool wants() const { return saving_ && JobClock::now() >= next_; }
    void keep(const Standing& at, const OutcomeCells& cells, const DueSource& due);

    /// The table is written: makes it last, deletes the checkpoint, and reports of it.
    void finish(Sink& sink, JobReport& report);

  private:
    std::unique_ptr<StandingCheckpoint> checkpoint_;
    JobClock::duration least_{};  // between two saves
    JobClock::time_point next_;
    bool saving_ = false;
    Index resumed_from_ = 0;
    std::string failure_;
};

}  // namespace mexbase::detail
