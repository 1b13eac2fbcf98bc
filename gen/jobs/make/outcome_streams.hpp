/// \file
/// Streams of outcomes with remoteness, whatever solved them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "../../../lib/rules/digits.hpp"
#include "../../../lib/rules/moves.hpp"
#include "../../../lib/solve/outcomes/bounded.hpp"
#include "../../../lib/solve/retrograde/cells.hpp"
#include "../../../query/format/digit_orders.hpp"
#include "../../encode/table_writer.hpp"
#include "../../spool/outcome_spool.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

/// Writes the values of `first`, `first + 1`, …, for any number of threads at once. Borrows what it was made of.
using OutcomeSource = std::function<void(Index first, std::span<OutcomeValue> values)>;

OutcomeSource source_of(const OutcomeCells& solved);
OutcomeSource source_of(const BoundedSolution& solved);
/// The values when `player` begins, from those of `TurnMoves`.
OutcomeSource source_of(OutcomeSource with_turn, Player player);

/// Values that are decided ply by ply, and kept in files until all are.
class SpooledOutcomes {
  public:
    /// Of `size` positions: in a file beside the job's checkpoint, if it has one, else in its folder for scratch.
    /// Throws `Error{io}`.
    SpooledOutcomes(Index size, const JobOptions& options);
    /// Takes positions decided at this ply. Throws `Error{io}`.
    void add(std::uint64_t ply, Outcome outcome, std::span<const Index> positions) {
        spool_->add(ply, outcome, positions);
    }
    /// Makes all that was taken last, and says how much that is; `go_on` takes it up again in another process, 0 being
    /// nothing. It returns false, and has nothing, if it is not there any more. Throw `Error{io}`.
    std::uint64_t sync() { return spool_->sync(); }
    bool go_on(std::uint64_t bytes) { return spool_->go_on(bytes); }
    /// Deletes the file; what was read of it must not be asked for any more.
    void remove() noexcept { spool_->remove(); }
    /// All values, the others being draws. Throws `Error{io}`.
    OutcomeSource finish();
    /// After `finish`: from now on a source says what stands at a place instead of what an index has. Throws
    /// `Error{io}`.
    void reorder(const StoredOrders& orders);

  private:
    Index size_;
    std::string scratch_;
    std::unique_ptr<OutcomeSpool> spool_;
    std::unique_ptr<OutcomeSpool>
        by_place_;  ///< the same values again, in another order; the first may be gone on with
};

/// Once all are added.
inline OutcomeSource source_of(SpooledOutcomes& solved) {
    return solved.finish();
}

/// Writes `dont_care` for each of `first`, `first + 1`, … that is no position, and 0 for the others.
using HoleMarker = std::function<void(Index first, std::span<std::uint32_t> marks)>;

/// Borrows the moves.
HoleMarker holes_of(const Moves& moves);

/// Tries other orders of the digits of indices. In what is found, `contents` will hold the table, and `solved` holds
/// the values from now on: by place. Returns what marks places that are no position; it borrows `solved`.
HoleMarker order_digits(std::span<const DigitRange> ranges, const HoleMarker& holes, OutcomeCells& solved,
                        TableContents& contents, unsigned threads);
/// The same of a spool that is not finished yet. Throws `Error{io}`.
HoleMarker order_digits(std::span<const DigitRange> ranges, const HoleMarker& holes, SpooledOutcomes& solved,
                        TableContents& contents, unsigned threads);

/// Adds the streams of outcomes and of remotenesses.
void add_outcome_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& solved);
/// Adds what is proven of the positions whose value is unknown; of the others it follows from the value. Borrows
/// `solved`.
void add_proven_streams(TableContents& contents, const HoleMarker& holes, const BoundedSolution& solved);
/// Adds the streams of either player as the one who begins.
void add_partizan_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& left,
                          const OutcomeSource& right);

}  // namespace mexbase::detail
