// SPDX-License-Identifier: MIT
/// \file
/// Saves the state of a solver of loopy games, so that a killed job can resume.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "../../../lib/solve/outcomes/shared_checkpointer.hpp"
#include "../../../lib/solve/retrograde/solver_state.hpp"
#include "../../save/snapshot.hpp"
#include "../table_job.hpp"

namespace mexbase::detail {

/// Saves the state of a solver to the file named in the job's options, or nothing if no file is named.
///
/// The file has the same fields for all strategies and kinds of value. A save writes a new file and then replaces the
/// old one. So the disk holds two files for a moment.
///
/// If several ranks save together, the file has the state only. The data are in one further file per rank, in the same
/// folder, whose names begin with that of the file. They are valid only while the file names their save.
class SolvingCheckpointer final : public Checkpointer, public SharedCheckpointer {
  public:
    /// Makes the checkpointer of graph `number` among the graphs 1, 2, … of a job. Graph 1 uses the job's file, and the
    /// others use files with similar names. Throws `Error{bad_usage}` for a file of another job.
    SolvingCheckpointer(const Game& game, const JobOptions& options, unsigned number);

    /// Returns the state saved by a killed job, or `std::nullopt`. A job must resume with the strategy of this state.
    const std::optional<SolverState>& before() const { return before_; }
    /// Returns the number of decided positions in the saved state, or of positions read if none was decided.
    Index known_before() const;
    /// Makes `restore` put the cells into a file in this folder (`OutcomeCells`). An empty folder means memory.
    void keep_cells_in(const std::string& folder) { cells_folder_ = folder; }
    /// Returns the reason why saving stopped, or an empty text.
    const std::string& failure() const { return snapshot_.failure(); }
    /// Returns a sentence about a file of this job without a complete save, or an empty text.
    std::string damage() const { return snapshot_.damage(); }

    bool should_save() override { return snapshot_.is_due(); }
    /// Throws `Error{bad_usage}` if the file of a part is missing or damaged.
    std::optional<RestoredState> restore() override;
    void save(const SolverState& at, const StateView& kept) override;

    std::optional<SharedState> saved_state() override;
    /// Throws `Error{bad_usage}` if the file of a part is missing or damaged.
    void read_parts(const SharedState& from, unsigned rank, unsigned ranks, const CellsSink& cells,
                    const ScheduledSink& due) override;
    void save_part(std::uint64_t save, unsigned rank, unsigned ranks, const CellsSource& cells,
                   const ScheduledSource& due) override;
    void save_state(const SharedState& state) override;
    void give_up(const std::string& reason) override;

    /// Deletes all files. Called when the job is finished.
    void remove() noexcept;

  private:
    using TakePart = std::function<void(const SavedPart&)>;

    std::string part_path(std::uint64_t save, unsigned part) const;
    Snapshot part_file(std::uint64_t save, unsigned part, unsigned parts) const;
    void load_part(std::uint64_t save, unsigned part, unsigned parts, const TakePart& take) const;
    void remove_parts_except(std::uint64_t save) const noexcept;

    std::string path_, identity_;
    Snapshot snapshot_;
    std::optional<SolverState> before_;
    std::string cells_folder_;
    Snapshot::Clock::time_point begin_;  // of the current save
    std::uint64_t valid_save_ = 0;       // number of the save that the file names; 0 if it has all data
};

/// Owns one checkpointer for each graph that a job solves.
class JobCheckpointers {
  public:
    JobCheckpointers(const Game& game, const JobOptions& options) : game_(game), options_(options) {}

    /// Returns the checkpointer of the next graph, which this object owns.
    SolvingCheckpointer& next() {
        return checkpointers_.emplace_back(game_, options_, static_cast<unsigned>(checkpointers_.size() + 1));
    }
    /// Commits the table, then deletes the checkpoints. Reports the number of restored positions and errors in saving.
    void finish(Sink& sink, JobReport& report);

  private:
    const Game& game_;
    const JobOptions& options_;
    std::deque<SolvingCheckpointer> checkpointers_;
};

}  // namespace mexbase::detail
