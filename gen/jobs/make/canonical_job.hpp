/// \file
/// Making a table of canonical forms: what it takes, whatever the rules.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "../../../lib/solve/sweep/canonical_sweep.hpp"
#include "../../../lib/value/partizan/list/game_list.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"

namespace mexbase {
class CanonicalCheckpoint;
}

namespace mexbase::detail {

/// Throws `Error{not_applicable}` for misere play, which canonical forms say nothing of.
void refuse_misere_canonical(const JobOptions& options);
[[noreturn]] void throw_loopy_canonical(const Game& game);

/// A job that makes a table of canonical forms: its games, their numbers in the table, and its checkpoint.
class CanonicalJob {
  public:
    /// Borrows both.
    CanonicalJob(const Game& game, const JobOptions& options);
    CanonicalJob(const CanonicalJob&) = delete;
    CanonicalJob& operator=(const CanonicalJob&) = delete;
    ~CanonicalJob();

    GameArena& arena() { return arena_; }
    /// How its sweep is to be done; borrows the job.
    CanonicalSweepOptions sweep_options();
    /// Numbers the values by first use in index order and writes the table.
    JobReport write(Sink& sink, std::vector<PartizanId> values);

  private:
    void save(std::span<const PartizanId> values);

    JobClock::time_point start_ = JobClock::now();
    const Game& game_;
    const JobOptions& options_;
    GameArena arena_;
    GameNumbering numbering_{arena_};  // the table's own: saving does nothing twice
    std::unique_ptr<CanonicalCheckpoint> checkpoint_;
    JobClock::time_point saved_ = start_;
    JobReport report_;
};

}  // namespace mexbase::detail
