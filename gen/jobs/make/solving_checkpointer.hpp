// SPDX-License-Identifier: MIT
/// \file
/// Saves the state of a job that solves a loopy game.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "../../../lib/solve/retrograde/solver_state.hpp"
#include "../../save/snapshot.hpp"
#include "../table_job.hpp"

namespace mexbase::detail {

/// Checkpointer for the file in the job's options. Saves nothing if the options name no file.
///
/// The fields of the file are the same for all strategies and kinds of value: the numbers of the `SolverState`; the
/// cells and other arrays, without parts that have only zeros; and the scheduled vertices. Each save replaces the file,
/// so that two files are on the disk for a moment.
class SolvingCheckpointer final : public Checkpointer {
  public:
    /// Makes the checkpointer for graph `number`: a job solves graphs 1, 2, … in turn. Graph 1 uses the job's file,
    /// each other graph a file with a name derived from it. Throws `Error{bad_usage}` for a file of another job.
    SolvingCheckpointer(const Game& game, const JobOptions& options, unsigned number);

    /// Returns the state that a killed job left, or `std::nullopt`. A job resumes with the strategy it began with.
    const std::optional<SolverState>& before() const { return before_; }
    /// Returns the number of positions decided when the resumed state was saved, or the number read if none was
    /// decided.
    Index known_before() const;
    void forget() { before_.reset(); }
    /// Returns why saving stopped; empty if it did not.
    const std::string& failure() const { return snapshot_.failure(); }

    std::optional<RestoredState> restore() override;
    bool should_save() override { return snapshot_.is_due(); }
    void save(const SolverState& at, const StateView& kept) override;
    void remove() noexcept { snapshot_.remove(); }

  private:
    Snapshot snapshot_;
    std::optional<SolverState> before_;
};

/// Checkpointers of a job, one per graph that it solves.
class JobCheckpointers {
  public:
    /// Borrows the game and the options.
    JobCheckpointers(const Game& game, const JobOptions& options) : game_(game), options_(options) {}

    /// Returns the checkpointer of the next graph. It lives as long as this object.
    SolvingCheckpointer& next() {
        return checkpointers_.emplace_back(game_, options_, static_cast<unsigned>(checkpointers_.size() + 1));
    }
    /// Commits the table and deletes the checkpoints. Adds to the report how much was restored and why saving stopped.
    void finish(Sink& sink, JobReport& report);

  private:
    const Game& game_;
    const JobOptions& options_;
    std::deque<SolvingCheckpointer> checkpointers_;
};

}  // namespace mexbase::detail
