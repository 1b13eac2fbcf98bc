/// \file
/// The values of a table of canonical forms, to be checked position by position.
#pragma once

#include <cstdint>
#include <memory>

#include "../jobs.hpp"

namespace mexbase::detail {

/// The values of a table of canonical forms, to be checked position by position on several threads.
class CanonicalVerification {
  public:
    /// Reads all values, and checks the table's list of them. Borrows everything. Throws `Error{verification_failed}`
    /// for a list that is not right, `Error{out_of_memory}`, and what reading the table throws.
    CanonicalVerification(const Game& game, const Table& table, const JobOptions& options);

    ~CanonicalVerification();

    /// Takes an option of the position that `thread` checks next.
    void add(unsigned thread, Player player, Index option);
    /// Checks the value stored for i against the options taken since the last call; nothing once one was wrong.
    void check(unsigned thread, Index i);
    /// Whether all has been right on this thread.
    bool passes(unsigned thread) const;
    /// All positions having been checked: how many there are. Throws `Error{verification_failed}` at the first that was
    /// wrong, and where the header counts others.
    std::uint64_t finish() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace mexbase::detail
