// SPDX-License-Identifier: MIT
/// \file
/// Streams of outcomes with remoteness, for every solver.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "../../../lib/index.hpp"
#include "../../../lib/rules/moves.hpp"
#include "../../../lib/solve/outcomes/bounded.hpp"
#include "../../../lib/solve/retrograde/cells.hpp"
#include "../../../query/format/digit_orders.hpp"
#include "../../encode/table_writer.hpp"
#include "../../save/outcome_spool.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

/// Writes the values of `first`, `first + 1`, …. Safe to call from several threads. Borrows the solution.
using OutcomeSource = std::function<void(Index first, std::span<OutcomeValue> values)>;

OutcomeSource source_of(const OutcomeCells& solved);
OutcomeSource source_of(const BoundedSolution& solved);
/// Overload for a finished spool (outcomes in a scratch file).
OutcomeSource source_of(const OutcomeSpool& solved);

/// Writes `dont_care` for each of `first`, `first + 1`, … that is not a position (a hole), and 0 for positions.
using HoleMarker = std::function<void(Index first, std::span<std::uint32_t> marks)>;

/// Returns the function that marks the holes of a game. Borrows the moves.
HoleMarker holes_of(const Moves& moves);

/// Holes and values of a table, both by stored index (the index after its digits are reordered).
struct OrderedOutcomes {
    HoleMarker holes;
    OutcomeSource values;
};

/// Chooses the orders in which digits of indices are stored, and sets them in `contents`. Reorders the values of
/// `solved` by stored index. The result borrows `solved`.
OrderedOutcomes order_digits(std::span<const DigitRange> ranges, const HoleMarker& holes, OutcomeCells& solved,
                             TableContents& contents, const JobOptions& options);
/// Overload for a finished spool (outcomes in a scratch file), which does not change: reordered values go to a second
/// spool in the job's scratch folder. Throws `Error{io}`.
OrderedOutcomes order_digits(std::span<const DigitRange> ranges, const HoleMarker& holes, const OutcomeSpool& solved,
                             TableContents& contents, const JobOptions& options);
/// Copies a finished spool (outcomes in a scratch file), by stored index, to a file in `scratch`. Throws `Error{io}`.
std::unique_ptr<const OutcomeSpool> by_place(const OutcomeSpool& spool, const StoredOrders& orders,
                                             const std::string& scratch);

/// Adds the streams of outcomes and of remotenesses.
void add_outcome_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& solved);
/// Adds the streams of proven facts (cannot win, cannot lose) on positions of unknown value. For other positions these
/// facts follow from the value. Borrows `solved`.
void add_proven_streams(TableContents& contents, const HoleMarker& holes, const BoundedSolution& solved);
/// Adds two streams for each player who begins: outcomes and remotenesses. `with_turn` has the values of all pairs of a
/// position and the player to move (`TurnMoves`).
void add_partizan_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& with_turn);

}  // namespace mexbase::detail
