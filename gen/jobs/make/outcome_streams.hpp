/// \file
/// Streams of outcomes with remoteness, whatever solved them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "../../../lib/rules/ruleset.hpp"
#include "../../../lib/solve/retrograde/bounded.hpp"
#include "../../../lib/solve/retrograde/cells.hpp"
#include "../../../lib/solve/sweep/partizan_outcomes.hpp"
#include "../../encode/table_writer.hpp"
#include "../../spool/outcome_spool.hpp"

namespace mexbase::detail {

/// Writes the values of `first`, `first + 1`, …, for any number of threads at once. Borrows what it was made of.
using OutcomeSource = std::function<void(Index first, std::span<OutcomeValue> values)>;

OutcomeSource source_of(const OutcomeCells& solved);
OutcomeSource source_of(const BoundedSolution& solved);
OutcomeSource source_of(const OutcomeSpool& solved);
/// The values when `player` begins: of a sweep, and of a solved `WithTurn`.
OutcomeSource source_of(const PartizanCells& solved, Player player);
OutcomeSource source_of(OutcomeSource with_turn, Player player);

/// Writes `dont_care` for each of `first`, `first + 1`, … that is no position, and 0 for the others.
using HoleMarker = std::function<void(Index first, std::span<std::uint32_t> marks)>;

/// Borrows the rules.
template <PositionSpace R>
HoleMarker holes_of(const R& rules) {
    return [&rules](Index first, std::span<std::uint32_t> marks) {
        for (std::size_t k = 0; k < marks.size(); ++k) marks[k] = rules.legal(first + k) ? 0 : dont_care;
    };
}

/// Adds the streams of outcomes and of remotenesses.
void add_outcome_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& solved);
/// Adds what is proven of the positions whose value is unknown; of the others it follows from the value. Borrows
/// `solved`.
void add_proven_streams(TableContents& contents, const HoleMarker& holes, const BoundedSolution& solved);
/// Adds the streams of either player as the one who begins.
void add_partizan_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& left,
                          const OutcomeSource& right);

}  // namespace mexbase::detail
