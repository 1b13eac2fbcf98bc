/// \file
/// When a job that solves a loopy game saves where it stands.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../../../lib/solve/retrograde/standing.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"

namespace mexbase {
class StandingCheckpoint;
}

namespace mexbase::detail {

/// A keeper with the checkpoint that the job's options ask for; where they ask for none it keeps nothing.
class SolvingKeeper final : public Keeper {
  public:
    /// For the graph of that number, 1, 2, …, which the job solves one after another: the first has the job's file,
    /// each other one of its own beside it. Throws `Error{bad_usage}` for a file of another job.
    SolvingKeeper(const Game& game, const JobOptions& options, unsigned number);
    ~SolvingKeeper() override;

    /// What a job that was killed has left: where it stood. A job goes on with the strategy that it began with.
    const std::optional<Standing>& before() const { return before_; }
    /// How many positions were decided then; before any was, how many had been looked at.
    Index known_before() const;
    /// The same of what the job went on from: 0 where that was nothing.
    Index resumed_from() const { return resumed_from_; }
    /// Why nothing is saved any more; empty if all went well.
    const std::string& failure() const { return failure_; }

    std::optional<Resumption> resume() override;
    bool wants() override { return saving_ && JobClock::now() >= next_; }
    void keep(const Standing& at, const Kept& kept) override;
    /// Deletes the checkpoint.
    void remove() noexcept;

  private:
    std::unique_ptr<StandingCheckpoint> checkpoint_;
    std::optional<Standing> before_;
    JobClock::duration least_{};  // between two saves
    JobClock::time_point next_;
    bool saving_ = false;
    Index resumed_from_ = 0;
    std::string failure_;
};

/// The keepers of a job, one for each graph that it solves.
class JobKeepers {
  public:
    /// Borrows both.
    JobKeepers(const Game& game, const JobOptions& options) : game_(game), options_(options) {}
    JobKeepers(const JobKeepers&) = delete;
    JobKeepers& operator=(const JobKeepers&) = delete;

    /// The next one. It lives as long as this.
    SolvingKeeper& next();
    /// The table is written: makes it last, deletes the checkpoints, and reports of them.
    void finish(Sink& sink, JobReport& report);

  private:
    const Game& game_;
    const JobOptions& options_;
    std::vector<std::unique_ptr<SolvingKeeper>> keepers_;
};

}  // namespace mexbase::detail
