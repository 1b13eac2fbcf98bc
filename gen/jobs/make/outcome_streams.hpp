/// \file
/// Streams of outcomes with remoteness, whatever solved them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "../../../lib/digits.hpp"
#include "../../../lib/rules/moves.hpp"
#include "../../../lib/solve/outcomes/bounded.hpp"
#include "../../../lib/solve/retrograde/cells.hpp"
#include "../../../query/format/digit_orders.hpp"
#include "../../encode/table_writer.hpp"
#include "../../save/outcome_spool.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

/// Writes the values of `first`, `first + 1`, …, for any number of threads at once. Borrows what it was made of.
using OutcomeSource = std::function<void(Index first, std::span<OutcomeValue> values)>;

OutcomeSource source_of(const OutcomeCells& solved);
OutcomeSource source_of(const BoundedSolution& solved);
/// Overload for a finished spool.
OutcomeSource source_of(const OutcomeSpool& solved);

/// Writes `dont_care` for each of `first`, `first + 1`, … that is no position, and 0 for the others.
using HoleMarker = std::function<void(Index first, std::span<std::uint32_t> marks)>;

/// Borrows the moves.
HoleMarker holes_of(const Moves& moves);

/// Holes and values of a table, both by stored index.
struct OrderedOutcomes {
    HoleMarker holes;
    OutcomeSource values;
};

/// Tries other orders of the digits of indices. In what is found, `contents` will hold the table, and `solved` holds
/// the values from now on, by place. The result borrows `solved`.
OrderedOutcomes order_digits(std::span<const DigitRange> ranges, const HoleMarker& holes, OutcomeCells& solved,
                             TableContents& contents, const JobOptions& options);
/// Overload for a finished spool, which does not change: values in another order go to a second spool in the job's
/// scratch folder. Throws `Error{io}`.
OrderedOutcomes order_digits(std::span<const DigitRange> ranges, const HoleMarker& holes, const OutcomeSpool& solved,
                             TableContents& contents, const JobOptions& options);
/// The values of a spool that is finished, by place, in a file in folder `scratch`. Throws `Error{io}`.
std::unique_ptr<const OutcomeSpool> by_place(const OutcomeSpool& spool, const StoredOrders& orders,
                                             const std::string& scratch);

/// Adds the streams of outcomes and of remotenesses.
void add_outcome_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& solved);
/// Adds what is proven of the positions whose value is unknown; of the others it follows from the value. Borrows
/// `solved`.
void add_proven_streams(TableContents& contents, const HoleMarker& holes, const BoundedSolution& solved);
/// Adds the streams of either player as the one who begins, from the values of `TurnMoves`.
void add_partizan_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& with_turn);

}  // namespace mexbase::detail
