// SPDX-License-Identifier: MIT
/// \file
/// Converts the outcomes that solvers compute to the streams of a table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "../../../lib/index.hpp"
#include "../../../lib/rules/moves.hpp"
#include "../../../lib/solve/outcomes/bounded.hpp"
#include "../../../lib/solve/ranks/cell_windows.hpp"
#include "../../../lib/solve/retrograde/cells.hpp"
#include "../../../query/format/digit_orders.hpp"
#include "../../encode/table_writer.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"

namespace mexbase::detail {

/// Function that writes the values of consecutive indices. Safe to call from several threads. Borrows the solution.
using OutcomeSource = std::function<void(Index first, std::span<OutcomeValue> values)>;

/// Returns the memory that the cells of a solved game take while they are packed, in bytes.
std::uint64_t held_by(const OutcomeCells& solved);
OutcomeSource source_of(const OutcomeCells& solved);
OutcomeSource source_of(const BoundedSolution& solved);

/// Function that marks consecutive indices: `dont_care` for an index that is not a position (a hole), 0 for a position.
using HoleMarker = std::function<void(Index first, std::span<std::uint32_t> marks)>;

/// Returns the function that marks the holes of a game. Borrows `moves`.
HoleMarker holes_of(const Moves& moves);

/// Cell of an index that is not a position. No cell has a counter once a game is solved, so this code is unused.
template <class T>
inline constexpr T hole_cell = CellCode<T>::overflowed;

/// Marks the cells of indices that are not positions, so that the rules are not called again for them. Sets the values
/// of undecided positions to 0. `division` tells which of the indices 0..size-1 have cells in `solved`.
template <class Division>
void mark_holes(OutcomeCells& solved, const Division& division, Index size, const HoleMarker& holes, unsigned threads) {
    parallel_for_ranges(size, threads, {}, {}, [&](unsigned, Index first, Index last) {
        std::vector<std::uint32_t> marks;
        for (Index i = division.next_own(first); i < last;) {
            const Index count = std::min(division.share_of(i).count, last - i);
            marks.assign(static_cast<std::size_t>(count), 0);
            holes(i, marks);
            solved.visit([&]<class T>(T* cells) {
                cells += division.cell(i);
                for (std::size_t k = 0; k < marks.size(); ++k) {
                    const T wanted =
                        marks[k] == dont_care ? hole_cell<T> : CellCode<T>::cell(CellCode<T>::value(cells[k]));
                    if (cells[k] != wanted) cells[k] = wanted;  // does not touch memory that was never written
                }
            });
            i = division.next_own(i + count);
        }
        if (first >> 21 != last >> 21) solved.let_go();
        return true;
    });
}

/// Returns outcome and remoteness in one number.
inline std::uint32_t joint(const OutcomeValue& value) {
    return static_cast<std::uint32_t>(value.remoteness << 3) | static_cast<std::uint32_t>(value.outcome);
}

/// Holes and values of a table, in the order in which the table stores them.
struct OrderedOutcomes {
    HoleMarker holes;
    OutcomeSource values;
};

/// Chooses an order of the digits of indices (mixed-radix numbers) in which the table compresses best, and sets it in
/// `contents`. Then permutes `solved` to this order. The result borrows `solved`.
OrderedOutcomes order_digits(std::span<const DigitRange> ranges, const HoleMarker& holes, OutcomeCells& solved,
                             TableContents& contents, const JobOptions& options);

/// Adds a stream of outcomes and a stream of remotenesses.
void add_outcome_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& solved);
/// Adds two streams for the undecided positions of a bounded game. The first has 1 for each position that is proved not
/// to be won. The second has 1 for each position that is proved not to be lost. Borrows `solved`.
void add_proven_streams(TableContents& contents, const HoleMarker& holes, const BoundedSolution& solved);
/// Adds streams of outcomes and remotenesses, two for each player who begins. `with_turn` has values by position and
/// player to move.
void add_partizan_streams(TableContents& contents, const HoleMarker& holes, const OutcomeSource& with_turn);

}  // namespace mexbase::detail
