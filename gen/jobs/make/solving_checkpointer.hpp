/// \file
/// When a job that solves a loopy game saves its state.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "../../../lib/solve/retrograde/solver_state.hpp"
#include "../../save/snapshot.hpp"
#include "../table_job.hpp"

namespace mexbase::detail {

/// A checkpointer with the checkpoint that the job's options ask for. If they ask for none it keeps nothing.
///
/// Its fields, whatever the strategy and the values: the numbers of the `SolverState`; the cells, and what else there
/// is in arrays, without stretches of zeros; and what is due. Each save replaces the file, so that the disk holds two
/// for a moment.
class SolvingCheckpointer final : public Checkpointer {
  public:
    /// Checkpointer of the graph of that number, 1, 2, …, which the job solves one after another: the first has the
    /// job's file, each other one a file of its own beside it. Throws `Error{bad_usage}` for a file of another job.
    SolvingCheckpointer(const Game& game, const JobOptions& options, unsigned number);

    /// The state that a killed job has left. A job goes on with the strategy that it began with.
    const std::optional<SolverState>& before() const { return before_; }
    /// Returns the number of positions decided then, or of those looked at if none was decided.
    Index known_before() const;
    /// Discards the saved state.
    void forget() { before_.reset(); }
    /// Returns the reason why nothing is saved any more; empty if all went well.
    const std::string& failure() const { return snapshot_.failure(); }

    std::optional<RestoredState> restore() override;
    bool should_save() override { return snapshot_.is_due(); }
    void save(const SolverState& at, const StateView& kept) override;
    /// Deletes the checkpoint.
    void remove() noexcept { snapshot_.remove(); }

  private:
    Snapshot snapshot_;
    std::optional<SolverState> before_;
};

/// The checkpointers of a job, one for each graph that it solves.
class JobCheckpointers {
  public:
    /// Borrows both.
    JobCheckpointers(const Game& game, const JobOptions& options) : game_(game), options_(options) {}

    /// The next one. It lives as long as this.
    SolvingCheckpointer& next() {
        return checkpointers_.emplace_back(game_, options_, static_cast<unsigned>(checkpointers_.size() + 1));
    }
    /// The table is written: makes it last, deletes the checkpoints, and reports of them.
    void finish(Sink& sink, JobReport& report);

  private:
    const Game& game_;
    const JobOptions& options_;
    std::deque<SolvingCheckpointer> checkpointers_;
};

}  // namespace mexbase::detail
