/// \file
/// Tables of canonical forms: what making and verifying one takes, whatever the rules.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../lib/solve/sweep/canonical_sweep.hpp"
#include "../checkpoint/canonical_checkpoint.hpp"
#include "jobs.hpp"
#include "table_job.hpp"
#include "verify/canonical_check.hpp"
#include "verify/value_counts.hpp"

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
    std::optional<CanonicalCheckpoint> checkpoint_;
    JobClock::time_point saved_ = start_;
    JobReport report_;
};

/// The values of a table of canonical forms, to be checked position by position on several threads.
class CanonicalVerification {
  public:
    /// Reads all values, and checks the table's list of them. Borrows everything. Throws `Error{verification_failed}`
    /// for a list that is not right, `Error{out_of_memory}`, and what reading the table throws.
    CanonicalVerification(const Game& game, const Table& table, const JobOptions& options);

    /// Takes an option of the position that `thread` checks next.
    void add(unsigned thread, Player player, Index option) {
        shares_[thread].check.add(player == Player::left, numbers_[option]);
    }
    /// Checks the value stored for i against the options taken since the last call; nothing once one was wrong.
    void check(unsigned thread, Index i);
    /// Whether all has been right on this thread.
    bool passes(unsigned thread) const { return shares_[thread].wrong == no_index; }
    /// All positions having been checked: how many there are. Throws `Error{verification_failed}` at the first that was
    /// wrong, and where the header counts others.
    std::uint64_t finish() const;

  private:
    /// What one thread has seen.
    struct Share {
        CanonicalCheck check;
        std::vector<bool> used{}, queryable_size{};  ///< values of positions, and of those that may be asked for
        ValueCounts counts{};
        std::uint64_t checked = 0;
        Index wrong = no_index;
    };
    void check_list();
    /// Throws unless every value of the list is in `used`, or is what such a one is made of.
    void check_all_used(std::vector<bool> used) const;
    std::string describe(std::uint32_t number) const;

    const Game& game_;
    const Table& table_;
    const JobOptions& options_;
    std::vector<std::uint32_t> numbers_;
    const CanonicalValues* values_ = nullptr;
    std::optional<GameForms> forms_;
    std::vector<OutcomeClass> outcomes_;
    std::vector<Share> shares_;
};

}  // namespace mexbase::detail
